//! A file of positions and targets: its head, what its lines must be, where to go on with it.
//! Not here: how positions and targets are found.
//!
//! The head says which games there are, and how many positions of each if not all. Then comes a
//! line for each position, game after game: the number of the game, the position, five chances in
//! millionths. All positions of a game stand in their order, some of them in any.

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

/// What a file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The games, by their numbers.
    pub games: Range<u64>,
    /// So many positions of each; `None` for all.
    pub each: Option<u32>,
}

/// Between the number of positions and what follows it in a head.
const EACH: &str = " positions of each";

impl Content {
    /// The head of a file with it; `how` says what else decides what is in it.
    fn head(&self, how: &str) -> String {
        let Range { start, end } = self.games;
        let games = end - start;
        let each = self.each.map(|each| format!(" {each}{EACH},"));
        let each = each.unwrap_or_default();
        format!("# {games} games from {start},{each} {how}\n")
    }

    /// What a head tells; `None` if it is none.
    fn read(head: &str) -> Option<Self> {
        let (count, rest) = head.strip_prefix("# ")?.split_once(" games from ")?;
        let (start, rest) = rest.split_once(", ")?;
        let start = start.parse::<u64>().ok()?;
        let each = match rest.split_once(EACH) {
            Some((each, _)) => Some(each.parse().ok()?),
            None => None,
        };
        Some(Self {
            games: start..start.checked_add(count.parse().ok()?)?,
            each,
        })
    }
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
    content: &Content,
    how: &str,
    threads: usize,
    worker: impl Fn() -> F + Sync,
) -> anyhow::Result<()>
where
    F: FnMut(u64) -> String,
{
    let context = || path.display().to_string();
    let (mut file, mut next) = resume(path, content, how).with_context(context)?;
    let Range { start, end } = content.games;
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
/// It is in use, begun otherwise, or one of its lines is none or has a game that cannot stand there.
/// Whether a game has all its lines is seen when the file is read.
fn resume(path: &Path, content: &Content, how: &str) -> anyhow::Result<(File, u64)> {
    let mut file = files::lock(path)?;
    let (head, games) = (content.head(how), &content.games);
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
        let context = || format!("line {number}");
        let (game, rest) = numbered(line, games, last).with_context(context)?;
        weighed(rest).with_context(context)?;
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
    let content = lines.next().and_then(Content::read);
    let content = content.context("line 1: expected how many games, and from which one on")?;
    let Content { games, each } = &content;
    let mut lessons = Vec::new();
    let mut before: Option<(u64, Abak)> = None;
    // Positions of the last game so far.
    let mut seen = 0;
    let mut number = 1;
    for line in lines {
        number += 1;
        let context = || format!("line {number}");
        let last = before.map(|(game, _)| game);
        let (game, rest) = numbered(line, games, last).with_context(context)?;
        let (position, target) = weighed(rest).with_context(context)?;
        let begins = last != Some(game);
        let follows = match (each, before) {
            (Some(each), Some(_)) if begins => seen == *each,
            (Some(each), _) => begins || seen < *each,
            (None, Some((_, before))) if !begins => position.turn() != before.turn(),
            (None, _) => position == Abak::start(),
        };
        ensure!(
            follows,
            "line {number}: the position cannot come here: a line of a game is missing, or there twice"
        );
        seen = if begins { 1 } else { seen + 1 };
        before = Some((game, position));
        let inputs = Inputs::of(&position);
        lessons.push((game, Lesson { inputs, target }));
    }
    // The game that is not there as a whole, if any.
    let next = before.map_or(games.start, |(game, _)| game + 1);
    let next = if each.is_some_and(|each| seen < each) {
        next.saturating_sub(1).max(games.start)
    } else {
        next
    };
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

    fn all() -> Content {
        Content {
            games: 7..9,
            each: None,
        }
    }

    /// Two games of a few positions.
    fn text() -> String {
        let mut text = all().head("by a test");
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
    fn of_a_file_of_some_positions_all_must_be_there() {
        let all = text();
        let head = |each| {
            let content = Content {
                games: 7..9,
                each: Some(each),
            };
            assert_eq!(Content::read(&content.head("x, y")), Some(content.clone()));
            content.head("by a test")
        };
        let (_, rest) = all.split_once('\n').expect("a head");
        let lines: Vec<&str> = rest.split_inclusive('\n').collect();
        let some = |each, numbers: &[usize]| {
            let lines: String = numbers.iter().map(|&at| lines[at]).collect();
            head(each) + &lines
        };
        // In any order.
        assert_eq!(parse(&some(2, &[2, 1, 3, 5])).expect("sound").len(), 4);
        assert_eq!(
            parse(&some(3, &[2, 1, 0, 3, 5, 4])).expect("sound").len(),
            6
        );
        refused(&some(2, &[2, 3, 5]), &["line 3", "missing"]);
        refused(&some(2, &[2, 1, 0, 3, 5]), &["line 4", "twice"]);
        refused(&some(2, &[2, 1, 3]), &["line 5", "game 8 is missing"]);
        refused(&some(2, &[2, 1]), &["line 4", "game 8 is missing"]);
        refused(&some(2, &[2]), &["line 3", "game 7 is missing"]);
        refused(&some(2, &[]), &["line 2", "game 7 is missing"]);
    }

    #[test]
    fn a_file_goes_on_from_its_last_game_wherever_it_was_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let (text, games) = (text(), all());
        let second = text.find("\n8 ").expect("a game") + 1;
        let first = games.head("by a test").len();
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
        let more = Content {
            games: 7..10,
            each: None,
        };
        let error = resume(&path, &more, "by a test").expect_err("another");
        assert!(error.to_string().contains("begun as"), "{error}");
        std::fs::write(&path, text.replacen("7 ", "5 ", 1)).expect("a file");
        assert!(resume(&path, &games, "by a test").is_err());
        std::fs::write(&path, &text).expect("a file");
        let (_file, _) = resume(&path, &games, "by a test").expect("sound");
        let error = resume(&path, &games, "by a test").expect_err("in use");
        assert!(error.to_string().contains("in use"), "{error}");
    }
}
