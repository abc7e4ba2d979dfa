//! The lenient parser of the protocol's game records (section 11), finished or not.
//! Not here: the strict parser that verifies a referee's records (`referee::record`).

use super::draft::{Claim, Draft, Drafts, Word, read_result};
use super::{Format, MOST_GAMES, SourceTag};
use tricorn_protocol::quote;
use tricorn_protocol::record::{self, Tag};

/// Reads records. Unlike the referee's reader it takes games that go on, as `tricorn play` saves
/// them, and keeps lines with `#` as comments.
pub(super) fn read(text: &str) -> Drafts {
    let mut drafts = Drafts {
        format: Format::Records,
        structured: true,
        ..Drafts::default()
    };
    let mut draft: Option<Draft> = None;
    let mut failed = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() {
            drafts.games.extend(draft.take());
            failed = false;
            continue;
        }
        if failed {
            continue;
        }
        if let Some(comment) = line.strip_prefix('#') {
            if let Some(draft) = &mut draft {
                let comment = (draft.words.len(), comment.trim().to_owned());
                draft.comments.push(comment);
            }
            continue;
        }
        let Some(game) = &mut draft else {
            if drafts.games.len() == MOST_GAMES {
                let message = format!("more than {MOST_GAMES} games");
                drafts.errors.push((number, message));
                break;
            }
            let mut game = Draft::at(number);
            if let Err(message) = record::check_version(line) {
                game.error = Some((number, message));
                failed = true;
            }
            draft = Some(game);
            continue;
        };
        if let Err(message) = take(game, number, line) {
            game.error = Some((number, message));
            failed = true;
        }
    }
    drafts.games.extend(draft);
    drafts
}

fn take(draft: &mut Draft, line: usize, text: &str) -> Result<(), String> {
    if !text.starts_with('[') {
        let word = text.split_ascii_whitespace().next().unwrap_or_default();
        draft.push(Word {
            text: word.to_owned(),
            line,
            numbering: false,
        });
        return Ok(());
    }
    let (name, value) = record::parse_tag(text)?;
    match Tag::from_word(name) {
        Some(Tag::Variant) => draft.variant = Some(value),
        Some(Tag::P1) => draft.players[0] = Some(value),
        Some(Tag::P2) => draft.players[1] = Some(value),
        Some(Tag::Position) if !value.is_empty() => draft.position = Some(value),
        Some(Tag::Opening) => {
            let wrong = |_| format!("Opening: found {}, expected a number", quote(&value));
            draft.opening = value.parse().map_err(wrong)?;
        }
        Some(Tag::Result) => {
            let wrong = || format!("Result: found {}, expected draw or points", quote(&value));
            draft.result = read_result(&value, Claim::Players).ok_or_else(wrong)?;
        }
        Some(Tag::End) => draft.end = value,
        Some(Tag::Detail) => draft.detail = value,
        Some(Tag::Format | Tag::Last | Tag::Position) => {}
        Some(_) | None => draft.tags.push(SourceTag {
            name: name.to_owned(),
            value,
        }),
    }
    Ok(())
}
