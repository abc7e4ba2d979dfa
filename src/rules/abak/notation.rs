//! The notation of Abak Evolution in one place: positions, moves and rolls as texts.
//! Not here: the texts themselves (`position_text`, `word`, `step_list`).

use super::{Abak, Dice, Move, position_text, step_list, steps, word};
use crate::rules::steps::{BegunTurn, StepError};
use crate::rules::{LegalMoves, Notation, ParsedPosition, TextError, Token};

impl Notation for Abak {
    fn parse_position(text: &str) -> Result<ParsedPosition<Self>, TextError> {
        position_text::parse(text)
    }

    fn position_text(&self, roll: Option<Dice>) -> String {
        position_text::write(self, roll)
    }

    fn move_text(&self, m: &Move) -> String {
        let steps = step_list::canonical(self, m);
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        match steps[..] {
            [] => format!("{}:pass", m.roll),
            _ => format!("{}:{}", m.roll, steps.join(",")),
        }
    }

    fn read_token(legal: &LegalMoves<'_, Self>, word: &str) -> Result<Token<Self>, TextError> {
        word::read(legal, word)
    }

    fn roll_of(word: &str) -> Option<Dice> {
        word::roll_of(word)
    }

    fn steps(&self, roll: Dice, begun: &[&str]) -> Result<BegunTurn<Self>, StepError> {
        steps::after(self, roll, begun)
    }

    fn roll_text(roll: Dice) -> String {
        roll.to_string()
    }

    const BOARD: [u8; 2] = [12, 2];

    const DIAGRAM_ROWS: usize = 13;

    fn diagram(&self) -> String {
        position_text::draw(self)
    }
}
