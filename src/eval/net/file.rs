//! The net file format: a text header, quantised weights, a checksum; reading and writing.
//! Not here: evaluation with a net.
//!
//! ```text
//! tricorn net 1
//! game dameo
//! shape 256 64 2 8            inputs, hidden units per perspective, perspectives, outputs
//! scales 255 64 150           QA, QB, score of a logit of 1
//! made <description, one line>
//! crc32 1a2b3c4d              of everything but this line
//! <empty line>
//! ```
//!
//! Then come little-endian numbers: the weights of the feature transformer, a row for each feature
//! (16 bits), its biases (16), the weights of the output layer, a row for each output and perspective
//! (16), and its biases (32).

use super::{Architecture, LANES, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, Net, QA, QB, Shape};
use std::cmp::Reverse;
use std::fmt;

/// The first line of every net file.
const MAGIC: &str = "tricorn net 1";

/// The longest header accepted, in bytes.
const MAX_HEADER: usize = 4096;

/// The greatest score of a logit of 1.
const MAX_UNIT: i32 = 1_000_000;

/// The greatest output bias: a logit of 1,000.
const MAX_OUTPUT_BIAS: i32 = 1_000 * super::LOGIT;

/// Why a net file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetError(String);

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl NetError {
    /// The net is for the game `found`, but `expected` was required.
    #[must_use]
    pub fn another_game(found: &str, expected: &str) -> Self {
        Self(format!("a net for {found}, expected one for {expected}"))
    }
}

fn invalid<T>(text: impl Into<String>) -> Result<T, NetError> {
    Err(NetError(text.into()))
}

/// The contents of a net file, for a trainer to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The layer sizes.
    pub shape: Shape,
    /// The score of a logit of 1, in the units of the game's scores.
    pub unit: i32,
    /// A description in one line: who trained it on what.
    pub description: String,
    /// `inputs * hidden` weights in units of 1 / [`QA`], a row for each feature.
    pub feature_weights: Vec<i16>,
    /// `hidden` biases in units of 1 / [`QA`].
    pub feature_biases: Vec<i16>,
    /// `outputs * perspectives * hidden` weights in units of 1 / [`QB`], a row for each output and
    /// perspective.
    pub output_weights: Vec<i16>,
    /// `outputs` biases in units of 1 / [`LOGIT`](super::LOGIT).
    pub output_biases: Vec<i32>,
}

impl Parameters {
    /// The net file of these parameters for a game.
    #[must_use]
    pub fn to_bytes(&self, game: &str) -> Vec<u8> {
        let Shape {
            inputs,
            hidden,
            perspectives,
            outputs,
        } = self.shape;
        let description: String = self
            .description
            .chars()
            .filter(|c| !c.is_control())
            .collect();
        let header = format!(
            "{MAGIC}\ngame {game}\nshape {inputs} {hidden} {perspectives} {outputs}\n\
             scales {QA} {QB} {}\nmade {description}\n",
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
        let mut bytes = header.clone().into_bytes();
        bytes.extend(format!("crc32 {:08x}\n\n", checksum(header.as_bytes(), &body)).bytes());
        bytes.extend(body);
        bytes
    }
}

/// The checksum of everything but its own line.
fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(body);
    hasher.finalize()
}

/// The lines of a header that are not read yet.
struct Header<'a> {
    rest: &'a str,
}

impl<'a> Header<'a> {
    /// The value of the next line, which must have this name.
    fn take(&mut self, name: &str) -> Result<&'a str, NetError> {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        let value = line.strip_prefix(name).and_then(|v| v.strip_prefix(' '));
        value.map_or_else(
            || invalid(format!("the header lacks the line `{name} ...`")),
            Ok,
        )
    }

    /// The numbers in the next line, which must have this name.
    fn numbers<const N: usize>(&mut self, name: &str) -> Result<[usize; N], NetError> {
        let value = self.take(name)?;
        let mut numbers = [0; N];
        let mut words = value.split(' ');
        for number in &mut numbers {
            let word = words.next().unwrap_or("");
            *number = match word.parse() {
                Ok(read) => read,
                Err(_) => return invalid(format!("`{name} {value}`, expected {N} numbers")),
            };
        }
        match words.next() {
            None => Ok(numbers),
            Some(_) => invalid(format!("`{name} {value}`, expected {N} numbers")),
        }
    }
}

/// Takes `count` numbers off `body`, whose length has been checked.
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
/// It is not a net file.
pub fn game(bytes: &[u8]) -> Result<String, NetError> {
    let (text, _) = split(bytes)?;
    let (_, rest) = text.split_once('\n').unwrap_or((text, ""));
    Header { rest }.take("game").map(str::to_owned)
}

/// Splits a file into its header, without the empty line at its end, and the rest.
fn split(bytes: &[u8]) -> Result<(&str, &[u8]), NetError> {
    let begun = bytes.strip_prefix(MAGIC.as_bytes());
    // Include the newline, or version 10 would pass for version 1.
    if !begun.is_some_and(|rest| rest.starts_with(b"\n")) {
        return invalid(format!(
            "not a net file: it does not begin with the line `{MAGIC}`"
        ));
    }
    let front = &bytes[..bytes.len().min(MAX_HEADER)];
    let Some(end) = front.windows(2).position(|two| two == b"\n\n") else {
        return invalid("the header does not end");
    };
    match std::str::from_utf8(&bytes[..end]) {
        Ok(text) => Ok((text, &bytes[end + 2..])),
        Err(_) => invalid("the header is not text"),
    }
}

impl Net {
    /// Reads a net file for a game.
    ///
    /// # Errors
    /// It is not a net file, it is damaged, or it does not fit the game. The text says what was
    /// found and what was expected.
    pub fn read(bytes: &[u8], expected: &Architecture) -> Result<Self, NetError> {
        let (text, mut body) = split(bytes)?;
        let (_, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut header = Header { rest };
        let game = header.take("game")?;
        let [inputs, hidden, perspectives, outputs] = header.numbers("shape")?;
        let scales: [usize; 3] = header.numbers("scales")?;
        let description = header.take("made")?.to_owned();
        let written = header.rest.len();
        let crc = header.take("crc32")?;
        if !header.rest.is_empty() {
            return invalid("the header has an extra line");
        }
        let covered = &bytes[..text.len() - written];
        if format!("{:08x}", checksum(covered, body)) != crc {
            return invalid("the file is damaged: the checksum does not match");
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
        check_shape(shape, expected)?;
        let unit = match scales {
            [first, last, unit]
                if first == QA as usize
                    && last == QB as usize
                    && (1..=MAX_UNIT as usize).contains(&unit) =>
            {
                unit as i32
            }
            _ => {
                return invalid(format!(
                    "scales {scales:?}, expected {QA}, {QB}, and 1 to {MAX_UNIT}"
                ));
            }
        };
        let last = outputs * perspectives * hidden;
        let size = 2 * (inputs * hidden + hidden + last) + 4 * outputs;
        if body.len() != size {
            return invalid(format!("{} bytes of weights, expected {size}", body.len()));
        }
        let net = Self {
            shape,
            unit,
            description,
            feature_weights: numbers(&mut body, inputs * hidden, i16::from_le_bytes),
            feature_biases: numbers(&mut body, hidden, i16::from_le_bytes),
            output_weights: numbers(&mut body, last, i16::from_le_bytes),
            output_biases: numbers(&mut body, outputs, i32::from_le_bytes),
        };
        net.check_overflow(expected.max_active)?;
        Ok(net)
    }

    /// Checks that no sum can overflow.
    fn check_overflow(&self, active: usize) -> Result<(), NetError> {
        if self
            .output_weights
            .iter()
            .any(|&w| w.unsigned_abs() > MAX_OUTPUT_WEIGHT as u16)
        {
            return invalid(format!("an output weight exceeds {MAX_OUTPUT_WEIGHT}"));
        }
        if self
            .output_biases
            .iter()
            .any(|bias| bias.unsigned_abs() > MAX_OUTPUT_BIAS as u32)
        {
            return invalid(format!("an output bias exceeds {MAX_OUTPUT_BIAS}"));
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
        // That bound is too coarse where many features are active: bound each hidden unit.
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
                    return invalid(format!(
                        "accumulators could reach {most} and overflow 16 bits"
                    ));
                }
            }
        }
        Ok(())
    }
}

fn check_shape(shape: Shape, expected: &Architecture) -> Result<(), NetError> {
    let Shape {
        inputs,
        hidden,
        perspectives,
        outputs,
    } = shape;
    let asked = (expected.inputs, expected.perspectives, expected.outputs);
    if (inputs, perspectives, outputs) != asked {
        return invalid(format!(
            "{inputs} inputs, {perspectives} perspectives and {outputs} outputs, expected {}, {} and {}",
            asked.0, asked.1, asked.2
        ));
    }
    let most = MAX_HIDDEN / perspectives;
    if hidden == 0 || hidden % LANES != 0 || hidden > most {
        return invalid(format!(
            "{hidden} hidden units, expected a multiple of {LANES} up to {most}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{parts, some};
    use super::*;

    const EXPECTED: Architecture = Architecture {
        game: "halma",
        inputs: 6,
        max_active: 4,
        perspectives: 2,
        outputs: 3,
    };

    fn refused(bytes: &[u8], expected: &Architecture, why: &str) {
        let error = Net::read(bytes, expected).expect_err(why).to_string();
        assert!(error.contains(why), "{error}, expected {why}");
    }

    #[test]
    fn reading_inverts_writing() {
        let parts = parts(&EXPECTED, 16);
        let net = Net::read(&parts.to_bytes("halma"), &EXPECTED).expect("sound");
        assert_eq!(net.shape(), parts.shape);
        assert_eq!((net.unit(), net.description()), (150, "at random"));
        assert_eq!(net.feature_weights, parts.feature_weights);
        assert_eq!(net.feature_biases, parts.feature_biases);
        assert_eq!(net.output_weights, parts.output_weights);
        assert_eq!(net.output_biases, parts.output_biases);
    }

    #[test]
    fn all_damage_is_detected() {
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
        refused(&good[..20], &EXPECTED, "the header does not end");
        let other = Architecture {
            game: "go",
            ..EXPECTED
        };
        refused(&good, &other, "a net for halma, expected one for go");
        let other = Architecture {
            inputs: 7,
            ..EXPECTED
        };
        refused(
            &good,
            &other,
            "6 inputs, 2 perspectives and 3 outputs, expected 7, 2 and 3",
        );
        let wide = Architecture {
            max_active: 6,
            ..EXPECTED
        };
        let mut parts = parts(&EXPECTED, 16);
        parts.feature_weights.fill(6_000);
        let large = parts.to_bytes("halma");
        assert!(Net::read(&large, &EXPECTED).is_ok());
        refused(&large, &wide, "accumulators could reach");
        parts.feature_weights.fill(0);
        parts.output_weights[7] = 128;
        refused(
            &parts.to_bytes("halma"),
            &EXPECTED,
            "an output weight exceeds 127",
        );
        parts.output_weights[7] = 0;
        parts.unit = 0;
        refused(&parts.to_bytes("halma"), &EXPECTED, "scales");
        parts.unit = 1;
        parts.shape.hidden = 24;
        refused(&parts.to_bytes("halma"), &EXPECTED, "a multiple of 16");
    }

    /// A valid file but for its first line, which is included in the checksum.
    fn begun_with(first: &str) -> Vec<u8> {
        let good = some(&EXPECTED, 16);
        let (header, body) = split(&good).expect("sound");
        let (_, lines) = header.split_once('\n').expect("lines");
        let (lines, _) = lines.split_once("crc32 ").expect("a checksum");
        let header = format!("{first}\n{lines}");
        let crc = checksum(header.as_bytes(), body);
        let header = format!("{header}crc32 {crc:08x}\n\n");
        [header.as_bytes(), body].concat()
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
    fn the_game_is_read_from_the_header_alone() {
        assert_eq!(game(&some(&EXPECTED, 16)).as_deref(), Ok("halma"));
        assert!(game(b"tricorn net 1\ngamma\n\n").is_err());
    }
}
