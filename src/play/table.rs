//! The game on the table: what the rules say of a line of moves, as texts, whichever game it is.
//! Not here: taking back and setting up (`game`), and how the texts are shown (`screen`).

use crate::dice;
use crate::rules::list::{self, Visitor};
use crate::rules::{Chance, Game, Notation, Outcome, Reason, Side, Token, colour};
use crate::session::{GameSession, Steps, legal_texts, steps};
use tricorn_protocol::{Start, Words};

/// The board drawn with letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The rows of the board with what stands at its edges.
    pub rows: Vec<String>,
    /// What stands below: the names of the pieces, what has left the board, who is to move.
    pub legend: Vec<String>,
    /// The letters of the pieces on the board; capitals are White's.
    pub pieces: String,
}

/// What the rules say about one game, known by name only.
pub trait Table {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// The canonical text of the start position.
    fn start(&self) -> String;

    /// Plays a line from a position, or from the start. On an error nothing changes.
    ///
    /// # Errors
    /// What is wrong with the position or the first bad move.
    fn set(&mut self, position: Option<&str>, words: &[String]) -> Result<(), String>;

    /// The position after another line, drawn; `None` if that is no line of this game.
    fn drawn(&self, position: Option<&str>, words: &[String]) -> Option<Diagram>;

    /// The present position, drawn.
    fn diagram(&self) -> Diagram;

    /// The canonical text of the present position.
    fn text(&self) -> String;

    /// The side to move.
    fn turn(&self) -> Side;

    /// What texts call a side.
    fn colour(&self, side: Side) -> &'static str;

    /// The side that texts call so, in any case.
    fn side(&self, word: &str) -> Option<Side>;

    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Why it ended, as a sentence without a full stop.
    fn why(&self, outcome: &Outcome) -> String;

    /// Whether the game has dice.
    fn has_dice(&self) -> bool;

    /// The roll of the side to move; empty where nothing is thrown, `None` before the throw.
    fn roll(&self) -> Option<String>;

    /// The roll that the dice of `seed` show now, in the game of that number.
    fn throw(&self, seed: u64, number: u64) -> String;

    /// The canonical text of a roll typed by hand; `None` if the word is no roll that can be
    /// thrown now.
    fn read_roll(&self, word: &str) -> Option<String>;

    /// The roll with which a move text begins.
    fn roll_of(&self, word: &str) -> Option<String>;

    /// The canonical text of a legal move.
    ///
    /// # Errors
    /// Where the word is wrong, and what was expected.
    fn read(&self, word: &str) -> Result<String, crate::rules::TextError>;

    /// The canonical texts of all legal moves; none before the throw.
    fn legal(&self) -> Vec<String>;

    /// The board after these steps of the present turn, drawn; the present one if they are none.
    fn begun(&self, begun: &[String]) -> Diagram;

    /// How the turn can go on after these steps.
    ///
    /// # Errors
    /// The first step that is not possible.
    fn steps(&self, begun: &[String]) -> Result<Steps, String>;
}

struct Open;

impl Visitor for Open {
    type Out = Box<dyn Table>;

    fn visit<G: Notation>(self) -> Box<dyn Table> {
        Box::new(TableOf::<G> {
            game: Game::start(),
        })
    }
}

/// The table of the game called `name`, at the start position; `None` if there is no such game.
pub fn open(name: &str) -> Option<Box<dyn Table>> {
    list::visit(name, Open)
}

struct TableOf<G: Notation> {
    game: Game<G>,
}

fn play<G: Notation>(position: Option<&str>, words: &[String]) -> Result<Game<G>, String> {
    let start = position.map_or(Start::Startpos, |text| Start::Fen(Words::from(text)));
    let mut session = GameSession::<G>::new();
    let moves: Words = words.iter().collect();
    session
        .set_position(&start, &moves)
        .and_then(|()| session.game().cloned())
        .map_err(|error| error.message)
}

fn draw<G: Notation>(position: &G) -> Diagram {
    let text = position.diagram();
    let mut rows: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    let legend = rows.split_off(G::DIAGRAM_ROWS.min(rows.len()));
    let placed = position.position_text(None);
    let board = placed.split(' ').next().unwrap_or_default();
    Diagram {
        rows,
        legend,
        pieces: board.matches(char::is_alphabetic).collect(),
    }
}

impl<G: Notation> Table for TableOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn start(&self) -> String {
        G::start().position_text(None)
    }

    fn set(&mut self, position: Option<&str>, words: &[String]) -> Result<(), String> {
        self.game = play(position, words)?;
        Ok(())
    }

    fn drawn(&self, position: Option<&str>, words: &[String]) -> Option<Diagram> {
        let game = play::<G>(position, words).ok()?;
        Some(draw(game.position()))
    }

    fn diagram(&self) -> Diagram {
        draw(self.game.position())
    }

    fn text(&self) -> String {
        self.game.text()
    }

    fn turn(&self) -> Side {
        self.game.position().turn()
    }

    fn colour(&self, side: Side) -> &'static str {
        colour::<G>(side)
    }

    fn side(&self, word: &str) -> Option<Side> {
        let called = |side: &Side| colour::<G>(*side).eq_ignore_ascii_case(word);
        Side::ALL.into_iter().find(called)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn why(&self, outcome: &Outcome) -> String {
        match outcome.reason {
            Reason::NoMoves => format!("{} has no move", colour::<G>(self.turn())),
            Reason::Repetition => "this position stands for the third time".into(),
            Reason::QuietMoves => format!(
                "{} turns in a row changed nothing for good",
                self.game.position().counter()
            ),
            Reason::BorneOff => {
                let winner = outcome.winner.map_or("one side", colour::<G>);
                format!("{winner} has borne off every checker")
            }
        }
    }

    fn has_dice(&self) -> bool {
        G::Roll::ONLY.is_none()
    }

    fn roll(&self) -> Option<String> {
        self.game.roll().map(G::roll_text)
    }

    fn throw(&self, seed: u64, number: u64) -> String {
        G::roll_text(dice::throw(&self.game, seed, number))
    }

    fn read_roll(&self, word: &str) -> Option<String> {
        let position = self.game.position();
        let Ok(Token::Roll(roll)) = position.parse_token(None, word) else {
            return None;
        };
        let opening = dice::opens(position) && self.game.plies() == 0;
        (!opening || roll.opens()).then(|| G::roll_text(roll))
    }

    fn roll_of(&self, word: &str) -> Option<String> {
        G::roll_of(word).map(G::roll_text)
    }

    fn read(&self, word: &str) -> Result<String, crate::rules::TextError> {
        let position = self.game.position();
        match position.parse_token(self.game.roll(), word)? {
            Token::Move(m) => Ok(position.move_text(&m)),
            Token::Roll(_) => Err(crate::rules::TextError::at(0, "a roll, expected a move")),
        }
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(&self.game).unwrap_or_default()
    }

    fn begun(&self, begun: &[String]) -> Diagram {
        let position = self.game.position();
        let begun: Vec<&str> = begun.iter().map(String::as_str).collect();
        let turn = self.game.roll().map(|roll| position.steps(roll, &begun));
        match turn {
            Some(Ok(turn)) => draw(&turn.shown),
            _ => draw(position),
        }
    }

    fn steps(&self, begun: &[String]) -> Result<Steps, String> {
        steps(&self.game, begun).map_err(|error| error.message)
    }
}
