//! `player-linear`: a one-ply reference player for Abak with a linear evaluation.
//! Not here: how it plays (`linear`).

use clap::Parser;
use std::process::ExitCode;
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;
use tricorn::uci::arguments;
use tricorn_players::linear::Linear;
use tricorn_players::player::{GamePlayer, PlayerOption, Profile, start};

/// A frozen reference player for Abak Evolution: a linear evaluation, one turn deep.
///
/// It reads commands of a UCI-style protocol from standard input and answers on standard output,
/// the same whatever the limits of a search are. Options: UCI_Variant, RollDice (it throws the
/// dice itself), DiceSeed.
#[derive(Debug, Parser)]
#[command(name = "player-linear", version)]
struct Arguments {}

static PROFILE: Profile = Profile {
    name: concat!("player-linear ", env!("CARGO_PKG_VERSION")),
    games: &[(Abak::NAME, GamePlayer::<Abak, Linear>::open)],
    settings: &[PlayerOption::RollDice, PlayerOption::DiceSeed],
};

fn main() -> ExitCode {
    let _: Arguments = arguments();
    start(&PROFILE)
}
