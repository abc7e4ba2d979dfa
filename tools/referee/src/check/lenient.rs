//! Conformance steps for error handling: each error has its code, and the engine carries on.
//! Not here: errors about dice.

use super::dialogue::{Checked, Dialogue, miss};
use tricorn_protocol::{ErrorCode, MAX_LINE, OptionKind, ProtocolError};

/// Checks that the engine still plays.
async fn goes_on(dialogue: &mut Dialogue<'_>) -> Checked {
    let positions = dialogue.positions;
    dialogue.say(&positions.at_start()).await?;
    dialogue
        .plays("go depth 1", positions.start.as_ref())
        .await
        .map(drop)
}

pub async fn unknown_command(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.refuses("xyzzy", ErrorCode::UnknownCommand).await?;
    dialogue
        .refuses("Isready", ErrorCode::UnknownCommand)
        .await?;
    goes_on(dialogue).await
}

pub async fn bad_argument(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    for line in ["position", "position start", "setoption", "debug maybe"] {
        dialogue.refuses(line, ErrorCode::BadArgument).await?;
    }
    dialogue.say(&positions.at_start()).await?;
    for go in ["go depth x", "go depth 1 quickly", "go nodes -5"] {
        let search = dialogue.plays(go, positions.start.as_ref()).await?;
        let bad = |error: &ProtocolError| error.code == ErrorCode::BadArgument;
        if !search.errors.iter().any(bad) {
            return miss(
                format!("info string ERROR bad-argument: ... for {go:?}"),
                "no such error",
            );
        }
    }
    Ok(())
}

/// Checks that a line is refused with this code, and that searches are refused until a valid position.
async fn no_position_after(dialogue: &mut Dialogue<'_>, line: &str, code: ErrorCode) -> Checked {
    dialogue.begin().await?;
    dialogue.say(&dialogue.positions.at_start()).await?;
    dialogue.refuses(line, code).await?;
    let search = dialogue.plays_nothing("go depth 1").await?;
    let none = |error: &ProtocolError| error.code == ErrorCode::NoPosition;
    if !search.errors.iter().any(none) {
        return miss(
            "info string ERROR no-position: ...",
            "bestmove (none) alone",
        );
    }
    goes_on(dialogue).await
}

pub async fn bad_position(dialogue: &mut Dialogue<'_>) -> Checked {
    let line = "position fen no/such/board w";
    no_position_after(dialogue, line, ErrorCode::BadPosition).await
}

pub async fn illegal_move(dialogue: &mut Dialogue<'_>) -> Checked {
    let line = format!("{} nonsense", dialogue.positions.middle.line());
    no_position_after(dialogue, &line, ErrorCode::IllegalMove).await
}

pub async fn options(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let line = "setoption name No Such Option value 1";
    dialogue.refuses(line, ErrorCode::UnknownOption).await?;
    let spins: Vec<(String, i64)> = dialogue
        .options
        .iter()
        .filter_map(|option| match option.kind {
            OptionKind::Spin { max, .. } => Some((option.name.clone(), max.checked_add(1)?)),
            _ => None,
        })
        .collect();
    for (name, value) in spins {
        let line = format!("setoption name {name} value {value}");
        dialogue.refuses(&line, ErrorCode::BadValue).await?;
    }
    goes_on(dialogue).await
}

pub async fn long_line(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let mut line = vec![b'#'; MAX_LINE + 1];
    line.push(b'\n');
    dialogue.send(&line).await?;
    dialogue.refused(ErrorCode::TooLong).await?;
    goes_on(dialogue).await
}

pub async fn not_utf8(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.send(b"isready \xff\n").await?;
    dialogue.refused(ErrorCode::NotUtf8).await?;
    goes_on(dialogue).await
}

pub async fn blanks(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    let start = positions.at_start().replace(' ', " \t ");
    let text = format!("\r\n\n   \t\n# a comment\r\n  # another\n\t{start} \r\n go\tdepth  1 \r\n");
    dialogue.send(text.as_bytes()).await?;
    dialogue.move_of(positions.start.as_ref()).await?;
    dialogue.quiet().await
}
