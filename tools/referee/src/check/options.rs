//! Conformance steps for optional options: whatever the engine offers must work.
//! Not here: unknown options and invalid values (`lenient`), the variant, and dice.

use super::dialogue::{Checked, Dialogue, Miss, miss};
use tricorn_protocol::OptionKind;

/// Starts a game and sets a middle game position, for an engine that has the option.
async fn with_option(dialogue: &mut Dialogue<'_>, name: &str) -> Checked<OptionKind> {
    dialogue.begin_by_rules().await?;
    let Some(option) = dialogue.option(name) else {
        return Err(Miss::Skip(format!("it has no option {name}")));
    };
    let kind = option.kind.clone();
    dialogue.say(&dialogue.positions.middle.line()).await?;
    Ok(kind)
}

pub async fn multi_pv(dialogue: &mut Dialogue<'_>) -> Checked {
    with_option(dialogue, "MultiPV").await?;
    let board = dialogue.positions.middle.board.as_ref();
    if board.legal().len() < 2 {
        return Err(Miss::Skip("the position has one move".to_owned()));
    }
    dialogue.say("setoption name MultiPV value 2").await?;
    let search = dialogue.plays("go depth 2", board).await?;
    if search.infos.iter().any(|info| info.multipv == Some(2)) {
        Ok(())
    } else {
        miss("info with multipv 2", "no such line")
    }
}

pub async fn show_wdl(dialogue: &mut Dialogue<'_>) -> Checked {
    with_option(dialogue, "UCI_ShowWDL").await?;
    let board = dialogue.positions.middle.board.as_ref();
    dialogue
        .say("setoption name UCI_ShowWDL value true")
        .await?;
    let search = dialogue.plays("go depth 2", board).await?;
    let mut scored = search.infos.iter().filter(|info| info.score.is_some());
    if scored.all(|info| info.wdl.is_some()) {
        Ok(())
    } else {
        miss("wdl in every info with a score", "an info without it")
    }
}

pub async fn hash(dialogue: &mut Dialogue<'_>) -> Checked {
    let kind = with_option(dialogue, "Hash").await?;
    let OptionKind::Spin { min, .. } = kind else {
        return miss("option name Hash type spin", "an option of another type");
    };
    let line = format!("setoption name Hash value {min}");
    dialogue.say(&line).await?;
    dialogue.quiet().await?;
    if dialogue.option("Clear Hash").is_some() {
        dialogue.say("setoption name Clear Hash").await?;
        dialogue.quiet().await?;
    }
    let board = dialogue.positions.middle.board.as_ref();
    dialogue.plays("go depth 2", board).await.map(drop)
}
