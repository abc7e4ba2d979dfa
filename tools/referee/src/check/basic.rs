//! Conformance steps for plain UCI or UGI: what every engine needs to play a match.
//! Not here: what this protocol adds (`tricorn`).

use super::dialogue::{Checked, Dialogue, Miss, Search, miss};
use crate::board::Word;
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, OptionKind, quote};

/// How long to watch a search that must not end by itself.
const WHILE: Duration = Duration::from_millis(300);

pub async fn greeting(dialogue: &mut Dialogue<'_>) -> Checked {
    let answers = dialogue.greet().await?;
    if let Some(found) = &dialogue.unreadable {
        return miss("lines that can be read", found);
    }
    let named = |answer: &Answer| matches!(answer, Answer::IdName(name) if !name.is_empty());
    if !answers.iter().any(named) {
        return miss(
            "id name <text>",
            "no such line before the end of the greeting",
        );
    }
    if !answers
        .iter()
        .any(|answer| matches!(answer, Answer::IdAuthor(_)))
    {
        return miss(
            "id author <text>",
            "no such line before the end of the greeting",
        );
    }
    Ok(())
}

pub async fn variant(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.greet().await?;
    let variant = &dialogue.positions.variant;
    let expected = format!("option name UCI_Variant type combo ... var {variant}");
    match dialogue.option("UCI_Variant").map(|option| &option.kind) {
        None => Err(Miss::Skip(format!(
            "it has no option UCI_Variant; the other steps apply if it plays {variant} all the same"
        ))),
        Some(OptionKind::Combo { vars, .. }) if vars.contains(variant) => Ok(()),
        Some(OptionKind::Combo { vars, .. }) => {
            miss(expected, format!("the variants {}", vars.join(", ")))
        }
        Some(_) => miss(expected, "an option of another type"),
    }
}

pub async fn ready(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.quiet().await
}

pub async fn start(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.at_start()).await?;
    dialogue
        .plays("go depth 1", positions.start.as_ref())
        .await?;
    dialogue.quiet().await
}

pub async fn line(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.middle.line()).await?;
    let board = positions.middle.board.as_ref();
    dialogue.plays("go depth 1", board).await?;
    dialogue.quiet().await
}

pub async fn text(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let board = dialogue.positions.middle.board.as_ref();
    dialogue
        .say(&format!("position fen {}", board.text()))
        .await?;
    dialogue.plays("go depth 1", board).await?;
    dialogue.quiet().await
}

pub async fn report(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.middle.line()).await?;
    let board = positions.middle.board.as_ref();
    let search = dialogue.plays("go depth 3", board).await?;
    if !search.infos.iter().any(|info| info.score.is_some()) {
        return miss("info with a score before bestmove", "no score");
    }
    let Some(info) = search.infos.iter().rfind(|info| !info.pv.is_empty()) else {
        return miss("info with a pv before bestmove", "no pv");
    };
    let mut on = board.fork();
    for (index, word) in info.pv.iter().enumerate() {
        match on.read(word) {
            Ok(_) => {}
            Err(error) => {
                return miss(
                    "a pv of legal moves",
                    format!("move {}, {}: {error}", index + 1, quote(word)),
                );
            }
        }
    }
    let read = |word: &str| board.fork().read(word).ok();
    let head = info.pv.iter().next().and_then(read);
    match search.best.as_deref().and_then(read) {
        best if best == head => Ok(()),
        _ => miss(
            format!(
                "a pv that begins with bestmove {}",
                search.best.unwrap_or_default()
            ),
            quote(info.pv.as_str()),
        ),
    }
}

/// Searches a middle game position and checks that the answer comes within a time that is generous
/// for the limit.
async fn in_time(dialogue: &mut Dialogue<'_>, go: &str, limit: Duration) -> Checked<Search> {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.middle.line()).await?;
    dialogue.settle().await?;
    let begun = Instant::now();
    let search = dialogue.plays(go, positions.middle.board.as_ref()).await?;
    let time = begun.elapsed();
    let most = limit + dialogue.deadlines.stop;
    if time > most {
        let expected = format!("an answer to {go:?} within {} ms", most.as_millis());
        return miss(expected, format!("one after {} ms", time.as_millis()));
    }
    Ok(search)
}

pub async fn movetime(dialogue: &mut Dialogue<'_>) -> Checked {
    let go = "go movetime 100";
    in_time(dialogue, go, Duration::from_millis(100))
        .await
        .map(drop)
}

pub async fn clock(dialogue: &mut Dialogue<'_>) -> Checked {
    let go = "go wtime 1000 btime 1000 winc 10 binc 10";
    in_time(dialogue, go, Duration::from_secs(1))
        .await
        .map(drop)
}

pub async fn nodes(dialogue: &mut Dialogue<'_>) -> Checked {
    let search = in_time(dialogue, "go nodes 10000", Duration::from_secs(10)).await?;
    let most = search.infos.iter().filter_map(|info| info.nodes).max();
    match most {
        Some(nodes @ 20_000..) => miss("about 10000 nodes", format!("{nodes} nodes")),
        _ => Ok(()),
    }
}

pub async fn stop(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    dialogue.say(&positions.middle.line()).await?;
    dialogue.say("go infinite").await?;
    dialogue.holds(WHILE).await?;
    dialogue.say("stop").await?;
    dialogue.move_of(positions.middle.board.as_ref()).await?;
    dialogue.quiet().await
}

pub async fn ready_in_search(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.say(&dialogue.positions.middle.line()).await?;
    dialogue.say("go infinite").await?;
    dialogue.quiet().await?;
    dialogue.say("stop").await?;
    dialogue
        .move_of(dialogue.positions.middle.board.as_ref())
        .await
        .map(drop)
}

pub async fn ponder(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    let board = positions.middle.board.as_ref();
    for end in ["ponderhit", "stop"] {
        dialogue.say(&positions.middle.line()).await?;
        dialogue.say("go ponder wtime 1000 btime 1000").await?;
        dialogue.holds(WHILE).await?;
        dialogue.say(end).await?;
        dialogue.move_of(board).await?;
    }
    dialogue.quiet().await
}

pub async fn over(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let Some(won) = &dialogue.positions.won else {
        return Err(Miss::Skip("no random game came to an end".to_owned()));
    };
    dialogue.say(&won.line()).await?;
    dialogue.plays_nothing("go depth 1").await?;
    dialogue.quiet().await
}

pub async fn new_game(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin_by_rules().await?;
    let positions = dialogue.positions;
    for _ in 0..2 {
        dialogue.say("ucinewgame").await?;
        dialogue.quiet().await?;
        dialogue.say(&positions.at_start()).await?;
        let search = dialogue
            .plays("go depth 2", positions.start.as_ref())
            .await?;
        let best = search.best.unwrap_or_default();
        let mut board = positions.start.fork();
        let Ok(Word::Move(text)) = board.read(&best) else {
            return miss("a legal move", quote(&best));
        };
        if board.outcome().is_some() || board.awaits_roll() {
            continue;
        }
        dialogue
            .say(&format!("position startpos moves {text}"))
            .await?;
        dialogue.plays("go depth 2", board.as_ref()).await?;
    }
    dialogue.quiet().await
}

pub async fn quit(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.say("quit").await?;
    dialogue.ends().await
}

pub async fn quit_in_search(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.say(&dialogue.positions.middle.line()).await?;
    dialogue.say("go infinite").await?;
    dialogue.holds(WHILE).await?;
    dialogue.say("quit").await?;
    dialogue.ends().await
}

pub async fn end_of_input(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.end_input();
    dialogue.ends().await
}
