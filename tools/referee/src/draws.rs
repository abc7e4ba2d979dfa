//! Test lines that end in or just before a draw, by repetition and by the draw counter.
//! Not here: the tests that use them (`compare`, `check`).

use crate::board::{self, Board};

/// The lines of each game that knows draws. One line of a file is a position as the command
/// `position` takes it; lines that begin with `#` are comments.
const LINES: &[(&str, &str)] = &[
    ("dameo", include_str!("../draws/dameo.txt")),
    ("eximo", include_str!("../draws/eximo.txt")),
];

/// A line with the board that it leads to.
pub struct DrawLine {
    /// The `position` command.
    pub setting: String,
    /// The board after it.
    pub board: Box<dyn Board>,
}

/// The lines of a game; none where the game knows no draw. A line that the rules refuse is left out,
/// which a test rules out.
#[must_use]
pub fn lines(variant: &str) -> Vec<DrawLine> {
    let of_game = LINES.iter().filter(|(game, _)| *game == variant);
    let lines = of_game.flat_map(|(_, text)| text.lines());
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.filter_map(|line| read(variant, line)).collect()
}

fn read(variant: &str, line: &str) -> Option<DrawLine> {
    let (head, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let text = match head.strip_prefix("fen ") {
        Some(text) => text.to_owned(),
        None => board::start_text(variant)?,
    };
    let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
    Some(DrawLine {
        setting: format!("position {line}"),
        board: board::open(variant, &text, &moves).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tricorn::rules::Reason;

    #[test]
    fn every_line_is_legal_and_each_kind_of_draw_has_its_neighbours() {
        for (game, text) in LINES {
            let written = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(lines(game).len(), written, "{game}");
        }
        let ends = |game: &str, reason: Option<Reason>| {
            let lines = lines(game);
            let end = |line: &DrawLine| line.board.outcome().map(|outcome| outcome.reason);
            lines.iter().filter(|line| end(line) == reason).count()
        };
        assert!(ends("dameo", Some(Reason::QuietMoves)) >= 5);
        assert!(ends("dameo", Some(Reason::Repetition)) >= 2);
        assert!(ends("eximo", Some(Reason::Repetition)) >= 1);
        assert!(ends("dameo", None) >= 10 && ends("eximo", None) >= 3);
        assert!(lines("abak").is_empty());
    }
}
