//! A player as its client sees it: greeting, options, commands.
//! Not here: games (`desk`), the order of commands (`queue`, `process`), playing.

mod desk;
mod options;
mod process;
mod queue;

pub use desk::{At, Desk, Mind, Task, Thought, Worth};
pub use options::{Knob, Settings};
pub use process::start;
pub use queue::Job;

use options::VARIANT;
use process::{report, say};
use tricorn_protocol::{Answer, Command, ErrorCode, Keyword, Parsed, ProtocolError};

/// Makes the desk of a game.
pub type Open = fn() -> Box<dyn Desk>;

/// A player: its name, its games, and what can be set.
#[derive(Debug)]
pub struct Profile {
    /// The name that it greets with.
    pub name: &'static str,
    /// Its games, the first one the default, each with the maker of a desk for it.
    pub games: &'static [(&'static str, Open)],
    /// What can be set beside the game.
    pub knobs: &'static [Knob],
}

/// How mates are counted: by own turns after `uci`, by plies after `ugi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Own turns.
    Uci,
    /// Plies.
    Ugi,
}

/// The state between commands.
pub(crate) struct Session {
    profile: &'static Profile,
    variant: &'static str,
    settings: Settings,
    desk: Box<dyn Desk>,
    dialect: Dialect,
    /// Games begun, for the dice.
    games: u64,
}

impl Session {
    /// At the start position of the first game.
    pub(crate) fn new(profile: &'static Profile) -> Self {
        let (variant, open) = profile.games[0];
        Self {
            profile,
            variant,
            settings: Settings::default(),
            desk: open(),
            dialect: Dialect::Uci,
            games: 0,
        }
    }

    /// Reports what was wrong with a line and carries out its command. Gives the last line of a
    /// job, to be printed as it ends.
    pub(crate) fn run(&mut self, parsed: Parsed, job: &Job) -> Option<String> {
        report(parsed.errors);
        let Some(command) = parsed.command else {
            if parsed.keyword == Some(Keyword::Position) {
                self.desk.forget();
            }
            return None;
        };
        match self.carry_out(command, job) {
            Ok(last) => last,
            Err(error) => {
                report([error]);
                None
            }
        }
    }

    fn carry_out(&mut self, command: Command, job: &Job) -> Result<Option<String>, ProtocolError> {
        match command {
            Command::Uci => self.greet(Dialect::Uci),
            Command::Ugi => self.greet(Dialect::Ugi),
            Command::IsReady => say(Answer::ReadyOk),
            Command::NewGame => {
                self.games += 1;
                self.desk.new_game();
            }
            Command::SetOption { name, value } => {
                self.set(&name, value.as_deref().unwrap_or_default())?;
            }
            Command::Position { start, moves } => self.desk.set(&start, &moves)?,
            Command::Query(query) => say(self.desk.query(query)?),
            Command::Perft(depth) => return self.desk.perft(depth, job).map(Some),
            Command::Go(go) => {
                return match go.perft {
                    Some(depth) => self.desk.perft(depth, job).map(Some),
                    None => {
                        let (settings, games) = (&self.settings, self.games);
                        let answer = self.desk.go(&go, settings, self.dialect, games, job);
                        Ok(Some(answer.to_string()))
                    }
                };
            }
            Command::Display
            | Command::Moves
            | Command::Eval
            | Command::Bench(_)
            | Command::Rollout(_)
            | Command::Help
            | Command::Compiler
            | Command::Flip => {
                let message = format!("{command}: this player has the commands of a match only");
                return Err(ProtocolError::new(ErrorCode::UnknownCommand, message));
            }
            // These act when they are read.
            Command::Stop | Command::PonderHit | Command::Quit | Command::Debug(_) => {}
        }
        Ok(None)
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        say(Answer::IdName(self.profile.name.into()));
        say(Answer::IdAuthor(env!("CARGO_PKG_AUTHORS").into()));
        let games: Vec<&str> = self.profile.games.iter().map(|(name, _)| *name).collect();
        say(Answer::Option(options::variant(&games)));
        for knob in self.profile.knobs {
            say(Answer::Option(knob.line()));
        }
        say(match dialect {
            Dialect::Uci => Answer::UciOk,
            Dialect::Ugi => Answer::UgiOk,
        });
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        if !name.eq_ignore_ascii_case(VARIANT) {
            let knobs = self.profile.knobs;
            return self.settings.set(knobs, name, value);
        }
        let mut games = self.profile.games.iter();
        let found = games.find(|(name, _)| name.eq_ignore_ascii_case(value));
        let Some(&(variant, open)) = found else {
            return Err(options::bad_value(name, value, "a game that it plays"));
        };
        if variant != self.variant {
            self.variant = variant;
            self.desk = open();
        }
        Ok(())
    }
}
