//! The shape of the code as a test: who may import whom, and what every file says at its head.
//! Not here: what the code does.

mod files;

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the engine, lowest first; each may import those before it and itself.
const LAYERS: [&str; 15] = [
    "control",
    "limits",
    "regular_file",
    "rules",
    "dice",
    "session",
    "eval",
    "search",
    "picture",
    "games",
    "eval_source",
    "uci",
    "engine",
    "play",
    "cli",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder of the project, with their text, sorted by path.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let found = files::below(&root().join(folder), "rs");
    assert!(!found.is_empty(), "{folder}");
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a text");
    found
        .into_iter()
        .map(|path| (path.clone(), text(&path)))
        .collect()
}

/// The lines of code in which a crate's path leads to the module `name`.
fn imports<'a>(text: &'a str, krate: &str, name: &str) -> Vec<&'a str> {
    let [path, group] = [format!("{krate}::{name}"), format!("{krate}::{{{name}")];
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let names = |line: &&str| {
        let mut places = line
            .match_indices(&path)
            .map(|(at, _)| &line[at + path.len()..]);
        let whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        places.any(whole) || line.contains(&group)
    };
    code.filter(names).collect()
}

#[test]
fn imports_run_one_way() {
    for (layer, name) in LAYERS.iter().enumerate() {
        for (path, text) in sources("src") {
            let inside = path.strip_prefix(root().join("src")).expect("below src");
            let own = inside.components().next().expect("a name");
            let own = own.as_os_str().to_string_lossy();
            if own.trim_end_matches(".rs") != *name {
                continue;
            }
            for above in &LAYERS[layer + 1..] {
                let found = imports(&text, "crate", above);
                assert!(found.is_empty(), "{path:?} imports {above}: {found:?}");
            }
        }
    }
}

#[test]
fn protocol_and_rules_do_not_know_each_other() {
    for (path, text) in sources("protocol") {
        assert!(!text.contains("tricorn::"), "{path:?}");
    }
    let below = ["src/rules", "src/eval", "src/search"];
    for (path, text) in below.into_iter().flat_map(sources) {
        assert!(!text.contains("tricorn_protocol"), "{path:?}");
        let found = imports(&text, "crate", "session");
        assert!(found.is_empty(), "{path:?} imports session: {found:?}");
    }
}

#[test]
fn the_process_knows_the_protocol_alone() {
    for (path, text) in sources("src/uci") {
        for layer in ["rules", "dice", "session", "eval", "search", "games"] {
            let found = imports(&text, "crate", layer);
            assert!(found.is_empty(), "{path:?} imports {layer}: {found:?}");
        }
    }
}

#[test]
fn the_terminal_drives_the_engine_over_the_protocol() {
    for (path, text) in sources("src/play") {
        for layer in ["eval", "search", "eval_source", "control", "limits"] {
            let found = imports(&text, "crate", layer);
            assert!(found.is_empty(), "{path:?} imports {layer}: {found:?}");
        }
    }
}

#[test]
fn the_engine_client_knows_the_protocol_alone() {
    for (path, text) in sources("tools/client") {
        for krate in ["tricorn::", "referee::"] {
            assert!(!text.contains(krate), "{path:?} knows {krate}");
        }
    }
}

#[test]
fn the_referee_judges_by_the_rules_alone() {
    for (path, text) in sources("tools/referee") {
        for layer in ["eval", "search", "games", "knowledge", "engine"] {
            let found = imports(&text, "tricorn", layer);
            assert!(found.is_empty(), "{path:?} imports {layer}: {found:?}");
        }
    }
}

#[test]
fn analysis_knows_evaluation_and_search_through_engines_alone() {
    for (path, text) in sources("tools/analysis") {
        for layer in ["eval", "search", "games", "knowledge", "engine"] {
            let found = imports(&text, "tricorn", layer);
            assert!(found.is_empty(), "{path:?} imports {layer}: {found:?}");
        }
    }
}

#[test]
fn work_on_the_engine_does_not_reach_the_reference_players() {
    for (path, text) in sources("tools/players/src") {
        for part in ["eval", "search", "games", "knowledge", "engine"] {
            let found = imports(&text, "tricorn", part);
            assert!(found.is_empty(), "{path:?} imports {part}: {found:?}");
        }
    }
}

#[test]
fn only_the_lists_name_all_games() {
    let games = ["dameo", "eximo", "abak"];
    for (path, text) in sources("src") {
        let all = games
            .iter()
            .all(|game| !imports(&text, "rules", game).is_empty());
        let list = path.ends_with("src/games.rs") || path.ends_with("src/rules/list.rs");
        assert_eq!(all, list, "{path:?}");
        let folder = path.strip_prefix(root().join("src")).expect("below src");
        for game in games {
            let own = folder
                .iter()
                .any(|part| part.to_string_lossy().trim_end_matches(".rs") == game);
            let other = imports(&text, "rules", game);
            assert!(
                own || list || other.is_empty() || text.contains("#[cfg(test)]"),
                "{path:?}: {other:?}"
            );
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_what_it_is_not() {
    let folders = ["src", "protocol", "tools", "tests"];
    for (path, text) in folders.into_iter().flat_map(sources) {
        let head: Vec<_> = text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        assert!(head.len() >= 2, "{path:?} has no head");
        assert!(
            head.iter().any(|line| line.contains("Not here: ")),
            "{path:?}: {head:?}"
        );
    }
}

/// The tools that print through `tools/common`: `println!` and its like panic where nobody reads.
const PRINTING: [&str; 9] = [
    "analysis",
    "benchmark",
    "board",
    "client",
    "common",
    "endgame",
    "gauntlet",
    "referee",
    "trainer",
];

/// What ends with the process that reads it: an engine's guard, and an engine for tests.
const SPOKEN_TO: [&str; 2] = ["guard.rs", "mock"];

#[test]
fn tools_print_by_one_way_that_does_not_panic() {
    for (path, text) in PRINTING
        .map(|tool| sources(&format!("tools/{tool}/src")))
        .iter()
        .flatten()
    {
        let spoken_to = |part: &std::ffi::OsStr| SPOKEN_TO.iter().any(|name| part == *name);
        if path.iter().any(spoken_to) {
            continue;
        }
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let found: Vec<_> = code
            .filter(|line| line.contains("print!(") || line.contains("println!("))
            .collect();
        assert!(found.is_empty(), "{path:?}: {found:?}");
    }
}
