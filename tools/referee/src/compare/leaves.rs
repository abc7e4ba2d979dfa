//! Compares perft line by line, and finds the position where two trees diverge.
//! Not here: other queries about a position (`examine`).

use super::ask::{Ask, AskError, Perft};
use super::examine::{Counts, Difference, told_otherwise};
use crate::answers::divided;
use crate::board::{Board, Word};
use tricorn_protocol::Query;

/// Compares the leaf counts and descends to the position where the trees diverge.
pub(super) async fn count(
    ask: &mut Ask,
    variant: &str,
    board: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    let mut place = board.fork();
    let mut found: Option<Difference> = None;
    for depth in (1..=depth).rev() {
        let Some(difference) = total(ask, variant, &*place, depth, counts).await? else {
            // The counts agree here, so the difference is the one found above, if any.
            return Ok(found);
        };
        let parts = parted(ask, variant, &*place, depth, counts).await?;
        found = Some(difference);
        match parts {
            Some(next) => place = next,
            None => break,
        }
    }
    let Some(difference) = found else {
        return Ok(None);
    };
    let setting = format!("position fen {}", place.text());
    let moves = told_otherwise(ask, &setting, &*place, &[Query::Legal]).await?;
    Ok(Some(moves.unwrap_or(difference)))
}

/// The first position after a move (or a roll) whose count to one ply less differs.
async fn parted(
    ask: &mut Ask,
    variant: &str,
    place: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Box<dyn Board>>, AskError> {
    if depth < 2 {
        return Ok(None);
    }
    for word in place.legal() {
        let mut next = place.fork();
        let read = next.read(&word);
        if matches!(read, Ok(Word::Move(_)))
            && total(ask, variant, &*next, depth - 1, counts)
                .await?
                .is_some()
        {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

/// Compares one count: the line of each move, and the total.
async fn total(
    ask: &mut Ask,
    variant: &str,
    place: &dyn Board,
    depth: u32,
    counts: &mut Counts,
) -> Result<Option<Difference>, AskError> {
    let text = place.text();
    let Some(rows) = divided(variant, &text, depth) else {
        return Ok(None);
    };
    let total = rows.iter().map(|(_, leaves)| leaves).sum();
    let expected = Perft { rows, total };
    let setting = format!("position fen {text}");
    let found = ask.leaves(&setting, depth).await?;
    counts.leaves += expected.total;
    Ok(
        differing(&expected, found).map(|(expected, found)| Difference {
            setting,
            question: format!("perft {depth}"),
            expected,
            found,
        }),
    )
}

/// The first line in which two counts differ: expected and found.
fn differing(expected: &Perft, found: Result<Perft, String>) -> Option<(String, String)> {
    let total = |total: u64| format!("Nodes searched: {total}");
    let found = match found {
        Ok(found) => found,
        Err(text) => return Some((total(expected.total), text)),
    };
    let row = |(word, count): &(String, u64)| format!("{word}: {count}");
    let [ours, theirs] = [&expected.rows, &found.rows].map(|rows| {
        let mut rows: Vec<_> = rows.iter().collect();
        rows.sort_unstable();
        rows
    });
    let missing = ours.iter().find(|row| !theirs.contains(row));
    let extra = theirs.iter().find(|row| !ours.contains(row));
    match (missing, extra) {
        // Another line may have a count for the same move.
        (Some(missing), _) => {
            let same_move = theirs.iter().find(|(word, _)| *word == missing.0);
            Some((
                row(missing),
                same_move.map_or("no such line".into(), |it| row(it)),
            ))
        }
        (None, Some(extra)) => Some(("no such line".into(), row(extra))),
        (None, None) if theirs.len() > ours.len() => {
            let twice = theirs.windows(2).find(|two| two[0] == two[1]);
            let twice = twice.map(|two| row(two[0])).unwrap_or_default();
            Some((format!("{twice}, once"), format!("{twice}, twice")))
        }
        (None, None) => {
            (expected.total != found.total).then(|| (total(expected.total), total(found.total)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft(rows: &[(&str, u64)], total: u64) -> Perft {
        let rows = rows.iter().map(|&(word, count)| (word.to_owned(), count));
        Perft {
            rows: rows.collect(),
            total,
        }
    }

    #[test]
    fn lines_are_compared_and_not_the_total_alone() {
        let ours = perft(&[("a", 2), ("b", 3)], 5);
        let same = perft(&[("b", 3), ("a", 2)], 5);
        assert_eq!(differing(&ours, Ok(same)), None);
        for (rows, total, expected, found) in [
            (&[("a", 3), ("b", 2)][..], 5, "a: 2", "a: 3"),
            (&[("a", 2), ("c", 3)], 5, "b: 3", "no such line"),
            (&[("a", 2), ("b", 3), ("c", 0)], 5, "no such line", "c: 0"),
            (
                &[("a", 2), ("a", 2), ("b", 3)],
                5,
                "a: 2, once",
                "a: 2, twice",
            ),
            (
                &[("a", 2), ("b", 3)],
                6,
                "Nodes searched: 5",
                "Nodes searched: 6",
            ),
            (&[], 5, "a: 2", "no such line"),
        ] {
            let differs = differing(&ours, Ok(perft(rows, total)));
            assert_eq!(differs, Some((expected.to_owned(), found.to_owned())));
        }
    }
}
