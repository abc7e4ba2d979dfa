//! What each command of the front end does.
//! Not here: their words (`command`), and turns (`entry`).

use super::command::{self, Name};
use super::front::{Dice, Front, drawn_seed};
use super::game::PlayedGame;
use super::level::Change;
use super::opponent::score;
use super::saved::SavedGame;
use super::table;
use crate::rules::Side;
use std::path::Path;

/// How many moves of the expected line a hint shows.
const LINE: usize = 6;

impl Front {
    /// Carries out a command.
    ///
    /// # Errors
    /// What is wrong with it, for the person.
    pub(super) fn carry_out(&mut self, name: Name, words: &[String]) -> Result<(), String> {
        let word = words.first().map(String::as_str);
        let usage = || command::usage(name);
        match name {
            Name::Help => self.help(),
            Name::Moves => self.list_moves(word.unwrap_or_default()),
            Name::Undo => self.undo()?,
            Name::Redo => self.redo()?,
            Name::Hint => self.hint()?,
            Name::Go => self.go()?,
            Name::Eval => {
                let lines = self.opponent.eval(&self.game).map_err(|e| e.message)?;
                self.screen.say(&lines.join("\n"));
            }
            Name::Level => match word {
                None => {
                    let level = self.opponent.level;
                    self.screen.say(&format!("Tricorn plays at {level}."));
                }
                Some(_) => {
                    for word in words {
                        let change: Change = word.parse()?;
                        self.opponent.level.change(change);
                    }
                    let level = self.opponent.level;
                    self.screen.news(&format!("Tricorn plays at {level}."));
                }
            },
            Name::Side => {
                let word = word.ok_or_else(usage)?.to_ascii_lowercase();
                if !self.take_side(&word) {
                    return Err(usage());
                }
                self.paused = false;
            }
            Name::New => {
                let name = self.game.table().name();
                self.new_game(name)?;
            }
            Name::Game => {
                let word = word.ok_or_else(usage)?;
                let table = table::open(word);
                let Some(table) = table else {
                    let names = crate::rules::list::NAMES.join(", ");
                    return Err(format!("no game called {word:?}, expected one of {names}"));
                };
                self.new_game(table.name())?;
            }
            Name::Dice => self.set_dice(word)?,
            Name::Roll => self.throw_by_hand(word.ok_or_else(usage)?)?,
            Name::Flip => {
                self.screen.flipped = !self.screen.flipped;
                self.changed = true;
            }
            Name::Board => self.changed = true,
            Name::History => self.history(),
            Name::Position if words.is_empty() => {
                let text = self.game.table().text();
                self.screen.say(&text);
            }
            Name::Position => {
                let text = words.join(" ");
                self.game.set(Some(text), Vec::new())?;
                self.set_up();
            }
            Name::Save => {
                let file = word.ok_or_else(usage)?;
                let saved = self.saved().write(Path::new(file));
                saved.map_err(|error| format!("{error:#}"))?;
                self.screen.news(&format!("Saved to {file}."));
            }
            Name::Load => {
                let file = word.ok_or_else(usage)?;
                let number = words.get(1).map_or(Ok(1), |n| n.parse());
                let number = number.map_err(|_| usage())?;
                let saved = SavedGame::read(Path::new(file), number);
                self.go_on_with(saved.map_err(|error| format!("{error:#}"))?)?;
            }
            Name::Resume => {
                let found = self.keeper.found.take();
                let found = found.ok_or("there is no unfinished game to go on with")?;
                self.go_on_with(found)?;
            }
            Name::Resign => self.resign()?,
            // Leaving is the loop's to do.
            Name::Quit => {}
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        let step = !self.game.begun.is_empty();
        let plays = self.plays;
        let watching = plays[0] == plays[1];
        let stop = |game: &PlayedGame| {
            let own = watching || plays[game.table().turn().index()];
            own && (game.table().roll().is_none() || game.is_over() || game.has_choice())
        };
        let resigned = self.game.resigned().is_some();
        let taken = if resigned && !step {
            self.game.withdraw_resignation();
            Some(0)
        } else {
            self.game.undo(stop)
        };
        match taken {
            None if !step => return Err("there is nothing to take back".into()),
            None => {}
            Some(0) => self.news.push("The game goes on.".into()),
            Some(1) => self
                .news
                .push("Took back 1 move; `redo` plays it again.".into()),
            Some(n) => self
                .news
                .push(format!("Took back {n} moves; `redo` plays them again.")),
        }
        self.paused = plays == [false, false];
        self.changed = true;
        Ok(())
    }

    fn redo(&mut self) -> Result<(), String> {
        let plays = self.plays;
        let watching = plays[0] == plays[1];
        let stop = |game: &PlayedGame| {
            let own = watching || plays[game.table().turn().index()];
            own && (game.table().roll().is_none() || game.is_over() || game.has_choice())
        };
        if self.game.redo(stop) == 0 {
            return Err("nothing was taken back".into());
        }
        self.paused = plays == [false, false];
        self.changed = true;
        Ok(())
    }

    fn playable(&self) -> Result<(), String> {
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        if self.game.table().roll().is_none() {
            return Err("the roll is not known; type it first".into());
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), String> {
        self.playable()?;
        self.screen
            .status("Thinking about a hint; Ctrl-C cuts it short.");
        let hint = self
            .opponent
            .hint(&self.game)
            .map_err(|error| error.message)?;
        let best = hint.best.ok_or("the engine has found no move")?;
        let mut text = format!("Hint: {best}");
        if let Some(report) = hint.info.score {
            text += &format!("  {} for the side to move", score(report.score));
        }
        if let Some(depth) = hint.info.depth {
            text += &format!(", depth {depth}");
        }
        let line: Vec<&str> = hint.info.pv.iter().take(LINE).collect();
        if line.len() > 1 {
            text += &format!("; expected: {}", line.join(" "));
        }
        self.screen.news(&text);
        Ok(())
    }

    fn go(&mut self) -> Result<(), String> {
        self.playable()?;
        self.game.begun.clear();
        self.paused = false;
        if self.plays[self.game.table().turn().index()] {
            self.think();
        }
        Ok(())
    }

    /// Takes the side or sides of that name; whether there is such.
    pub(super) fn take_side(&mut self, word: &str) -> bool {
        let side = match word {
            "both" => {
                self.plays = [true, true];
                None
            }
            "none" => {
                self.plays = [false, false];
                None
            }
            "first" => Some(Side::First),
            "second" => Some(Side::Second),
            word => match self.game.table().side(word) {
                None => return false,
                side => side,
            },
        };
        if let Some(side) = side {
            self.plays = Side::ALL.map(|own| own == side);
        }
        self.changed = true;
        true
    }

    fn new_game(&mut self, name: &str) -> Result<(), String> {
        // A person stays first or second mover, whatever the colours of the game are.
        self.game = PlayedGame::new(name).map_err(|error| error.to_string())?;
        self.number += 1;
        self.keeper.new_game();
        self.set_up();
        self.opponent.new_game().map_err(|error| error.message)
    }

    /// Another game or position stands on the table.
    pub(super) fn set_up(&mut self) {
        self.paused = false;
        self.changed = true;
    }

    fn set_dice(&mut self, word: Option<&str>) -> Result<(), String> {
        if !self.game.table().has_dice() {
            let name = self.game.table().name();
            return Err(format!("{name} has no dice"));
        }
        self.dice = match word {
            None => {
                let text = match self.dice {
                    Dice::Hand => "You throw the dice and type the rolls.".to_owned(),
                    Dice::Seed(seed) => format!(
                        "The program throws, from seed {seed}, game {}.",
                        self.number
                    ),
                };
                self.screen.say(&text);
                return Ok(());
            }
            Some("hand") => Dice::Hand,
            Some("auto") => Dice::Seed(drawn_seed()),
            Some(number) => match number.parse() {
                Ok(seed) => Dice::Seed(seed),
                Err(_) => return Err(command::usage(Name::Dice)),
            },
        };
        self.game.pick_up_dice();
        self.changed = true;
        Ok(())
    }

    /// Notes a roll that was typed.
    pub(super) fn throw_by_hand(&mut self, word: &str) -> Result<(), String> {
        let table = self.game.table();
        if !table.has_dice() {
            return Err(format!("{} has no dice", table.name()));
        }
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        if let Some(roll) = table.roll() {
            return Err(format!("{roll} is thrown already, expected a move"));
        }
        let roll = table.read_roll(word).ok_or_else(|| {
            format!(
                "{}: expected a roll, two digits from 1 to 6 such as 31; a game is never opened by a double",
                tricorn_protocol::quote(word)
            )
        })?;
        self.game.throw(roll);
        self.changed = true;
        Ok(())
    }

    fn resign(&mut self) -> Result<(), String> {
        if self.game.is_over() {
            return Err("the game is over".into());
        }
        let turn = self.game.table().turn();
        let side = match self.plays {
            [true, false] => Side::First,
            [false, true] => Side::Second,
            _ => turn,
        };
        self.game.resign(side);
        self.changed = true;
        Ok(())
    }
}
