//! Real mock engines at a table: what a game between them gives, and what it leaves behind.
//! Not here: what is expected.

use referee::arbiter::{Played, play};
use referee::board;
use referee::engine::{Deadlines, EngineSpec, Place, Player};
use referee::game::{Adjudication, End, ForfeitReason, GameRecord, Limits, Setup};
use std::path::PathBuf;
use std::time::Duration;
use tricorn::rules::Side;
use tricorn::rules::list;

/// The mock engine, which can be its own guard.
const MOCK: &str = env!("CARGO_BIN_EXE_referee-mock");

/// A player whose processes all carry `tag` in their command lines.
pub fn player(tag: &str, arguments: &[&str]) -> Player {
    Player::new(spec(tag, arguments), place(Deadlines::default()))
}

/// How a mock engine with these arguments is started.
pub fn spec(tag: &str, arguments: &[&str]) -> EngineSpec {
    let mut args = vec!["--name".to_owned(), tag.to_owned()];
    args.extend(arguments.iter().map(ToString::to_string));
    EngineSpec {
        name: tag.to_owned(),
        command: MOCK.to_owned(),
        args,
        ..EngineSpec::default()
    }
}

/// A place with this patience. The defaults fit a loaded machine; only what has to run out in a
/// test is made short.
pub fn place(deadlines: Deadlines) -> Place {
    Place {
        guard: Some(PathBuf::from(MOCK)),
        cpus: Vec::new(),
        deadlines,
    }
}

/// Patience that runs out soon, for an engine that is going to be hung.
pub fn impatient() -> Deadlines {
    let soon = Duration::from_millis(400);
    Deadlines {
        search: soon,
        stop: soon,
        quit: soon,
        ..Deadlines::default()
    }
}

/// A short game from the start, with the same limits for both.
pub fn setup(variant: &str, limits: Limits) -> Setup {
    Setup {
        variant: variant.to_owned(),
        position: board::start_text(variant).expect("a known variant"),
        moves: Vec::new(),
        seed: 1,
        pair: 0,
        game: 1,
        limits: [limits.clone(), limits],
        adjudication: Adjudication::default(),
        max_plies: Some(6),
    }
}

/// Limits that no mock can break.
pub fn easy() -> Limits {
    Limits {
        depth: Some(1),
        ..Limits::default()
    }
}

/// The first game of the list.
pub fn first_variant() -> &'static str {
    list::NAMES[0]
}

/// Plays a game that can be set up.
pub async fn game(setup: &Setup, first: &mut Player, second: &mut Player) -> Played {
    play(setup, [first, second]).await.expect("a good setup")
}

/// That `side` lost for this reason.
#[track_caller]
pub fn assert_forfeit(record: &GameRecord, side: Side, fault: ForfeitReason) {
    let result = &record.result;
    assert_eq!(result.end, End::Forfeit(fault), "{record:?}");
    assert_eq!(result.winner, Some(side.other()), "{record:?}");
    assert_eq!(result.points, 1, "{record:?}");
}

/// That no process has `tag` in its command line.
#[track_caller]
pub fn assert_gone(tag: &str) {
    assert_eq!(processes(tag), Vec::<String>::new());
}

/// The command lines with `tag` in them. Empty on systems that do not list processes as files.
pub fn processes(tag: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| std::fs::read(entry.ok()?.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(tag))
        .collect()
}
