//! Reviews that are killed again and again: what comes out in the end has the same bytes.
//! Not here: states that were cut or edited (`review`).

use super::setting::{analyse, ended, random_game, tricorn};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use tempfile::tempdir;

/// Kills a review once its state has grown to so many bytes; whether it was still running.
fn killed(mut child: Child, state: &Path, bytes: u64) -> bool {
    let length = || fs::metadata(state).map_or(0, |file| file.len());
    while length() < bytes {
        if child.try_wait().expect("a process").is_some() {
            return false;
        }
        std::thread::yield_now();
    }
    // SIGKILL: nothing of the program runs any more.
    child.kill().expect("killed");
    child.wait().expect("ended");
    true
}

#[test]
fn texts_json_and_pages_have_the_same_bytes_after_kills() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    let mut seed: u64 = 0x2545_f491_4f6c_dd1d;
    let mut kills = 0;
    for (variant, limit) in [
        ("dameo", "--nodes 400 --multipv 2"),
        ("eximo", "--nodes 400"),
        ("abak", "--depth 1 --rollout 8"),
    ] {
        let games = folder.path().join(variant);
        let text = random_game(variant, 3, 16) + "\n" + &random_game(variant, 4, 7) + "\n";
        fs::write(&games, text).expect("written");
        for output in ["--all", "--json"] {
            let page = folder.path().join("page.html");
            let arguments = |state: &Path| {
                format!(
                    "review {} --variant {variant} {limit} {output} --engines 2 --engine cmd={} \
                     --html {} --resume {}",
                    games.display(),
                    engine.display(),
                    page.display(),
                    state.display()
                )
            };
            let run = |state: &Path| {
                let (code, text, messages) = ended(&mut analyse(&arguments(state)), "");
                assert_eq!(code, Some(0), "{messages}");
                (text, fs::read(&page).expect("the page"))
            };
            let first = folder.path().join(format!("{variant}{output}.whole"));
            let whole = run(&first);
            let length = fs::metadata(&first).expect("the state").len();
            let state = folder.path().join(format!("{variant}{output}.killed"));
            fs::remove_file(&page).expect("removed");
            let mut reached = 0;
            loop {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                reached += 1 + seed % (length / 3);
                if reached >= length {
                    break;
                }
                let child = analyse(&arguments(&state))
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .expect("it starts");
                if !killed(child, &state, reached) {
                    break;
                }
                kills += 1;
            }
            assert_eq!(run(&state), whole, "{variant} {output}");
        }
    }
    assert!(kills > 0, "nothing was killed while it ran");
}
