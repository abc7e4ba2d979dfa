//! A reference player as a UCI process: name, games, options.
//! Not here: the command loop (`tricorn::uci`), the current game (`game`), and searching.

mod game;
mod options;

pub use game::{GameCommands, GamePlayer, PlayerScore, Search, SearchInfo, SearchTask};
pub use options::{PlayerOption, Settings};

use options::VARIANT;
use std::io::{self, BufReader};
use std::process::ExitCode;
use std::sync::Arc;
use tricorn::session::Dialect;
use tricorn::uci::{Begin, Job, LongCommand, Output, UciHandler, hangup, serve};
use tricorn_protocol::{Answer, Command, ErrorCode, ProtocolError};

/// A function that opens a game.
pub type Open = fn() -> Box<dyn GameCommands>;

/// A player: name, games and options.
#[derive(Debug)]
pub struct Profile {
    /// The name in `id name`.
    pub name: &'static str,
    /// Its games, the default first, each with a function that opens it.
    pub games: &'static [(&'static str, Open)],
    /// Its options besides `UCI_Variant`.
    pub settings: &'static [PlayerOption],
}

/// Serves standard input until it ends or says `quit`; returns the exit code of the program.
#[must_use]
pub fn start(profile: &'static Profile) -> ExitCode {
    let out = Arc::new(Output::new(io::stdout()));
    hangup::watch();
    let open = {
        let out = Arc::clone(&out);
        move || PlayerHandler::new(profile, out)
    };
    let input = BufReader::new(io::stdin());
    match serve(input, Begin::AtOnce, open, None, &out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", profile.name);
            ExitCode::FAILURE
        }
    }
}

/// The command dispatcher of a player.
struct PlayerHandler {
    profile: &'static Profile,
    variant: &'static str,
    open: Open,
    settings: Settings,
    game: Box<dyn GameCommands>,
    dialect: Dialect,
    /// Games begun, for the dice.
    games: u64,
    out: Arc<Output>,
}

impl PlayerHandler {
    /// A handler at the start position of the default game.
    fn new(profile: &'static Profile, out: Arc<Output>) -> Self {
        let (variant, open) = profile.games[0];
        Self {
            profile,
            variant,
            open,
            settings: Settings::default(),
            game: open(),
            dialect: Dialect::default(),
            games: 0,
            out,
        }
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let out = &self.out;
        out.line(Answer::IdName(self.profile.name.into()));
        out.line(Answer::IdAuthor(env!("CARGO_PKG_AUTHORS").into()));
        let games: Vec<&str> = self.profile.games.iter().map(|(name, _)| *name).collect();
        out.line(Answer::Option(options::variant(&games)));
        for option in self.profile.settings {
            out.line(Answer::Option(option.line()));
        }
        out.line(dialect.greeting_end());
    }

    /// Answers a question, after the error that goes with it.
    fn answer(&self, (answer, error): (Answer, Option<ProtocolError>)) {
        if let Some(error) = error {
            self.out.error(error);
        }
        self.out.line(answer);
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        if !name.eq_ignore_ascii_case(VARIANT) {
            let settings = self.profile.settings;
            return self.settings.set(settings, name, value);
        }
        let mut games = self.profile.games.iter();
        let found = games.find(|(name, _)| name.eq_ignore_ascii_case(value));
        let Some(&(variant, open)) = found else {
            return Err(options::bad_value(name, value, "a game that it plays"));
        };
        if variant != self.variant {
            (self.variant, self.open) = (variant, open);
            self.game = open();
            self.out.line(self.game.session().variant_info());
        }
        Ok(())
    }
}

/// A command that players do not have.
fn unknown(command: &str) -> ProtocolError {
    let message = format!("{command}: this player has the commands of a match only");
    ProtocolError::new(ErrorCode::UnknownCommand, message)
}

impl UciHandler for PlayerHandler {
    fn run(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Uci => self.greet(Dialect::Uci),
            Command::Ugi => self.greet(Dialect::Ugi),
            Command::IsReady => self.out.line(Answer::ReadyOk),
            Command::NewGame => {
                self.games += 1;
                self.game.new_game();
            }
            Command::SetOption { name, value } => {
                return self.set(&name, value.as_deref().unwrap_or_default());
            }
            Command::Position { start, moves } => {
                return self.game.session().set_position(&start, &moves);
            }
            Command::Query(query) => {
                let answer = self.game.session().query(query);
                self.answer(answer);
            }
            Command::Steps(begun) => {
                let answer = self.game.session().steps(&begun);
                self.answer(answer);
            }
            Command::Display
            | Command::Moves
            | Command::Eval
            | Command::Help
            | Command::Compiler
            | Command::Flip => return Err(unknown(&command.to_string())),
            // The process acts on the first four itself; the others are long commands.
            Command::Stop | Command::PonderHit | Command::Quit | Command::Debug(_) => {}
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::Rollout(_) => {}
        }
        Ok(())
    }

    fn run_long(&mut self, command: LongCommand, job: &Job) -> Result<String, ProtocolError> {
        match command {
            LongCommand::Perft(depth) => self.game.perft(depth, job, &self.out),
            LongCommand::Go(go) => {
                let (settings, games) = (&self.settings, self.games);
                let best = self
                    .game
                    .go(&go, settings, self.dialect, games, job, &self.out);
                Ok(self.dialect.best_move(best, None).to_string())
            }
            LongCommand::Bench(_) => Err(unknown("bench")),
            LongCommand::Rollout(_) => Err(unknown("rollout")),
        }
    }

    fn forget_position(&mut self) {
        self.game.session().forget_position();
    }

    fn recover(&mut self, searching: bool) -> Option<String> {
        let message = "a fault of the player; the position is lost, please report the dialogue";
        self.out
            .error(ProtocolError::new(ErrorCode::Internal, message));
        self.game = (self.open)();
        self.game.session().forget_position();
        searching.then(|| self.dialect.best_move(None, None).to_string())
    }
}
