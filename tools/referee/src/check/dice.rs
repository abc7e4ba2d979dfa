//! Steps about dice: who throws them, and how rolls stand in lines.
//! Not here: games without dice; these steps are skipped there.

use super::talk::{Checked, Miss, Talk, miss};
use tricorn_protocol::{ErrorCode, quote};

pub async fn no_roll(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    talk.say("position startpos").await?;
    talk.say("query legal").await?;
    talk.hears("response roll").await?;
    talk.say("go depth 1").await?;
    let best = talk.best().await?.best;
    match best.as_deref() {
        Some("roll") => Ok(()),
        other => miss("bestmove roll", quote(other.unwrap_or("(none)"))),
    }
}

/// That the answer to a position in which the start roll lies on the table carries that roll.
async fn with_roll(talk: &mut Talk<'_>, line: &str) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    talk.say(line).await?;
    let search = talk.plays("go depth 1", ground.start.as_ref()).await?;
    let best = search.best.unwrap_or_default();
    if best.starts_with(&format!("{}:", ground.roll)) {
        Ok(())
    } else {
        miss(format!("bestmove {}:...", ground.roll), quote(&best))
    }
}

pub async fn roll(talk: &mut Talk<'_>) -> Checked {
    with_roll(talk, &talk.ground.at_start()).await
}

pub async fn turned(talk: &mut Talk<'_>) -> Checked {
    let turned: String = talk.ground.roll.chars().rev().collect();
    with_roll(talk, &format!("position startpos moves {turned}")).await
}

pub async fn in_text(talk: &mut Talk<'_>) -> Checked {
    let line = format!("position fen {}", talk.ground.start.text());
    with_roll(talk, &line).await
}

pub async fn pass(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let Some(pass) = &talk.ground.pass else {
        return Err(Miss::Skip("no random game had a pass".to_owned()));
    };
    talk.say(&pass.line()).await?;
    talk.plays("go depth 1", pass.board.as_ref())
        .await
        .map(drop)
}

pub async fn steps_alone(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    let legal = ground.start.legal();
    let Some((roll, steps)) = legal.first().and_then(|text| text.split_once(':')) else {
        return Err(Miss::Skip("the start has no move".to_owned()));
    };
    let mut after = ground.start.fork();
    if let Err(error) = after.read(&legal[0]) {
        return miss("a legal move", error.to_string());
    }
    talk.say(&format!("position startpos moves {roll} {steps}"))
        .await?;
    talk.say("query position").await?;
    talk.hears(&format!("response {}", after.text())).await
}

pub async fn disagreeing(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    let ground = talk.ground;
    let legal = ground.start.legal();
    let other = if ground.roll == "21" { "31" } else { "21" };
    let first = legal.first().map(String::as_str).unwrap_or_default();
    let line = format!("position startpos moves {other} {first}");
    talk.refuses(&line, ErrorCode::IllegalMove).await
}

pub async fn own_dice(talk: &mut Talk<'_>) -> Checked {
    talk.begin().await?;
    if talk.option("RollDice").is_none() {
        return miss("option name RollDice type check", "no such option");
    }
    talk.say("setoption name RollDice value true").await?;
    talk.say("setoption name DiceSeed value 7").await?;
    talk.say("position startpos").await?;
    let mut moves = Vec::new();
    for _ in 0..2 {
        let search = talk.plays("go depth 1", talk.ground.fresh.as_ref()).await?;
        moves.push(search.best.unwrap_or_default());
    }
    if moves[0] == moves[1] {
        Ok(())
    } else {
        miss(format!("bestmove {} again", moves[0]), moves.swap_remove(1))
    }
}
