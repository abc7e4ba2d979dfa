//! Move lists without numbers, tags or results: which lines are one game.
//! Not here: lists with any of these (`pgn`), and the moves themselves (`play`).

use super::draft::{Draft, Drafts, Word};
use super::position::is_position;
use super::turns::{begins, is_legal};
use super::{Layout, MOST_GAMES};
use tricorn::rules::list;

/// Lines between two that begin a game by themselves.
#[derive(Default)]
struct Block {
    head: Option<Draft>,
    lines: Vec<(usize, Vec<Word>)>,
}

/// Reads all games. A position text on a line of its own, or a `position` line, begins a game.
pub(super) fn read(text: &str, variant: Option<&str>, layout: Layout) -> Drafts {
    let variants: Vec<&str> = match variant {
        Some(variant) => vec![variant],
        None => list::NAMES.to_vec(),
    };
    let mut drafts = Drafts::default();
    let mut block = Block::default();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let games = drafts.games.len() + block.lines.len();
        if games == MOST_GAMES && layout != Layout::One {
            let message = format!("more than {MOST_GAMES} games");
            drafts.errors.push((number, message));
            break;
        }
        match head(line, number, &variants) {
            Some(head) => {
                std::mem::take(&mut block).close(&mut drafts, &variants, layout);
                block.head = Some(head);
            }
            None => block.lines.push((number, words(line, number))),
        }
    }
    block.close(&mut drafts, &variants, layout);
    drafts
}

impl Block {
    fn close(self, drafts: &mut Drafts, variants: &[&str], layout: Layout) {
        let Some(&(first, _)) = self.lines.first() else {
            drafts.games.extend(self.head);
            return;
        };
        let line = self.head.as_ref().map_or(first, |head| head.line);
        let joined = || {
            let mut draft = self.head.clone().unwrap_or_else(|| Draft::at(line));
            for word in self.lines.iter().flat_map(|(_, words)| words) {
                draft.push(word.clone());
            }
            draft
        };
        let is_one = match layout {
            // A position and the moves behind it belong together.
            _ if self.head.is_some() || self.lines.len() == 1 => true,
            Layout::One => true,
            Layout::Lines => false,
            Layout::Auto => {
                let whole = joined();
                let all = |fits: &dyn Fn(&str, &[Word]) -> bool| {
                    let fits_all = |variant: &&str| {
                        let mut lines = self.lines.iter();
                        lines.all(|(_, words)| fits(variant, words))
                    };
                    variants.iter().any(fits_all)
                };
                if !variants
                    .iter()
                    .any(|variant| is_legal(variant, &whole.words))
                {
                    !all(&begins)
                } else if all(&is_legal) {
                    drafts.layout_unclear.get_or_insert(line);
                    return;
                } else {
                    true
                }
            }
        };
        if is_one {
            drafts.games.push(joined());
            return;
        }
        for (line, words) in self.lines {
            let mut draft = Draft::at(line);
            for word in words {
                draft.push(word);
            }
            drafts.games.push(draft);
        }
    }
}

/// The game that a `position` line or a position text begins.
fn head(line: &str, number: usize, variants: &[&str]) -> Option<Draft> {
    let mut heads = ["position ", "startpos", "fen "].iter();
    let is_command = heads.any(|head| line.starts_with(head));
    let mut draft = Draft::at(number);
    if is_command {
        let rest = line.strip_prefix("position ").unwrap_or(line);
        let (position, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
        draft.position = Some(position.strip_prefix("fen ").unwrap_or(position).to_owned());
        for word in words(moves, number) {
            draft.push(word);
        }
        return Some(draft);
    }
    let mut fitting = variants.iter().filter(|variant| is_position(variant, line));
    let variant = fitting.next()?;
    draft.position = Some(line.to_owned());
    if fitting.next().is_none() {
        draft.variant = Some((*variant).to_owned());
    }
    Some(draft)
}

fn words(line: &str, number: usize) -> Vec<Word> {
    let words = line.split_whitespace().map(|text| Word {
        text: text.to_owned(),
        line: number,
        numbering: false,
    });
    let mut words: Vec<Word> = words.collect();
    if let [first, _, ..] = &mut words[..] {
        first.numbering = first.text.bytes().all(|byte| byte.is_ascii_digit());
    }
    words
}
