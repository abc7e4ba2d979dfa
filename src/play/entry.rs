//! What a person types for a turn: whole, short, or in steps.
//! Not here: the move texts of programs, which each game's notation reads.

use super::table::Table;
use crate::rules::TextError;

/// What typed words mean as a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A whole turn, its canonical text.
    Turn(String),
    /// The steps of a turn that goes on, those entered before included.
    Begun(Vec<String>),
    /// Several turns fit: their canonical texts.
    Several(Vec<String>),
    /// No turn fits: what is wrong.
    Refused(String),
}

/// Reads a typed turn. `begun` are the steps entered before.
pub fn read(table: &dyn Table, begun: &[String], typed: &str) -> Entry {
    if !begun.is_empty()
        && let Some(entry) = by_steps(table, begun, typed)
    {
        return entry;
    }
    let spellings = spellings(table, typed);
    let mut errors = Vec::new();
    for spelling in &spellings {
        match table.read(spelling) {
            Ok(turn) => return Entry::Turn(turn),
            Err(error) => errors.push(error),
        }
    }
    let legal = table.legal();
    let fitting = shortened(&legal, &spellings);
    if let [turn] = &fitting[..] {
        return Entry::Turn(turn.clone());
    }
    if let Some(entry) = by_steps(table, &[], typed) {
        return entry;
    }
    if !fitting.is_empty() {
        return Entry::Several(fitting);
    }
    Entry::Refused(refusal(&errors))
}

/// The ways in which typed words may be meant as one word: as they are or in lower case, joined as
/// squares or as a list of steps, with or without the roll, which is known.
fn spellings(table: &dyn Table, typed: &str) -> Vec<String> {
    let mut words: Vec<&str> = typed.split_whitespace().collect();
    if words.len() > 1
        && table.read_roll(words[0]).is_some()
        && table.read_roll(words[0]) == table.roll()
    {
        words.remove(0);
    }
    let mut found: Vec<String> = Vec::new();
    for joined in [words.concat(), words.join(",")] {
        for spelling in [joined.clone(), joined.to_ascii_lowercase()] {
            if !found.contains(&spelling) {
                found.push(spelling);
            }
        }
    }
    found
}

/// The legal turns that begin with what was typed, or whose last square it is.
fn shortened(legal: &[String], spellings: &[String]) -> Vec<String> {
    let plain = |text: &str| text.replace(['-', 'x'], "");
    let fits = |turn: &&String| {
        let own = turn.split_once(':').map_or(turn.as_str(), |(_, rest)| rest);
        // Behind the way stand drops.
        let way = own.split('@').next().unwrap_or(own);
        spellings.iter().any(|typed| {
            let typed = plain(typed);
            let goal = typed.len() > 1 && way.ends_with(&typed);
            !typed.is_empty() && (own.starts_with(&typed) || goal)
        })
    };
    legal.iter().filter(fits).cloned().collect()
}

/// The turn of these steps, or the steps if it goes on; `None` if what was typed is no steps.
fn by_steps(table: &dyn Table, begun: &[String], typed: &str) -> Option<Entry> {
    let mut steps = begun.to_vec();
    let typed = typed.to_ascii_lowercase();
    let mut rest = typed.as_str();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ",-x".contains(c));
        let now = table.steps(&steps).ok()?;
        if rest.is_empty() {
            let done = now.next.is_empty().then_some(now.end).flatten();
            return Some(done.map_or(Entry::Begun(steps), Entry::Turn));
        }
        // `8/1` is also the head of `8/10`: the longest step that stands there is meant.
        let stands = |step: &&String| rest.starts_with(step.trim_end_matches('*'));
        let step = now
            .next
            .iter()
            .filter(stands)
            .max_by_key(|step| step.len())?;
        rest = rest[step.trim_end_matches('*').len()..].trim_start_matches('*');
        steps.push(step.clone());
    }
}

/// The one error to tell: what is wrong with the move rather than with its spelling, or else what is
/// wrong in the spelling that was understood farthest.
fn refusal(errors: &[TextError]) -> String {
    let about_moves = errors.iter().find(|error| error.column == 0);
    let farthest = || errors.iter().max_by_key(|error| error.column);
    let told = about_moves.or_else(farthest);
    told.map_or_else(|| "expected a move".into(), ToString::to_string)
}
