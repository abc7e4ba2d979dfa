//! Steps of the full protocol: what it asks for beyond plain UCI.
//! Not here: errors and odd lines (`lenient`), and dice.

use super::talk::{Checked, Miss, Talk, miss};
use crate::answers::response;
use crate::board::Board;
use std::time::Duration;
use tricorn_protocol::{Answer, Command, ErrorCode, Query, quote};

/// How long an answer has to be held back to show that it is.
const WHILE: Duration = Duration::from_millis(300);

pub async fn no_greeting(talk: &mut Talk<'_>) -> Checked {
    let variant = &talk.ground.variant;
    talk.say(&format!("setoption name UCI_Variant value {variant}"))
        .await?;
    talk.say(&talk.ground.at_start()).await?;
    talk.plays("go depth 1", talk.ground.start.as_ref())
        .await
        .map(drop)
}

pub async fn both_greetings(talk: &mut Talk<'_>) -> Checked {
    for (hello, end) in [("ugi", Answer::UgiOk), ("uci", Answer::UciOk)] {
        talk.say(hello).await?;
        let (expected, time) = (end.to_string(), talk.deadlines.greeting);
        talk.until(&expected, time, |answer| *answer == end).await?;
    }
    talk.begin().await?;
    talk.say("uginewgame").await?;
    talk.say(&talk.ground.at_start()).await?;
    let go = "go p1time 1000 p2time 1000 p1inc 10 p2inc 10";
    talk.plays(go, talk.ground.start.as_ref()).await.map(drop)
}

/// Asks a question about a position, which has one answer.
async fn ask(talk: &mut Talk<'_>, query: Query, board: &dyn Board) -> Checked {
    talk.say(&Command::Query(query).to_string()).await?;
    let expected = format!("response {}", response(board, query));
    talk.hears(expected.trim_ascii_end()).await
}

/// Asks a question at the start and in the middle of a game.
async fn ask_twice(talk: &mut Talk<'_>, query: Query) -> Checked {
    talk.begin_by_rules().await?;
    let ground = talk.ground;
    for (line, board) in [
        (ground.at_start(), &ground.start),
        (ground.middle.line(), &ground.middle.board),
    ] {
        talk.say(&line).await?;
        ask(talk, query, board.as_ref()).await?;
    }
    Ok(())
}

pub async fn legal(talk: &mut Talk<'_>) -> Checked {
    ask_twice(talk, Query::Legal).await
}

pub async fn position(talk: &mut Talk<'_>) -> Checked {
    ask_twice(talk, Query::Position).await
}

pub async fn questions(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let middle = &talk.ground.middle;
    talk.say(&middle.line()).await?;
    for query in [
        Query::P1Turn,
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
    ] {
        ask(talk, query, middle.board.as_ref()).await?;
    }
    Ok(())
}

pub async fn result(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let won = won(talk)?;
    talk.say(&won.line()).await?;
    for query in [
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
        Query::Legal,
    ] {
        ask(talk, query, won.board.as_ref()).await?;
    }
    Ok(())
}

fn won<'a>(talk: &Talk<'a>) -> Checked<&'a super::ground::Place> {
    let won = talk.ground.won.as_ref();
    won.ok_or_else(|| Miss::Skip("no random game came to an end".to_owned()))
}

pub async fn perft(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let middle = &talk.ground.middle;
    talk.say(&middle.line()).await?;
    let moves = middle.board.legal();
    let expected = format!("Nodes searched: {}", moves.len());
    for command in ["perft 1", "go perft 1"] {
        talk.say(command).await?;
        let time = talk.deadlines.search;
        let total = |answer: &Answer| matches!(answer, Answer::Text(text) if text.starts_with("Nodes searched:"));
        let answers = talk.until(&expected, time, total).await?;
        // Reports may stand between.
        let texts: Vec<String> = answers
            .iter()
            .filter(|answer| !matches!(answer, Answer::Info(_)))
            .map(ToString::to_string)
            .collect();
        let mut wanted: Vec<String> = moves.iter().map(|m| format!("{m}: 1")).collect();
        wanted.push(expected.clone());
        if let Some((wanted, found)) = wanted.iter().zip(&texts).find(|(one, other)| one != other) {
            return miss(format!("{command}: {wanted}"), quote(found));
        }
        if texts.len() != wanted.len() {
            let found = format!("{} lines before it", texts.len() - 1);
            return miss(
                format!("{command}: {} lines and {expected}", moves.len()),
                found,
            );
        }
    }
    Ok(())
}

pub async fn searchmoves(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let middle = &talk.ground.middle;
    talk.say(&middle.line()).await?;
    let legal = middle.board.legal();
    for only in [legal.first(), legal.last()].into_iter().flatten() {
        let go = format!("go depth 2 searchmoves {only}");
        let search = talk.plays(&go, middle.board.as_ref()).await?;
        if search.best.as_ref() != Some(only) {
            return miss(format!("bestmove {only}"), search.best.unwrap_or_default());
        }
    }
    let search = talk
        .plays_nothing("go depth 1 searchmoves nonsense")
        .await?;
    let refused = |error: &tricorn_protocol::ProtocolError| error.code == ErrorCode::IllegalMove;
    if !search.errors.iter().any(refused) {
        return miss(
            "info string ERROR illegal-move: ...",
            "bestmove (none) alone",
        );
    }
    talk.plays("go depth 1 searchmoves", middle.board.as_ref())
        .await
        .map(drop)
}

pub async fn spent(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let middle = &talk.ground.middle;
    talk.say(&middle.line()).await?;
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime -100",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go movestogo 0 wtime 1000 btime 1000",
    ] {
        talk.plays(go, middle.board.as_ref()).await?;
    }
    talk.quiet().await
}

pub async fn in_order(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let ground = talk.ground;
    let text = format!(
        "{}\ngo depth 1\n{}\ngo depth 1\nquery position\n",
        ground.at_start(),
        ground.middle.line()
    );
    talk.send(text.as_bytes()).await?;
    talk.move_of(ground.start.as_ref()).await?;
    let middle: &dyn Board = ground.middle.board.as_ref();
    talk.move_of(middle).await?;
    talk.hears(&format!("response {}", middle.text())).await
}

pub async fn early_stop(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let middle = &talk.ground.middle;
    let text = format!("{}\ngo infinite\nstop\nstop\n", middle.line());
    talk.send(text.as_bytes()).await?;
    talk.move_of(middle.board.as_ref()).await?;
    talk.say("stop").await?;
    talk.say("ponderhit").await?;
    talk.quiet().await
}

pub async fn input_ends(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let middle = &talk.ground.middle;
    // Without the end of the last line, which counts all the same.
    let text = format!("{}\ngo depth 2\ngo infinite", middle.line());
    talk.send(text.as_bytes()).await?;
    talk.end_input();
    for _ in 0..2 {
        talk.move_of(middle.board.as_ref()).await?;
    }
    talk.ends().await
}

pub async fn held_at_the_end(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    talk.say(&won(talk)?.line()).await?;
    talk.say("go infinite").await?;
    talk.holds(WHILE).await?;
    talk.plays_nothing("stop").await.map(drop)
}
