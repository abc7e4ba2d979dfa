//! The output of the interactive commands `d`, `moves`, `eval` and `perft`.
//! Not here: the single-line answers of the protocol.

use crate::eval::{Evaluate, Value, plies};
use crate::games::Variant;
use crate::rules::{Game, Notation};
use crate::session::{divide, legal_texts};
use std::fmt::Write;
use std::time::Instant;
use tricorn_protocol::ProtocolError;

/// The diagram, the position text, the side to move and the result.
pub fn position<G: Notation>(game: &Game<G>) -> String {
    let position = game.position();
    let turn = position.turn();
    let colour = if turn == G::WHITE { "White" } else { "Black" };
    let end = match game.outcome() {
        None => "none".to_owned(),
        Some(outcome) => {
            let winner = match outcome.winner {
                None => "draw".to_owned(),
                Some(side) => format!("p{} wins {}", side.index() + 1, outcome.points),
            };
            format!("{winner} ({})", outcome.reason.word())
        }
    };
    format!(
        "{}position: {}\nto move: {colour} (p{})\nresult: {end}",
        position.diagram(),
        game.text(),
        turn.index() + 1,
    )
}

/// The legal moves, one per line, and their number.
pub fn moves<G: Notation>(game: &Game<G>) -> String {
    let Some(mut lines) = legal_texts(game) else {
        return "The roll is not known; put one at the end of the moves.".into();
    };
    lines.push(format!("Legal moves: {}", lines.len()));
    lines.join("\n")
}

/// The evaluation with its terms, their unit, and the endgame table value.
pub fn evaluation<G: Variant>(game: &Game<G>, mut eval: G::Eval) -> String {
    if game.outcome().is_some() {
        return "The game is over; there is nothing to evaluate.".into();
    }
    let value = eval.value(game.position());
    let terms = eval.terms(game.position());
    let terms = terms.iter().map(|term| (&*term.name, term.score));
    let unit = <G::Eval as Evaluate<G>>::Value::COUNTED;
    let mut text = format!("In {unit}, for the side to move:\n");
    for (name, score) in terms.chain([("total", value.score())]) {
        let _ = writeln!(text, "{name:<24} {score:>+9}");
    }
    if let Some(details) = value.details() {
        let _ = writeln!(text, "{details}");
    }
    if let Some(exact) = eval.exact(game.position()) {
        let _ = match exact.mate() {
            Some(mate @ 1..) => writeln!(text, "endgame table: won in {}", plies(mate)),
            Some(mate) => writeln!(text, "endgame table: lost in {}", plies(-mate)),
            None => writeln!(text, "endgame table: drawn"),
        };
    }
    let centi = value.centi();
    let _ = write!(
        text,
        "score cp {centi} for the side to move, without search"
    );
    text
}

/// The leaves `depth` plies below by move or by roll, the speed and the total; or that perft was
/// stopped.
///
/// # Errors
/// The depth is too great to count.
pub fn perft<G: Notation>(
    game: &Game<G>,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Result<String, ProtocolError> {
    let begin = Instant::now();
    let Some(rows) = divide(game, depth, stop)? else {
        return Ok("info string perft stopped".into());
    };
    let seconds = begin.elapsed().as_secs_f64();
    let total = match depth {
        0 => 1,
        _ => rows.iter().map(|(_, leaves)| leaves).sum::<u64>(),
    };
    let mut text = String::new();
    for (row, leaves) in rows {
        let _ = writeln!(text, "{row}: {leaves}");
    }
    let rate = total as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(
        text,
        "info string {seconds:.3} s, {rate:.1} million leaves a second"
    );
    let _ = write!(text, "Nodes searched: {total}");
    Ok(text)
}
