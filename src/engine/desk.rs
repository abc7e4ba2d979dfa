//! One game at the table of the protocol: the position, its line, and the search that plays it.
//! Not here: options, order and threads; texts of moves and positions, which the rules know.

use super::rolling::Rolling;
use super::show;
use super::thinking::{Settings, Thinking, limits, mover_clock};
use crate::dice::Throw;
use crate::games::{Sources, Variant};
use crate::rules::perft::DEEPEST;
use crate::rules::{Chance, Game, Notation, Side, TextError, Token};
use crate::search::{Level, Request, Searcher};
use crate::uci::{Job, Output};
use tricorn_protocol::{Answer, ErrorCode, Go, ProtocolError, Query, Rollout, Start, Words, quote};

/// A game at the table, whichever it is. This is where the protocol meets the games.
pub trait Desk: Send {
    /// Begins a new game: the start position, nothing learned.
    fn new_game(&mut self);

    /// Sets a position. After an error there is none until a good one comes.
    fn set(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError>;

    /// There is no position any more: a text that was to set one could not be read.
    fn forget_position(&mut self);

    /// Sets the size of the table, in MiB; on an error the old one stays.
    fn resize(&mut self, mib: usize) -> Result<(), ProtocolError>;

    /// Sets the number of threads that search.
    fn set_threads(&mut self, threads: usize);

    /// Judges by other sources from now on; on an error the old ones stay.
    fn judge_by(&mut self, sources: Sources<'_>) -> Result<(), String>;

    /// Whether the game has endgame tables in files.
    fn has_endgames(&self) -> bool;

    /// Empties the table.
    fn clear(&mut self);

    /// Does now what would delay the next search.
    fn prepare(&mut self) -> Result<(), ProtocolError>;

    /// Searches and reports; returns the answer, `bestmove`.
    fn go(&mut self, go: &Go, settings: &Settings, job: &Job, out: &Output) -> Answer;

    /// Counts leaves, by move.
    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError>;

    /// Plays games on from the position, or after some of its moves; returns the last line.
    fn rollout(
        &mut self,
        asked: &Rollout,
        job: &Job,
        out: &Output,
    ) -> Result<String, ProtocolError>;

    /// Answers a question.
    fn query(&self, query: Query) -> Result<Answer, ProtocolError>;

    /// The position for people to look at.
    fn show(&self) -> Result<String, ProtocolError>;

    /// The legal moves for people to look at.
    fn moves(&self) -> Result<String, ProtocolError>;

    /// The evaluation with its terms.
    fn eval(&self) -> Result<String, ProtocolError>;

    /// Swaps the colours; the line is forgotten.
    fn flip(&mut self) -> Result<(), ProtocolError>;
}

/// The desk of one game.
pub struct At<G: Variant> {
    /// `None` after a position that was refused.
    game: Option<Game<G>>,
    evaluation: G::Eval,
    searcher: Searcher<G, G::Kernel>,
    threads: usize,
}

impl<G: Variant> At<G> {
    /// A new game, with a table of `mib` MiB once it is needed and `threads` threads.
    pub fn new(mib: usize, threads: usize) -> Self {
        let evaluation = G::Eval::default();
        let mut searcher = Searcher::new(G::kernel(evaluation.clone()), mib);
        searcher.set_threads(threads);
        Self {
            game: Some(Game::start()),
            searcher,
            evaluation,
            threads,
        }
    }

    fn game(&self) -> Result<&Game<G>, ProtocolError> {
        self.game.as_ref().ok_or_else(no_position)
    }

    /// Reads `moves` from `game` on.
    fn play(game: &mut Game<G>, moves: &Words) -> Result<(), ProtocolError> {
        let mut number = 1;
        for word in moves.iter() {
            match game.read(word) {
                Ok(Token::Move(_)) => number += 1,
                Ok(Token::Roll(_)) => {}
                Err(error) => return Err(illegal(game, &format!("move {number} "), word, &error)),
            }
        }
        Ok(())
    }

    /// The legal moves of `searchmoves`; others are reported and skipped. `None` without a word.
    fn allowed(game: &Game<G>, words: &Words, out: &Output) -> Option<Vec<G::Move>> {
        if words.is_empty() {
            return None;
        }
        let mut allowed = Vec::new();
        for word in words.iter() {
            let read = match game.roll() {
                Some(roll) => game.position().parse_token(Some(roll), word),
                None => Err(TextError::at(0, "the roll is not known")),
            };
            match read {
                Ok(Token::Move(m)) => {
                    if !allowed.contains(&m) {
                        allowed.push(m);
                    }
                }
                Ok(Token::Roll(_)) => {}
                Err(error) => {
                    out.error(illegal(game, "searchmoves ", word, &error));
                }
            }
        }
        Some(allowed)
    }

    /// What a search starts from: the game, with a roll if the engine throws for itself.
    fn thrown(game: &Game<G>, settings: &Settings) -> Game<G> {
        let mut game = game.clone();
        if settings.roll_dice && game.roll().is_none() && game.outcome().is_none() {
            let throw = Throw {
                seed: settings.seed,
                game: settings.games,
                ply: game.plies() as u64,
                opening: *game.position() == G::start(),
            };
            game.set_roll(throw.roll());
        }
        game
    }
}

impl<G: Variant> Desk for At<G> {
    fn new_game(&mut self) {
        self.game = Some(Game::start());
        self.searcher.clear();
    }

    fn set(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError> {
        self.game = None;
        let mut game = match start {
            Start::Startpos => Game::start(),
            Start::Fen(text) => {
                let placed = G::parse_position(text.as_str()).map_err(|error| {
                    let message = format!("{}: {error}", quote(text.as_str()));
                    ProtocolError::new(ErrorCode::BadPosition, message)
                })?;
                Game::new(placed.position, placed.roll)
            }
        };
        Self::play(&mut game, moves)?;
        self.game = Some(game);
        Ok(())
    }

    fn forget_position(&mut self) {
        self.game = None;
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

    fn judge_by(&mut self, sources: Sources<'_>) -> Result<(), String> {
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

    fn go(&mut self, go: &Go, settings: &Settings, job: &Job, out: &Output) -> Answer {
        let Ok(game) = self.game() else {
            out.error(no_position());
            job.control.hold(go.infinite, go.ponder);
            return Answer::BestMove {
                best: None,
                ponder: None,
            };
        };
        let game = Self::thrown(game, settings);
        let clock = match game.position().turn() {
            Side::First => (go.p1time, go.p1inc),
            Side::Second => (go.p2time, go.p2inc),
        };
        let coloured = if game.position().turn() == G::WHITE {
            (go.wtime, go.winc)
        } else {
            (go.btime, go.binc)
        };
        let clock = mover_clock(clock, coloured, go);
        let (mut limits, error) = limits(go, clock);
        if let Some(error) = error {
            out.error(error);
        }
        let level = settings.elo.map(|elo| Level::at(G::LEVELS, elo));
        if let Some(level) = level {
            level.limit(&mut limits);
        }
        let request = Request {
            limits,
            allowed: Self::allowed(&game, &go.searchmoves, out),
            began: Some(job.due()),
            lines: settings.multipv,
            overhead: settings.overhead,
            analyse: settings.analyse,
            pondering: settings.ponder,
            noise: level.and_then(|level| level.noise(settings.games)),
        };
        let mut thinking = Thinking::new(&game, settings, out);
        let answer = self
            .searcher
            .search(&game, &request, &job.control, &mut |report| {
                thinking.report(report);
            });
        thinking.flush();
        let before_throw = game.roll().is_none() && game.outcome().is_none();
        let best = match answer.best {
            None if before_throw && request.allowed.is_none() => Some("roll".into()),
            best => best.map(|m| game.position().move_text(&m)),
        };
        let ponder = answer.best.zip(answer.ponder).map(|(best, reply)| {
            let after = game.position().play(&best);
            after.move_text(&reply)
        });
        Answer::BestMove { best, ponder }
    }

    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError> {
        if depth > DEEPEST {
            let message = format!("perft {depth}, expected at most {DEEPEST}");
            return Err(ProtocolError::new(ErrorCode::BadArgument, message));
        }
        let counted = show::perft(self.game()?, depth, &|| job.control.stopped());
        Ok(counted.unwrap_or_else(|| "info string perft stopped".into()))
    }

    fn rollout(
        &mut self,
        asked: &Rollout,
        job: &Job,
        out: &Output,
    ) -> Result<String, ProtocolError> {
        let game = self.game()?.clone();
        let rolling = Rolling::<G>::new(&game, asked, self.threads)?;
        let allowed = Self::allowed(&game, &asked.searchmoves, out);
        let moves = rolling.candidates(allowed, &mut self.searcher, &job.control)?;
        Ok(rolling.run(moves, &self.evaluation, &job.control, out))
    }

    fn query(&self, query: Query) -> Result<Answer, ProtocolError> {
        let game = self.game()?;
        let outcome = game.outcome();
        let word = match query {
            Query::P1Turn => (game.position().turn() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(Side::First)) => "p1win".into(),
                Some(Some(Side::Second)) => "p2win".into(),
            },
            Query::Points => outcome.map_or(0, |outcome| outcome.points).to_string(),
            Query::Reason => outcome
                .map_or("none", |outcome| outcome.reason.word())
                .into(),
            Query::Position => game.text(),
            Query::Legal => match show::legal(game) {
                Some(moves) => moves.join(" "),
                None => "roll".into(),
            },
        };
        Ok(Answer::Response(Words::from(word.as_str())))
    }

    fn show(&self) -> Result<String, ProtocolError> {
        self.game().map(show::position)
    }

    fn moves(&self) -> Result<String, ProtocolError> {
        self.game().map(show::moves)
    }

    fn eval(&self) -> Result<String, ProtocolError> {
        let game = self.game()?;
        Ok(show::evaluation(game, self.evaluation.clone()))
    }

    fn flip(&mut self) -> Result<(), ProtocolError> {
        let game = self.game()?;
        self.game = Some(Game::new(game.position().mirrored(), game.roll()));
        Ok(())
    }
}

fn no_position() -> ProtocolError {
    let message = "the last position was refused, expected a good one first";
    ProtocolError::new(ErrorCode::NoPosition, message)
}

fn illegal<G: Notation>(game: &Game<G>, at: &str, word: &str, error: &TextError) -> ProtocolError {
    // The word may name the roll itself.
    let named = word.split_once(':').map(|(roll, _)| roll);
    let named = named.and_then(|roll| game.position().parse_token(None, roll).ok());
    let roll = match named {
        Some(Token::Roll(roll)) => game.roll().or(Some(roll)),
        _ => game.roll(),
    };
    let legal = match roll {
        Some(roll) => game.position().count(roll),
        None => {
            let rolls = G::Roll::ROLLS.iter();
            rolls.map(|&(roll, _)| game.position().count(roll)).sum()
        }
    };
    let known = match legal {
        1 => "1 legal move".into(),
        many => format!("{many} legal moves"),
    };
    let under = if roll.is_none() {
        " over all rolls"
    } else {
        ""
    };
    let message = format!("{at}{}: {error} ({known}{under})", quote(word));
    ProtocolError::new(ErrorCode::IllegalMove, message)
}
