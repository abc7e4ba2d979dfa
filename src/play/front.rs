//! The front end itself: whose turn it is, what is shown and asked, and what follows.
//! Not here: what each command does (`actions`).

use super::arguments::Arguments;
use super::command::{self, Command, Name};
use super::entry::{self, Entry};
use super::game::PlayedGame;
use super::keeper::Keeper;
use super::level::Level;
use super::opponent::Opponent;
use super::prompt::{Prompt, Typed};
use super::screen::{Abilities, Screen};
use anyhow::Context;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The name of a person in records.
pub(super) const PERSON: &str = "You";
/// The name of the engine in records.
pub(super) const ENGINE: &str = "Tricorn";

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Who throws the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dice {
    /// The program, from a seed.
    Seed(u64),
    /// The person, who types the rolls.
    Hand,
}

/// Whether the front end goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// It does.
    On,
    /// It ends.
    Quit,
}

/// A person's game against the engine.
pub struct Front {
    pub(super) game: PlayedGame,
    pub(super) screen: Screen,
    prompt: Prompt,
    pub(super) opponent: Opponent,
    /// Which sides the person plays, by the order of moving.
    pub(super) plays: [bool; 2],
    pub(super) dice: Dice,
    /// The number of the game, which the dice depend on.
    pub(super) number: u64,
    pub(super) keeper: Keeper,
    /// Whether the engine waits although it is to move.
    pub(super) paused: bool,
    /// Whether the board is to be drawn.
    pub(super) changed: bool,
    /// What is to be told below the board.
    pub(super) news: Vec<String>,
}

/// A seed that nobody knows.
pub(super) fn drawn_seed() -> u64 {
    // The keys of a fresh hasher are the system's random numbers. Short enough to be typed.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}

impl Front {
    /// Opens the game called `variant`, and the terminal or the pipe.
    ///
    /// # Errors
    /// The terminal, the file or the engine cannot be used.
    pub fn open(variant: &str, arguments: Arguments) -> anyhow::Result<Self> {
        let abilities = Abilities::of_stdout();
        let prompt = Prompt::open(abilities.redraws)?;
        let keeper = match arguments.file {
            Some(path) => Keeper::named(path)?,
            None if prompt.is_terminal() => Keeper::of_platform(),
            None => Keeper::none(),
        };
        let mut level = Level {
            elo: None,
            millis: arguments.movetime,
        };
        level.change(arguments.level);
        let opponent = Opponent::start(level).context("starting the engine")?;
        let mut front = Self {
            game: PlayedGame::new(variant)?,
            screen: Screen::new(abilities),
            prompt,
            opponent,
            plays: [true, false],
            dice: Dice::Seed(arguments.seed.unwrap_or_else(drawn_seed)),
            number: 0,
            keeper,
            paused: false,
            changed: true,
            news: Vec::new(),
        };
        front.take_side(&arguments.side.to_ascii_lowercase());
        front.begin()?;
        Ok(front)
    }

    /// Goes on with what the keeper found, or says that it can be done.
    fn begin(&mut self) -> anyhow::Result<()> {
        if self.keeper.is_named() {
            if let Some(game) = self.keeper.found.take() {
                self.go_on_with(game).map_err(anyhow::Error::msg)?;
            }
        } else if let Some(game) = &self.keeper.found {
            self.news.push(format!(
                "Your last game of {} was not finished. `resume` goes on with it.",
                game.variant.as_deref().unwrap_or_default(),
            ));
        }
        self.news.push("Type a move, or ? for help.".into());
        self.watch_interrupts()
    }

    /// Ctrl-C ends a search; while none runs, it ends the program. The game is kept already.
    fn watch_interrupts(&self) -> anyhow::Result<()> {
        let stopper = self.opponent.stopper();
        ctrlc::set_handler(move || {
            if !stopper.stop() {
                std::process::exit(INTERRUPTED);
            }
        })
        .context("watching for Ctrl-C")
    }

    /// Plays until the person leaves or the input ends.
    ///
    /// # Errors
    /// Reading fails.
    pub fn run(mut self) -> anyhow::Result<()> {
        loop {
            self.keep();
            if self.game.is_over() {
                self.show();
            } else if self.throws_itself() || self.passes() {
                continue;
            } else if self.engine_moves() {
                self.think();
                continue;
            } else {
                self.show();
            }
            let prompt = self.prompt_text();
            let game = &self.game;
            let words = || {
                let moves = game.table().legal().into_iter();
                let names = command::names().map(ToOwned::to_owned);
                names.chain(moves).collect()
            };
            let flow = match self.prompt.read(&prompt, words)? {
                Typed::Line(line) => self.obey(&line),
                Typed::Interrupted => self.leaves()?,
                Typed::End => Flow::Quit,
            };
            if flow == Flow::Quit {
                return Ok(());
            }
        }
    }

    /// Asks whether to leave.
    fn leaves(&mut self) -> anyhow::Result<Flow> {
        let question = "Leave? The game is kept. [y/N] ";
        Ok(match self.prompt.read(question, Vec::new)? {
            Typed::Line(line) if !line.trim().to_ascii_lowercase().starts_with('y') => Flow::On,
            _ => Flow::Quit,
        })
    }

    /// Throws the dice where that is the program's to do.
    fn throws_itself(&mut self) -> bool {
        let table = self.game.table();
        let Dice::Seed(seed) = self.dice else {
            return false;
        };
        if table.roll().is_some() {
            return false;
        }
        let roll = table.throw(seed, self.number);
        let colour = table.colour(table.turn());
        self.news.push(format!("{colour} throws {roll}."));
        self.game.throw(roll);
        self.changed = true;
        true
    }

    /// Plays a turn in which nothing can be moved.
    fn passes(&mut self) -> bool {
        let table = self.game.table();
        let Ok(steps) = table.steps(&[]) else {
            return false;
        };
        let Some(turn) = steps.end.filter(|_| steps.next.is_empty()) else {
            return false;
        };
        let colour = table.colour(table.turn());
        self.news.push(format!("{colour} cannot move: {turn}."));
        self.played(turn);
        true
    }

    fn engine_moves(&self) -> bool {
        let table = self.game.table();
        table.roll().is_some() && !self.paused && !self.plays[table.turn().index()]
    }

    /// Lets the engine move.
    pub(super) fn think(&mut self) {
        let turn = self.game.table().turn();
        if self.screen.redraws() {
            self.show();
        }
        let screen = &mut self.screen;
        screen.status("Tricorn is thinking; Ctrl-C lets it move at once.");
        let found = self.opponent.choose(&self.game, &mut |info| {
            if let Some(depth) = info.depth {
                screen.status(&format!(
                    "Tricorn is thinking, depth {depth}; Ctrl-C lets it move at once."
                ));
            }
        });
        match found {
            Ok(found) => {
                // Whoever only watches wants the game to stand still.
                self.paused |= found.stopped && self.plays == [false, false];
                match found.best {
                    Some(best) => {
                        let colour = self.game.table().colour(turn);
                        self.news
                            .push(format!("Tricorn plays {best} for {colour}."));
                        self.played(best);
                    }
                    None => self.paused = true,
                }
            }
            Err(error) => {
                self.screen.wrong(&error.to_string());
                self.paused = true;
            }
        }
    }

    /// Plays a legal turn.
    pub(super) fn played(&mut self, turn: String) {
        self.game.play(turn);
        self.changed = true;
    }

    /// Acts on a typed line.
    fn obey(&mut self, line: &str) -> Flow {
        match command::read(line) {
            Command::Nothing => self.enter(""),
            Command::Turn(typed) => self.enter(&typed),
            Command::Known(Name::Quit, _) => return Flow::Quit,
            Command::Known(name, words) => {
                if let Err(message) = self.carry_out(name, &words) {
                    self.screen.wrong(&message);
                }
            }
        }
        Flow::On
    }

    /// Reads a turn, a step of one, or a roll. Nothing typed ends a turn that may end here.
    fn enter(&mut self, typed: &str) {
        if self.game.is_over() {
            if !typed.is_empty() {
                self.screen
                    .wrong("The game is over: type new, undo, save FILE or quit.");
            }
            return;
        }
        let table = self.game.table();
        if table.roll().is_none() {
            if !typed.is_empty()
                && let Err(message) = self.throw_by_hand(typed)
            {
                self.screen.wrong(&message);
            }
            return;
        }
        if typed.is_empty() {
            if !self.game.begun.is_empty()
                && let Ok(steps) = table.steps(&self.game.begun)
            {
                match steps.end {
                    Some(turn) => self.played(turn),
                    None => self.tell_steps(),
                }
            }
            return;
        }
        if table.has_dice() && table.read_roll(typed).is_some() {
            let roll = table.roll().unwrap_or_default();
            let message = format!("{roll} is thrown already, expected a move");
            self.screen.wrong(&message);
            return;
        }
        match entry::read(table, &self.game.begun, typed) {
            Entry::Turn(turn) => self.played(turn),
            Entry::Begun(steps) => {
                self.game.begun = steps;
                self.changed = true;
            }
            Entry::Several(turns) => {
                let list = super::listed(&turns);
                self.screen.wrong(&format!("Several moves fit: {list}"));
            }
            Entry::Refused(message) => {
                let count = table.legal().len();
                self.screen.wrong(&format!(
                    "{}: {message}. `moves` lists the {count} legal moves.",
                    tricorn_protocol::quote(typed)
                ));
            }
        }
    }
}
