//! Steps that any engine passes which can play a match: plain UCI or UGI.
//! Not here: what this protocol adds.

use super::talk::{Checked, Miss, Search, Talk, miss};
use crate::board::Word;
use std::time::{Duration, Instant};
use tricorn_protocol::{Answer, OptionKind, quote};

/// How long a search has to go on by itself to show that it does, where it must not end.
const WHILE: Duration = Duration::from_millis(300);

pub async fn greeting(talk: &mut Talk<'_>) -> Checked {
    let answers = talk.greet().await?;
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

pub async fn variant(talk: &mut Talk<'_>) -> Checked {
    talk.greet().await?;
    let variant = &talk.ground.variant;
    let expected = format!("option name UCI_Variant type combo ... var {variant}");
    match talk.option("UCI_Variant").map(|option| &option.kind) {
        None => miss(
            expected,
            format!("no such option; what follows holds if it plays {variant} all the same"),
        ),
        Some(OptionKind::Combo { vars, .. }) if vars.contains(variant) => Ok(()),
        Some(OptionKind::Combo { vars, .. }) => {
            miss(expected, format!("the variants {}", vars.join(", ")))
        }
        Some(_) => miss(expected, "an option of another type"),
    }
}

pub async fn ready(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.quiet().await
}

pub async fn start(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    talk.say(&ground.at_start()).await?;
    talk.plays("go depth 1", ground.start.as_ref()).await?;
    talk.quiet().await
}

pub async fn line(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    talk.say(&ground.middle.line()).await?;
    let board = ground.middle.board.as_ref();
    talk.plays("go depth 1", board).await?;
    talk.quiet().await
}

pub async fn text(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let board = talk.ground.middle.board.as_ref();
    talk.say(&format!("position fen {}", board.text())).await?;
    talk.plays("go depth 1", board).await?;
    talk.quiet().await
}

pub async fn report(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let ground = talk.ground;
    talk.say(&ground.middle.line()).await?;
    let board = ground.middle.board.as_ref();
    let search = talk.plays("go depth 3", board).await?;
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

/// Sets the middle of a game, searches, and sees that the answer comes within a time that no
/// engine needs that keeps to its limit.
async fn in_time(talk: &mut Talk<'_>, go: &str, limit: Duration) -> Checked<Search> {
    talk.begin().await?;
    let ground = talk.ground;
    talk.say(&ground.middle.line()).await?;
    talk.settle().await?;
    let begun = Instant::now();
    let search = talk.plays(go, ground.middle.board.as_ref()).await?;
    let time = begun.elapsed();
    let most = limit + talk.deadlines.stop;
    if time > most {
        let expected = format!("an answer to {go:?} within {} ms", most.as_millis());
        return miss(expected, format!("one after {} ms", time.as_millis()));
    }
    Ok(search)
}

pub async fn movetime(talk: &mut Talk<'_>) -> Checked {
    let go = "go movetime 100";
    in_time(talk, go, Duration::from_millis(100))
        .await
        .map(drop)
}

pub async fn clock(talk: &mut Talk<'_>) -> Checked {
    let go = "go wtime 1000 btime 1000 winc 10 binc 10";
    in_time(talk, go, Duration::from_secs(1)).await.map(drop)
}

pub async fn nodes(talk: &mut Talk<'_>) -> Checked {
    let search = in_time(talk, "go nodes 10000", Duration::from_secs(10)).await?;
    let most = search.infos.iter().filter_map(|info| info.nodes).max();
    match most {
        Some(nodes @ 20_000..) => miss("about 10000 nodes", format!("{nodes} nodes")),
        _ => Ok(()),
    }
}

pub async fn stop(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    talk.say(&ground.middle.line()).await?;
    talk.say("go infinite").await?;
    talk.holds(WHILE).await?;
    talk.say("stop").await?;
    talk.move_of(ground.middle.board.as_ref()).await?;
    talk.quiet().await
}

pub async fn ready_in_search(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.say(&talk.ground.middle.line()).await?;
    talk.say("go infinite").await?;
    talk.quiet().await?;
    talk.say("stop").await?;
    talk.move_of(talk.ground.middle.board.as_ref())
        .await
        .map(drop)
}

pub async fn ponder(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    let board = ground.middle.board.as_ref();
    for end in ["ponderhit", "stop"] {
        talk.say(&ground.middle.line()).await?;
        talk.say("go ponder wtime 1000 btime 1000").await?;
        talk.holds(WHILE).await?;
        talk.say(end).await?;
        talk.move_of(board).await?;
    }
    talk.quiet().await
}

pub async fn over(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let Some(won) = &talk.ground.won else {
        return Err(Miss::Skip("no random game came to an end".to_owned()));
    };
    talk.say(&won.line()).await?;
    talk.plays_nothing("go depth 1").await?;
    talk.quiet().await
}

pub async fn new_game(talk: &mut Talk<'_>) -> Checked {
    talk.begin_by_rules().await?;
    let ground = talk.ground;
    for _ in 0..2 {
        talk.say("ucinewgame").await?;
        talk.quiet().await?;
        talk.say(&ground.at_start()).await?;
        let search = talk.plays("go depth 2", ground.start.as_ref()).await?;
        let best = search.best.unwrap_or_default();
        let mut board = ground.start.fork();
        let Ok(Word::Move(text)) = board.read(&best) else {
            return miss("a legal move", quote(&best));
        };
        if board.outcome().is_some() || board.awaits_roll() {
            continue;
        }
        talk.say(&format!("position startpos moves {text}")).await?;
        talk.plays("go depth 2", board.as_ref()).await?;
    }
    talk.quiet().await
}

pub async fn quit(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.say("quit").await?;
    talk.ends().await
}

pub async fn quit_in_search(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.say(&talk.ground.middle.line()).await?;
    talk.say("go infinite").await?;
    talk.holds(WHILE).await?;
    talk.say("quit").await?;
    talk.ends().await
}

pub async fn end_of_input(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.end_input();
    talk.ends().await
}
