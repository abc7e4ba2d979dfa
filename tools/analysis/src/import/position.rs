//! Position texts of game sites, converted to canonical ones.
//! Not here: canonical position texts, which are tried first.

use referee::board;
use std::borrow::Cow;
use tricorn_protocol::quote;

/// A text that the rules of `variant` read as this position.
///
/// # Errors
/// There is none; says why.
pub(super) fn readable<'a>(variant: &str, text: &'a str) -> Result<Cow<'a, str>, String> {
    let text = text.trim();
    let refusal = match board::open::<&str>(variant, text, &[]) {
        Ok(_) => return Ok(Cow::Borrowed(text)),
        Err(error) => error.to_string(),
    };
    match listed(text)? {
        None => Err(refusal),
        Some(listed) => match board::open::<&str>(variant, &listed, &[]) {
            Ok(_) => Ok(Cow::Owned(listed)),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// Whether some text is a position of this game.
pub(super) fn is_position(variant: &str, text: &str) -> bool {
    text.contains(['/', ':']) && readable(variant, text).is_ok()
}

/// `W:Wa5,a7.k:Ba8.k:H0:F1`, as PlayStrategy writes it, with the kings as `Ka7`.
fn listed(text: &str) -> Result<Option<String>, String> {
    let is_list = text.starts_with("W:") || text.starts_with("B:");
    if !is_list || !text.contains('.') {
        return Ok(None);
    }
    let mut sections = Vec::new();
    for section in text.split(':') {
        let (colour, pieces) = match section.as_bytes().first() {
            Some(b'W' | b'B') if section.len() > 1 => section.split_at(1),
            _ => {
                sections.push(section.to_owned());
                continue;
            }
        };
        let mut named = Vec::new();
        for piece in pieces.split(',') {
            named.push(match piece.split_once('.') {
                None => piece.to_owned(),
                Some((square, "m")) => square.to_owned(),
                Some((square, "k")) => format!("K{square}"),
                Some((_, "g" | "p" | "a" | "b")) => {
                    let message = "the position is in the middle of a capture, expected one between two turns";
                    return Err(message.into());
                }
                Some(_) => {
                    let found = quote(piece);
                    return Err(format!("found {found}, expected a square, or one with .k"));
                }
            });
        }
        sections.push(format!("{colour}{}", named.join(",")));
    }
    Ok(Some(sections.join(":")))
}

/// The inverse for boards of men and kings: `<board> <side> <quiet> <move>` as PlayStrategy writes
/// it; `None` for other texts.
pub(super) fn for_playstrategy(text: &str) -> Option<String> {
    let [board, side, quiet, number] = text.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    let mut pieces: [Vec<String>; 2] = Default::default();
    for (index, rank) in board.split('/').enumerate() {
        let mut file = b'a';
        for c in rank.bytes() {
            if c.is_ascii_digit() {
                file += c - b'0';
                continue;
            }
            let king = match c {
                b'M' | b'm' => "",
                b'K' | b'k' => ".k",
                _ => return None,
            };
            let colour = usize::from(c.is_ascii_lowercase());
            let square = format!("{}{}{king}", char::from(file), 8 - index);
            pieces[colour].push(square);
            file += 1;
        }
    }
    for list in &mut pieces {
        list.sort_unstable();
    }
    let [white, black] = pieces.map(|list| list.join(","));
    let side = side.to_ascii_uppercase();
    Some(format!("{side}:W{white}:B{black}:H{quiet}:F{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_of_playstrategy_are_read() {
        // From Mind-Sports-Games/strategygames, src/test/scala/dameo/DameoVariantTest.scala.
        let text = readable("dameo", "W:Wc2.k,d4:Bf7.k,g5:H0:F1");
        assert_eq!(text.as_deref(), Ok("W:WKc2,d4:BKf7,g5:H0:F1"));
        // From DameoFenTest.scala there.
        let error = readable("dameo", "W:Wa5,c4.a:Ba7.g,e8.p,f6:H0:F1").expect_err("a half turn");
        assert!(error.contains("middle of a capture"), "{error}");
        assert!(readable("dameo", "W:Wa5.q:Bb7").is_err());
        assert!(readable("dameo", "c3.c4").is_err());
    }

    #[test]
    fn positions_are_written_as_playstrategy_has_them() {
        // Forsyth.scala there.
        let start = board::start_text("dameo").map(|text| for_playstrategy(&text));
        let initial = "W:Wa1,b1,b2,c1,c2,c3,d1,d2,d3,e1,e2,e3,f1,f2,f3,g1,g2,h1:\
                       Ba8,b7,b8,c6,c7,c8,d6,d7,d8,e6,e7,e8,f6,f7,f8,g7,g8,h8:H0:F1";
        assert_eq!(start, Some(Some(initial.into())));
        let text = "8/5k2/8/6m1/3M4/8/2K5/8 b 3 17";
        let written = for_playstrategy(text).expect("men and kings");
        assert_eq!(written, "B:Wc2.k,d4:Bf7.k,g5:H3:F17");
        assert_eq!(
            readable("dameo", &written).as_deref(),
            Ok("B:WKc2,d4:BKf7,g5:H3:F17")
        );
        assert_eq!(for_playstrategy("8/8 b 1"), None);
    }
}
