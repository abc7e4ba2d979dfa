//! Conformance steps of the full protocol, beyond plain UCI.
//! Not here: error handling (`lenient`), and dice.

use super::dialogue::{Checked, Dialogue, Miss, miss};
use crate::answers::response;
use crate::board::Board;
use crate::draws;
use std::time::Duration;
use tricorn_protocol::{Answer, Command, ErrorCode, Query, quote};

/// How long to wait for an answer that must be held back.
const WHILE: Duration = Duration::from_millis(300);

pub async fn no_greeting(dialogue: &mut Dialogue<'_>) -> Checked {
    let variant = &dialogue.positions.variant;
    dialogue
        .say(&format!("setoption name UCI_Variant value {variant}"))
        .await?;
    dialogue.say(&dialogue.positions.at_start()).await?;
    dialogue
        .plays("go depth 1", dialogue.positions.start.as_ref())
        .await
        .map(drop)
}

pub async fn both_greetings(dialogue: &mut Dialogue<'_>) -> Checked {
    for (hello, end) in [("ugi", Answer::UgiOk), ("uci", Answer::UciOk)] {
        dialogue.say(hello).await?;
        let (expected, time) = (end.to_string(), dialogue.deadlines.greeting);
        dialogue
            .until(&expected, time, |answer| *answer == end)
            .await?;
    }
    dialogue.begin().await?;
    dialogue.say("uginewgame").await?;
    dialogue.say(&dialogue.positions.at_start()).await?;
    let go = "go p1time 1000 p2time 1000 p1inc 10 p2inc 10";
    dialogue
        .plays(go, dialogue.positions.start.as_ref())
        .await
        .map(drop)
}

/// Sends a query about a position and checks its single answer.
async fn ask(dialogue: &mut Dialogue<'_>, query: Query, board: &dyn Board) -> Checked {
    dialogue.say(&Command::Query(query).to_string()).await?;
    let expected = format!("response {}", response(board, query));
    dialogue.hears(expected.trim_ascii_end()).await
}

/// Sends a query at the start and in the middle of a game.
async fn ask_twice(dialogue: &mut Dialogue<'_>, query: Query) -> Checked {
    dialogue.begin_by_rules().await?;
    let positions = dialogue.positions;
    for (line, board) in [
        (positions.at_start(), &positions.start),
        (positions.middle.line(), &positions.middle.board),
    ] {
        dialogue.say(&line).await?;
        ask(dialogue, query, board.as_ref()).await?;
    }
    Ok(())
}

pub async fn legal(dialogue: &mut Dialogue<'_>) -> Checked {
    ask_twice(dialogue, Query::Legal).await
}

pub async fn position(dialogue: &mut Dialogue<'_>) -> Checked {
    ask_twice(dialogue, Query::Position).await
}

pub async fn questions(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let middle = &dialogue.positions.middle;
    dialogue.say(&middle.line()).await?;
    for query in [
        Query::P1Turn,
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
    ] {
        ask(dialogue, query, middle.board.as_ref()).await?;
    }
    Ok(())
}

pub async fn result(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let won = won(dialogue)?;
    dialogue.say(&won.line()).await?;
    for query in [
        Query::GameOver,
        Query::Result,
        Query::Points,
        Query::Reason,
        Query::Legal,
    ] {
        ask(dialogue, query, won.board.as_ref()).await?;
    }
    Ok(())
}

fn won<'a>(dialogue: &Dialogue<'a>) -> Checked<&'a super::positions::TestPosition> {
    let won = dialogue.positions.won.as_ref();
    won.ok_or_else(|| Miss::Skip("no random game came to an end".to_owned()))
}

/// Enters a turn step by step, and then a step too many. An engine of an earlier version refuses
/// the question.
pub async fn steps(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let middle = &dialogue.positions.middle;
    dialogue.say(&middle.line()).await?;
    let mut begun: Vec<String> = Vec::new();
    loop {
        let steps = middle.board.steps(&begun);
        let steps = steps.expect("the rules know the steps that they named");
        let answers = entered(dialogue, &begun).await?;
        let refused = |answer: &Answer| !matches!(answer, Answer::Response(_));
        if begun.is_empty() && answers.iter().all(refused) {
            return Err(Miss::Skip("query steps has no answer".to_owned()));
        }
        let expected = format!("response {}", steps.response());
        let found: Vec<String> = answers.iter().map(ToString::to_string).collect();
        if found != [expected.as_str()] {
            return miss(expected, quote(&found.join("; ")));
        }
        match steps.next.into_iter().next_back() {
            Some(step) => begun.push(step),
            None => break,
        }
    }
    begun.push("nonsense".to_owned());
    let answers = entered(dialogue, &begun).await?;
    let expected = format!("response board {}", middle.board.text());
    let [Answer::Error(error), answer] = &answers[..] else {
        let found: Vec<String> = answers.iter().map(ToString::to_string).collect();
        return miss("an error and a response", quote(&found.join("; ")));
    };
    if error.code != ErrorCode::IllegalMove {
        return miss("info string ERROR illegal-move: ...", error.to_string());
    }
    match answer.to_string() {
        answer if answer == expected => Ok(()),
        answer => miss(expected, quote(&answer)),
    }
}

/// The answers to `query steps`.
async fn entered(dialogue: &mut Dialogue<'_>, begun: &[String]) -> Checked<Vec<Answer>> {
    let question = Command::Steps(begun.iter().collect());
    dialogue.say(&question.to_string()).await?;
    dialogue.settle().await
}

pub async fn draws(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let lines = draws::lines(&dialogue.positions.variant);
    if lines.is_empty() {
        let variant = &dialogue.positions.variant;
        return Err(Miss::Skip(format!("{variant} knows no draws")));
    }
    for line in lines {
        dialogue.say(&line.setting).await?;
        for query in [
            Query::Position,
            Query::GameOver,
            Query::Result,
            Query::Reason,
        ] {
            ask(dialogue, query, line.board.as_ref()).await?;
        }
    }
    Ok(())
}

pub async fn perft(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let middle = &dialogue.positions.middle;
    dialogue.say(&middle.line()).await?;
    let moves = middle.board.legal();
    let expected = format!("Nodes searched: {}", moves.len());
    for command in ["perft 1", "go perft 1"] {
        dialogue.say(command).await?;
        let time = dialogue.deadlines.search;
        let total = |answer: &Answer| matches!(answer, Answer::Text(text) if text.starts_with("Nodes searched:"));
        let answers = dialogue.until(&expected, time, total).await?;
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

pub async fn searchmoves(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let middle = &dialogue.positions.middle;
    dialogue.say(&middle.line()).await?;
    let legal = middle.board.legal();
    for only in [legal.first(), legal.last()].into_iter().flatten() {
        let go = format!("go depth 2 searchmoves {only}");
        let search = dialogue.plays(&go, middle.board.as_ref()).await?;
        if search.best.as_ref() != Some(only) {
            return miss(format!("bestmove {only}"), search.best.unwrap_or_default());
        }
    }
    let search = dialogue
        .plays_nothing("go depth 1 searchmoves nonsense")
        .await?;
    let refused = |error: &tricorn_protocol::ProtocolError| error.code == ErrorCode::IllegalMove;
    if !search.errors.iter().any(refused) {
        return miss(
            "info string ERROR illegal-move: ...",
            "bestmove (none) alone",
        );
    }
    dialogue
        .plays("go depth 1 searchmoves", middle.board.as_ref())
        .await
        .map(drop)
}

pub async fn spent(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let middle = &dialogue.positions.middle;
    dialogue.say(&middle.line()).await?;
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime -100",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go movestogo 0 wtime 1000 btime 1000",
    ] {
        dialogue.plays(go, middle.board.as_ref()).await?;
    }
    dialogue.quiet().await
}

pub async fn in_order(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let positions = dialogue.positions;
    let text = format!(
        "{}\ngo depth 1\n{}\ngo depth 1\nquery position\n",
        positions.at_start(),
        positions.middle.line()
    );
    dialogue.send(text.as_bytes()).await?;
    dialogue.move_of(positions.start.as_ref()).await?;
    let middle: &dyn Board = positions.middle.board.as_ref();
    dialogue.move_of(middle).await?;
    dialogue.hears(&format!("response {}", middle.text())).await
}

pub async fn early_stop(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let middle = &dialogue.positions.middle;
    let text = format!("{}\ngo infinite\nstop\nstop\n", middle.line());
    dialogue.send(text.as_bytes()).await?;
    dialogue.move_of(middle.board.as_ref()).await?;
    dialogue.say("stop").await?;
    dialogue.say("ponderhit").await?;
    dialogue.quiet().await
}

pub async fn input_ends(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let middle = &dialogue.positions.middle;
    // Without the end of the last line, which counts all the same.
    let text = format!("{}\ngo depth 2\ngo infinite", middle.line());
    dialogue.send(text.as_bytes()).await?;
    dialogue.end_input();
    for _ in 0..2 {
        dialogue.move_of(middle.board.as_ref()).await?;
    }
    dialogue.ends().await
}

pub async fn held_at_the_end(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    dialogue.say(&won(dialogue)?.line()).await?;
    dialogue.say("go infinite").await?;
    dialogue.holds(WHILE).await?;
    dialogue.plays_nothing("stop").await.map(drop)
}
