//! What `go` asks of a search: its limits, the mover's clock out of two, and the moves to search.
//! Not here: the limits themselves (`limits`), and how long to think with that much time.

use super::GameSession;
use super::moves::searchmoves;
use crate::limits::{Clock, Limits};
use crate::rules::{Game, Notation, Side};
use std::time::Duration;
use tricorn_protocol::{ErrorCode, Go, ProtocolError};

/// What `go` asks of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest<G: Notation> {
    /// What ends the search.
    pub limits: Limits,
    /// The moves to search; `None` for all.
    pub allowed: Option<Vec<G::Move>>,
}

impl<G: Notation> GameSession<G> {
    /// What `go` asks of a search of `game`, which is the session's, perhaps with a roll thrown for
    /// it; and what to report first. `None` if the search is refused: nothing limits it, and a word
    /// of `searchmoves` is no legal move, so it may have been meant as a limit. `stop` is asked
    /// at every word of `searchmoves`, and cuts that list there.
    pub fn search_request(
        &self,
        game: &Game<G>,
        go: &Go,
        stop: &dyn Fn() -> bool,
    ) -> (Option<SearchRequest<G>>, Vec<ProtocolError>) {
        let (limits, error) = self.limits(go, game.position().turn());
        let mut restriction = searchmoves(game, &go.searchmoves, stop);
        let refused = !go.limited() && !restriction.errors.is_empty();
        if refused {
            let message = format!(
                "nothing limits this go, and a word of its searchmoves is no legal move, expected {}",
                Go::LIMIT
            );
            let unlimited = ProtocolError::new(ErrorCode::BadArgument, message);
            restriction.errors.push_told(unlimited);
        }
        let errors = error.into_iter().chain(restriction.errors.finish());
        let request = SearchRequest {
            limits,
            allowed: restriction.allowed,
        };
        ((!refused).then_some(request), errors.collect())
    }

    /// The limits that `go` sets for `mover`, and what to report: a `go` that speaks of clocks and
    /// leaves out the mover's, so that nothing would end the search, gives a move at once.
    fn limits(&self, go: &Go, mover: Side) -> (Limits, Option<ProtocolError>) {
        let mut limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            movetime: go.movetime.map(Duration::from_millis),
            clock: self.mover_clock(go, mover),
            infinite: go.until_stop(),
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

    #[test]
    fn a_search_without_a_limit_needs_every_move_understood() {
        let session = GameSession::<Dameo>::new();
        let game = session.game().expect("a position");
        let request = |line: &str| session.search_request(game, &go(line), &|| false);
        for line in [
            "go searchmoves c3c4 dept 5",
            "go ponder searchmoves zz",
            &format!("go searchmoves {}", "zz ".repeat(100)),
        ] {
            let (request, errors) = request(line);
            assert_eq!(request, None, "{line}");
            assert!(errors.len() <= 17, "{line}: {errors:?}");
            let refusal = |error: &&ProtocolError| error.code == ErrorCode::BadArgument;
            assert_eq!(errors.iter().filter(refusal).count(), 1, "{errors:?}");
        }
        for (line, errors) in [
            ("go searchmoves c3c4 d3d4", 0),
            ("go infinite searchmoves zz", 1),
            ("go ponder depth 3 searchmoves c3c4 zz", 1),
            ("go depth x searchmoves zz", 1),
        ] {
            let (request, found) = request(line);
            assert!(request.is_some(), "{line}");
            assert_eq!(found.len(), errors, "{line}: {found:?}");
        }
    }
}
