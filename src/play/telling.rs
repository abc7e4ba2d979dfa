//! What the front end tells: board, news, steps, lists, help, and the end of the game.
//! Not here: how text and board get on the screen (`screen`).

use super::command;
use super::front::{Dice, Front};
use super::listed;
use crate::rules::Side;

impl Front {
    /// Draws the board if it has changed, and tells the news.
    pub(super) fn show(&mut self) {
        if std::mem::take(&mut self.changed) {
            let table = self.game.table();
            let now = table.begun(&self.game.begun);
            // Marked is what this turn has changed so far, or else the last one.
            let before = match table.diagram() {
                before if before == now => self.game.before_last(),
                before => Some(before),
            };
            let heading = self.heading();
            self.screen.board(&heading, &now, before.as_ref());
            for news in std::mem::take(&mut self.news) {
                self.screen.news(&news);
            }
            if self.game.is_over() {
                self.tell_end();
            } else if !self.game.begun.is_empty() {
                self.tell_steps();
            }
        }
        for news in std::mem::take(&mut self.news) {
            self.screen.news(&news);
        }
    }

    /// The game, who plays, and the dice.
    pub(super) fn heading(&self) -> String {
        let table = self.game.table();
        let who = Side::ALL.map(|side| {
            let player = match self.plays[side.index()] {
                true => "you".to_owned(),
                false => format!("Tricorn at {}", self.opponent.level),
            };
            format!("{} {player}", table.colour(side))
        });
        let dice = match self.dice {
            _ if !table.has_dice() => String::new(),
            Dice::Hand => "; dice by hand".into(),
            Dice::Seed(seed) => format!("; dice from seed {seed}, game {}", self.number),
        };
        format!("{}: {}, {}{dice}", table.name(), who[0], who[1])
    }

    pub(super) fn prompt_text(&self) -> String {
        let table = self.game.table();
        let colour = table.colour(table.turn());
        if self.game.is_over() {
            return "over> ".into();
        }
        match table.roll() {
            None => format!("{colour}'s roll> "),
            Some(roll) => {
                let parts = [colour.to_owned(), roll, self.game.begun.join(" ")];
                let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                format!("{}> ", parts.join(" "))
            }
        }
    }

    /// What can be typed now, and the commands.
    pub(super) fn help(&mut self) {
        let table = self.game.table();
        let now = if self.game.is_over() {
            "The game is over. Type new, undo, save FILE or quit.".to_owned()
        } else if table.roll().is_none() {
            "Type the roll that you have thrown, such as 31; `dice auto` lets the program throw."
                .to_owned()
        } else if self.game.begun.is_empty() {
            let legal = table.legal();
            let example = legal.first().map_or("", String::as_str);
            format!(
                "Type a move. You can type it whole, such as {example}; or only its beginning or its last \
                 square,\nif one move fits; or step by step. Tab completes."
            )
        } else {
            "Type the next step of your turn; `undo` takes one back.".to_owned()
        };
        self.screen.say(&format!("{now}\n\n{}", command::help()));
        if !self.game.begun.is_empty() {
            self.tell_steps();
        }
    }

    /// How the turn that is being entered can go on.
    pub(super) fn tell_steps(&mut self) {
        let Ok(steps) = self.game.table().steps(&self.game.begun) else {
            return;
        };
        let mut text = format!("Next: {}", steps.next.join("  "));
        if let Some(end) = &steps.end {
            text += &format!("   or Enter for {end}");
        }
        if !steps.captured.is_empty() {
            text += &format!(
                "\nCaptured, until the move is over: {}",
                steps.captured.join("  ")
            );
        }
        self.screen.say(&text);
    }

    /// How the game ended.
    pub(super) fn tell_end(&mut self) {
        let table = self.game.table();
        let (winner, text) = if let Some(loser) = self.game.resigned() {
            let [loses, wins] = [loser, loser.other()].map(|side| table.colour(side));
            (
                Some(loser.other()),
                format!("{loses} resigns: {wins} wins."),
            )
        } else if let Some(outcome) = self.game.outcome() {
            let why = table.why(&outcome);
            match outcome.winner {
                None => (
                    None,
                    format!("Drawn by rule: {why} ({}).", outcome.reason.word()),
                ),
                Some(winner) => {
                    let points = match outcome.points {
                        1 => String::new(),
                        points => format!(" {points} points"),
                    };
                    let colour = table.colour(winner);
                    let reason = outcome.reason.word();
                    (
                        Some(winner),
                        format!("{colour} wins{points}: {why} ({reason})."),
                    )
                }
            }
        } else {
            return;
        };
        let yours =
            match winner.map(|side| [side, side.other()].map(|side| self.plays[side.index()])) {
                Some([true, false]) => " You win!",
                Some([false, true]) => " You lose.",
                _ => "",
            };
        self.screen
            .news(&format!("{text}{yours} Type new for another game."));
    }

    pub(super) fn list_moves(&mut self, head: &str) {
        let table = self.game.table();
        if table.roll().is_none() && !self.game.is_over() {
            self.screen
                .say("The roll is not known; throw the dice first.");
            return;
        }
        let mut moves = table.legal();
        let all = moves.len();
        let own = |text: &String| {
            let own = text.split_once(':').map_or(text.as_str(), |(_, rest)| rest);
            own.starts_with(head) || text.starts_with(head)
        };
        moves.retain(own);
        let count = match moves.len() {
            shown if shown == all => format!("{all} legal moves"),
            shown => format!("{shown} of {all} legal moves"),
        };
        self.screen.say(&format!("{count}: {}", listed(&moves)));
    }

    pub(super) fn history(&mut self) {
        let turns = self.game.turns();
        if turns.is_empty() {
            self.screen.say("No move was played.");
            return;
        }
        let pairs = turns.chunks(2).enumerate();
        let lines: Vec<String> = pairs
            .map(|(at, pair)| format!("{:>3}. {}", at + 1, pair.join("  ")))
            .collect();
        self.screen.say(&lines.join("\n"));
    }
}
