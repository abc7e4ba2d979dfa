//! Net files: a header of text lines, then the quantised weights, with a checksum of it all.
//! Not here: evaluation with a net.
//!
//! ```text
//! tricorn net 1
//! game dameo
//! shape 256 64 2 8            inputs, hidden units of a perspective, perspectives, outputs
//! scales 255 64 150           QA, QB, score units to a logit
//! made <one line of free text>
//! crc32 1a2b3c4d              of everything but this line
//! <empty line>
//! ```
//!
//! Then little-endian numbers: the hidden layer's weights, a row for each feature (16 bits), its
//! biases (16), the output layer's weights, a row for each output and perspective (16), its biases
//! (32).

use super::{Expected, LANES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Net, QA, QB, Shape};
use std::cmp::Reverse;
use std::fmt;

/// The first line of every net file.
const MAGIC: &str = "tricorn net 1";

/// The longest head that is read, in bytes.
const HEAD_MOST: usize = 4096;

/// The greatest number of score units to a logit.
const UNIT_MOST: i32 = 1_000_000;

/// The greatest bias of an output: logits beyond a thousand mean nothing.
const BIAS_MOST: i32 = 1_000 * super::LOGIT;

/// Why a net file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetError(String);

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl NetError {
    /// The net is for another game than the one expected, or than those.
    #[must_use]
    pub fn another_game(found: &str, expected: &str) -> Self {
        Self(format!("a net for {found}, expected one for {expected}"))
    }
}

fn wrong<T>(text: impl Into<String>) -> Result<T, NetError> {
    Err(NetError(text.into()))
}

/// What a net file holds, for a trainer to put together; see [`Net`] for the meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The sizes of the layers.
    pub shape: Shape,
    /// Score units to a logit.
    pub unit: i32,
    /// One line that says where the net comes from.
    pub made: String,
    /// `inputs * hidden` weights in units of 1 / [`QA`], a row for each feature.
    pub feature_weights: Vec<i16>,
    /// `hidden` biases in units of 1 / [`QA`].
    pub feature_biases: Vec<i16>,
    /// `outputs * perspectives * hidden` weights in units of 1 / [`QB`], a row for each output.
    pub output_weights: Vec<i16>,
    /// `outputs` biases in units of 1 / [`LOGIT`](super::LOGIT).
    pub output_biases: Vec<i32>,
}

impl Parameters {
    /// The file of these parameters for a game.
    #[must_use]
    pub fn to_bytes(&self, game: &str) -> Vec<u8> {
        let Shape {
            inputs,
            hidden,
            perspectives,
            outputs,
        } = self.shape;
        let made: String = self.made.chars().filter(|c| !c.is_control()).collect();
        let head = format!(
            "{MAGIC}\ngame {game}\nshape {inputs} {hidden} {perspectives} {outputs}\n\
             scales {QA} {QB} {}\nmade {made}\n",
            self.unit
        );
        let mut body = Vec::new();
        for numbers in [
            &self.feature_weights,
            &self.feature_biases,
            &self.output_weights,
        ] {
            body.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        body.extend(
            self.output_biases
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        let mut bytes = head.clone().into_bytes();
        bytes.extend(format!("crc32 {:08x}\n\n", checksum(head.as_bytes(), &body)).bytes());
        bytes.extend(body);
        bytes
    }
}

/// The checksum of all but its own line.
fn checksum(head: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(body);
    hasher.finalize()
}

/// The lines of a head, one after the other.
struct Head<'a> {
    rest: &'a str,
}

impl<'a> Head<'a> {
    /// The value of the next line, whose name this must be.
    fn take(&mut self, name: &str) -> Result<&'a str, NetError> {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        let value = line.strip_prefix(name).and_then(|v| v.strip_prefix(' '));
        value.map_or_else(
            || wrong(format!("its head lacks the line `{name} ...`")),
            Ok,
        )
    }

    /// The numbers of the next line.
    fn numbers<const N: usize>(&mut self, name: &str) -> Result<[usize; N], NetError> {
        let value = self.take(name)?;
        let mut numbers = [0; N];
        let mut words = value.split(' ');
        for number in &mut numbers {
            let word = words.next().unwrap_or("");
            *number = match word.parse() {
                Ok(read) => read,
                Err(_) => return wrong(format!("`{name} {value}`, expected {N} numbers")),
            };
        }
        match words.next() {
            None => Ok(numbers),
            Some(_) => wrong(format!("`{name} {value}`, expected {N} numbers")),
        }
    }
}

/// Numbers from bytes whose amount has been checked.
fn numbers<const N: usize, T>(
    body: &mut &[u8],
    count: usize,
    read: impl Fn([u8; N]) -> T,
) -> Vec<T> {
    let (mine, rest) = body.split_at(count * N);
    *body = rest;
    mine.chunks_exact(N)
        .map(|bytes| read(bytes.try_into().expect("chunks have this size")))
        .collect()
}

/// The name of the game that a net file is for.
///
/// # Errors
/// It is no net file.
pub fn game(bytes: &[u8]) -> Result<String, NetError> {
    let (text, _) = split(bytes)?;
    let (_, rest) = text.split_once('\n').unwrap_or((text, ""));
    Head { rest }.take("game").map(str::to_owned)
}

/// The head, without the empty line at its end, and the rest.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), NetError> {
    let begun = bytes.strip_prefix(MAGIC.as_bytes());
    // With the end of the line, or version 10 would pass for version 1.
    if !begun.is_some_and(|rest| rest.starts_with(b"\n")) {
        return wrong(format!(
            "no net file: it does not begin with the line `{MAGIC}`"
        ));
    }
    let front = &bytes[..bytes.len().min(HEAD_MOST)];
    let Some(end) = front.windows(2).position(|two| two == b"\n\n") else {
        return wrong("its head has no end");
    };
    match std::str::from_utf8(&bytes[..end]) {
        Ok(text) => Ok((text, &bytes[end + 2..])),
        Err(_) => wrong("its head is no text"),
    }
}

impl Net {
    /// Reads a net file for a game.
    ///
    /// # Errors
    /// It is no net file, it is damaged, or it does not fit the game; the text says what was found
    /// and what was expected.
    pub fn read(bytes: &[u8], expected: &Expected) -> Result<Self, NetError> {
        let (text, mut body) = split(bytes)?;
        let (_, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut head = Head { rest };
        let game = head.take("game")?;
        let [inputs, hidden, perspectives, outputs] = head.numbers("shape")?;
        let scales: [usize; 3] = head.numbers("scales")?;
        let made = head.take("made")?.to_owned();
        let written = head.rest.len();
        let crc = head.take("crc32")?;
        if !head.rest.is_empty() {
            return wrong("its head has a line too many");
        }
        let guarded = &bytes[..text.len() - written];
        if format!("{:08x}", checksum(guarded, body)) != crc {
            return wrong("it is damaged: its checksum does not fit");
        }
        if game != expected.game {
            return Err(NetError::another_game(game, expected.game));
        }
        let shape = Shape {
            inputs,
            hidden,
            perspectives,
            outputs,
        };
        fits(shape, expected)?;
        let unit = match scales {
            [first, last, unit]
                if first == QA as usize
                    && last == QB as usize
                    && (1..=UNIT_MOST as usize).contains(&unit) =>
            {
                unit as i32
            }
            _ => {
                return wrong(format!(
                    "scales {scales:?}, expected {QA}, {QB}, and 1 to {UNIT_MOST}"
                ));
            }
        };
        let last = outputs * perspectives * hidden;
        let size = 2 * (inputs * hidden + hidden + last) + 4 * outputs;
        if body.len() != size {
            return wrong(format!("{} bytes of weights, expected {size}", body.len()));
        }
        let net = Self {
            shape,
            unit,
            made,
            feature_weights: numbers(&mut body, inputs * hidden, i16::from_le_bytes),
            feature_biases: numbers(&mut body, hidden, i16::from_le_bytes),
            output_weights: numbers(&mut body, last, i16::from_le_bytes),
            output_biases: numbers(&mut body, outputs, i32::from_le_bytes),
        };
        net.within_bounds(expected.max_active)?;
        Ok(net)
    }

    /// Whether no sum can leave its bits.
    fn within_bounds(&self, active: usize) -> Result<(), NetError> {
        if self
            .output_weights
            .iter()
            .any(|&w| w.unsigned_abs() > MAX_OUTPUT_WEIGHT as u16)
        {
            return wrong(format!(
                "a weight of the last layer beyond {MAX_OUTPUT_WEIGHT}"
            ));
        }
        if self
            .output_biases
            .iter()
            .any(|bias| bias.unsigned_abs() > BIAS_MOST as u32)
        {
            return wrong(format!("a bias of the last layer beyond {BIAS_MOST}"));
        }
        let greatest = |weights: &[i16]| {
            let sizes = weights
                .iter()
                .map(|weight| u32::from(weight.unsigned_abs()));
            sizes.max().unwrap_or(0)
        };
        let most = greatest(&self.feature_biases) + active as u32 * greatest(&self.feature_weights);
        if most <= i16::MAX as u32 {
            return Ok(());
        }
        // Where many inputs can be on, not all of them have the greatest weight.
        let hidden = self.shape.hidden;
        for unit in 0..hidden {
            let weights = self.feature_weights.iter().skip(unit).step_by(hidden);
            let weights = weights.copied().map(i32::from);
            let bias = i32::from(self.feature_biases[unit]);
            for sign in [1, -1] {
                let mut sizes: Vec<i32> = weights.clone().map(|w| (sign * w).max(0)).collect();
                let count = active.min(sizes.len());
                if count < sizes.len() {
                    sizes.select_nth_unstable_by_key(count, |&size| Reverse(size));
                }
                let most = sign * bias + sizes[..count].iter().sum::<i32>();
                if most > i32::from(i16::MAX) {
                    return wrong(format!("hidden sums could reach {most}, beyond 16 bits"));
                }
            }
        }
        Ok(())
    }
}

fn fits(shape: Shape, expected: &Expected) -> Result<(), NetError> {
    let Shape {
        inputs,
        hidden,
        perspectives,
        outputs,
    } = shape;
    let asked = (expected.inputs, expected.perspectives, expected.outputs);
    if (inputs, perspectives, outputs) != asked {
        return wrong(format!(
            "{inputs} inputs, {perspectives} perspectives and {outputs} outputs, expected {}, {} and {}",
            asked.0, asked.1, asked.2
        ));
    }
    let most = MAX_HIDDEN / perspectives;
    if hidden == 0 || hidden % LANES != 0 || hidden > most {
        return wrong(format!(
            "{hidden} hidden units, expected a multiple of {LANES} up to {most}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{parts, some};
    use super::*;

    const EXPECTED: Expected = Expected {
        game: "halma",
        inputs: 6,
        max_active: 4,
        perspectives: 2,
        outputs: 3,
    };

    fn refused(bytes: &[u8], expected: &Expected, why: &str) {
        let error = Net::read(bytes, expected).expect_err(why).to_string();
        assert!(error.contains(why), "{error}, expected {why}");
    }

    #[test]
    fn what_is_written_is_read() {
        let parts = parts(&EXPECTED, 16);
        let net = Net::read(&parts.to_bytes("halma"), &EXPECTED).expect("sound");
        assert_eq!(net.shape(), parts.shape);
        assert_eq!((net.unit(), net.made()), (150, "at random"));
        assert_eq!(net.feature_weights, parts.feature_weights);
        assert_eq!(net.feature_biases, parts.feature_biases);
        assert_eq!(net.output_weights, parts.output_weights);
        assert_eq!(net.output_biases, parts.output_biases);
    }

    #[test]
    fn no_damage_goes_unseen() {
        let good = some(&EXPECTED, 16);
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 4;
            assert!(Net::read(&bad, &EXPECTED).is_err(), "byte {place}");
            assert!(
                Net::read(&good[..place], &EXPECTED).is_err(),
                "cut at {place}"
            );
        }
        let mut long = good.clone();
        long.push(0);
        assert!(Net::read(&long, &EXPECTED).is_err());
        assert!(Net::read(&good, &EXPECTED).is_ok());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let good = some(&EXPECTED, 16);
        let foreign = "does not begin with the line `tricorn net 1`";
        refused(b"\x7fELF", &EXPECTED, foreign);
        refused(&good[..20], &EXPECTED, "its head has no end");
        let other = Expected {
            game: "go",
            ..EXPECTED
        };
        refused(&good, &other, "a net for halma, expected one for go");
        let other = Expected {
            inputs: 7,
            ..EXPECTED
        };
        refused(
            &good,
            &other,
            "6 inputs, 2 perspectives and 3 outputs, expected 7, 2 and 3",
        );
        let wide = Expected {
            max_active: 6,
            ..EXPECTED
        };
        let mut parts = parts(&EXPECTED, 16);
        parts.feature_weights.fill(6_000);
        let loud = parts.to_bytes("halma");
        assert!(Net::read(&loud, &EXPECTED).is_ok());
        refused(&loud, &wide, "hidden sums could reach");
        parts.feature_weights.fill(0);
        parts.output_weights[7] = 128;
        refused(
            &parts.to_bytes("halma"),
            &EXPECTED,
            "the last layer beyond 127",
        );
        parts.output_weights[7] = 0;
        parts.unit = 0;
        refused(&parts.to_bytes("halma"), &EXPECTED, "scales");
        parts.unit = 1;
        parts.shape.hidden = 24;
        refused(&parts.to_bytes("halma"), &EXPECTED, "a multiple of 16");
    }

    /// A file that is sound but for its first line, which its checksum covers.
    fn begun_with(first: &str) -> Vec<u8> {
        let good = some(&EXPECTED, 16);
        let (head, body) = split(&good).expect("sound");
        let (_, lines) = head.split_once('\n').expect("lines");
        let (lines, _) = lines.split_once("crc32 ").expect("a checksum");
        let head = format!("{first}\n{lines}");
        let crc = checksum(head.as_bytes(), body);
        let head = format!("{head}crc32 {crc:08x}\n\n");
        [head.as_bytes(), body].concat()
    }

    #[test]
    fn other_versions_are_refused() {
        assert!(Net::read(&begun_with(MAGIC), &EXPECTED).is_ok());
        for first in ["tricorn net 10", "tricorn net 1 ", "tricorn net 1\r"] {
            let bytes = begun_with(first);
            refused(&bytes, &EXPECTED, "does not begin with the line");
            assert!(game(&bytes).is_err(), "{first:?}");
        }
    }

    #[test]
    fn the_game_is_told_without_reading_the_rest() {
        assert_eq!(game(&some(&EXPECTED, 16)).as_deref(), Ok("halma"));
        assert!(game(b"tricorn net 1\ngamma\n\n").is_err());
    }
}
