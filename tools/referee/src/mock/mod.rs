//! A mock engine for tests of clients: it plays moves by a hash, and can misbehave on purpose.
//! Not here: playing well.

mod manners;
mod misdeeds;
mod rules;

pub use manners::{Manners, Misdeed};

use crate::board::{self, Board};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use tricorn::rules::Side;
use tricorn::rules::list;
use tricorn_protocol::{
    Answer, Command, Go, Info, Line, LineReader, OptionKind, OptionLine, Score, ScoreReport, Start,
    Words, parse_command,
};

/// A mock engine in the middle of its life.
pub struct Mock {
    manners: Manners,
    lines: Receiver<String>,
    variant: String,
    /// The `position` line set last, and the board that it leads to.
    line: String,
    /// Whether that line begins with `startpos`, so that `wtime` is the first mover's.
    from_startpos: bool,
    board: Option<Box<dyn Board>>,
    moves: u64,
    games: u64,
}

/// How a wait for the end of a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// The time was up.
    Over,
    /// It was told to stop.
    Stopped,
    /// It was told to end.
    Quit,
}

impl Mock {
    /// A mock engine on the standard streams, at the start position of the first game.
    #[must_use]
    pub fn new(manners: Manners) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in LineReader::new(io::stdin().lock()) {
                let Ok(Line::Text(text)) = line else { continue };
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        let variant = list::NAMES[0].to_owned();
        let mut mock = Self {
            manners,
            lines,
            variant,
            line: String::new(),
            from_startpos: true,
            board: None,
            moves: 0,
            games: 0,
        };
        mock.reset();
        mock
    }

    /// Obeys until `quit` or the end of input.
    pub fn run(mut self) -> ExitCode {
        if let Some(code) = self.at_start() {
            return code;
        }
        while let Ok(line) = self.lines.recv() {
            let Some(command) = parse_command(&line).command else {
                continue;
            };
            let quit = match command {
                Command::Quit => true,
                Command::Go(go) => self.go(&go) == Wait::Quit,
                Command::Position { start, moves } => {
                    self.position(line, &start, &moves);
                    false
                }
                other => {
                    self.obey(other);
                    false
                }
            };
            if quit {
                break;
            }
        }
        self.at_end();
        ExitCode::SUCCESS
    }

    fn reset(&mut self) {
        self.line.clear();
        self.from_startpos = true;
        let start = board::start_text(&self.variant);
        self.board = start.and_then(|start| board::open::<&str>(&self.variant, &start, &[]).ok());
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci | Command::Ugi => {
                say(&Answer::IdName(self.manners.name.clone()));
                say(&Answer::IdAuthor("nobody".to_owned()));
                for option in options() {
                    say(&Answer::Option(option));
                }
                say(&if command == Command::Uci {
                    Answer::UciOk
                } else {
                    Answer::UgiOk
                });
            }
            Command::IsReady => say(&Answer::ReadyOk),
            Command::Query(query) => self.query(query),
            Command::Perft(depth) => self.perft(depth),
            Command::NewGame => {
                self.games += 1;
                self.between_games();
                self.reset();
            }
            Command::SetOption { name, value } if name.eq_ignore_ascii_case("UCI_Variant") => {
                let named = |known: &&&str| Some(**known) == value.as_deref();
                if let Some(known) = list::NAMES.iter().find(named) {
                    (*known).clone_into(&mut self.variant);
                    self.reset();
                }
            }
            Command::SetOption { name, .. } => self.at_option(&name),
            _ => {}
        }
    }

    /// Sets the position; where a line goes on from the last one, only what is new is played.
    fn position(&mut self, line: String, start: &Start, moves: &Words) {
        self.from_startpos = *start == Start::Startpos;
        let known = !self.line.is_empty() && line.starts_with(&self.line);
        let rest = known
            .then(|| line[self.line.len()..].strip_prefix(' '))
            .flatten();
        if let (Some(rest), Some(board)) = (rest, &mut self.board) {
            let rest = rest.strip_prefix("moves").unwrap_or(rest);
            if Words::from(rest)
                .iter()
                .all(|word| board.read(word).is_ok())
            {
                self.line = line;
                return;
            }
        }
        let text = match start {
            Start::Startpos => board::start_text(&self.variant).unwrap_or_default(),
            Start::Fen(text) => text.as_str().to_owned(),
        };
        let moves: Vec<&str> = moves.iter().collect();
        self.board = board::open(&self.variant, &text, &moves).ok();
        self.line = line;
    }

    /// Searches, which is: waits, and answers.
    fn go(&mut self, go: &Go) -> Wait {
        let begun = Instant::now();
        self.moves += 1;
        let now = self.moves == self.manners.at;
        if let Some(misdeed) = self.manners.fault.filter(|_| now)
            && let Some(wait) = self.before_answer(misdeed, go)
        {
            return wait;
        }
        let time = match (self.manners.share, self.clock(go)) {
            (Some(share), Some(left)) => Duration::from_millis(left / share.max(1)),
            _ => Duration::from_millis(self.manners.think),
        };
        let held = go.until_stop() || go.ponder;
        let end = (!held).then(|| begun + time);
        let wait = self.wait(end, true);
        self.answer(go);
        wait
    }

    /// What is left on the mover's clock, or for the move, in milliseconds.
    fn clock(&self, go: &Go) -> Option<u64> {
        let board = self.board.as_ref()?;
        let white = if self.from_startpos {
            Side::First
        } else {
            board.white()
        };
        let coloured = if board.side() == white {
            go.wtime
        } else {
            go.btime
        };
        let own = match board.side() {
            Side::First => go.p1time,
            Side::Second => go.p2time,
        };
        let clock = own
            .or(coloured)
            .map(|time| u64::try_from(time).unwrap_or(0));
        clock.or(go.movetime)
    }

    /// Waits until then, or forever; obeys what acts during a search.
    fn wait(&mut self, mut end: Option<Instant>, stops: bool) -> Wait {
        loop {
            let line = match end {
                None => self
                    .lines
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Wait::Over;
                    }
                    self.lines.recv_timeout(left)
                }
            };
            let line = match line {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Wait::Over,
                Err(RecvTimeoutError::Disconnected) => return Wait::Quit,
            };
            match parse_command(&line).command {
                Some(Command::IsReady) => say(&Answer::ReadyOk),
                Some(Command::Stop) if stops => return Wait::Stopped,
                Some(Command::PonderHit) => {
                    let time = Duration::from_millis(self.manners.think);
                    end = Some(Instant::now() + time);
                }
                Some(Command::Quit) => return Wait::Quit,
                _ => {}
            }
        }
    }

    /// The move that this engine chooses in a position, by the line that led there.
    fn choice(&self, board: &dyn Board, line: &str) -> Option<String> {
        let mut moves = board.legal();
        if moves.is_empty() {
            return None;
        }
        let index = hash(self.manners.seed, line) % moves.len() as u64;
        Some(moves.swap_remove(index as usize))
    }

    /// Prints a report and the move.
    fn answer(&self, go: &Go) {
        let choice = self
            .board
            .as_ref()
            .and_then(|board| Some((board, self.choice(board.as_ref(), &self.line)?)));
        let Some((board, best)) = choice else {
            say(&Answer::BestMove {
                best: None,
                ponder: None,
            });
            return;
        };
        let ponder = self
            .manners
            .ponder
            .then(|| self.reply(board.as_ref(), &best));
        if !self.manners.silent {
            say(&Answer::Info(Box::new(self.info(go, &best))));
        }
        self.give(&Answer::BestMove {
            best: Some(best),
            ponder: ponder.flatten(),
        });
    }

    /// What it would answer to a move itself.
    fn reply(&self, board: &dyn Board, best: &str) -> Option<String> {
        let mut after = board.fork();
        after.read(best).ok()?;
        let joint = if self.line.contains(" moves ") {
            " "
        } else {
            " moves "
        };
        let line = format!("{}{joint}{best}", self.line);
        self.choice(after.as_ref(), &line)
    }

    fn info(&self, go: &Go, best: &str) -> Info {
        let mut pv = vec![best];
        if self.manners.fault == Some(Misdeed::BadVariation) {
            pv.push("a1a1");
        }
        let score = match self.manners.mate {
            Some(turns) => Score::Mate(turns),
            None => Score::Cp(self.manners.score),
        };
        Info {
            depth: Some(go.depth.unwrap_or(1)),
            score: Some(ScoreReport { score, bound: None }),
            nodes: Some(go.nodes.unwrap_or(1)),
            time: Some(self.manners.think),
            pv: pv.into_iter().collect(),
            ..Info::default()
        }
    }
}

/// Prints one line. A reader that is gone is noticed at the end of input.
fn say(answer: &Answer) {
    print(format!("{answer}\n").as_bytes());
}

fn print(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn options() -> Vec<OptionLine> {
    let option = |name: &str, kind| OptionLine {
        name: name.to_owned(),
        kind,
    };
    vec![
        option(
            "UCI_Variant",
            OptionKind::Combo {
                default: list::NAMES[0].to_owned(),
                vars: list::NAMES.iter().map(ToString::to_string).collect(),
            },
        ),
        option(
            "Hash",
            OptionKind::Spin {
                default: 1,
                min: 1,
                max: 1024,
            },
        ),
        option("Ponder", OptionKind::Check { default: false }),
    ]
}

/// FNV-1a with a last mixing, since few bits of it are used.
fn hash(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}
