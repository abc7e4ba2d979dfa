//! The command dispatcher: what each UCI command does to the state of the engine.
//! Not here: the order in which commands come (`uci`), and what they do to the game (`game`).

use super::bench;
use super::game::{GameCommands, GameEngine};
use super::help;
use super::options::{self, Change, Options};
use super::reporter::SearchSettings;
use crate::eval::{LoadError, Source};
use crate::eval_source::EvalFile;
use crate::games::{self, Sources, Variant, Visitor};
use crate::session::Dialect;
use crate::uci::{Job, Logs, LongCommand, Output, UciHandler};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tricorn_protocol::{Answer, Command, ErrorCode, ProtocolError, quote};

/// The state between commands.
pub struct EngineHandler {
    /// What the process started with: the defaults that are listed.
    start: Options,
    options: Options,
    game: Box<dyn GameCommands>,
    dialect: Dialect,
    /// Games begun since the start, for the dice.
    games: u64,
    /// The seed of the dice, drawn where the option asks for one that nobody knows.
    seed: u64,
    /// The net to be used instead of the one within the program.
    eval_file: EvalFile,
    logs: Option<Logs>,
    out: Arc<Output>,
}

/// Makes the engine of a game.
struct Open {
    mib: usize,
    threads: usize,
}

impl Visitor for Open {
    type Out = Box<dyn GameCommands>;

    fn visit<G: Variant>(self) -> Box<dyn GameCommands> {
        Box::new(GameEngine::<G>::new(self.mib, self.threads))
    }
}

fn open(options: &Options) -> Box<dyn GameCommands> {
    let open = Open {
        mib: options.hash,
        threads: options.threads,
    };
    games::visit(options.variant, open).expect("options name games of the list only")
}

/// The evaluation cannot be loaded: which of the two files is to blame, and why.
fn load_error(error: &LoadError, net: &str, endgames: &str) -> ProtocolError {
    let (what, file) = match error {
        LoadError::NetFile(_) | LoadError::Net(_) => ("net", net),
        LoadError::Endgames(_) => ("endgame", endgames),
    };
    let message = format!("{what} file {}: {error}", quote(file));
    ProtocolError::new(ErrorCode::Io, message)
}

impl EngineHandler {
    /// At the start position of `options.variant`.
    #[must_use]
    pub fn new(options: Options, logs: Option<Logs>, out: Arc<Output>) -> Self {
        let mut handler = Self {
            game: open(&options),
            start: options.clone(),
            options,
            dialect: Dialect::Uci,
            games: 0,
            seed: 0,
            eval_file: EvalFile::default(),
            logs,
            out,
        };
        handler.draw_seed();
        handler
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let name = concat!("Tricorn ", env!("CARGO_PKG_VERSION"));
        self.out.line(Answer::IdName(name.into()));
        let author = env!("CARGO_PKG_AUTHORS");
        self.out.line(Answer::IdAuthor(author.into()));
        for option in options::list(&self.start) {
            self.out.line(Answer::Option(option));
        }
        self.out.line(dialect.greeting_end());
    }

    /// Answers a question, after the error that goes with it.
    fn answer(&self, (answer, error): (Answer, Option<ProtocolError>)) {
        if let Some(error) = error {
            self.out.error(error);
        }
        self.out.line(answer);
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), ProtocolError> {
        match self.options.set(name, value)? {
            Change::None => {}
            Change::Variant => {
                let opened = self.open_game();
                self.out.line(self.game.session().variant_info());
                return opened;
            }
            Change::Hash(mib) => {
                self.game.resize(mib)?;
                self.options.hash = mib;
            }
            Change::Threads(threads) => self.game.set_threads(threads),
            Change::Endgames(file) => {
                let path = (!file.is_empty()).then(|| Path::new(&file));
                let sources = Sources {
                    net: self.eval_file.source(self.options.variant),
                    endgames: path,
                };
                let good = match path {
                    // A bad file must not take the place of a good one where nobody needs it.
                    Some(path) if !self.game.has_endgames() => games::check_endgames(path),
                    _ => self.game.load_eval(sources),
                };
                good.map_err(|error| load_error(&error, &self.options.eval_file, &file))?;
                self.options.endgame_file = file;
            }
            Change::Net(name) => {
                let eval_file = EvalFile::read(&name)
                    .map_err(|error| load_error(&error, &name, &self.options.endgame_file))?;
                if let Some(game) = eval_file.of_another(self.options.variant) {
                    let now = self.options.variant;
                    self.out.line(format_args!(
                        "info string EvalFile: a net for {game}; {now} keeps its own"
                    ));
                }
                self.eval_file = eval_file;
                self.options.eval_file = name;
                self.load_eval()?;
            }
            Change::Clear => self.game.clear(),
            Change::Seed => self.draw_seed(),
            Change::Log(file) => {
                if let Some(logs) = &self.logs {
                    logs.to_file(&file).map_err(|error| {
                        let message = format!("log file {}: {error}", quote(&file));
                        ProtocolError::new(ErrorCode::Io, message)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Opens the game that is set.
    fn open_game(&mut self) -> Result<(), ProtocolError> {
        self.game = open(&self.options);
        let net = self.eval_file.source(self.options.variant);
        if net == Source::BuiltIn && self.options.endgames().is_none() {
            return Ok(());
        }
        self.load_eval()
    }

    /// Loads the evaluation that the options name. On an error the game does without the file of
    /// endgames, which stays the option's value: the next game may find it again.
    fn load_eval(&mut self) -> Result<(), ProtocolError> {
        let mut sources = Sources {
            net: self.eval_file.source(self.options.variant),
            endgames: self.options.endgames(),
        };
        let loaded = self.game.load_eval(sources);
        loaded.map_err(|error| {
            sources.endgames = None;
            // The net was checked when its file was read, so that nothing else can fail.
            let _ = self.game.load_eval(sources);
            let Options {
                eval_file,
                endgame_file,
                ..
            } = &self.options;
            load_error(&error, eval_file, endgame_file)
        })
    }

    fn draw_seed(&mut self) {
        self.seed = match self.options.dice_seed {
            // The keys of a fresh hasher are the system's random numbers.
            0 => RandomState::new().build_hasher().finish(),
            seed => seed,
        };
    }

    fn settings(&self) -> SearchSettings {
        SearchSettings {
            dialect: self.dialect,
            multipv: self.options.multipv,
            overhead: Duration::from_millis(self.options.overhead),
            analyse: self.options.analyse,
            show_wdl: self.options.show_wdl,
            elo: self.options.limit_strength.then_some(self.options.elo),
            ponder: self.options.ponder,
            roll_dice: self.options.roll_dice,
            seed: self.seed,
            games: self.games,
        }
    }
}

impl UciHandler for EngineHandler {
    fn run(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Uci => self.greet(Dialect::Uci),
            Command::Ugi => self.greet(Dialect::Ugi),
            Command::IsReady => {
                // Before the answer: what comes after it belongs to the next command.
                if let Err(error) = self.game.prepare() {
                    self.out.error(error);
                }
                self.out.line(Answer::ReadyOk);
            }
            Command::NewGame => {
                self.games += 1;
                self.game.new_game();
            }
            Command::SetOption { name, value } => return self.set(&name, value.as_deref()),
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
            Command::Display => self.out.line(self.game.display()?),
            Command::Moves => self.out.line(self.game.moves()?),
            Command::Eval => self.out.line(self.game.eval()?),
            Command::Flip => return self.game.session().flip(),
            Command::Help => self.out.line(help::COMMANDS),
            Command::Compiler => self.out.line(help::build()),
            // The process acts on the first four itself; the others are long commands.
            Command::Stop | Command::PonderHit | Command::Quit | Command::Debug(_) => {}
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::Rollout(_) => {}
        }
        Ok(())
    }

    fn run_long(&mut self, command: LongCommand, job: &Job) -> Result<String, ProtocolError> {
        match command {
            LongCommand::Go(go) => {
                let answer = self.game.go(&go, &self.settings(), job, &self.out);
                Ok(answer.to_string())
            }
            LongCommand::Perft(depth) => self.game.perft(depth, job),
            LongCommand::Rollout(asked) => self.game.rollout(&asked, job, &self.out),
            LongCommand::Bench(depth) => Ok(bench::run(depth, job, &self.out)),
        }
    }

    fn forget_position(&mut self) {
        self.game.session().forget_position();
    }

    fn recover(&mut self, searching: bool) -> Option<String> {
        let message = "a fault of the engine; the position is lost, please report the dialogue";
        let error = ProtocolError::new(ErrorCode::Internal, message);
        self.out.error(error);
        if let Err(error) = self.open_game() {
            self.out.error(error);
        }
        self.game.session().forget_position();
        let none = Answer::BestMove {
            best: None,
            ponder: None,
        };
        searching.then(|| none.to_string())
    }
}
