//! What can be set besides the game.
//! Not here: what it changes.

use tricorn_protocol::{ErrorCode, OptionKind, OptionLine, ProtocolError, quote};

/// The option that names the game.
pub(super) const VARIANT: &str = "UCI_Variant";

/// An option that some player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knob {
    /// What everything random is drawn from.
    Seed,
    /// How much memory a tree may take, about, in MiB.
    Hash,
    /// The player throws the dice itself where the position has no roll.
    RollDice,
    /// What these throws are drawn from.
    DiceSeed,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// See [`Knob::Seed`].
    pub seed: u64,
    /// See [`Knob::Hash`].
    pub hash_mib: usize,
    /// See [`Knob::RollDice`].
    pub roll_dice: bool,
    /// See [`Knob::DiceSeed`].
    pub dice_seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            hash_mib: 256,
            roll_dice: false,
            dice_seed: 1,
        }
    }
}

/// How `uci` lists the games.
pub(super) fn variant(games: &[&str]) -> OptionLine {
    OptionLine {
        name: VARIANT.into(),
        kind: OptionKind::Combo {
            default: games[0].into(),
            vars: games.iter().map(|&game| game.into()).collect(),
        },
    }
}

pub(super) fn bad_value(name: &str, value: &str, expected: &str) -> ProtocolError {
    let message = format!("option {name}: {}, expected {expected}", quote(value));
    ProtocolError::new(ErrorCode::BadValue, message)
}

impl Knob {
    const fn name(self) -> &'static str {
        match self {
            Self::Seed => "Seed",
            Self::Hash => "Hash",
            Self::RollDice => "RollDice",
            Self::DiceSeed => "DiceSeed",
        }
    }

    /// Least and greatest value; `None` for one that is true or false.
    const fn range(self) -> Option<(i64, i64)> {
        match self {
            Self::Seed | Self::DiceSeed => Some((0, i32::MAX as i64)),
            Self::Hash => Some((1, 4096)),
            Self::RollDice => None,
        }
    }

    /// How `uci` lists it.
    pub(super) fn line(self) -> OptionLine {
        let start = Settings::default();
        let kind = self.range().map(|(min, max)| OptionKind::Spin {
            default: match self {
                Self::Hash => start.hash_mib as i64,
                Self::DiceSeed => start.dice_seed as i64,
                Self::Seed | Self::RollDice => start.seed as i64,
            },
            min,
            max,
        });
        let default = start.roll_dice;
        OptionLine {
            name: self.name().into(),
            kind: kind.unwrap_or(OptionKind::Check { default }),
        }
    }
}

impl Settings {
    /// Sets one of the options, named in whatever case.
    pub(super) fn set(
        &mut self,
        settings: &[Knob],
        name: &str,
        value: &str,
    ) -> Result<(), ProtocolError> {
        let known = |knob: &&Knob| knob.name().eq_ignore_ascii_case(name);
        let Some(&knob) = settings.iter().find(known) else {
            let message = format!("no option {}", quote(name));
            return Err(ProtocolError::new(ErrorCode::UnknownOption, message));
        };
        let Some((min, max)) = knob.range() else {
            let word = value.to_ascii_lowercase();
            self.roll_dice = match word.as_str() {
                "true" => true,
                "false" => false,
                _ => return Err(bad_value(name, value, "true or false")),
            };
            return Ok(());
        };
        let number = value.parse().ok().filter(|_| !value.starts_with('+'));
        let Some(number) = number.filter(|number| (min..=max).contains(number)) else {
            let expected = format!("a number from {min} to {max}");
            return Err(bad_value(name, value, &expected));
        };
        match knob {
            Knob::Seed => self.seed = number as u64,
            Knob::DiceSeed => self.dice_seed = number as u64,
            Knob::Hash | Knob::RollDice => self.hash_mib = number as usize,
        }
        Ok(())
    }
}
