//! The UCI options: names, types, ranges, defaults and current values.
//! Not here: acting on a change (`handler`).

use crate::games;
use std::path::Path;
use tricorn_protocol::{ErrorCode, OptionKind, OptionLine, ProtocolError, quote};

/// `Hash` in MiB. A size that the machine has no memory for is refused when it is set.
const HASH: Range = Range(1, 1 << 20);
/// More threads than CPUs are allowed, but make the search weaker.
const THREADS: Range = Range(1, 256);
const MULTIPV: Range = Range(1, 500);
/// From the weakest to the strongest level of all games. A game clamps the value to its own range.
const ELO: Range = Range(games::RATINGS[0] as i64, games::RATINGS[1] as i64);
/// `Move Overhead` in milliseconds.
const OVERHEAD: Range = Range(0, 5_000);
/// Clients that read options as signed 32-bit integers turn a greater maximum into -1.
const SEED: Range = Range(0, i32::MAX as i64);

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Tricorn ",
    env!("CARGO_PKG_VERSION"),
    ": Dameo, Eximo and Abak Evolution"
);

/// The minimum and maximum of a spin option.
#[derive(Clone, Copy)]
struct Range(i64, i64);

/// The current values of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `UCI_Variant`: the name of the game in lower case.
    pub variant: &'static str,
    /// `Hash`: the size of the transposition table in MiB.
    pub hash: usize,
    /// `Threads`: the number of search threads.
    pub threads: usize,
    /// `MultiPV`: the number of best lines to search.
    pub multipv: usize,
    /// `Ponder`: the client may let the engine search on the opponent's time.
    pub ponder: bool,
    /// `Move Overhead`: milliseconds lost on each move between client and engine.
    pub overhead: u64,
    /// `UCI_AnalyseMode`: the client analyses, so forced moves are searched like others.
    pub analyse: bool,
    /// `EndgameFile`: a file of endgame tables to use besides the embedded ones; empty for none.
    pub endgame_file: String,
    /// `EvalFile`: a net file; empty or `built-in` for the embedded net, `hand` for the hand-crafted
    /// evaluation.
    pub eval_file: String,
    /// `UCI_ShowWDL`: report win, draw and loss probabilities.
    pub show_wdl: bool,
    /// `UCI_LimitStrength`: play at the strength of `UCI_Elo`.
    pub limit_strength: bool,
    /// `UCI_Elo`: the rating to play at.
    pub elo: u32,
    /// `RollDice`: the engine rolls the dice if the position has no roll.
    pub roll_dice: bool,
    /// `DiceSeed`: the seed of the dice; 0 for a random one.
    pub dice_seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: games::NAMES[0],
            hash: 16,
            threads: 1,
            multipv: 1,
            ponder: false,
            overhead: 10,
            analyse: false,
            endgame_file: String::new(),
            eval_file: String::new(),
            show_wdl: false,
            limit_strength: false,
            elo: 1500,
            roll_dice: false,
            dice_seed: 0,
        }
    }
}

/// What the handler must do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the next command uses the new value.
    None,
    /// Switch to another game.
    Variant,
    /// Resize the transposition table to this size in MiB, then set the option.
    Hash(usize),
    /// Search with this number of threads.
    Threads(usize),
    /// Load this file of endgame tables, then set the option.
    Endgames(String),
    /// Load this net, then set the option.
    Net(String),
    /// Clear the transposition table.
    Clear,
    /// Use another seed for the dice.
    Seed,
    /// Write the log to this file; an empty name means stderr.
    Log(String),
}

/// One option: its name, its line in the answer to `uci`, and how it is set.
struct OptionSpec {
    name: &'static str,
    /// Type, range and default; the default is the value that the process started with.
    kind: fn(&Options) -> OptionKind,
    set: fn(&mut Options, &str) -> Result<Change, String>,
}

/// All options, in the order of the answer to `uci`.
const SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "UCI_Variant",
        kind: |start| OptionKind::Combo {
            default: start.variant.into(),
            vars: games::NAMES.iter().map(|&name| name.into()).collect(),
        },
        set: |options, value| {
            let known = games::NAMES
                .iter()
                .find(|name| name.eq_ignore_ascii_case(value));
            let &name = known
                .ok_or_else(|| format!("{}, expected {}", quote(value), games::NAMES.join(", ")))?;
            let before = std::mem::replace(&mut options.variant, name);
            Ok(if before == name {
                Change::None
            } else {
                Change::Variant
            })
        },
    },
    OptionSpec {
        name: "Hash",
        kind: |start| HASH.spin(start.hash as i64),
        set: |_, value| Ok(Change::Hash(HASH.read(value)? as usize)),
    },
    OptionSpec {
        name: "Threads",
        kind: |start| THREADS.spin(start.threads as i64),
        set: |options, value| {
            options.threads = THREADS.read(value)? as usize;
            Ok(Change::Threads(options.threads))
        },
    },
    OptionSpec {
        name: "MultiPV",
        kind: |start| MULTIPV.spin(start.multipv as i64),
        set: |options, value| {
            options.multipv = MULTIPV.read(value)? as usize;
            Ok(Change::None)
        },
    },
    OptionSpec {
        name: "Ponder",
        kind: |start| OptionKind::Check {
            default: start.ponder,
        },
        set: |options, value| check(&mut options.ponder, value),
    },
    OptionSpec {
        name: "Move Overhead",
        kind: |start| OVERHEAD.spin(start.overhead as i64),
        set: |options, value| {
            options.overhead = OVERHEAD.read(value)? as u64;
            Ok(Change::None)
        },
    },
    OptionSpec {
        name: "Clear Hash",
        kind: |_| OptionKind::Button,
        set: |_, _| Ok(Change::Clear),
    },
    OptionSpec {
        name: "UCI_AnalyseMode",
        kind: |start| OptionKind::Check {
            default: start.analyse,
        },
        set: |options, value| check(&mut options.analyse, value),
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: |start| OptionKind::Check {
            default: start.show_wdl,
        },
        set: |options, value| check(&mut options.show_wdl, value),
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: |start| OptionKind::Check {
            default: start.limit_strength,
        },
        set: |options, value| check(&mut options.limit_strength, value),
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: |start| ELO.spin(start.elo.into()),
        set: |options, value| {
            options.elo = ELO.read(value)? as u32;
            Ok(Change::None)
        },
    },
    OptionSpec {
        name: "UCI_EngineAbout",
        kind: |_| OptionKind::String {
            default: ABOUT.into(),
        },
        // UCI defines this as read-only: a value sent by the client is ignored.
        set: |_, _| Ok(Change::None),
    },
    OptionSpec {
        name: "Debug Log File",
        kind: |_| OptionKind::String {
            default: String::new(),
        },
        set: |_, value| Ok(Change::Log(value.into())),
    },
    OptionSpec {
        name: "EndgameFile",
        kind: |start| OptionKind::String {
            default: start.endgame_file.clone(),
        },
        set: |_, value| Ok(Change::Endgames(value.into())),
    },
    OptionSpec {
        name: "EvalFile",
        kind: |start| OptionKind::String {
            default: start.eval_file.clone(),
        },
        set: |_, value| Ok(Change::Net(value.into())),
    },
    OptionSpec {
        name: "RollDice",
        kind: |start| OptionKind::Check {
            default: start.roll_dice,
        },
        set: |options, value| check(&mut options.roll_dice, value),
    },
    OptionSpec {
        name: "DiceSeed",
        kind: |start| SEED.spin(start.dice_seed as i64),
        set: |options, value| {
            options.dice_seed = SEED.read(value)? as u64;
            Ok(Change::Seed)
        },
    },
];

/// The option lines in the answer to `uci`, for a process that started with `start`.
pub fn list(start: &Options) -> impl Iterator<Item = OptionLine> {
    SPECS.iter().map(|spec| OptionLine {
        name: spec.name.into(),
        kind: (spec.kind)(start),
    })
}

impl Options {
    /// The path in `EndgameFile`, if it is set.
    pub fn endgames(&self) -> Option<&Path> {
        (!self.endgame_file.is_empty()).then(|| Path::new(&self.endgame_file))
    }

    /// Sets an option and returns what the handler must do. The case of the name does not matter.
    ///
    /// # Errors
    /// There is no such option, its value is missing, or the value is not valid. Nothing changes
    /// then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, ProtocolError> {
        let spec = SPECS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| {
                let known: Vec<_> = SPECS.iter().map(|spec| spec.name).collect();
                let message = format!(
                    "no option {}, expected one of {}",
                    quote(name),
                    known.join(", ")
                );
                ProtocolError::new(ErrorCode::UnknownOption, message)
            })?;
        let needed = !matches!(
            (spec.kind)(self),
            OptionKind::Button | OptionKind::String { .. }
        );
        let outcome = match value {
            None | Some("") if needed => Err("no value, expected `value` and the value".into()),
            value => (spec.set)(self, value.unwrap_or_default()),
        };
        outcome.map_err(|message| {
            ProtocolError::new(
                ErrorCode::BadValue,
                format!("option {}: {message}", spec.name),
            )
        })
    }
}

impl Range {
    fn spin(self, default: i64) -> OptionKind {
        OptionKind::Spin {
            default,
            min: self.0,
            max: self.1,
        }
    }

    fn read(self, value: &str) -> Result<i64, String> {
        let Self(min, max) = self;
        let number = value.parse().ok().filter(|_| !value.starts_with('+'));
        number
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| format!("{}, expected a number from {min} to {max}", quote(value)))
    }
}

fn check(into: &mut bool, value: &str) -> Result<Change, String> {
    *into = if value.eq_ignore_ascii_case("true") {
        true
    } else if value.eq_ignore_ascii_case("false") {
        false
    } else {
        return Err(format!("{}, expected true or false", quote(value)));
    };
    Ok(Change::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_value_keeps_the_old_one() {
        let mut options = Options::default();
        assert_eq!(options.set("multipv", Some("3")), Ok(Change::None));
        for wrong in [
            None,
            Some(""),
            Some("0"),
            Some("501"),
            Some("x"),
            Some("-1"),
        ] {
            assert!(options.set("MultiPV", wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(options.multipv, 3);
        assert!(options.set("no such thing", Some("1")).is_err());
    }

    #[test]
    fn listed_defaults_equal_the_values() {
        let mut options = Options::default();
        for OptionLine { name, kind } in list(&Options::default()) {
            let value = match kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. } | OptionKind::String { default } => default,
                OptionKind::Button => continue,
            };
            assert!(options.set(&name, Some(&value)).is_ok(), "{name}");
        }
        assert_eq!(options, Options::default());
    }
}
