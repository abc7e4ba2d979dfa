//! Conformance steps for interactive commands, scripts, and the limits of `go`.
//! Not here: `query` and `perft` (`tricorn`), and options.

use super::dialogue::{Checked, Dialogue, miss};
use crate::answers::response;
use tricorn_protocol::{Answer, Query, quote};

/// Returns the output of a command without `info` lines; an error fails the step.
async fn printed(dialogue: &mut Dialogue<'_>, command: &str) -> Checked<String> {
    dialogue.say(command).await?;
    let answers = dialogue.settle().await?;
    let mut text = String::new();
    for answer in answers {
        match answer {
            Answer::Error(error) => {
                return miss(format!("lines for {command:?}"), error.to_string());
            }
            Answer::Info(_) => {}
            other => text += &format!("{other}\n"),
        }
    }
    if text.is_empty() {
        return miss(format!("lines for {command:?}"), "nothing");
    }
    Ok(text)
}

/// Sets a middle game position.
async fn middle(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    dialogue.say(&dialogue.positions.middle.line()).await
}

pub async fn shown(dialogue: &mut Dialogue<'_>) -> Checked {
    middle(dialogue).await?;
    let board = dialogue.positions.middle.board.as_ref();
    let shown = printed(dialogue, "d").await?;
    if !shown.contains(&board.text()) {
        return miss(format!("d with {}", board.text()), quote(&shown));
    }
    let moves = printed(dialogue, "moves").await?;
    let missing = board.legal().into_iter().find(|word| !moves.contains(word));
    if let Some(word) = missing {
        return miss(format!("moves with {word}"), quote(&moves));
    }
    printed(dialogue, "eval").await.map(drop)
}

pub async fn described(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let help = printed(dialogue, "help").await?;
    for command in ["position", "go", "query", "perft"] {
        if !help.contains(command) {
            return miss(format!("help with {command}"), quote(&help));
        }
    }
    printed(dialogue, "compiler").await.map(drop)
}

/// Returns the answer to a query.
async fn asked(dialogue: &mut Dialogue<'_>, query: Query) -> Checked<String> {
    dialogue.say(&format!("query {query}")).await?;
    let answers = dialogue.settle().await?;
    match &answers[..] {
        [Answer::Response(words)] => Ok(words.as_str().to_owned()),
        other => {
            let lines: Vec<String> = other.iter().map(ToString::to_string).collect();
            miss("one response", quote(&lines.join(" | ")))
        }
    }
}

pub async fn flip(dialogue: &mut Dialogue<'_>) -> Checked {
    middle(dialogue).await?;
    let board = dialogue.positions.middle.board.as_ref();
    dialogue.say("flip").await?;
    let turn = asked(dialogue, Query::P1Turn).await?;
    if turn == response(board, Query::P1Turn) {
        return miss(
            "the other side to move after flip",
            format!("p1turn {turn}"),
        );
    }
    dialogue.say("flip").await?;
    let twice = asked(dialogue, Query::Position).await?;
    if twice == board.text() {
        Ok(())
    } else {
        miss(format!("{} after flip twice", board.text()), quote(&twice))
    }
}

/// Reads up to and including the first line that `end` accepts.
async fn until_text(
    dialogue: &mut Dialogue<'_>,
    command: &str,
    expected: &str,
    end: impl Fn(&str) -> bool,
) -> Checked<Vec<String>> {
    dialogue.say(command).await?;
    let time = dialogue.deadlines.search;
    let last = |answer: &Answer| matches!(answer, Answer::Text(text) if end(text));
    let answers = dialogue.until(expected, time, last).await?;
    let texts = answers.iter().map(ToString::to_string);
    Ok(texts.collect())
}

pub async fn bench(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let totals = |text: &str| {
        let words: Vec<&str> = text.split(' ').collect();
        matches!(words[..], [nodes, "nodes", nps, "nps"]
            if nodes.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok())
    };
    let expected = "<nodes> nodes <nps> nps";
    until_text(dialogue, "bench 1", expected, totals).await?;
    dialogue.quiet().await
}

pub async fn debug(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    for line in ["debug on", "debug off"] {
        dialogue.say(line).await?;
        dialogue.quiet().await?;
    }
    Ok(())
}

pub async fn limits(dialogue: &mut Dialogue<'_>) -> Checked {
    middle(dialogue).await?;
    let board = dialogue.positions.middle.board.as_ref();
    for go in [
        "go mate 1",
        "go movestogo 20 wtime 1000 btime 1000",
        "go depth 2 nodes 10000 movetime 1000",
    ] {
        dialogue.plays(go, board).await?;
    }
    dialogue.quiet().await
}

pub async fn rollout(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.at_start()).await?;
    let legal = positions.start.legal();
    let Some(only) = legal.first() else {
        return miss("a legal move", "none");
    };
    let command = format!("rollout games 36 plies 2 searchmoves {only}");
    let expected = "Games rolled out: 36";
    let lines = until_text(dialogue, &command, expected, |text| {
        text.starts_with("Games rolled out:")
    })
    .await?;
    let equity = |line: &String| line.starts_with(&format!("{only}: equity "));
    if !lines.iter().any(equity) {
        return miss(format!("{only}: equity ..."), quote(&lines.join(" | ")));
    }
    match lines.last() {
        Some(last) if last == expected => Ok(()),
        other => miss(expected, quote(other.map_or("nothing", String::as_str))),
    }
}
