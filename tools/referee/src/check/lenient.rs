//! Steps about what is wrong with what is said: each error has its code, and life goes on.
//! Not here: errors about dice.

use super::talk::{Checked, Talk, miss};
use tricorn_protocol::{ErrorCode, MAX_LINE, OptionKind, ProtocolError};

/// That the engine still plays.
async fn goes_on(talk: &mut Talk<'_>) -> Checked {
    let ground = talk.ground;
    talk.say(&ground.at_start()).await?;
    talk.plays("go depth 1", ground.start.as_ref())
        .await
        .map(drop)
}

pub async fn unknown_command(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.refuses("xyzzy", ErrorCode::UnknownCommand).await?;
    talk.refuses("Isready", ErrorCode::UnknownCommand).await?;
    goes_on(talk).await
}

pub async fn bad_argument(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    for line in ["position", "position start", "setoption", "debug maybe"] {
        talk.refuses(line, ErrorCode::BadArgument).await?;
    }
    talk.say(&ground.at_start()).await?;
    for go in ["go depth x", "go depth 1 quickly", "go nodes -5"] {
        let search = talk.plays(go, ground.start.as_ref()).await?;
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

/// That a line is refused with this code, and that there is no position then until a good one.
async fn no_position_after(talk: &mut Talk<'_>, line: &str, code: ErrorCode) -> Checked {
    talk.begin().await?;
    talk.say(&talk.ground.at_start()).await?;
    talk.refuses(line, code).await?;
    let search = talk.plays_nothing("go depth 1").await?;
    let none = |error: &ProtocolError| error.code == ErrorCode::NoPosition;
    if !search.errors.iter().any(none) {
        return miss(
            "info string ERROR no-position: ...",
            "bestmove (none) alone",
        );
    }
    goes_on(talk).await
}

pub async fn bad_position(talk: &mut Talk<'_>) -> Checked {
    let line = "position fen no/such/board w";
    no_position_after(talk, line, ErrorCode::BadPosition).await
}

pub async fn illegal_move(talk: &mut Talk<'_>) -> Checked {
    let line = format!("{} nonsense", talk.ground.middle.line());
    no_position_after(talk, &line, ErrorCode::IllegalMove).await
}

pub async fn options(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let line = "setoption name No Such Option value 1";
    talk.refuses(line, ErrorCode::UnknownOption).await?;
    let spins: Vec<(String, i64)> = talk
        .options
        .iter()
        .filter_map(|option| match option.kind {
            OptionKind::Spin { max, .. } => Some((option.name.clone(), max.checked_add(1)?)),
            _ => None,
        })
        .collect();
    for (name, value) in spins {
        let line = format!("setoption name {name} value {value}");
        talk.refuses(&line, ErrorCode::BadValue).await?;
    }
    goes_on(talk).await
}

pub async fn long_line(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let mut line = vec![b'#'; MAX_LINE + 1];
    line.push(b'\n');
    talk.send(&line).await?;
    talk.refused(ErrorCode::TooLong).await?;
    goes_on(talk).await
}

pub async fn not_utf8(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.send(b"isready \xff\n").await?;
    talk.refused(ErrorCode::NotUtf8).await?;
    goes_on(talk).await
}

pub async fn blanks(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    let start = ground.at_start().replace(' ', " \t ");
    let text = format!("\r\n\n   \t\n# a comment\r\n  # another\n\t{start} \r\n go\tdepth  1 \r\n");
    talk.send(text.as_bytes()).await?;
    talk.move_of(ground.start.as_ref()).await?;
    talk.quiet().await
}
