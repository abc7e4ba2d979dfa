//! What is shown: the board with its colours and marks, messages, and the line that lives while the
//! engine thinks.
//! Not here: reading what is typed (`prompt`), and what there is to say.

use super::table::Diagram;
use crate::uci::Output;
use anstyle::{AnsiColor, Style};
use std::io::{self, IsTerminal, Write};

const WHITE: Style = Style::new().bold();
const BLACK: Style = AnsiColor::Magenta.on_default().bold();
const FAINT: Style = Style::new().dimmed();
const NEWS: Style = AnsiColor::Green.on_default();
const WRONG: Style = AnsiColor::Red.on_default();

/// Moves the cursor home and clears what stands below it.
const CLEAR: &str = "\x1b[H\x1b[J";
/// Clears the line that the cursor stands in.
const CLEAR_LINE: &str = "\r\x1b[K";

/// What a terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// Whether the screen is cleared and drawn anew.
    pub redraws: bool,
    /// Whether it shows colours.
    pub colours: bool,
}

impl Abilities {
    /// Those of standard output: none where it is no terminal; no colours where `NO_COLOR` is set.
    pub fn of_stdout() -> Self {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let redraws = io::stdout().is_terminal() && !dumb;
        Self {
            redraws,
            colours: redraws && !set("NO_COLOR"),
        }
    }
}

/// Standard output, for people.
pub struct Screen {
    out: Output,
    abilities: Abilities,
    /// Whether White's side of the board is shown at the top.
    pub flipped: bool,
    /// Whether the line of the cursor holds a status.
    status: bool,
}

impl Screen {
    /// A screen with these abilities.
    pub fn new(abilities: Abilities) -> Self {
        Self {
            out: Output::new(io::stdout()),
            abilities,
            flipped: false,
            status: false,
        }
    }

    /// Whether the screen is drawn anew rather than written on.
    pub fn redraws(&self) -> bool {
        self.abilities.redraws
    }

    /// Prints lines.
    pub fn say(&mut self, text: &str) {
        self.end_status();
        self.out.line(text);
    }

    /// Prints what has happened.
    pub fn news(&mut self, text: &str) {
        let text = self.styled(NEWS, text);
        self.say(&text);
    }

    /// Prints what is wrong.
    pub fn wrong(&mut self, text: &str) {
        let text = self.styled(WRONG, text);
        self.say(&text);
    }

    /// Shows a line that the next one replaces, where that is possible.
    pub fn status(&mut self, text: &str) {
        if !self.abilities.redraws {
            return;
        }
        let mut out = io::stdout().lock();
        // What cannot be shown here is not missed; the next line reports it.
        let _ = write!(out, "{CLEAR_LINE}{text}").and_then(|()| out.flush());
        self.status = true;
    }

    fn end_status(&mut self) {
        if std::mem::take(&mut self.status) {
            let mut out = io::stdout().lock();
            let _ = write!(out, "{CLEAR_LINE}").and_then(|()| out.flush());
        }
    }

    /// Draws the board below a heading; what differs from `before` is marked.
    pub fn board(&mut self, heading: &str, now: &Diagram, before: Option<&Diagram>) {
        let mut text = String::new();
        if self.abilities.redraws {
            text.push_str(CLEAR);
        }
        text.push_str(heading);
        text.push('\n');
        let rows = Cells::of(&now.rows, self.flipped);
        let before = before.map(|diagram| Cells::of(&diagram.rows, self.flipped));
        for (at, row) in rows.0.iter().enumerate() {
            let old = before.as_ref().and_then(|cells| cells.0.get(at));
            text.push_str(&self.row(row, old, &now.pieces));
            text.push('\n');
        }
        text.push_str(&now.legend.join("\n"));
        self.say(&text);
    }

    fn row(&self, row: &[char], old: Option<&Vec<char>>, pieces: &str) -> String {
        let mut text = String::new();
        let is_cell = |at: usize| {
            let blank = |c: Option<&char>| c.is_none_or(|c| c.is_whitespace());
            blank(at.checked_sub(1).and_then(|at| row.get(at))) && blank(row.get(at + 1))
        };
        for (at, &c) in row.iter().enumerate() {
            let changed = old.is_some_and(|old| old.get(at).is_some_and(|&before| before != c));
            let style = match c {
                _ if !is_cell(at) || !pieces.contains(c) => FAINT,
                'A'..='Z' => WHITE,
                _ => BLACK,
            };
            let style = if changed && is_cell(at) {
                style.invert()
            } else {
                style
            };
            if c == ' ' {
                text.push(c);
            } else {
                text.push_str(&self.styled(style, &c.to_string()));
            }
        }
        text.trim_end().to_owned()
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.abilities.colours {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

/// The rows of a board, character by character, all of one width.
struct Cells(Vec<Vec<char>>);

impl Cells {
    fn of(rows: &[String], flipped: bool) -> Self {
        let width = rows.iter().map(String::len).max().unwrap_or(0);
        let padded = rows.iter().map(|row| format!("{row:<width$}"));
        let mut rows: Vec<Vec<char>> = padded.map(|row| row.chars().collect()).collect();
        if flipped {
            rows.reverse();
            rows.iter_mut().for_each(|row| turn(row));
        }
        Self(rows)
    }
}

/// Reads a row from the other side; numbers keep their digits' order.
fn turn(row: &mut [char]) {
    row.reverse();
    for number in row.chunk_by_mut(|one, other| one.is_ascii_digit() && other.is_ascii_digit()) {
        number.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::table::open;
    use crate::rules::list::NAMES;

    fn rows(name: &str, flipped: bool) -> Vec<String> {
        let diagram = open(name).expect("a game").diagram();
        let cells = Cells::of(&diagram.rows, flipped).0;
        cells.iter().map(|row| row.iter().collect()).collect()
    }

    #[test]
    fn a_board_turned_twice_is_the_board() {
        for name in NAMES {
            let mut turned = rows(name, true);
            turned.reverse();
            for row in &mut turned {
                let mut cells: Vec<char> = row.chars().collect();
                turn(&mut cells);
                *row = cells.into_iter().collect();
            }
            assert_eq!(turned, rows(name, false));
        }
    }

    #[test]
    fn a_turned_board_keeps_its_numbers_and_letters() {
        let turned = rows("abak", true);
        assert_eq!(turned[0].split_whitespace().next(), Some("1"));
        assert!(turned[0].ends_with("12 "), "{:?}", turned[0]);
        assert_eq!(rows("dameo", true)[0].trim(), "h g f e d c b a");
    }

    #[test]
    fn what_a_turn_changed_is_marked_and_nothing_else() {
        let screen = Screen::new(Abilities {
            redraws: true,
            colours: true,
        });
        let mut table = open("dameo").expect("a game");
        let before = Cells::of(&table.diagram().rows, false);
        table.set(None, &["c3c4".into()]).expect("legal");
        let now = Cells::of(&table.diagram().rows, false);
        let marked: usize = now
            .0
            .iter()
            .zip(&before.0)
            .map(|(row, old)| screen.row(row, Some(old), "Mm").matches("\x1b[7m").count())
            .sum();
        assert_eq!(marked, 2);
    }
}
