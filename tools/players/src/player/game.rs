//! The game at hand: the session, and who thinks about it.
//! Not here: how it is thought about.

use super::Settings;
use crate::budget::Budget;
use tricorn::dice;
use tricorn::rules::{Game, Notation};
use tricorn::session::{Dialect, GameSession, SearchRequest, SessionCommands, divide};
use tricorn::uci::{Job, Output};
use tricorn_protocol::{Answer, Go, Info, ProtocolError, Score, ScoreReport};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Hundredths of the game's unit.
    Cp(i32),
    /// So many plies to a win, or (not positive) to a loss.
    Mate(i32),
}

/// What a player thinks at some point of a search.
#[derive(Clone, Debug)]
pub struct Thought<G: Notation> {
    /// Plies looked at.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// The worth of the position.
    pub worth: Worth,
    /// Nodes spent, in the player's own unit.
    pub nodes: u64,
    /// The best line; empty only before a throw.
    pub line: Vec<G::Move>,
}

/// What a player is to think about.
#[derive(Debug)]
pub struct Task<'a, G: Notation> {
    /// The game; it is not over.
    pub game: &'a Game<G>,
    /// The moves to choose from, at least one unless the dice are to be thrown first.
    pub moves: Vec<G::Move>,
    /// When to end.
    pub budget: Budget<'a>,
    /// What can be set.
    pub settings: &'a Settings,
}

/// One that thinks.
pub trait Mind<G: Notation>: Default + Send + 'static {
    /// Thinks, and tells at least one thought. The last one is what is played.
    fn think(&mut self, task: &Task<'_, G>, tell: &mut dyn FnMut(Thought<G>));
}

/// The commands about the game at hand, whichever game it is.
pub trait GameCommands: Send {
    /// Begins a new game.
    fn new_game(&mut self);

    /// The session, for the commands that need nothing else.
    fn session(&mut self) -> &mut dyn SessionCommands;

    /// Searches; returns the move, or `roll` where the dice are to be thrown first.
    fn go(
        &mut self,
        go: &Go,
        settings: &Settings,
        dialect: Dialect,
        games: u64,
        job: &Job,
        out: &Output,
    ) -> Option<String>;

    /// Counts leaves; returns the last line.
    ///
    /// # Errors
    /// There is no position, or the depth is beyond what can be counted.
    fn perft(&self, depth: u32, job: &Job, out: &Output) -> Result<String, ProtocolError>;
}

/// One game and one player of it.
#[derive(Debug)]
pub struct GamePlayer<G: Notation, M> {
    session: GameSession<G>,
    mind: M,
}

impl<G: Notation, M: Mind<G>> GamePlayer<G, M> {
    /// A new game.
    #[must_use]
    pub fn open() -> Box<dyn GameCommands> {
        Box::new(Self {
            session: GameSession::new(),
            mind: M::default(),
        })
    }
}

/// The legal moves, sorted by their texts: players choose from them in this order.
fn legal<G: Notation>(game: &Game<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if let Some(roll) = game.roll() {
        game.position().moves(roll, &mut moves);
    }
    moves.sort_by_cached_key(|m| game.position().move_text(m));
    moves
}

/// `info` of a thought.
fn info<G: Notation>(game: &Game<G>, thought: &Thought<G>, dialect: Dialect, millis: u64) -> Info {
    let mut position = game.position().clone();
    let mut texts = Vec::new();
    for m in &thought.line {
        texts.push(position.move_text(m));
        position = position.play(m);
    }
    let score = match thought.worth {
        Worth::Cp(score) => Score::Cp(score),
        Worth::Mate(plies) => dialect.mate(plies),
    };
    Info {
        depth: Some(thought.depth),
        seldepth: Some(thought.seldepth),
        multipv: Some(1),
        score: Some(ScoreReport { score, bound: None }),
        nodes: Some(thought.nodes),
        nps: Some(thought.nodes.saturating_mul(1_000) / millis.max(1)),
        time: Some(millis),
        pv: texts.into_iter().collect(),
        ..Info::default()
    }
}

/// `info` of a game that is over.
fn over<G: Notation>(game: &Game<G>) -> Option<Info> {
    let outcome = game.outcome()?;
    let score = match outcome.winner {
        None => Score::Cp(0),
        Some(winner) if winner == game.position().turn() => {
            Score::Cp(100 * i32::from(outcome.points))
        }
        Some(_) => Score::Mate(0),
    };
    Some(Info {
        depth: Some(0),
        score: Some(ScoreReport { score, bound: None }),
        ..Info::default()
    })
}

impl<G: Notation, M: Mind<G>> GameCommands for GamePlayer<G, M> {
    fn new_game(&mut self) {
        self.session.new_game();
    }

    fn session(&mut self) -> &mut dyn SessionCommands {
        &mut self.session
    }

    fn go(
        &mut self,
        go: &Go,
        settings: &Settings,
        dialect: Dialect,
        games: u64,
        job: &Job,
        out: &Output,
    ) -> Option<String> {
        let hold = || job.control.hold(go.until_stop(), go.ponder);
        let mut game = match self.session.game() {
            Ok(game) => game.clone(),
            Err(error) => {
                out.error(error);
                hold();
                return None;
            }
        };
        if settings.roll_dice && game.roll().is_none() && game.outcome().is_none() {
            game.set_roll(dice::throw(&game, settings.dice_seed, games));
        }
        let stop = || job.control.stopped();
        let (request, errors) = self.session.search_request(&game, go, &stop);
        errors.into_iter().for_each(|error| out.error(error));
        let SearchRequest { limits, allowed } = request?;
        if let Some(info) = over(&game) {
            out.line(Answer::Info(Box::new(info)));
            hold();
            return None;
        }
        let task = Task {
            moves: allowed.unwrap_or_else(|| legal(&game)),
            budget: Budget::new(&limits, &job.control),
            game: &game,
            settings,
        };
        let before_throw = game.roll().is_none();
        if task.moves.is_empty() && !before_throw {
            hold();
            return None;
        }
        let mut best = None;
        self.mind.think(&task, &mut |thought| {
            let millis = u64::try_from(task.budget.elapsed().as_millis()).unwrap_or(u64::MAX);
            let info = info(&game, &thought, dialect, millis);
            best = info.pv.iter().next().map(str::to_owned);
            out.line(Answer::Info(Box::new(info)));
        });
        hold();
        if before_throw && go.searchmoves.is_empty() {
            best = Some("roll".into());
        }
        best
    }

    fn perft(&self, depth: u32, job: &Job, out: &Output) -> Result<String, ProtocolError> {
        let Some(rows) = divide(self.session.game()?, depth, &|| job.control.stopped())? else {
            return Ok("info string perft stopped".into());
        };
        let mut total = u64::from(depth == 0);
        for (text, leaves) in rows {
            out.line(format_args!("{text}: {leaves}"));
            total += leaves;
        }
        Ok(format!("Nodes searched: {total}"))
    }
}
