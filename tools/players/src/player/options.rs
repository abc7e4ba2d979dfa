//! The UCI options of the reference players.
//! Not here: what they change.

use tricorn_protocol::{ErrorCode, OptionKind, OptionLine, ProtocolError, quote};

/// The option that names the game.
pub(super) const VARIANT: &str = "UCI_Variant";

/// An option of some players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerOption {
    /// The seed of all random choices.
    Seed,
    /// The memory limit of the tree in MiB.
    Hash,
    /// The player rolls the dice itself if the position has no roll.
    RollDice,
    /// The seed of these rolls.
    DiceSeed,
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// See [`PlayerOption::Seed`].
    pub seed: u64,
    /// See [`PlayerOption::Hash`].
    pub hash_mib: usize,
    /// See [`PlayerOption::RollDice`].
    pub roll_dice: bool,
    /// See [`PlayerOption::DiceSeed`].
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

/// The option line of `UCI_Variant`.
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

impl PlayerOption {
    const fn name(self) -> &'static str {
        match self {
            Self::Seed => "Seed",
            Self::Hash => "Hash",
            Self::RollDice => "RollDice",
            Self::DiceSeed => "DiceSeed",
        }
    }

    /// Minimum and maximum; `None` for a check option.
    const fn range(self) -> Option<(i64, i64)> {
        match self {
            Self::Seed | Self::DiceSeed => Some((0, i32::MAX as i64)),
            Self::Hash => Some((1, 4096)),
            Self::RollDice => None,
        }
    }

    /// Its option line.
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
    /// Sets one of the options; the case of its name does not matter.
    pub(super) fn set(
        &mut self,
        settings: &[PlayerOption],
        name: &str,
        value: &str,
    ) -> Result<(), ProtocolError> {
        let known = |option: &&PlayerOption| option.name().eq_ignore_ascii_case(name);
        let Some(&option) = settings.iter().find(known) else {
            let message = format!("no option {}", quote(name));
            return Err(ProtocolError::new(ErrorCode::UnknownOption, message));
        };
        let Some((min, max)) = option.range() else {
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
        match option {
            PlayerOption::Seed => self.seed = number as u64,
            PlayerOption::DiceSeed => self.dice_seed = number as u64,
            PlayerOption::Hash | PlayerOption::RollDice => self.hash_mib = number as usize,
        }
        Ok(())
    }
}
