//! Runs the conformance set: positions with every legal move, its result and perft counts.
//! Not here: the set itself (`tests/conformance`, with its format in the README there).

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::{Game, Notation, Token};

/// One line of the set.
#[derive(Deserialize)]
struct Case {
    id: String,
    position: String,
    /// Canonical text of each legal move, and the position it leads to.
    moves: BTreeMap<String, String>,
    /// Counts from depth 1 on; of the position without its roll, where it has one.
    #[serde(default)]
    perft: Vec<u64>,
}

/// The most leaves that the test counts. The set has deeper entries for other programs.
const LEAVES: u64 = 2_000_000;

/// Checks every line of the files; `lines` is how many there are in all of them.
pub fn check<G: Notation>(files: &[&str], lines: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("{path:?}: {e}"));
    let mut seen = 0;
    for file in files {
        let text = read(&root.join("tests/conformance").join(file)).unwrap();
        seen += check_text::<G>(&text);
    }
    assert_eq!(seen, lines, "lines in {files:?}");
}

fn check_text<G: Notation>(text: &str) -> usize {
    let mut faults = Vec::new();
    let mut lines = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        lines += 1;
        if let Err(fault) = check_case::<G>(&case) {
            faults.push(format!(
                "{} {} {}: {fault}",
                G::NAME,
                case.id,
                case.position
            ));
        }
    }
    let shown = faults.iter().take(10).cloned().collect::<Vec<_>>();
    let shown = shown.join("\n");
    assert!(
        faults.is_empty(),
        "{} of {lines} wrong:\n{shown}",
        faults.len()
    );
    lines
}

fn check_case<G: Notation>(case: &Case) -> Result<(), String> {
    let placed = G::parse_position(&case.position).map_err(|e| e.to_string())?;
    let game = Game::new(placed.position.clone(), placed.roll);
    if game.text() != case.position {
        return Err(format!("is written {}", game.text()));
    }
    let roll = game.roll().ok_or("no roll")?;
    let mut moves = Vec::new();
    game.position().moves(roll, &mut moves);
    let ours: BTreeMap<String, String> = moves
        .iter()
        .map(|m| {
            let mut after = game.clone();
            after.play(m);
            (game.position().move_text(m), after.text())
        })
        .collect();
    if ours.len() != moves.len() || game.position().count(roll) != moves.len() as u64 {
        return Err("two moves share a text, or count differs from the list".into());
    }
    for (text, result) in &case.moves {
        match ours.get(text) {
            None => return Err(format!("{text} is missing, ours are {:?}", ours.keys())),
            Some(own) if own != result => return Err(format!("{text} leads to {own}")),
            Some(_) => {}
        }
        let mut after = game.clone();
        match after.read(text) {
            Ok(Token::Move(_)) if &after.text() == result => {}
            other => return Err(format!("{text} is read as {other:?}")),
        }
    }
    if let Some(text) = ours.keys().find(|text| !case.moves.contains_key(*text)) {
        return Err(format!("{text} is too much"));
    }
    for (depth, &count) in (1..).zip(&case.perft) {
        let ways = [Leaves::Counted, Leaves::Listed, Leaves::Applied];
        for leaves in ways.into_iter().filter(|_| count <= LEAVES) {
            let own = perft(&placed.position, None, depth, leaves, &|| false);
            if own != Some(count) {
                return Err(format!("perft {depth} is {own:?}, not {count}"));
            }
        }
    }
    Ok(())
}
