//! `analyse review`: texts, JSON, the page, resuming, files that are no games.
//! Not here: `analyse lines`.

use super::setting::{MOCK, analyse, ended, errors, objects, random_game, schema, tricorn};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use tempfile::tempdir;

const REVIEW: &str = include_str!("../../review.schema.json");

/// Three games of few moves, one of each variant, as files of plain lists.
fn games(folder: &Path) -> [(&'static str, String); 3] {
    ["dameo", "eximo", "abak"].map(|variant| {
        let path = folder.join(variant);
        let text = format!(
            "# two games\n{}\nposition startpos moves {}\n",
            random_game(variant, 1, 24),
            random_game(variant, 2, 9)
        );
        fs::write(&path, text).expect("written");
        (variant, path.display().to_string())
    })
}

#[test]
fn reviews_are_as_the_schema_says() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    let schema = schema(REVIEW);
    for (variant, path) in games(folder.path()) {
        let limit = if variant == "abak" {
            "--depth 1 --rollout 20"
        } else {
            "--nodes 1000"
        };
        let arguments = format!(
            "review {path} --variant {variant} {limit} --json --engines 2 --engine cmd={}",
            engine.display()
        );
        let (code, text, messages) = ended(&mut analyse(&arguments), "");
        assert_eq!(code, Some(0), "{messages}");
        let reviews = objects(&text);
        assert_eq!(reviews.len(), 2);
        for review in &reviews {
            assert_eq!(errors(&schema, review), [""; 0], "{variant}");
            let turns = review["turns"].as_array().expect("turns");
            assert_eq!(
                turns.len(),
                review["game"]["moves"].as_array().expect("moves").len()
            );
            check(review, turns, variant == "abak");
        }
        assert_eq!(reviews[1]["game"]["line"], 3);
    }
}

/// What holds in every review.
fn check(review: &Value, turns: &[Value], dice: bool) {
    let number = |value: &Value| value.as_f64().expect("a number");
    for turn in turns {
        let (loss, class) = (
            number(&turn["loss"]),
            turn["class"].as_str().expect("a class"),
        );
        let borders = if dice {
            [0.04, 0.08, 0.16]
        } else {
            [0.05, 0.10, 0.20]
        };
        let worse = borders.iter().filter(|&&border| loss >= border).count();
        let expected: &[&str] = match worse {
            0 => &["forced", "best", "good"],
            1 => &["inaccuracy"],
            2 => &["mistake"],
            _ => &["blunder"],
        };
        assert!(expected.contains(&class), "{turn}");
        if turn["best"][0]["move"] == turn["move"] {
            assert_eq!(loss, 0.0, "{turn}");
        }
        assert_eq!(turn["luck"].is_number(), dice, "{turn}");
    }
    for side in review["sides"].as_array().expect("sides") {
        let own = turns.iter().filter(|turn| turn["player"] == side["player"]);
        let lost: f64 = own.clone().map(|turn| number(&turn["loss"])).sum();
        assert!((lost - number(&side["loss"])).abs() < 1e-6, "{side}");
        let counts = side["classes"].as_object().expect("classes");
        let sum: u64 = counts.values().filter_map(Value::as_u64).sum();
        assert_eq!(sum, own.count() as u64);
        assert_eq!(side["errorRate"].is_number(), dice);
    }
}

#[test]
fn tables_judge_exactly() {
    let Some(engine) = tricorn() else { return };
    // A king and a man against a man: won for White, but not after the man's step to the edge.
    let game = "fen 8/8/8/8/8/m7/8/1M5K w 0 1 moves ";
    for (moves, verdicts, loss, class) in [
        ("h1a8 a3b2", ["won", "won"], 0.0, "best"),
        ("b1a2 a3a1", ["won", "drawn"], 0.5, "blunder"),
    ] {
        let arguments = format!(
            "review - --variant dameo --nodes 500 --json --engine cmd={}",
            engine.display()
        );
        let (code, text, messages) = ended(&mut analyse(&arguments), &format!("{game}{moves}"));
        assert_eq!(code, Some(0), "{messages}");
        let review = &objects(&text)[0];
        let first = &review["turns"][0];
        let found = ["exact", "exactAfter"].map(|member| &first[member]["verdict"]);
        assert_eq!(found, verdicts, "{first}");
        assert_eq!(
            (first["loss"].as_f64(), &first["class"]),
            (Some(loss), &class.into())
        );
        assert_eq!(first["turning"], loss > 0.0);
    }
}

#[test]
fn a_review_that_was_cut_off_is_resumed_to_the_same_bytes() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    let [(variant, games), ..] = games(folder.path());
    let (state, page) = (folder.path().join("state"), folder.path().join("page.html"));
    let arguments = format!(
        "review {games} --variant {variant} --nodes 500 --all --engines 2 --engine cmd={} --resume {} --html {}",
        engine.display(),
        state.display(),
        page.display()
    );
    let run = || {
        let (code, text, messages) = ended(&mut analyse(&arguments), "");
        assert_eq!(code, Some(0), "{messages}");
        (text, fs::read(&page).expect("the page"))
    };
    let whole = run();
    let kept = fs::read(&state).expect("the state");
    let lines = kept.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines, 1 + 24 + 9);
    assert_eq!(run(), whole, "all was analysed before");
    for left in [kept.len() - 10, kept.len() / 2, kept.len() / 5, 20, 0] {
        fs::write(&state, &kept[..left]).expect("cut");
        assert_eq!(run(), whole, "from {left} bytes");
    }

    // Killed while it runs, and resumed.
    fs::remove_file(&state).expect("removed");
    let mut child = analyse(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    while fs::read(&state).map_or(0, |text| text.len()) < kept.len() / 3 {
        if child.try_wait().expect("a process").is_some() {
            break;
        }
        std::thread::yield_now();
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(run(), whole, "killed");

    // Other settings, and a state that was edited.
    let other = arguments.replace("--nodes 500", "--nodes 600");
    let (code, _, messages) = ended(&mut analyse(&other), "");
    assert!(
        code == Some(1) && messages.contains("other settings"),
        "{messages}"
    );
    let edited = String::from_utf8(kept)
        .expect("text")
        .replacen("\"ply\":3", "\"ply\":4", 1);
    fs::write(&state, edited).expect("edited");
    let (code, _, messages) = ended(&mut analyse(&arguments), "");
    assert!(
        code == Some(1) && messages.contains("damaged"),
        "{messages}"
    );
}

/// A game as the referee writes it, with one given move.
const RECORD: &str = "\
# one game

[Format \"tricorn-game 1.0\"]
[Variant \"dameo\"]
[Pair \"3\"]
[Game \"1\"]
[P1 \"<a>\"]
[P2 \"b\"]
[Result \"1-0\"]
[End \"rules no-moves\"]
[Limits1 \"nodes=1 margin=0\"]
[Limits2 \"nodes=1 margin=0\"]
[Seed \"1\"]
[Position \"8/8/8/8/8/7m/8/7K b 0 1\"]
[Opening \"1\"]
[Last \"8/8/8/8/8/8/8/8 b 0 2\"]
h3h2 cp=-70
h1h3 mate=1
";

#[test]
fn records_of_games_are_judged_without_their_openings() {
    let folder = tempdir().expect("folder");
    let page = folder.path().join("page.html");
    let arguments = format!(
        "review - --json --html {} --engine cmd={MOCK}",
        page.display()
    );
    let (code, text, messages) = ended(&mut analyse(&arguments), RECORD);
    assert_eq!(code, Some(0), "{messages}");
    let review = &objects(&text)[0];
    assert_eq!(errors(&schema(REVIEW), review), [""; 0]);
    let plies: Vec<_> = review["turns"]
        .as_array()
        .expect("turns")
        .iter()
        .map(|turn| &turn["ply"])
        .collect();
    assert_eq!(plies, [1]);
    assert_eq!(review["game"]["line"], 3);
    assert_eq!(review["sides"][0]["name"], "<a>");
    assert_eq!(review["status"]["result"], "p1win");
    let page = fs::read_to_string(&page).expect("the page");
    assert!(
        page.contains("&lt;a&gt;") && !page.contains("<a>"),
        "escaped"
    );
}

#[test]
fn the_page_needs_nothing_else() {
    let folder = tempdir().expect("folder");
    let [(variant, games), ..] = games(folder.path());
    let page = folder.path().join("page.html");
    let arguments = format!(
        "review {games} --variant {variant} --engine cmd={MOCK} --html {}",
        page.display()
    );
    let (code, text, messages) = ended(&mut analyse(&arguments), "");
    assert_eq!(code, Some(0), "{text}{messages}");
    let page = fs::read_to_string(&page).expect("the page");
    assert_eq!(page.matches("<svg").count(), 2);
    for outside in [
        "http:", "https:", "src=", "@import", "url(", "<script", "<link",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'") && page.ends_with("</html>\n"));
}

#[test]
fn files_that_are_no_games_are_told_with_their_line() {
    let folder = tempdir().expect("folder");
    for (text, variant, message) in [
        ("", "--variant dameo", "no games"),
        ("c3c4", "", "--variant"),
        (
            "c3c4\n\nc3c4 zz",
            "--variant dameo",
            "game 2 at line 3: /moves/1: \"zz\"",
        ),
        ("fen 8/8 moves c3c4", "--variant dameo", "/position"),
        ("[Format \"x\"]\n", "", "line 1"),
    ] {
        let path = folder.path().join("games");
        fs::write(&path, text).expect("written");
        let arguments = format!("review {} {variant} --engine cmd={MOCK}", path.display());
        let (code, _, messages) = ended(&mut analyse(&arguments), "");
        assert_eq!(code, Some(1), "{text}");
        assert!(messages.contains(message), "{text}: {messages}");
    }
    let (code, _, messages) = ended(&mut analyse(&format!("review . --engine cmd={MOCK}")), "");
    assert!(
        code == Some(1) && messages.contains("a folder"),
        "{messages}"
    );
}

#[test]
fn an_engine_without_scores_is_told() {
    let arguments = format!("review - --variant dameo --engine cmd={MOCK} args=--silent");
    let (code, _, messages) = ended(&mut analyse(&arguments), "c3c4 f6f5\n");
    assert_eq!(code, Some(1));
    assert!(messages.contains("no score for ply"), "{messages}");
}
