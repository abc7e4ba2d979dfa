//! The steps of turns, as the texts of whole turns name them: squares, drops, checkers' moves.
//! Not here: which turns are legal.

/// How a turn can go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Every step that is possible now, sorted.
    pub next: Vec<String>,
    /// The turn, if it may end here.
    pub end: Option<String>,
}

/// How a turn can go on after the steps of `begun`, where these turns are legal.
///
/// # Errors
/// No turn has these steps.
pub fn steps(legal: &[String], begun: &[String]) -> Result<Steps, String> {
    let mut found = Steps::default();
    let mut possible = false;
    for turn in legal {
        let Some(left) = left(split(turn), begun) else {
            continue;
        };
        possible = true;
        if left.is_empty() {
            found.end.get_or_insert_with(|| turn.clone());
        }
        found.next.extend(left);
    }
    if !possible {
        return Err(format!("no legal turn has the steps {}", begun.join(" ")));
    }
    found.next.sort_unstable();
    found.next.dedup();
    Ok(found)
}

/// What may follow `begun` in a turn of these parts. A way has one order; checkers may move in any,
/// and the whole turn is legal in whichever order it was entered.
fn left(parts: Parts<'_>, begun: &[String]) -> Option<Vec<String>> {
    match parts {
        Parts::Way(steps) => {
            let rest = steps.strip_prefix(begun)?;
            Some(rest.first().cloned().into_iter().collect())
        }
        Parts::Checkers(mut steps) => {
            for step in begun {
                let plain =
                    |other: &&str| other.trim_end_matches('*') == step.trim_end_matches('*');
                let at = steps.iter().position(plain)?;
                steps.remove(at);
            }
            Some(steps.into_iter().map(ToOwned::to_owned).collect())
        }
    }
}

/// The parts of a move text.
enum Parts<'a> {
    /// The squares of one piece, and drops.
    Way(Vec<String>),
    /// One checker's move each.
    Checkers(Vec<&'a str>),
}

fn split(turn: &str) -> Parts<'_> {
    let own = turn.split_once(':').map_or(turn, |(_, rest)| rest);
    if own.contains('/') {
        return Parts::Checkers(own.split(',').collect());
    }
    let mut parts = own.split('@');
    let way = parts.next().unwrap_or_default();
    // Squares have two characters. What has no way is a turn without a step.
    let squares = way
        .as_bytes()
        .chunks(2)
        .map(|pair| String::from_utf8_lossy(pair).into_owned());
    let squares: Vec<String> = if way == "pass" {
        Vec::new()
    } else {
        squares.collect()
    };
    let drops = parts.map(|square| format!("@{square}"));
    Parts::Way(squares.into_iter().chain(drops).collect())
}
