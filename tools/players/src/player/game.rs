//! The commands of a reference player about its current game: `go`, `perft`, `info` lines.
//! Not here: how a player searches.

use super::Settings;
use crate::budget::Budget;
use tricorn::dice;
use tricorn::rules::{Game, Notation};
use tricorn::session::{Dialect, GameSession, SearchRequest, SessionCommands, divide};
use tricorn::uci::{Job, Output};
use tricorn_protocol::{Answer, Go, Info, ProtocolError, Score, ScoreReport};

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerScore {
    /// Hundredths of the game's unit.
    Cp(i32),
    /// Plies to a win; zero or negative: to a loss.
    Mate(i32),
}

/// An intermediate or final result of a search.
#[derive(Clone, Debug)]
pub struct SearchInfo<G: Notation> {
    /// The depth in plies.
    pub depth: u32,
    /// The selective depth in plies.
    pub seldepth: u32,
    /// The score of the position.
    pub score: PlayerScore,
    /// Nodes searched, in the unit of the player.
    pub nodes: u64,
    /// The principal variation; empty only before a roll.
    pub line: Vec<G::Move>,
}

/// What to search.
#[derive(Debug)]
pub struct SearchTask<'a, G: Notation> {
    /// The game; it is not over.
    pub game: &'a Game<G>,
    /// The moves to choose from; empty only before a roll.
    pub moves: Vec<G::Move>,
    /// The limits.
    pub budget: Budget<'a>,
    /// The options.
    pub settings: &'a Settings,
}

/// The search algorithm of a player.
pub trait Search<G: Notation>: Default + Send + 'static {
    /// Searches and reports at least one result. The first move of the last one is played.
    fn run(&mut self, task: &SearchTask<'_, G>, report: &mut dyn FnMut(SearchInfo<G>));
}

/// The commands about the current game, for any game.
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
    search: M,
}

impl<G: Notation, M: Search<G>> GamePlayer<G, M> {
    /// A new game.
    #[must_use]
    pub fn open() -> Box<dyn GameCommands> {
        Box::new(Self {
            session: GameSession::new(),
            search: M::default(),
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

/// `info` of a search info.
fn info<G: Notation>(
    game: &Game<G>,
    search_info: &SearchInfo<G>,
    dialect: Dialect,
    millis: u64,
) -> Info {
    let mut position = game.position().clone();
    let mut texts = Vec::new();
    for m in &search_info.line {
        texts.push(position.move_text(m));
        position = position.play(m);
    }
    let score = match search_info.score {
        PlayerScore::Cp(score) => Score::Cp(score),
        PlayerScore::Mate(plies) => dialect.mate(plies),
    };
    Info {
        depth: Some(search_info.depth),
        seldepth: Some(search_info.seldepth),
        multipv: Some(1),
        score: Some(ScoreReport { score, bound: None }),
        nodes: Some(search_info.nodes),
        nps: Some(search_info.nodes.saturating_mul(1_000) / millis.max(1)),
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

impl<G: Notation, M: Search<G>> GameCommands for GamePlayer<G, M> {
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
        let task = SearchTask {
            moves: allowed.unwrap_or_else(|| legal(&game)),
            budget: Budget::new(&limits, &job.control),
            game: &game,
            settings,
        };
        let before_roll = game.roll().is_none();
        if task.moves.is_empty() && !before_roll {
            hold();
            return None;
        }
        let mut best = None;
        self.search.run(&task, &mut |search_info| {
            let millis = u64::try_from(task.budget.elapsed().as_millis()).unwrap_or(u64::MAX);
            let info = info(&game, &search_info, dialect, millis);
            best = info.pv.iter().next().map(str::to_owned);
            out.line(Answer::Info(Box::new(info)));
        });
        hold();
        if before_roll && go.searchmoves.is_empty() {
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
