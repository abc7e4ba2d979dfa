//! What ends a search, out of the words of `go`: the limits, and the mover's clock out of both.
//! Not here: the limits themselves (`limits`), and how long to think with that much time.

use super::GameSession;
use crate::limits::{Clock, Limits};
use crate::rules::{Notation, Side};
use std::time::Duration;
use tricorn_protocol::{ErrorCode, Go, ProtocolError};

impl<G: Notation> GameSession<G> {
    /// The limits that `go` sets for `mover`, and what to report: a `go` that speaks of clocks and
    /// leaves out the mover's, so that nothing would end the search, gives a move at once.
    #[must_use]
    pub fn limits(&self, go: &Go, mover: Side) -> (Limits, Option<ProtocolError>) {
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime.map(Duration::from_millis),
            clock: self.mover_clock(go, mover),
            infinite: go.infinite,
            ponder: go.ponder,
        };
        if limits.infinite || !limits.unlimited() {
            return (limits, None);
        }
        limits.movetime = Some(Duration::ZERO);
        let error = (go.movestogo != Some(0)).then(|| {
            let message = "no clock of the side to move, expected one beside the other words of a \
                           clock; the search is as with movetime 0";
            ProtocolError::new(ErrorCode::BadArgument, message)
        });
        (limits, error)
    }

    /// The mover's clock and increment, by player if both are given, else by colour.
    fn mover_clock(&self, go: &Go, mover: Side) -> Option<Clock> {
        let (by_player, player_gain) = match mover {
            Side::First => (go.p1time, go.p1inc),
            Side::Second => (go.p2time, go.p2inc),
        };
        let (by_colour, colour_gain) = if mover == self.white_clock() {
            (go.wtime, go.winc)
        } else {
            (go.btime, go.binc)
        };
        if go.movetime.is_some() && no_clock_runs(go) {
            return None;
        }
        Some(Clock {
            left_ms: by_player.or(by_colour)?,
            increment_ms: player_gain.or(colour_gain).unwrap_or(0),
            moves_to_go: go.movestogo,
        })
    }
}

/// Whether all clocks stand at 0: clients that always send clocks send these along with `movetime`.
fn no_clock_runs(go: &Go) -> bool {
    let clocks = [go.wtime, go.btime, go.p1time, go.p2time];
    clocks.iter().flatten().all(|&left_ms| left_ms == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dameo::Dameo;
    use crate::rules::eximo::Eximo;
    use tricorn_protocol::{Command, Start, Words, parse_command};

    fn go(line: &str) -> Go {
        match parse_command(line).command {
            Some(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn left<G: Notation>(session: &GameSession<G>, line: &str) -> Option<i64> {
        let mover = session.game().expect("a position").position().turn();
        let (limits, _) = session.limits(&go(line), mover);
        limits.clock.map(|clock| clock.left_ms)
    }

    #[test]
    fn from_startpos_white_is_whoever_moves_first() {
        let mut session = GameSession::<Eximo>::new();
        assert_eq!(left(&session, "go wtime 100 btime 60000"), Some(100));
        let moves = Words::from("c3c4");
        assert_eq!(session.set_position(&Start::Startpos, &moves), Ok(()));
        assert_eq!(left(&session, "go wtime 100 btime 60000"), Some(60_000));
        let text = session.game().expect("a position").text();
        let fen = Start::Fen(Words::from(text.as_str()));
        assert_eq!(session.set_position(&fen, &Words::default()), Ok(()));
        assert_eq!(left(&session, "go wtime 100 btime 60000"), Some(100));
        assert_eq!(left(&session, "go wtime 100 p2time 7"), Some(7));
        session.new_game();
        assert_eq!(left(&session, "go wtime 100 btime 60000"), Some(100));
    }

    #[test]
    fn clocks_at_zero_beside_movetime_are_none() {
        let session = GameSession::<Dameo>::new();
        assert_eq!(left(&session, "go btime 0 wtime 0 movetime 970"), None);
        assert_eq!(left(&session, "go btime 0 wtime 0"), Some(0));
        assert_eq!(left(&session, "go btime 5 wtime 0 movetime 970"), Some(0));
        assert_eq!(
            left(&session, "go wtime -1 btime -1 movetime 970"),
            Some(-1)
        );
    }

    #[test]
    fn clocks_without_the_movers_ask_for_a_move_at_once() {
        let session = GameSession::<Dameo>::new();
        let (limits, error) = session.limits(&go("go btime 100"), Side::First);
        assert_eq!(limits.movetime, Some(Duration::ZERO));
        assert!(error.is_some());
        let (limits, error) = session.limits(&go("go movestogo 0"), Side::First);
        assert_eq!((limits.movetime, error), (Some(Duration::ZERO), None));
        let (limits, error) = session.limits(&go("go"), Side::First);
        assert!(limits.infinite && limits.unlimited() && error.is_none());
    }
}
