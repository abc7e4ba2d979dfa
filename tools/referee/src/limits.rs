//! Limits and adjudication as text: `tc=40/60+0.6 nodes=1000`, in arguments, settings and records.
//! Not here: how they are enforced (`arbiter`).

use crate::game::{Adjudication, DrawAdjudication, Limits, ResignAdjudication, TimeControl};
use std::fmt;
use std::str::FromStr;

/// The greatest time in milliseconds that a text may give: a month.
const LONGEST_MS: u64 = 31 * 24 * 3_600 * 1_000;

/// How late an answer may come unless it is said, in milliseconds.
pub const DEFAULT_MARGIN_MS: u64 = 100;

/// Milliseconds from seconds with up to three decimals, minutes and hours before colons:
/// `60`, `0.05`, `1:30`.
fn millis(text: &str) -> Result<u64, String> {
    let wrong = || format!("found \"{text}\", expected seconds such as 60, 0.05 or 1:30");
    let mut total: u64 = 0;
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        let ms = match (part.split_once('.'), parts.peek()) {
            (Some((whole, decimals)), None) if decimals.len() <= 3 => {
                let scale = 10_u64.pow(3 - decimals.len() as u32);
                digits(whole)? * 1_000 + digits(decimals)? * scale
            }
            (None, _) => digits(part)? * 1_000,
            _ => return Err(wrong()),
        };
        total = total.saturating_mul(60).saturating_add(ms);
    }
    if total > LONGEST_MS {
        return Err(format!("{text} is longer than a month"));
    }
    Ok(total)
}

/// Decimal digits alone, at least one, at most nine.
fn digits(text: &str) -> Result<u64, String> {
    let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    let number = plain.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| format!("found \"{text}\", expected a number of up to nine digits"))
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value
        .parse()
        .map_err(|_| format!("{key}: found \"{value}\", expected a whole number in range"))
}

/// Milliseconds as seconds, without zeros at the end.
struct Seconds(u64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 1_000, self.0 % 1_000);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let decimals = format!("{rest:03}");
        write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `[moves/]base[+increment]`, times in seconds.
    fn from_str(text: &str) -> Result<Self, String> {
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => match digits(moves)? {
                0 => return Err("a time control of no moves".into()),
                n => (Some(n as u32), times),
            },
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let control = Self {
            moves,
            base_ms: millis(base)?,
            increment_ms: millis(increment)?,
        };
        if control.base_ms == 0 && control.increment_ms == 0 {
            return Err(format!("\"{text}\" gives no time at all"));
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(
            f,
            "{}+{}",
            Seconds(self.base_ms),
            Seconds(self.increment_ms)
        )
    }
}

impl Limits {
    /// The words that [`set`](Self::set) knows.
    pub const KEYS: [&str; 7] = [
        "tc",
        "movetime",
        "nodes",
        "depth",
        "nodestime",
        "margin",
        "ponder",
    ];

    /// No limit, and the usual margin.
    #[must_use]
    pub fn none() -> Self {
        Self {
            margin_ms: DEFAULT_MARGIN_MS,
            ..Self::default()
        }
    }

    /// Sets one limit from a word `key=value`: `tc` as [`TimeControl`] reads it, `movetime` and
    /// `margin` in milliseconds, `nodes`, `depth`, `nodestime` in nodes a millisecond, `ponder`
    /// with `on` or `off`.
    ///
    /// # Errors
    /// If there is no such key, or the value is not as it has to be.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tc" => self.tc = Some(value.parse().map_err(|error| format!("tc: {error}"))?),
            "movetime" => self.movetime_ms = Some(time(key, value)?),
            "nodes" => self.nodes = Some(number(key, value)?),
            "depth" => self.depth = Some(number(key, value)?),
            "nodestime" => match number(key, value)? {
                0 => return Err("nodestime: 0 nodes a millisecond is no clock".into()),
                nodes => self.nodestime = Some(nodes),
            },
            "margin" => self.margin_ms = time(key, value)?,
            "ponder" => match value {
                "on" | "true" => self.ponder = true,
                "off" | "false" => self.ponder = false,
                _ => return Err(format!("ponder: found \"{value}\", expected on or off")),
            },
            _ => {
                return Err(format!(
                    "\"{key}\" is no limit, expected one of {:?}",
                    Self::KEYS
                ));
            }
        }
        Ok(())
    }

    /// Whether something ends a search.
    #[must_use]
    pub fn bounded(&self) -> bool {
        self.tc.is_some()
            || self.movetime_ms.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
    }
}

/// Milliseconds, within what a clock can count.
fn time(key: &str, value: &str) -> Result<u64, String> {
    let ms: u64 = number(key, value)?;
    if ms > LONGEST_MS {
        return Err(format!("{key}: {value} ms is longer than a month"));
    }
    Ok(ms)
}

/// The words that [`Limits::set`] reads, in a fixed order.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tc) = &self.tc {
            write!(f, "tc={tc} ")?;
        }
        let numbers = [
            ("movetime", self.movetime_ms),
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("nodestime", self.nodestime),
        ];
        for (key, value) in numbers {
            if let Some(value) = value {
                write!(f, "{key}={value} ")?;
            }
        }
        write!(f, "margin={}", self.margin_ms)?;
        if self.ponder {
            f.write_str(" ponder=on")
        } else {
            Ok(())
        }
    }
}

impl FromStr for Limits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut limits = Self::none();
        for word in text.split_ascii_whitespace() {
            let (key, value) = split(word)?;
            limits.set(key, value)?;
        }
        Ok(limits)
    }
}

/// A word `key=value`.
///
/// # Errors
/// If there is no `=`, or nothing before it.
pub fn split(word: &str) -> Result<(&str, &str), String> {
    match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key, value)),
        _ => Err(format!("found \"{word}\", expected key=value")),
    }
}

/// Numbers given as `key=value` words, each of `keys` once, in the order of `keys`.
fn numbers<const N: usize>(
    text: &str,
    keys: [&str; N],
    defaults: [u32; N],
) -> Result<[u32; N], String> {
    let mut values = defaults;
    for word in text.split_ascii_whitespace() {
        let (key, value) = split(word)?;
        let at = keys.iter().position(|&known| known == key);
        let at = at.ok_or_else(|| format!("\"{key}\" is not known, expected one of {keys:?}"))?;
        values[at] = number(key, value)?;
    }
    Ok(values)
}

impl FromStr for ResignAdjudication {
    type Err = String;

    /// Reads `score=600 moves=4`; what is not said is that.
    fn from_str(text: &str) -> Result<Self, String> {
        let [score_cp, moves] = numbers(text, ["score", "moves"], [600, 4])?;
        if moves == 0 || score_cp == 0 {
            return Err("a score and a number of moves above 0 are needed".into());
        }
        Ok(Self { score_cp, moves })
    }
}

impl fmt::Display for ResignAdjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "score={} moves={}", self.score_cp, self.moves)
    }
}

impl FromStr for DrawAdjudication {
    type Err = String;

    /// Reads `score=10 moves=8 after=80`; what is not said is that.
    fn from_str(text: &str) -> Result<Self, String> {
        let keys = ["score", "moves", "after"];
        let [score_cp, moves, after_plies] = numbers(text, keys, [10, 8, 80])?;
        if moves == 0 {
            return Err("a number of moves above 0 is needed".into());
        }
        Ok(Self {
            score_cp,
            moves,
            after_plies,
        })
    }
}

impl fmt::Display for DrawAdjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "score={} moves={} after={}",
            self.score_cp, self.moves, self.after_plies
        )
    }
}

impl Adjudication {
    /// Whether nothing is adjudicated.
    #[must_use]
    pub const fn is_off(&self) -> bool {
        self.resign.is_none() && self.draw.is_none()
    }
}
