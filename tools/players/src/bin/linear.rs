//! `player-linear`: the linear evaluation of Abak, one turn deep, on standard input and output.
//! Not here: how it plays; see the module `linear` of the crate.

use clap::Parser;
use std::process::ExitCode;
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;
use tricorn::uci::arguments;
use tricorn_players::linear::Linear;
use tricorn_players::player::{GamePlayer, Knob, Profile, start};

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
    settings: &[Knob::RollDice, Knob::DiceSeed],
};

fn main() -> ExitCode {
    let _: Arguments = arguments();
    start(&PROFILE)
}
