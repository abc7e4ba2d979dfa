//! The front end's game as a saved game, and back.
//! Not here: the files (`saved`, `keeper`).

use super::front::{Dice, ENGINE, Front, PERSON};
use super::game::PlayedGame;
use super::saved::SavedGame;
use crate::rules::Side;

impl Front {
    /// The game as a file keeps it.
    pub(super) fn saved(&self) -> SavedGame {
        let table = self.game.table();
        let name = |side: Side| match self.plays[side.index()] {
            true => PERSON.to_owned(),
            false => ENGINE.to_owned(),
        };
        let start = self.game.position().map(ToOwned::to_owned);
        let seed = match self.dice {
            Dice::Seed(seed) => Some(seed),
            Dice::Hand => None,
        };
        SavedGame {
            variant: Some(table.name().to_owned()),
            players: Side::ALL.map(name),
            end: self.end_words(),
            seed,
            number: self.number,
            position: Some(start.unwrap_or_else(|| table.start())),
            words: self.game.words(),
            last: table.text(),
        }
    }

    /// `Result` and `End` of the record.
    pub(super) fn end_words(&self) -> Option<[String; 2]> {
        let result = |winner: Option<Side>, points| match winner {
            None => "draw".to_owned(),
            Some(Side::First) => format!("{points}-0"),
            Some(Side::Second) => format!("0-{points}"),
        };
        if let Some(loser) = self.game.resigned() {
            let result = result(Some(loser.other()), 1);
            return Some([result, "adjudicated resign".into()]);
        }
        let outcome = self.game.outcome()?;
        let end = format!("rules {}", outcome.reason.word());
        Some([result(outcome.winner, outcome.points), end])
    }

    pub(super) fn keep(&mut self) {
        if self.game.turns().is_empty() {
            return;
        }
        let game = self.saved();
        if let Err(error) = self.keeper.keep(&game) {
            self.screen
                .wrong(&format!("The game is not kept: {error:#}"));
        }
    }

    /// Goes on with a game from a file. On an error the present one stays.
    pub(super) fn go_on_with(&mut self, saved: SavedGame) -> Result<(), String> {
        let name = saved.variant.as_deref().unwrap_or(self.game.table().name());
        let mut game = PlayedGame::new(name).map_err(|error| error.to_string())?;
        let start = game.table().start();
        game.set(saved.position.filter(|text| *text != start), saved.words)?;
        if let Some([result, end]) = &saved.end
            && end.ends_with("resign")
        {
            let second_won = result.starts_with('0');
            game.resign(if second_won {
                Side::First
            } else {
                Side::Second
            });
        }
        let sides = saved.players.each_ref().map(|name| match name.as_str() {
            PERSON => Some(true),
            ENGINE => Some(false),
            _ => None,
        });
        if let [Some(first), Some(second)] = sides {
            self.plays = [first, second];
        }
        if game.table().has_dice() {
            self.dice = saved.seed.map_or(Dice::Hand, Dice::Seed);
            self.number = saved.number;
        }
        self.game = game;
        self.news.push(match self.game.turns().len() {
            1 => "1 move played.".to_owned(),
            turns => format!("{turns} moves played."),
        });
        self.set_up();
        Ok(())
    }
}
