//! `trainer`: makes the nets of the engine.
//! Not here: the work itself, which the library does.

use clap::{Parser, Subcommand};

/// Makes the nets of the engine.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    /// The net of Abak.
    #[command(subcommand)]
    Abak(trainer::abak::Task),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().game {
        Game::Abak(task) => trainer::abak::run(&task),
    }
}
