//! Parser of hops from square to square: `d4d6`, `d4xd5d6`, `c6-c8@b1`.
//! Not here: joining the words of a move (`words`), and legality.

/// The most hops of a turn.
pub(super) const MOST_HOPS: usize = 64;

/// A hop from square to square, as a word has it.
#[derive(Debug)]
pub(super) struct Hop {
    pub squares: Vec<String>,
    /// The same without the captured square, for `d4xd5d6`.
    pub without_captured: Option<[String; 2]>,
    pub drops: String,
}

/// Whether some hops go on where others end.
pub(super) fn follows(hops: &[Hop], more: &[Hop]) -> bool {
    let [Some(last), Some(next)] = [hops.last(), more.first()] else {
        return false;
    };
    last.drops.is_empty() && last.squares.last() == next.squares.first()
}

/// The hops of a word such as `d4d6,d6d8`; `None` if it is something else.
pub(super) fn hops(word: &str) -> Option<Vec<Hop>> {
    let mut hops: Vec<Hop> = Vec::new();
    for part in word.split(',') {
        // A hop that promotes can stand in the middle of a list only at its end; still, it is read.
        let hop = hop(part.strip_suffix('k').unwrap_or(part))?;
        if hops.len() == MOST_HOPS
            || !hops.is_empty() && !follows(&hops, std::slice::from_ref(&hop))
        {
            return None;
        }
        hops.push(hop);
    }
    Some(hops)
}

fn hop(text: &str) -> Option<Hop> {
    let (path, drops) = text.split_at(text.find('@').unwrap_or(text.len()));
    let mut squares = Vec::new();
    let mut signs = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let sign = rest
            .starts_with(['-', 'x', ':'])
            .then(|| rest.as_bytes()[0]);
        if !squares.is_empty() {
            signs.push(sign);
        }
        rest = &rest[usize::from(sign.is_some() && !squares.is_empty())..];
        let (square, more) = rest.split_at_checked(2)?;
        if !is_square(square) {
            return None;
        }
        squares.push(square.to_owned());
        rest = more;
    }
    let is_drop = |drop: &str| is_square(drop);
    if squares.len() < 2 || !drops.is_empty() && !drops[1..].split('@').all(is_drop) {
        return None;
    }
    let without_captured = match (&squares[..], &signs[..]) {
        ([from, _, to], [Some(b'x'), None]) => Some([from.clone(), to.clone()]),
        _ => None,
    };
    Some(Hop {
        squares,
        without_captured,
        drops: drops.to_owned(),
    })
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z', b'1'..=b'9'])
}
