//! Step-by-step move input: the steps entered so far, and how the turn can go on.
//! Not here: the steps of each game, which are in its folder.

use super::{Rules, TextError};

/// A turn in the course of being entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunTurn<G: Rules> {
    /// Every step with which the turn can go on and still become legal, sorted bytewise, each
    /// once.
    pub next: Vec<String>,
    /// The turn, where it may end here.
    pub end: Option<G::Move>,
    /// The squares of the pieces that the turn has captured and that stand until it is over,
    /// sorted bytewise.
    pub captured: Vec<String>,
    /// The board to show meanwhile, with the counters and the side to move of before the turn.
    /// Not always a position of the game: a man may be passing over its far rank.
    pub shown: G,
}

/// A step that cannot follow those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepError {
    /// Where it stands among the steps, from 0.
    pub at: usize,
    /// What was expected instead.
    pub error: TextError,
}

/// How many steps an error names before it says that there are more.
const NAMED: usize = 8;

impl StepError {
    /// The step at this place, `word`, is none of `next`.
    #[must_use]
    pub fn new(at: usize, word: &str, next: &[String]) -> Self {
        let lower = word.to_ascii_lowercase();
        let message = match next {
            [] if at == 0 => "no step can be played here".into(),
            [] => "the turn is complete, expected no further step".into(),
            _ if next.contains(&lower) => format!("expected lower case, as in {lower}"),
            [only] => format!("cannot follow, expected {only}"),
            [named @ .., last] if next.len() <= NAMED => {
                format!("cannot follow, expected {} or {last}", named.join(", "))
            }
            _ => format!(
                "cannot follow, expected one of {}, ...",
                next[..NAMED].join(", ")
            ),
        };
        Self {
            at,
            error: TextError::at(0, message),
        }
    }
}
