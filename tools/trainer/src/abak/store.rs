//! The file format of training data for Abak: a header, the positions of each game, checksums.
//! Not here: how positions and targets are made.
//!
//! The head says which games there are, and how many positions of each if not all. Then follows a
//! line for each position, game after game: the number of the game, the position, five chances in
//! millionths. Where a file has all positions of a game, they stand in their order, otherwise in
//! any. The line `end <game> <checksum>` closes a game; the checksum (CRC-32) covers the file up to
//! that line. So a line that was edited or left out is found, and a game that was cut off too.

use super::games::each;
use super::sample::{Chances, Sample};
use crate::reporter::Reporter;
use anyhow::{Context, bail, ensure};
use crc32fast::Hasher;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write as _};
use std::ops::Range;
use std::path::Path;
use tricorn::eval::abak::net::inputs::Inputs;
use tricorn::regular_file;
use tricorn::rules::abak::Abak;
use tricorn::rules::{Notation, Rules};
use tricorn_common::lock;

/// Games that are added at once: an interrupted run loses at most so many.
const AT_ONCE: u64 = 16;

/// What a file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The games, by their numbers.
    pub games: Range<u64>,
    /// How many positions of each; `None` for all.
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

    /// What a head tells, and what else decides what is in the file; `None` if it is no head.
    fn read(head: &str) -> Option<(Self, String)> {
        let (count, rest) = head.strip_prefix("# ")?.split_once(" games from ")?;
        let (start, how) = rest.split_once(", ")?;
        let start = start.parse::<u64>().ok()?;
        let each = match how.split_once(EACH) {
            Some((each, _)) => Some(each.parse().ok()?),
            None => None,
        };
        let content = Self {
            games: start..start.checked_add(count.parse().ok()?)?,
            each,
        };
        Some((content, how.trim_end().to_owned()))
    }
}

/// What tells a file that was read from others.
pub struct Source {
    games: Range<u64>,
    /// What decides what is in the games, beside their numbers.
    how: String,
    /// The checksum of the whole file.
    pub checksum: u32,
}

impl Source {
    /// The first game that both files have.
    pub fn shares(&self, other: &Self) -> Option<u64> {
        let first = self.games.start.max(other.games.start);
        let both = self.games.contains(&first) && other.games.contains(&first);
        (both && self.how == other.how).then_some(first)
    }
}

/// A line of a file: a position of a game, and its target.
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
/// The file is in use, was begun with other settings, is damaged, or cannot be written.
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
    let mut file = lock::growing(path)?;
    let (mut next, mut sum) = resume(&mut file, content, how).with_context(context)?;
    let Range { start, end } = content.games;
    let reporter = Reporter::new("games", next - start, end - start, None);
    while next < end {
        let to = (next + AT_ONCE).min(end);
        let mut text = String::new();
        for (game, lines) in (next..to).zip(each(next..to, threads, &worker)) {
            sum.update(lines.as_bytes());
            let close = close(game, &sum);
            sum.update(close.as_bytes());
            text += &(lines + &close);
        }
        file.write_all(text.as_bytes()).with_context(context)?;
        next = to;
        reporter.bar.set(next - start);
    }
    reporter.finish(Some(&format!("{}: {} games", path.display(), end - start)))
}

/// The line that closes a game; `sum` is that of all before it.
fn close(game: u64, sum: &Hasher) -> String {
    format!("end {game} {:08x}\n", sum.clone().finalize())
}

/// Says which game comes next in a file, and the checksum so far. A game that was cut off is removed.
/// A file without a head gets it.
///
/// # Errors
/// It was begun with other settings, or is damaged.
fn resume(file: &mut File, content: &Content, how: &str) -> anyhow::Result<(u64, Hasher)> {
    let head = content.head(how);
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let mut sum = Hasher::new();
    sum.update(head.as_bytes());
    if head.starts_with(&text) {
        file.set_len(0)?;
        file.write_all(head.as_bytes())?;
        return Ok((content.games.start, sum));
    }
    let Some(lines) = text.strip_prefix(&head) else {
        let found = text.lines().next().unwrap_or_default();
        bail!(
            "begun as `{found}`, now `{}`; use another --output",
            head.trim_end()
        );
    };
    let mut reader = Reader::new(content, sum.clone());
    let (mut next, mut whole, mut at) = (content.games.start, head.len(), head.len());
    for (number, line) in (2..).zip(lines.split_inclusive('\n')) {
        if !line.ends_with('\n') {
            break;
        }
        let read = reader
            .line(line)
            .with_context(|| format!("line {number}"))?;
        at += line.len();
        if let Line::End(game) = read {
            (next, whole, sum) = (game + 1, at, reader.sum.clone());
        }
    }
    file.set_len(whole as u64)?;
    Ok((next, sum))
}

/// Reads a complete file: each sample with the number of its game, and what tells the file from
/// others.
///
/// # Errors
/// It cannot be read, or is damaged or not complete; the line is named.
pub fn read(path: &Path) -> anyhow::Result<(Vec<(u64, Sample)>, Source)> {
    let context = || path.display().to_string();
    let text = regular_file::text(path).with_context(context)?;
    parse(&text).with_context(context)
}

fn parse(text: &str) -> anyhow::Result<(Vec<(u64, Sample)>, Source)> {
    let mut lines = text.split_inclusive('\n');
    let head = lines.next().unwrap_or_default();
    let content = Content::read(head);
    let (content, how) = content.context("line 1: expected a head: `# <n> games from <n>, ...`")?;
    let mut sum = Hasher::new();
    sum.update(head.as_bytes());
    let mut reader = Reader::new(&content, sum);
    let mut samples = Vec::new();
    let mut number = 1;
    for line in lines {
        number += 1;
        let read = reader
            .line(line)
            .with_context(|| format!("line {number}"))?;
        if let Line::Position(game, sample) = read {
            samples.push((game, *sample));
        }
    }
    ensure!(
        reader.next == content.games.end,
        "line {}: game {} is missing or not complete, of those before {}: the command that made the file resumes it",
        number + 1,
        reader.next,
        content.games.end
    );
    let checksum = reader.sum.finalize();
    let games = content.games;
    let source = Source {
        games,
        how,
        checksum,
    };
    Ok((samples, source))
}

/// What a line behind the head is.
enum Line {
    /// A position of a game.
    Position(u64, Box<Sample>),
    /// The end of a game.
    End(u64),
}

/// Reads the lines behind the head, and checks that each may stand where it stands.
struct Reader<'a> {
    content: &'a Content,
    /// The checksum of the lines so far.
    sum: Hasher,
    /// The game that is being read.
    next: u64,
    /// Its last position so far.
    before: Option<Abak>,
    /// How many positions it has so far.
    seen: u32,
}

impl<'a> Reader<'a> {
    /// `sum` is the checksum of the head.
    fn new(content: &'a Content, sum: Hasher) -> Self {
        Self {
            content,
            sum,
            next: content.games.start,
            before: None,
            seen: 0,
        }
    }

    /// Reads the next line, with its line end.
    fn line(&mut self, text: &str) -> anyhow::Result<Line> {
        let line = text.strip_suffix('\n').context("it is cut off")?;
        let read = if let Some(end) = line.strip_prefix("end ") {
            self.end(end)?
        } else {
            self.position(line)?
        };
        self.sum.update(text.as_bytes());
        Ok(read)
    }

    fn position(&mut self, line: &str) -> anyhow::Result<Line> {
        let (game, rest) = line
            .split_once(' ')
            .context("expected the number of a game")?;
        let game = game.parse().context("expected the number of a game")?;
        self.expect(game)?;
        let (position, target) = weighed(rest)?;
        let follows = match (self.content.each, self.before) {
            (Some(each), _) => self.seen < each,
            (None, Some(before)) => position.turn() != before.turn(),
            (None, None) => position == Abak::start(),
        };
        ensure!(
            follows,
            "the position cannot follow here: a line of the game is missing or repeated"
        );
        self.seen += 1;
        self.before = Some(position);
        let inputs = Inputs::of(&position);
        Ok(Line::Position(game, Box::new(Sample { inputs, target })))
    }

    fn end(&mut self, end: &str) -> anyhow::Result<Line> {
        let read = end.split_once(' ').and_then(|(game, sum)| {
            let sum = u32::from_str_radix(sum, 16).ok()?;
            Some((game.parse::<u64>().ok()?, sum))
        });
        let (game, found) = read.context("expected `end <game> <checksum>`")?;
        self.expect(game)?;
        let expected = self.sum.clone().finalize();
        ensure!(
            found == expected,
            "the checksum of game {game} is {found:08x}, that of its lines {expected:08x}: a line was edited, or is missing or repeated"
        );
        let all = self.content.each.unwrap_or(self.seen);
        ensure!(
            self.seen == all,
            "game {game} has {} positions, expected {all}",
            self.seen
        );
        self.next += 1;
        (self.before, self.seen) = (None, 0);
        Ok(Line::End(game))
    }

    /// Refuses a line of another game than the one that is being read.
    fn expect(&self, game: u64) -> anyhow::Result<()> {
        let next = self.next;
        ensure!(
            next < self.content.games.end,
            "game {game}: none is left of those in the head"
        );
        ensure!(
            game == next,
            "expected game {next} here, found game {game}: a game is missing, repeated or without its end"
        );
        Ok(())
    }
}

/// A position and its target.
fn weighed(text: &str) -> anyhow::Result<(Abak, Chances)> {
    let words: Vec<_> = text.rsplitn(6, ' ').collect();
    let [e, d, c, b, a, position] = words[..] else {
        bail!("expected a position and five numbers");
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
    use std::fs;
    use tricorn::rules::Chance;
    use tricorn::rules::abak::Dice;

    fn all() -> Content {
        Content {
            games: 7..9,
            each: None,
        }
    }

    /// The lines with the checksums that belong to them.
    fn sealed(lines: &[&str]) -> String {
        let mut sum = Hasher::new();
        let mut text = String::new();
        for line in lines {
            let line = match line
                .strip_prefix("end ")
                .and_then(|end| end.split_once(' '))
            {
                Some((game, _)) => close(game.parse().expect("a number"), &sum),
                None => (*line).to_owned(),
            };
            sum.update(line.as_bytes());
            text += &line;
        }
        text
    }

    /// Two games of three positions.
    fn text() -> String {
        let mut lines = vec![all().head("by a test")];
        for game in [7, 8] {
            let mut position = Abak::start();
            let mut moves = Vec::new();
            for &(roll, _) in &Dice::ROLLS[..3] {
                let place = position.position_text(None);
                lines.push(format!("{game} {place} 500000 20000 0 30000 100\n"));
                position.moves(roll, &mut moves);
                position = position.play(&moves[0]);
            }
            lines.push(format!("end {game} 0\n"));
        }
        sealed(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn refused(text: &str, why: &[&str]) {
        let error = format!("{:#}", parse(text).err().expect("unsound"));
        assert!(why.iter().all(|why| error.contains(why)), "{error}");
    }

    #[test]
    fn a_whole_file_is_read() {
        let (samples, _) = parse(&text()).expect("sound");
        let games: Vec<u64> = samples.iter().map(|(game, _)| *game).collect();
        assert_eq!(games, [7, 7, 7, 8, 8, 8]);
        assert_eq!(samples[4].1.target, [0.5, 0.02, 0.0, 0.03, 0.0001]);
    }

    #[test]
    fn a_damaged_file_is_refused_by_the_line() {
        let text = text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat();
        let twice = |line: usize| [&lines[..=line], &lines[line..]].concat();
        refused("", &["line 1"]);
        refused(&without(0).concat(), &["line 1"]);
        refused(&text[..text.len() - 1], &["line 9", "cut off"]);
        refused(&text.replacen(" 30000 100\n", "\n", 1), &["line 2"]);
        for lines in [without(2), twice(2)] {
            refused(&sealed(&lines), &["missing or repeated"]);
        }
        refused(&sealed(&without(4)), &["line 5", "found game 8"]);
        refused(&sealed(&twice(4)), &["line 6", "found game 7"]);
        refused(&lines[..5].concat(), &["line 6", "game 8 is missing"]);
        refused(&lines[..8].concat(), &["line 9", "game 8", "not complete"]);
        refused(&lines[..1].concat(), &["line 2", "game 7 is missing"]);
        let swapped = [&lines[..1], &lines[5..], &lines[1..5]].concat();
        refused(&sealed(&swapped), &["line 2", "game 8"]);
        let more = text.clone() + &lines[5].replacen("8 ", "9 ", 1);
        refused(&more, &["line 10", "game 9"]);
        for word in ["nan", "inf", "9e99", "-1", "1000001", "x"] {
            refused(
                &text.replacen(" 500000 ", &format!(" {word} "), 1),
                &["line 2", word],
            );
        }
    }

    #[test]
    fn a_line_that_is_missing_or_edited_is_found_wherever_it_stands() {
        let text = text();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in 1..lines.len() {
            assert!(parse(&[&lines[..at], &lines[at + 1..]].concat().concat()).is_err());
        }
        // Two in a row, which the sides to move do not betray, and a last one.
        for (from, to) in [(2, 4), (3, 4), (7, 8)] {
            let text = [&lines[..from], &lines[to..]].concat().concat();
            refused(&text, &["checksum", "a line was edited, or is missing"]);
        }
        let edited = text.replacen("20000", "20001", 1);
        refused(&edited, &["line 5", "checksum of game 7"]);
        let other = text.replacen("by a test", "by an ant", 1);
        refused(&other, &["line 5", "checksum of game 7"]);
    }

    #[test]
    fn a_file_of_some_positions_must_have_all_of_them() {
        let all = text();
        let head = |each| {
            let content = Content {
                games: 7..9,
                each: Some(each),
            };
            let read = Content::read(&content.head("x, y")).expect("a head");
            assert_eq!(read.0, content);
            content.head("by a test")
        };
        let lines: Vec<&str> = all.split_inclusive('\n').skip(1).collect();
        let some = |each, numbers: &[usize]| {
            let head = head(each);
            let lines = numbers.iter().map(|&at| lines[at]);
            sealed(
                &std::iter::once(head.as_str())
                    .chain(lines)
                    .collect::<Vec<_>>(),
            )
        };
        // In any order.
        let (samples, _) = parse(&some(2, &[2, 1, 3, 4, 6, 7])).expect("sound");
        assert_eq!(samples.len(), 4);
        refused(
            &some(2, &[2, 3, 6, 4, 7]),
            &["line 3", "1 positions, expected 2"],
        );
        refused(&some(2, &[2, 1, 0, 3, 4, 6, 7]), &["line 4", "repeated"]);
        refused(&some(2, &[2, 1, 3, 4]), &["line 6", "game 8 is missing"]);
        refused(&some(2, &[2, 1, 3]), &["line 5", "game 8 is missing"]);
        refused(&some(2, &[]), &["line 2", "game 7 is missing"]);
    }

    #[test]
    fn games_that_two_files_share_are_found() {
        let source = |games, how: &str| Source {
            games,
            how: how.into(),
            checksum: 0,
        };
        let one = source(10..20, "by a");
        assert_eq!(one.shares(&source(19..30, "by a")), Some(19));
        assert_eq!(one.shares(&source(0..30, "by a")), Some(10));
        assert_eq!(one.shares(&source(20..30, "by a")), None);
        assert_eq!(one.shares(&source(0..10, "by a")), None);
        assert_eq!(one.shares(&source(10..20, "by b")), None);
    }

    #[test]
    fn a_file_is_resumed_behind_its_last_whole_game_wherever_it_was_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("positions");
        let (text, games) = (text(), all());
        let open = |games: &Content| {
            let mut file = lock::growing(&path).expect("a file");
            resume(&mut file, games, "by a test")
        };
        let second = text.find("\n8 ").expect("a game") + 1;
        let first = games.head("by a test").len();
        for cut in 0..=text.len() {
            fs::write(&path, &text[..cut]).expect("a file");
            let (next, _) = open(&games).expect("sound");
            let left = fs::read_to_string(&path).expect("a file");
            let (expected, whole) = match cut {
                cut if cut == text.len() => (9, cut),
                cut if cut >= second => (8, second),
                _ => (7, first),
            };
            assert_eq!((next, &*left), (expected, &text[..whole]), "cut at {cut}");
        }
        let more = Content {
            games: 7..10,
            each: None,
        };
        let error = open(&more).expect_err("another");
        assert!(error.to_string().contains("begun as"), "{error}");
        fs::write(&path, text.replacen("20000", "20001", 1)).expect("a file");
        let error = format!("{:#}", open(&games).expect_err("edited"));
        assert!(error.contains("line 5: the checksum"), "{error}");
    }
}
