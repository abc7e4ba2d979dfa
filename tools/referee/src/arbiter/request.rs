//! The `go` command for each turn: clocks, limits, and options that depend on them.
//! Not here: the clocks themselves (`clock`).

use super::clock::Clock;
use super::game_in_progress::GameInProgress;
use crate::engine::{Dialect, Player};
use tricorn::rules::Side;
use tricorn_protocol::Go;

impl GameInProgress<'_> {
    /// The words of `go` for a side.
    pub(super) fn go(&self, side: Side) -> Go {
        let clock = &self.clocks[side.index()];
        let limits = clock.limits();
        let mut go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime_ms,
            ..Go::default()
        };
        let player = &self.players[side.index()];
        if clock.counts_nodes() && !knows_nodestime(player) {
            let share = clock.share();
            go.nodes = Some(go.nodes.map_or(share, |nodes| nodes.min(share)));
            return go;
        }
        if clock.shown().is_none() {
            return go;
        }
        go.movestogo = clock.moves_to_go();
        let shown = self.clocks.each_ref().map(Clock::shown);
        let time = |side: Side| shown[side.index()].map(|(time, _)| time);
        let gain = |side: Side| shown[side.index()].map(|(_, gain)| gain);
        match player.spec().dialect {
            Dialect::Uci => {
                let white = self.board.white();
                go.wtime = time(white);
                go.btime = time(white.other());
                go.winc = gain(white);
                go.binc = gain(white.other());
            }
            Dialect::Ugi => {
                go.p1time = time(Side::First);
                go.p2time = time(Side::Second);
                go.p1inc = gain(Side::First);
                go.p2inc = gain(Side::Second);
            }
        }
        go
    }
}

/// Whether the engine counts nodes as time by itself, so that it can share out its clock.
fn knows_nodestime(player: &Player) -> bool {
    let identity = player.identity();
    identity.is_some_and(|identity| identity.option("nodestime").is_some())
}

/// Options that go with what the player may spend, for engines that have them.
pub(super) fn optional_options(clock: &Clock) -> Vec<(&'static str, String)> {
    let nodes = clock.limits().nodestime.filter(|_| clock.counts_nodes());
    vec![
        ("Ponder", clock.limits().ponder.to_string()),
        ("nodestime", nodes.unwrap_or(0).to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbiter::warnings::Warnings;
    use crate::board;
    use crate::engine::{EngineSpec, Place};
    use crate::game::{Adjudication, Limits, Setup, TimeControl};
    use tricorn::rules::list;

    /// The line and the words of `go` for the first mover, whose clock has 5 s; the other has 9 s.
    fn asked(variant: &str) -> (String, Go) {
        let limits = [5_000, 9_000].map(|base_ms| Limits {
            tc: Some(TimeControl {
                moves: None,
                base_ms,
                increment_ms: 0,
            }),
            ..Limits::default()
        });
        let position = board::start_text(variant).expect("a game");
        let setup = Setup {
            variant: variant.to_owned(),
            position: position.clone(),
            moves: Vec::new(),
            seed: 1,
            pair: 0,
            game: 1,
            limits,
            adjudication: Adjudication::default(),
            max_plies: None,
        };
        let board = board::open::<&str>(variant, &position, &[]).expect("a board");
        let player = || Player::new(EngineSpec::default(), Place::default());
        let (mut first, mut second) = (player(), player());
        let names = ["a", "b"].map(str::to_owned);
        let players = [&mut first, &mut second];
        let game = GameInProgress::new(&setup, board, players, Warnings::new(names));
        (game.line.clone(), game.go(Side::First))
    }

    #[test]
    fn engines_of_every_version_read_the_first_movers_clock() {
        for variant in list::NAMES {
            let (line, go) = asked(variant);
            let letter = line.split(' ').nth(3);
            let left = match letter {
                // After `startpos` the first mover is White in these games, and has `wtime`.
                None => go.wtime,
                Some("w") => go.wtime,
                Some("b") => go.btime,
                other => panic!("{other:?} in {line}"),
            };
            assert_eq!(left, Some(5_000), "{line}");
            assert_eq!(letter.is_some(), *variant == "eximo", "{line}");
        }
    }
}
