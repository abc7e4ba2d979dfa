//! The commands about the current game: session, evaluation and search of one variant.
//! Not here: options and command order (`handler`), and texts of moves and positions (`session`).

use super::display;
use super::reporter::{SearchReporter, SearchSettings};
use super::rollout::RolloutCommand;
use crate::dice;
use crate::eval::LoadError;
use crate::games::{Sources, Variant};
use crate::rules::Game;
use crate::search::{Request, Searcher, StrengthLevel};
use crate::session::{GameSession, SearchRequest, SessionCommands, searchmoves};
use crate::uci::{Job, Output};
use tricorn_protocol::{Answer, ErrorCode, Go, ProtocolError, Rollout};

/// The commands about the current game, for any variant.
pub trait GameCommands: Send {
    /// Starts a new game: the start position, and empty hash and history.
    fn new_game(&mut self);

    /// The session, for the commands that need nothing else.
    fn session(&mut self) -> &mut dyn SessionCommands;

    /// Sets the size of the transposition table in MiB; after an error the old one stays.
    fn resize(&mut self, mib: usize) -> Result<(), ProtocolError>;

    /// Sets the number of search threads.
    fn set_threads(&mut self, threads: usize);

    /// Loads another evaluation; after an error the old one stays.
    fn load_eval(&mut self, sources: Sources<'_>) -> Result<(), LoadError>;

    /// Whether the game can load endgame tables.
    fn has_endgames(&self) -> bool;

    /// Clears the transposition table.
    fn clear(&mut self);

    /// Allocates memory now that would otherwise delay the next search.
    fn prepare(&mut self) -> Result<(), ProtocolError>;

    /// Searches, prints `info` lines, and returns `bestmove`.
    fn go(&mut self, go: &Go, settings: &SearchSettings, job: &Job, out: &Output) -> Answer;

    /// Counts leaves by move.
    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError>;

    /// Rolls out the position or its candidate moves; returns the last line.
    fn rollout(
        &mut self,
        asked: &Rollout,
        job: &Job,
        out: &Output,
    ) -> Result<String, ProtocolError>;

    /// The position for people to read.
    fn display(&self) -> Result<String, ProtocolError>;

    /// The legal moves for people to read.
    fn moves(&self) -> Result<String, ProtocolError>;

    /// The evaluation with its terms.
    fn eval(&self) -> Result<String, ProtocolError>;
}

/// The engine of one game.
pub struct GameEngine<G: Variant> {
    session: GameSession<G>,
    evaluation: G::Eval,
    searcher: Searcher<G, G::Kernel>,
    threads: usize,
}

impl<G: Variant> GameEngine<G> {
    /// A new game with a table of `mib` MiB, allocated when it is needed, and `threads` threads.
    pub fn new(mib: usize, threads: usize) -> Self {
        let evaluation = G::Eval::default();
        let mut searcher = Searcher::new(G::kernel(evaluation.clone()), mib);
        searcher.set_threads(threads);
        Self {
            session: GameSession::new(),
            searcher,
            evaluation,
            threads,
        }
    }

    /// The game to search, with a roll if the engine rolls for itself.
    fn with_roll(&self, settings: &SearchSettings) -> Result<Game<G>, ProtocolError> {
        let mut game = self.session.game()?.clone();
        if settings.roll_dice && game.roll().is_none() && game.outcome().is_none() {
            game.set_roll(dice::throw(&game, settings.seed, settings.games));
        }
        Ok(game)
    }

    /// Searches `game`; returns the best move and the expected reply.
    fn search(
        &mut self,
        game: &Game<G>,
        go: &Go,
        settings: &SearchSettings,
        job: &Job,
        out: &Output,
    ) -> (Option<String>, Option<String>) {
        let position = game.position();
        let stop = || job.control.stopped();
        let (request, errors) = self.session.search_request(game, go, &stop);
        errors.into_iter().for_each(|error| out.error(error));
        let Some(SearchRequest {
            mut limits,
            allowed,
        }) = request
        else {
            return (None, None);
        };
        let level = settings.elo.map(|elo| StrengthLevel::at(G::LEVELS, elo));
        if let Some(level) = level {
            level.limit(&mut limits);
        }
        let request = Request {
            limits,
            searchmoves: allowed,
            began: Some(job.due()),
            multipv: settings.multipv,
            overhead: settings.overhead,
            analyse: settings.analyse,
            pondering: settings.ponder,
            noise: level.and_then(|level| level.eval_noise(settings.games)),
        };
        let mut reporter = SearchReporter::new(game, settings, out);
        let answer = self
            .searcher
            .search(game, &request, &job.control, &mut |report| {
                reporter.report(report);
            });
        reporter.flush();
        let before_throw = game.roll().is_none() && game.outcome().is_none();
        let best = match answer.best {
            None if before_throw && request.searchmoves.is_none() => Some("roll".into()),
            best => best.map(|m| position.move_text(&m)),
        };
        let ponder = answer.best.zip(answer.ponder);
        let ponder = ponder.map(|(best, reply)| position.play(&best).move_text(&reply));
        (best, ponder)
    }
}

impl<G: Variant> GameCommands for GameEngine<G> {
    fn new_game(&mut self) {
        self.session.new_game();
        self.searcher.clear();
    }

    fn session(&mut self) -> &mut dyn SessionCommands {
        &mut self.session
    }

    fn resize(&mut self, mib: usize) -> Result<(), ProtocolError> {
        self.searcher.resize(mib).map_err(|error| {
            ProtocolError::new(ErrorCode::BadValue, format!("option Hash: {error}"))
        })
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.searcher.set_threads(threads);
    }

    fn load_eval(&mut self, sources: Sources<'_>) -> Result<(), LoadError> {
        self.evaluation = G::evaluation(sources)?;
        self.searcher.replace(G::kernel(self.evaluation.clone()));
        Ok(())
    }

    fn has_endgames(&self) -> bool {
        G::ENDGAMES
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }

    fn prepare(&mut self) -> Result<(), ProtocolError> {
        self.searcher
            .prepare()
            .map_err(|error| ProtocolError::new(ErrorCode::Internal, error.to_string()))
    }

    fn go(&mut self, go: &Go, settings: &SearchSettings, job: &Job, out: &Output) -> Answer {
        let (best, ponder) = match self.with_roll(settings) {
            Ok(game) => self.search(&game, go, settings, job, out),
            Err(error) => {
                out.error(error);
                job.control.hold(go.until_stop(), go.ponder);
                (None, None)
            }
        };
        settings.dialect.best_move(best, ponder)
    }

    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError> {
        display::perft(self.session.game()?, depth, &|| job.control.stopped())
    }

    fn rollout(
        &mut self,
        asked: &Rollout,
        job: &Job,
        out: &Output,
    ) -> Result<String, ProtocolError> {
        let game = self.session.game()?;
        let rollout = RolloutCommand::<G>::new(game, asked, self.threads)?;
        let read = searchmoves(game, &asked.searchmoves, &|| job.control.stopped());
        let errors = read.errors.finish();
        errors.into_iter().for_each(|error| out.error(error));
        let moves = rollout.candidates(read.allowed, &mut self.searcher, &job.control)?;
        Ok(rollout.run(moves, &self.evaluation, &job.control, out))
    }

    fn display(&self) -> Result<String, ProtocolError> {
        self.session.game().map(display::position)
    }

    fn moves(&self) -> Result<String, ProtocolError> {
        self.session.game().map(display::moves)
    }

    fn eval(&self) -> Result<String, ProtocolError> {
        let game = self.session.game()?;
        Ok(display::evaluation(game, self.evaluation.clone()))
    }
}
