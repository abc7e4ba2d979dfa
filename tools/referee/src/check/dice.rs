//! Conformance steps for dice: who rolls, and how rolls appear in positions and moves.
//! Not here: games without dice, for which these steps are skipped.

use super::dialogue::{Checked, Dialogue, Miss, miss};
use tricorn_protocol::{ErrorCode, quote};

pub async fn no_roll(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    dialogue.say("position startpos").await?;
    dialogue.say("query legal").await?;
    dialogue.hears("response roll").await?;
    dialogue.say("go depth 1").await?;
    let best = dialogue.best().await?.best;
    match best.as_deref() {
        Some("roll") => Ok(()),
        other => miss("bestmove roll", quote(other.unwrap_or("(none)"))),
    }
}

/// Checks that the answer to a position with the start roll contains that roll.
async fn with_roll(dialogue: &mut Dialogue<'_>, line: &str) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    dialogue.say(line).await?;
    let search = dialogue
        .plays("go depth 1", positions.start.as_ref())
        .await?;
    let best = search.best.unwrap_or_default();
    if best.starts_with(&format!("{}:", positions.roll)) {
        Ok(())
    } else {
        miss(format!("bestmove {}:...", positions.roll), quote(&best))
    }
}

pub async fn roll(dialogue: &mut Dialogue<'_>) -> Checked {
    with_roll(dialogue, &dialogue.positions.at_start()).await
}

pub async fn turned(dialogue: &mut Dialogue<'_>) -> Checked {
    let turned: String = dialogue.positions.roll.chars().rev().collect();
    with_roll(dialogue, &format!("position startpos moves {turned}")).await
}

pub async fn in_text(dialogue: &mut Dialogue<'_>) -> Checked {
    let line = format!("position fen {}", dialogue.positions.start.text());
    with_roll(dialogue, &line).await
}

pub async fn pass(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let Some(pass) = &dialogue.positions.pass else {
        return Err(Miss::Skip("no random game had a pass".to_owned()));
    };
    dialogue.say(&pass.line()).await?;
    dialogue
        .plays("go depth 1", pass.board.as_ref())
        .await
        .map(drop)
}

pub async fn steps_alone(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    let legal = positions.start.legal();
    let parts = legal.first().and_then(|text| {
        let roll = positions.start.roll_of(text)?;
        let steps = text.strip_prefix(&roll)?.trim_start_matches(':');
        Some((roll, steps))
    });
    let Some((roll, steps)) = parts else {
        return Err(Miss::Skip("the start has no move".to_owned()));
    };
    let mut after = positions.start.fork();
    if let Err(error) = after.read(&legal[0]) {
        return miss("a legal move", error.to_string());
    }
    dialogue
        .say(&format!("position startpos moves {roll} {steps}"))
        .await?;
    dialogue.say("query position").await?;
    dialogue.hears(&format!("response {}", after.text())).await
}

pub async fn disagreeing(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    let positions = dialogue.positions;
    let legal = positions.start.legal();
    let other = if positions.roll == "21" { "31" } else { "21" };
    let first = legal.first().map(String::as_str).unwrap_or_default();
    let line = format!("position startpos moves {other} {first}");
    dialogue.refuses(&line, ErrorCode::IllegalMove).await
}

pub async fn own_dice(dialogue: &mut Dialogue<'_>) -> Checked {
    dialogue.begin().await?;
    if dialogue.option("RollDice").is_none() {
        return Err(Miss::Skip("it has no option RollDice".to_owned()));
    }
    dialogue.say("setoption name RollDice value true").await?;
    dialogue.say("setoption name DiceSeed value 7").await?;
    dialogue.say("position startpos").await?;
    let mut rolls = Vec::new();
    for _ in 0..2 {
        let fresh = dialogue.positions.fresh.as_ref();
        let search = dialogue.plays("go depth 1", fresh).await?;
        let best = search.best.unwrap_or_default();
        let roll = best.split(':').next().unwrap_or_default().to_owned();
        let opens = fresh.first_rolls().unwrap_or_default();
        if !opens.iter().any(|(open, _)| *open == roll) {
            return miss("a first roll that is no double", quote(&best));
        }
        rolls.push(roll);
    }
    // The same roll is promised, and not the same move.
    if rolls[0] == rolls[1] {
        Ok(())
    } else {
        miss(format!("the roll {} again", rolls[0]), rolls.swap_remove(1))
    }
}
