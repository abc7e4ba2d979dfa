//! A game being played: a position with the line that led to it, and its end by repetition.
//! Not here: what a legal move is (the game's own folder).

use super::{Chance, Notation, Outcome, Reason, Rules, TextError, Token};

/// A position with its roll, and the keys of the positions before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<G: Rules> {
    position: G,
    roll: Option<G::Roll>,
    /// Keys of all positions of the line, the present one last.
    keys: Vec<u64>,
}

impl<G: Rules> Game<G> {
    /// A game that begins with `position`; `roll` is the mover's, where known.
    pub fn new(position: G, roll: Option<G::Roll>) -> Self {
        let keys = vec![position.key()];
        Self {
            position,
            roll: roll.or(G::Roll::ONLY),
            keys,
        }
    }

    /// A game that begins with the starting position.
    #[must_use]
    pub fn start() -> Self {
        Self::new(G::start(), None)
    }

    /// The present position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The roll of the side to move, `None` before it is thrown.
    pub fn roll(&self) -> Option<G::Roll> {
        self.roll
    }

    /// Says what the side to move has thrown.
    pub fn set_roll(&mut self, roll: G::Roll) {
        self.roll = Some(roll);
    }

    /// How many moves were played since the game began.
    pub fn plies(&self) -> usize {
        self.keys.len() - 1
    }

    /// Keys of all positions of the line, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move; the next roll is not known after it.
    pub fn play(&mut self, m: &G::Move) {
        self.position = self.position.play(m);
        self.roll = G::Roll::ONLY;
        self.keys.push(self.position.key());
    }

    /// How often the present position has occurred in the line, itself included.
    pub fn occurrences(&self) -> usize {
        let present = self.position.key();
        self.keys.iter().filter(|&&key| key == present).count()
    }

    /// How the game ended, `None` while it goes on: a mover without a move first, then the third
    /// occurrence of the position, then counters.
    pub fn outcome(&self) -> Option<Outcome> {
        let own = self.position.outcome();
        let won = own.is_some_and(|outcome| outcome.winner.is_some());
        if !won && G::REPETITION && self.occurrences() >= 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        own
    }
}

impl<G: Notation> Game<G> {
    /// Reads one word of a list of moves and acts on it: a roll is noted, a move played.
    ///
    /// # Errors
    /// As [`Notation::parse_token`]; the game is then unchanged.
    pub fn read(&mut self, word: &str) -> Result<Token<G>, TextError> {
        let token = self.position.parse_token(self.roll, word)?;
        match token {
            Token::Roll(roll) => self.roll = Some(roll),
            Token::Move(m) => self.play(&m),
        }
        Ok(token)
    }

    /// The canonical text of the present position, with the roll where it is known.
    pub fn text(&self) -> String {
        self.position.position_text(self.roll)
    }
}
