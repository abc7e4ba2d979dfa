//! `player-material`: a reference player for Dameo and Eximo, alpha-beta with material only.
//! Not here: how it plays (`material`).

use clap::Parser;
use std::process::ExitCode;
use tricorn::rules::Rules;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::uci::arguments;
use tricorn_players::material::Material;
use tricorn_players::player::{GamePlayer, PlayerOption, Profile, start};

/// A frozen reference player for Dameo and Eximo: plain alpha-beta that counts material alone.
///
/// It reads commands of a UCI-style protocol from standard input and answers on standard output.
/// A node is one position. At depth 1 it is the anchor of the rating scale: 1000. Options:
/// UCI_Variant, Seed (which of several equal moves is played).
#[derive(Debug, Parser)]
#[command(name = "player-material", version)]
struct Arguments {}

static PROFILE: Profile = Profile {
    name: concat!("player-material ", env!("CARGO_PKG_VERSION")),
    games: &[
        (Dameo::NAME, GamePlayer::<Dameo, Material<Dameo>>::open),
        (Eximo::NAME, GamePlayer::<Eximo, Material<Eximo>>::open),
    ],
    settings: &[PlayerOption::Seed],
};

fn main() -> ExitCode {
    let _: Arguments = arguments();
    start(&PROFILE)
}
