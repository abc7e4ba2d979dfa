//! A file of positions and targets: its head, what its lines must be, where to go on with it.
//! Not here: how positions and targets are found.
//!
//! The head says which games there are. Then comes a line for each position, game after game from
//! the start of the game on: the number of the game, the position, five chances in millionths.

use super::games::each;
use super::lesson::{Chances, Lesson};
use super::output::progress;
use crate::files;
use anyhow::{Context, bail, ensure};
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::rules::abak::Abak;
use tricorn::rules::{Notation, Rules};

/// Games that are added at once: so many are lost where a run is broken off.
const AT_ONCE: u64 = 16;

/// The head of a file with these games; `how` says what else decides what is in it.
fn head(games: &Range<u64>, how: &str) -> String {
    let Range { start, end } = games;
    format!("# {} games from {start}, {how}\n", end - start)
}

/// The games of which a head tells; `None` if it is none.
fn games(head: &str) -> Option<Range<u64>> {
    let (count, rest) = head.strip_prefix("# ")?.split_once(" games from ")?;
    let (start, _) = rest.split_once(',')?;
    let start = start.parse::<u64>().ok()?;
    Some(start..start.checked_add(count.parse().ok()?)?)
}

/// A line of a file: a position of a game, and what it is worth.
pub fn line(game: u64, position: &Abak, target: &Chances) -> String {
    let mut line = format!("{game} {}", position.position_text(None));
    for chance in target {
        let millionths = (chance.clamp(0.0, 1.0) * 1e6).round();
        // Writing to a text cannot fail.
        let _ = write!(line, " {millionths}");
    }
    line.push('\n');
    line
}

/// Plays the games that a file lacks, on some threads, and adds their lines to it. `how` is what
/// decides on them beside their numbers.
///
/// # Errors
/// The file is in use, was begun otherwise, is damaged, or cannot be written.
pub fn fill<F>(
    path: &Path,
    games: Range<u64>,
    how: &str,
    threads: usize,
    worker: impl Fn() -> F + Sync,
) -> anyhow::Result<()>
where
    F: FnMut(u64) -> String,
{
    let context = || path.display().to_string();
    let (mut file, mut next) = resume(path, &games, how).with_context(context)?;
    let Range { start, end } = games;
    let bar = progress("games", next - start, end - start);
    while next < end {
        let to = (next + AT_ONCE).min(end);
        let lines = each(next..to, threads, &worker);
        file.write_all(lines.concat().as_bytes())
            .with_context(context)?;
        next = to;
        bar.set_position(next - start);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Opens the file of these games for this process alone, to add to it, and says which of them
/// comes next. A line that is cut off is taken away, and so is the last game, of which lines may
/// be missing. A file that has no head yet gets it.
///
/// # Errors
/// It is in use, begun otherwise, or damaged before its end.
fn resume(path: &Path, games: &Range<u64>, how: &str) -> anyhow::Result<(File, u64)> {
    let mut file = files::lock(path)?;
    let head = head(games, how);
    let text = files::text(path)?;
    if head.starts_with(&text) {
        file.set_len(0)?;
        file.write_all(head.as_bytes())?;
        return Ok((file, games.start));
    }
    let Some(lines) = text.strip_prefix(&head) else {
        let found = text.lines().next().unwrap_or_default();
        bail!("begun as `{found}`, not as `{}`", head.trim_end());
    };
    let mut last = None;
    let (mut whole, mut at) = (head.len(), head.len());
    for (number, line) in (2..).zip(lines.split_inclusive('\n')) {
        if !line.ends_with('\n') {
            break;
        }
        let (game, _) = numbered(line, games, last).with_context(|| format!("line {number}"))?;
        if last != Some(game) {
            (last, whole) = (Some(game), at);
        }
        at += line.len();
    }
    file.set_len(whole as u64)?;
    Ok((file, last.unwrap_or(games.start)))
}

/// Reads a file that is complete: with each position the number of its game; and the checksum of
/// the file.
///
/// # Errors
/// It cannot be read, or one of its lines is not what it must be.
pub fn read(path: &Path) -> anyhow::Result<(Vec<(u64, Lesson)>, u32)> {
    let context = || path.display().to_string();
    let text = files::text(path).with_context(context)?;
    let lessons = parse(&text).with_context(context)?;
    Ok((lessons, crc32fast::hash(text.as_bytes())))
}

fn parse(text: &str) -> anyhow::Result<Vec<(u64, Lesson)>> {
    let mut lines = text.split_inclusive('\n');
    let games = lines.next().and_then(games);
    let games = games.context("line 1: expected how many games, and from which one on")?;
    let mut lessons = Vec::new();
    let mut before: Option<(u64, Abak)> = None;
    let mut number = 1;
    for line in lines {
        number += 1;
        let context = || format!("line {number}");
        let last = before.map(|(game, _)| game);
        let (game, rest) = numbered(line, &games, last).with_context(context)?;
        let (position, target) = weighed(rest).with_context(context)?;
        let follows = match before {
            Some((last, before)) if last == game => position.turn() != before.turn(),
            _ => position == Abak::start(),
        };
        ensure!(
            follows,
            "line {number}: the position cannot come here: a line of game {game} is missing, or there twice"
        );
        before = Some((game, position));
        let inputs = Inputs::of(&position);
        lessons.push((game, Lesson { inputs, target }));
    }
    let next = before.map_or(games.start, |(game, _)| game + 1);
    ensure!(
        next == games.end,
        "line {}: game {next} is missing, of those before {}: the command that made the file goes on with it",
        number + 1,
        games.end
    );
    Ok(lessons)
}

/// The number of a line's game, and the rest of the line. The game is the `last` one or the next.
fn numbered<'a>(
    line: &'a str,
    games: &Range<u64>,
    last: Option<u64>,
) -> anyhow::Result<(u64, &'a str)> {
    let line = line.strip_suffix('\n').context("it is cut off")?;
    let (game, rest) = line.split_once(' ').context("a game's number expected")?;
    let game = game.parse::<u64>().context("a game's number expected")?;
    let next = last.map_or(games.start, |last| last + 1);
    ensure!(
        last == Some(game) || (game == next && game < games.end),
        "game {game} cannot come here: a game is missing, there twice, or none of those in the head"
    );
    Ok((game, rest))
}

/// A position and its target.
fn weighed(text: &str) -> anyhow::Result<(Abak, Chances)> {
    let words: Vec<_> = text.rsplitn(6, ' ').collect();
    let [e, d, c, b, a, position] = words[..] else {
        bail!("a position and five numbers expected");
    };
    let mut target = [0.0; 5];
    for (target, word) in target.iter_mut().zip([a, b, c, d, e]) {
        let millionths = word.parse::<f32>().ok();
        let millionths = millionths.filter(|number| (0.0..=1e6).contains(number));
        let millionths = millionths.with_context(|| format!("{word}: expected 0 to 1000000"))?;
        *target = millionths / 1e6;
    }
    Ok((Abak::parse_position(position)?.position, target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tricorn::rules::Chance;
    use tricorn::rules::abak::Dice;

    /// Two games of a few positions.
    fn text() -> String {
        let mut text = head(&(7..9), "by a test");
        for game in [7, 8] {
            let mut position = Abak::start();
            let mut moves = Vec::new();
            for &(roll, _) in &Dice::ROLLS[..3] {
                let place = position.position_text(None);
                text += &format!("{game} {place} 500000 20000 0 30000 100\n");
                position.moves(roll, &mut moves);
                position = position.play(&moves[0]);
            }
        }
        text
    }

    fn refused(text: &str, why: &[&str]) {
        let error = format!("{:#}", parse(text).expect_err("unsound"));
        assert!(why.iter().all(|why| error.contains(why)), "{error}");
    }

    #[test]
    fn a_whole_file_is_read() {
        let lessons = parse(&text()).expect("sound");
        let games: Vec<u64> = lessons.iter().map(|(game, _)| *game).collect();
        assert_eq!(games, [7, 7, 7, 8, 8, 8]);
        assert_eq!(lessons[4].1.target, [0.5, 0.02, 0.0, 0.03, 0.0001]);
    }

    #[test]
    fn what_is_no_whole_file_is_refused_by_the_line() {
        let text = text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
        let twice = |line: usize| [&lines[..=line], &lines[line..]].concat().concat();
        refused("", &["line 1"]);
        refused(&without(0), &["line 1"]);
        refused(&text[..text.len() - 1], &["line 7", "cut off"]);
        refused(&text.replacen(" 30000 100\n", "\n", 1), &["line 2"]);
        refused(&without(2), &["line 3", "missing"]);
        refused(&without(4), &["line 5", "missing"]);
        refused(&twice(5), &["line 7", "twice"]);
        refused(&lines[..4].concat(), &["line 5", "game 8 is missing"]);
        refused(&lines[..1].concat(), &["line 2", "game 7 is missing"]);
        let swapped = [&lines[..1], &lines[4..], &lines[1..4]].concat().concat();
        refused(&swapped, &["line 2", "game 8"]);
        let more = text.clone() + &lines[4].replacen("8 ", "9 ", 1);
        refused(&more, &["line 8", "game 9"]);
        for word in ["nan", "inf", "9e99", "-1", "1000001", "x"] {
            refused(
                &text.replacen(" 500000 ", &format!(" {word} "), 1),
                &["line 2", word],
            );
        }
    }

    #[test]
    fn a_file_goes_on_from_its_last_game_wherever_it_was_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let (text, games) = (text(), 7..9);
        let second = text.find("\n8 ").expect("a game") + 1;
        let first = head(&games, "by a test").len();
        for cut in 0..=text.len() {
            std::fs::write(&path, &text[..cut]).expect("a file");
            let (_, next) = resume(&path, &games, "by a test").expect("sound");
            let left = std::fs::read_to_string(&path).expect("a file");
            // The second game begins where its first line is whole.
            let begun = text[second..cut.max(second)].contains('\n');
            assert_eq!(next, if begun { 8 } else { 7 }, "cut at {cut}");
            assert_eq!(
                left,
                text[..if begun { second } else { first }],
                "cut at {cut}"
            );
        }
        let error = resume(&path, &(7..10), "by a test").expect_err("another");
        assert!(error.to_string().contains("begun as"), "{error}");
        std::fs::write(&path, text.replacen("7 ", "5 ", 1)).expect("a file");
        assert!(resume(&path, &games, "by a test").is_err());
        std::fs::write(&path, &text).expect("a file");
        let (_file, _) = resume(&path, &games, "by a test").expect("sound");
        let error = resume(&path, &games, "by a test").expect_err("in use");
        assert!(error.to_string().contains("in use"), "{error}");
    }
}
