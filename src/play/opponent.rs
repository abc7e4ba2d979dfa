//! The engine as the opponent: its move, a hint, its evaluation.
//! Not here: the lines between it and this program (`engine`).

use super::engine::{Engine, Found, Stopper};
use super::game::PlayedGame;
use super::level::Level;
use std::io;
use tricorn_protocol::{Answer, Info, ProtocolError, Score};

/// The engine with what it was last told.
pub struct Opponent {
    engine: Engine,
    /// How strong it plays; hints are given at full strength.
    pub level: Level,
}

/// What the engine would play, and why.
#[derive(Debug, Default)]
pub struct Hint {
    /// The move.
    pub best: Option<String>,
    /// The last report on it.
    pub info: Info,
}

impl Opponent {
    /// Starts the engine.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start(level: Level) -> io::Result<Self> {
        let engine = Engine::start()?;
        Ok(Self { engine, level })
    }

    /// What can stop its searches.
    pub fn stopper(&self) -> Stopper {
        self.engine.stopper()
    }

    /// A new game begins.
    ///
    /// # Errors
    /// As the engine reports them.
    pub fn new_game(&self) -> Result<(), ProtocolError> {
        self.engine.tell(&["ucinewgame".into()]).map(drop)
    }

    fn set_up(&self, game: &PlayedGame, elo: Option<u32>) -> Result<(), ProtocolError> {
        let mut lines = vec![
            format!("setoption name UCI_Variant value {}", game.table().name()),
            format!("setoption name UCI_LimitStrength value {}", elo.is_some()),
        ];
        lines.extend(elo.map(|elo| format!("setoption name UCI_Elo value {elo}")));
        lines.push(game.command());
        self.engine.tell(&lines).map(drop)
    }

    /// The move that it chooses at its level; `hear` gets the depths that it has reached.
    ///
    /// # Errors
    /// As the engine reports them.
    pub fn choose(
        &self,
        game: &PlayedGame,
        hear: &mut dyn FnMut(&Info),
    ) -> Result<Found, ProtocolError> {
        self.set_up(game, self.level.elo)?;
        let go = format!("go movetime {}", self.level.millis);
        self.engine.search(&go, &mut |answer| {
            if let Answer::Info(info) = answer {
                hear(info);
            }
        })
    }

    /// What it would play at full strength, in the time of its level.
    ///
    /// # Errors
    /// As the engine reports them.
    pub fn hint(&self, game: &PlayedGame) -> Result<Hint, ProtocolError> {
        self.set_up(game, None)?;
        let go = format!("go movetime {}", self.level.millis);
        let mut last = Info::default();
        let found = self.engine.search(&go, &mut |answer| {
            if let Answer::Info(info) = answer
                && info.score.is_some()
            {
                last = (**info).clone();
            }
        })?;
        Ok(Hint {
            best: found.best,
            info: last,
        })
    }

    /// The evaluation with its parts, line by line.
    ///
    /// # Errors
    /// As the engine reports them.
    pub fn eval(&self, game: &PlayedGame) -> Result<Vec<String>, ProtocolError> {
        self.set_up(game, None)?;
        self.engine.tell(&["eval".into()])
    }
}

/// A score in words, for the side to move.
pub fn score(score: Score) -> String {
    let turns = |n: i32| if n.abs() == 1 { "turn" } else { "turns" };
    match score {
        Score::Cp(centi) => format!("{:+.2}", f64::from(centi) / 100.0),
        Score::Mate(n @ 1..) => format!("wins in {n} {}", turns(n)),
        Score::Mate(n) => format!("loses in {} {}", -n, turns(n)),
    }
}
