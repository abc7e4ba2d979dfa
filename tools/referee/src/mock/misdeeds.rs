//! The ways in which the mock engine misbehaves, and when.
//! Not here: what it does right.

use super::{Misdeed, Mock, Wait, print, say};
use std::io::{self, Write};
use std::process::{Command as Process, ExitCode, Stdio};
use std::thread;
use std::time::Duration;
use tricorn_protocol::{Answer, ErrorCode, Go, ProtocolError};

impl Mock {
    /// What goes wrong before the greeting; an exit code if it ends there.
    pub(super) fn at_start(&mut self) -> Option<ExitCode> {
        match self.manners.fault {
            Some(Misdeed::CrashAtStart) => {
                eprintln!("mock: no such table base");
                Some(ExitCode::from(3))
            }
            Some(Misdeed::Mute) => sleep_for_ever(),
            Some(Misdeed::Orphan) => {
                if let Err(error) = nix::unistd::setsid() {
                    eprintln!("mock: no session of its own: {error}");
                }
                sleep_for_ever();
            }
            _ => None,
        }
    }

    /// What is said to an option that changes nothing here.
    pub(super) fn at_option(&self, name: &str) {
        if self.manners.fault == Some(Misdeed::RefusesOptions) {
            let message = format!("option {name}: no such file");
            say(&Answer::Error(ProtocolError::new(ErrorCode::Io, message)));
        } else {
            print(format!("info string {name} is set\n").as_bytes());
        }
    }

    /// What goes wrong when a new game is announced.
    pub(super) fn between_games(&mut self) {
        if self.manners.fault == Some(Misdeed::CrashBetweenGames) && self.games == self.manners.at {
            eprintln!("mock: ended between games");
            std::process::exit(3);
        }
    }

    /// What goes wrong at the end.
    pub(super) fn at_end(&mut self) {
        if self.manners.fault == Some(Misdeed::IgnoresQuit) {
            sleep_for_ever();
        }
    }

    /// What goes wrong in a search. `None` if it then answers as it should; how the search ended
    /// if that was all.
    pub(super) fn before_answer(&mut self, misdeed: Misdeed, go: &Go) -> Option<Wait> {
        match misdeed {
            Misdeed::NeverAnswers => sleep_for_ever(),
            Misdeed::Late => {
                let time = self.clock(go).unwrap_or(0) + self.manners.late;
                let end = std::time::Instant::now() + Duration::from_millis(time);
                let wait = self.wait(Some(end), false);
                self.answer(go);
                return Some(wait);
            }
            Misdeed::CrashInSearch => {
                eprintln!("mock: cannot go on");
                std::process::abort();
            }
            Misdeed::ExitZero => std::process::exit(0),
            Misdeed::IllegalMove => self.answer_with(b"bestmove a1a1\n"),
            Misdeed::NoMove => self.answer_with(b"bestmove (none)\n"),
            Misdeed::EmptyAnswer => self.answer_with(b"bestmove\n"),
            Misdeed::NotUtf8 => self.answer_with(b"bestmove \xff\xfe\n"),
            Misdeed::TwoAnswers => {
                self.answer(go);
                self.answer(go);
                return Some(Wait::Over);
            }
            Misdeed::Babble => loop {
                print(b"info depth 1 score cp 1 nodes 1 string and so on\n");
            },
            Misdeed::EndlessLine => loop {
                print(&[b'x'; 4096]);
            },
            Misdeed::HalfLine => {
                print(b"bestmo");
                sleep_for_ever();
            }
            Misdeed::NotUtf8Info => {
                print(b"info string \xff\xfe\n");
                return None;
            }
            Misdeed::IgnoresStop => return Some(self.wait(None, false)),
            Misdeed::EatMemory => self.eat(),
            Misdeed::Grandchild => {
                leave_behind(&self.manners.name);
                return None;
            }
            Misdeed::Mute
            | Misdeed::Orphan
            | Misdeed::CrashAtStart
            | Misdeed::CrashBetweenGames
            | Misdeed::SplitLines
            | Misdeed::FloodStderr
            | Misdeed::IgnoresQuit
            | Misdeed::BadVariation
            | Misdeed::NeverDraws
            | Misdeed::CounterStops
            | Misdeed::WrongLines
            | Misdeed::RefusesOptions => return None,
        }
        Some(Wait::Over)
    }

    fn answer_with(&self, bytes: &[u8]) {
        if !self.manners.silent {
            print(b"info depth 1 score cp 0 nodes 1\n");
        }
        print(bytes);
    }

    /// Gives an answer, in the manner of this engine.
    pub(super) fn give(&self, answer: &Answer) {
        match self.manners.fault {
            Some(Misdeed::SplitLines) => {
                let text = format!("{answer}\n");
                let (half, rest) = text.split_at(text.len() / 2);
                print(half.as_bytes());
                thread::sleep(Duration::from_millis(2));
                print(rest.as_bytes());
            }
            Some(Misdeed::FloodStderr) => {
                let mut errors = io::stderr().lock();
                for _ in 0..512 {
                    let _ = errors.write_all(&[b'!'; 4096]);
                }
                say(answer);
            }
            _ => say(answer),
        }
    }

    /// Takes memory and uses it, since what is not used is not taken.
    fn eat(&self) {
        let mut eaten = Vec::new();
        for mib in 0..self.manners.eat {
            eaten.push(vec![mib as u8 | 1; 1 << 20]);
            std::hint::black_box(&eaten);
        }
        sleep_for_ever();
    }
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

/// Starts a process that outlives this one, in a session of its own.
fn leave_behind(name: &str) {
    let orphan = std::env::current_exe().and_then(|program| {
        Process::new(program)
            .args(["--fault", "orphan", "--name", name])
            .stdin(Stdio::null())
            .spawn()
    });
    if let Err(error) = orphan {
        eprintln!("mock: no orphan: {error}");
    }
}
