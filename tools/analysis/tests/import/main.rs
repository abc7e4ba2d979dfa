//! Tests of the import of games: formats of game sites, questions, errors, exports, hostile texts.
//! Not here: the command `analyse import` (`program`).

mod abstract_play;
mod export;
mod hostile;
mod lists;
mod playstrategy;

use analysis::import::{Import, ImportRequest, ImportedGame, import};

/// Imports a text of a game.
fn of(variant: &str, text: &str) -> Import {
    import(&ImportRequest {
        variant: Some(variant.into()),
        ..ImportRequest::new(text)
    })
}

/// The one game of a text in which there is nothing to ask and nothing wrong.
fn game(answer: &Import) -> &ImportedGame {
    assert!(answer.errors.is_empty(), "{:?}", answer.errors);
    assert!(answer.questions.is_empty(), "{:?}", answer.questions);
    let [game] = &answer.games[..] else {
        panic!("{} games, expected one", answer.games.len());
    };
    assert!(game.complete);
    game
}
