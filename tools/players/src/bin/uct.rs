//! `player-uct`: a reference player for Dameo and Eximo, plain UCT.
//! Not here: how it plays (`uct`).

use clap::Parser;
use std::process::ExitCode;
use tricorn::rules::Rules;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::uci::arguments;
use tricorn_players::player::{GamePlayer, PlayerOption, Profile, start};
use tricorn_players::uct::Uct;

/// A frozen reference player for Dameo and Eximo: plain UCT, a tree of uniformly random playouts.
///
/// It reads commands of a UCI-style protocol from standard input and answers on standard output.
/// A node is one playout. A depth has no meaning here: it is ignored if there is any other limit, and
/// alone it stands for 1,000 playouts a ply. Options: UCI_Variant, Seed, Hash (the most MiB that
/// the tree may take).
#[derive(Debug, Parser)]
#[command(name = "player-uct", version)]
struct Arguments {}

static PROFILE: Profile = Profile {
    name: concat!("player-uct ", env!("CARGO_PKG_VERSION")),
    games: &[
        (Dameo::NAME, GamePlayer::<Dameo, Uct<Dameo>>::open),
        (Eximo::NAME, GamePlayer::<Eximo, Uct<Eximo>>::open),
    ],
    settings: &[PlayerOption::Seed, PlayerOption::Hash],
};

fn main() -> ExitCode {
    let _: Arguments = arguments();
    start(&PROFILE)
}
