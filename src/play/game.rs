//! The game being played: its turns, those taken back, and the turn that is being entered.
//! Not here: what the rules say (`table`), and who plays.

use super::table::{self, Diagram, Table};
use crate::rules::{Outcome, Side};
use anyhow::Context;

/// A game with its line, on its table.
pub struct PlayedGame {
    table: Box<dyn Table>,
    /// The position in which the line begins; `None` for the start position.
    position: Option<String>,
    /// The turns, canonical texts.
    turns: Vec<String>,
    /// The roll of the side to move, where it was thrown.
    roll: Option<String>,
    /// Turns taken back, the next one to redo last.
    undone: Vec<String>,
    /// The steps of the turn that is being entered.
    pub begun: Vec<String>,
    /// The side that gave up.
    resigned: Option<Side>,
}

impl PlayedGame {
    /// The game called `name`, at its start position.
    ///
    /// # Errors
    /// There is no such game.
    pub fn new(name: &str) -> anyhow::Result<Self> {
        let table = table::open(name).with_context(|| {
            let names = crate::rules::list::NAMES.join(", ");
            format!("no game called {name:?}, expected one of {names}")
        })?;
        Ok(Self {
            table,
            position: None,
            turns: Vec::new(),
            roll: None,
            undone: Vec::new(),
            begun: Vec::new(),
            resigned: None,
        })
    }

    /// The rules at the present position.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Sets up a position, or the start, and plays turns from there. On an error the game stays
    /// as it was.
    ///
    /// # Errors
    /// What is wrong with the position, or the first bad turn.
    pub fn set(&mut self, position: Option<String>, words: Vec<String>) -> Result<(), String> {
        // A roll that stands alone belongs to the next turn; move by move the texts become canonical.
        let mut game = Self::new(self.table.name()).map_err(|error| error.to_string())?;
        game.table.set(position.as_deref(), &[])?;
        game.position = position;
        for (number, word) in words.iter().enumerate() {
            if let Some(roll) = game.table.read_roll(word) {
                game.throw(roll);
                continue;
            }
            let read = game.table.read(word);
            let turn = read.map_err(|error| format!("move {}: {error}", number + 1))?;
            game.push(turn);
        }
        game.undone.clear();
        *self = game;
        Ok(())
    }

    /// The line as words of `position`: the turns, then the roll where it is thrown.
    pub fn words(&self) -> Vec<String> {
        self.turns.iter().chain(&self.roll).cloned().collect()
    }

    /// The position in which the line begins; `None` for the start position.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The turns played.
    pub fn turns(&self) -> &[String] {
        &self.turns
    }

    /// The command that sets this game up in an engine.
    pub fn command(&self) -> String {
        let start = match &self.position {
            None => "position startpos".to_owned(),
            Some(text) => format!("position fen {text}"),
        };
        match self.words() {
            words if words.is_empty() => start,
            words => format!("{start} moves {}", words.join(" ")),
        }
    }

    /// Whether the turn is the mover's to choose: nobody chooses a pass.
    pub fn has_choice(&self) -> bool {
        let steps = self.table.steps(&[]);
        steps.is_ok_and(|steps| !steps.next.is_empty())
    }

    /// Notes the roll of the side to move.
    pub fn throw(&mut self, roll: String) {
        self.roll = Some(roll);
        self.replay();
    }

    /// Takes the dice back into the hand.
    pub fn pick_up_dice(&mut self) {
        self.begun.clear();
        self.roll = None;
        self.replay();
    }

    /// Plays a legal turn.
    pub fn play(&mut self, turn: String) {
        if self.undone.last() == Some(&turn) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.push(turn);
    }

    fn push(&mut self, turn: String) {
        self.turns.push(turn);
        self.roll = None;
        self.begun.clear();
        self.replay();
    }

    /// Takes back one step of the turn being entered, or else turns until `stop` says that this
    /// position is the one wanted, at least one. Returns how many turns were taken back; `None`
    /// for a step, or if there is nothing.
    pub fn undo(&mut self, stop: impl Fn(&Self) -> bool) -> Option<usize> {
        if self.begun.pop().is_some() {
            return None;
        }
        self.resigned = None;
        let before = self.turns.len();
        while let Some(turn) = self.turns.pop() {
            // The dice stay as they fell.
            self.roll = self.table.roll_of(&turn);
            self.undone.push(turn);
            self.replay();
            if stop(self) {
                break;
            }
        }
        Some(before - self.turns.len()).filter(|&taken| taken > 0)
    }

    /// Plays turns again that were taken back, at least one, until `stop`. Returns how many.
    pub fn redo(&mut self, stop: impl Fn(&Self) -> bool) -> usize {
        self.begun.clear();
        let before = self.turns.len();
        while let Some(turn) = self.undone.pop() {
            self.push(turn);
            if stop(self) {
                break;
            }
        }
        // Where the next turn is known, so are its dice.
        if let Some(next) = self.undone.last() {
            self.roll = self.table.roll_of(next);
            self.replay();
        }
        self.turns.len() - before
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Side) {
        self.begun.clear();
        self.resigned = Some(side);
    }

    /// The side that gave up plays on.
    pub fn withdraw_resignation(&mut self) {
        self.resigned = None;
    }

    /// The side that gave up.
    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// How the rules say that the game ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.outcome().is_some()
    }

    /// The board before the last turn.
    pub fn before_last(&self) -> Option<Diagram> {
        let (_, before) = self.turns.split_last()?;
        self.table.drawn(self.position(), before)
    }

    /// Puts the line on the table. All of it is legal: it was read there word by word.
    fn replay(&mut self) {
        let words = self.words();
        let set = self.table.set(self.position.as_deref(), &words);
        debug_assert_eq!(set, Ok(()));
    }
}
