//! Move texts: reading one word of a list of moves.
//! Not here: why a step is refused (`refusal`), and which list is canonical (`step_list`).

use super::board::Class;
use super::refusal;
use super::step::{GeneralState, TurnState, View};
use super::step_list::{self, RemainingDice};
use super::turn::MAX_DICE;
use super::{Abak, BAR, Dice, Move, OFF};
use crate::rules::{LegalMoves, TextError, Token};

/// A step as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParsedStep {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The class, where the text names it.
    pub(super) class: Option<Class>,
    /// Where the step begins in the word, from 1.
    pub(super) column: usize,
}

/// A turn as it was written.
enum Body {
    Pass,
    Steps(Vec<ParsedStep>),
}

/// Reads one word of a move list: a roll, or a turn with or without its roll.
pub(super) fn read(legal: &LegalMoves<'_, Abak>, word: &str) -> Result<Token<Abak>, TextError> {
    let (written, body) = split(word)?;
    let known = legal.roll();
    if let (Some(known), Some(written)) = (known, written)
        && known != written
    {
        let what = format!("roll {written}, but the roll of this turn is {known}");
        return Err(TextError::at(1, what));
    }
    if legal.position().is_over() {
        return Err(TextError::at(0, "the game is over"));
    }
    let Some((column, body)) = body else {
        let roll = written.or(known);
        return roll.map(Token::Roll).ok_or_else(nothing);
    };
    let body = read_body(body, column)?;
    let read = |roll, legal: &LegalMoves<'_, Abak>| match &body {
        Body::Pass => find_pass(legal, roll, column),
        Body::Steps(steps) => find(legal, roll, steps),
    };
    match (known, written) {
        (Some(roll), _) => read(roll, legal),
        (None, Some(roll)) => read(roll, &LegalMoves::new(legal.position(), Some(roll))),
        (None, None) => {
            let what = "the roll is not known, expected it before the steps, as in 64:24/18,13/9";
            Err(TextError::at(1, what))
        }
    }
    .map(Token::Move)
}

/// The roll that a word begins with, if it does.
pub(super) fn roll_of(word: &str) -> Option<Dice> {
    split(word).ok().and_then(|(roll, _)| roll)
}

/// How many dice a turn must play: as many as its longest list of steps has.
fn used(legal: &LegalMoves<'_, Abak>) -> usize {
    let first = legal.list().first();
    first.map_or(0, |m| step_list::canonical(legal.position(), m).len())
}

fn find_pass(legal: &LegalMoves<'_, Abak>, roll: Dice, column: usize) -> Result<Move, TextError> {
    match used(legal) {
        0 => Ok(Move {
            roll,
            after: legal.position().handed_over(),
        }),
        used => {
            let what = format!("no pass: {} of {roll} can be played", dice(used));
            Err(TextError::at(column, what))
        }
    }
}

/// The turn that some steps mean. A turn that plays all dice is legal if its steps are; only for
/// others it consults the list of legal moves.
fn find(legal: &LegalMoves<'_, Abak>, roll: Dice, steps: &[ParsedStep]) -> Result<Move, TextError> {
    let position = legal.position();
    let all = RemainingDice::all(roll);
    let root = TurnState {
        at: *position,
        general: GeneralState::Free,
    };
    let mut search = Search {
        steps,
        reached: Vec::new(),
        stuck: (0, root, all),
    };
    search.follow(root, all, 0);
    let Search { reached, stuck, .. } = search;
    let pass = position.handed_over();
    if reached.is_empty() {
        let (at, state, left) = stuck;
        let movable = legal.list().iter().any(|m| m.after != pass);
        return Err(match steps.get(at) {
            Some(step) if movable => {
                let what = refusal::reason(&state, left, step, steps.get(at + 1));
                TextError::at(step.column, format!("step {}: {what}", at + 1))
            }
            _ => TextError::at(0, format!("no step of {roll} can be played, expected pass")),
        });
    }
    let whole = steps.len() == all.total();
    if !whole && steps.len() != used(legal) {
        let what = format!(
            "plays {}, but {} can be played",
            dice(steps.len()),
            dice(used(legal))
        );
        return Err(TextError::at(0, what));
    }
    let turns = reached.into_iter().map(|after| Move {
        roll,
        after: after.handed_over(),
    });
    let found: Vec<Move> = turns
        .filter(|m| whole || legal.list().contains(m))
        .collect();
    match found[..] {
        [turn] => Ok(turn),
        [] => {
            let high = roll.high();
            let what = format!("only one die can be played, and that must be the {high}");
            Err(TextError::at(0, what))
        }
        _ => Err(several(position, found.len())),
    }
}

fn several(position: &Abak, fits: usize) -> TextError {
    let waiting = position.board.bar(position.turn);
    let class = waiting.classes().next().map_or(b's', Class::letter);
    let class = char::from(class);
    let what = format!(
        "fits {fits} legal moves, expected the class of the checker that enters, as in bar.{class}/20"
    );
    TextError::at(0, what)
}

/// A walk along the steps of a text, through everything it can mean.
struct Search<'a> {
    steps: &'a [ParsedStep],
    /// The positions at the end of all steps.
    reached: Vec<Abak>,
    /// How far the walk came at best, and where it stood then.
    stuck: (usize, TurnState, RemainingDice),
}

impl Search<'_> {
    fn follow(&mut self, state: TurnState, left: RemainingDice, at: usize) {
        if at > self.stuck.0 {
            self.stuck = (at, state, left);
        }
        let Some(step) = self.steps.get(at) else {
            if !self.reached.contains(&state.at) {
                self.reached.push(state.at);
            }
            return;
        };
        let view = View::new(&state.at);
        let mut open = Vec::new();
        for (die, left) in left.each() {
            view.each_step(&state, die, |taken, after| {
                if step.fits(taken.from, taken.to, taken.class) {
                    open.push((after, left, at + 1));
                }
            });
            let Some(second) = self.steps.get(at + 1) else {
                continue;
            };
            for (next, left) in left.each() {
                view.each_jane(&state, die, next, |[one, two], after| {
                    if step.fits(one.from, one.to, one.class)
                        && second.fits(two.from, two.to, two.class)
                    {
                        open.push((after, left, at + 2));
                    }
                });
            }
        }
        for (after, left, at) in open {
            self.follow(after, left, at);
        }
    }
}

impl ParsedStep {
    fn fits(&self, from: u8, to: u8, class: Class) -> bool {
        self.from == from && self.to == to && self.class.is_none_or(|named| named == class)
    }
}

/// A number of dice in words.
fn dice(count: usize) -> String {
    match count {
        1 => "one die".into(),
        _ => format!("{count} dice"),
    }
}

/// What is written of a turn, and the column where it begins.
type Rest<'a> = Option<(usize, &'a str)>;

/// Splits a word into its roll and what follows; one of the two is there.
fn split(word: &str) -> Result<(Option<Dice>, Rest<'_>), TextError> {
    if word.is_empty() {
        return Err(nothing());
    }
    if let Some((head, body)) = word.split_once(':') {
        return Ok((Some(head.parse()?), Some((4, body))));
    }
    match word.parse() {
        Ok(roll) => Ok((Some(roll), None)),
        Err(_) => Ok((None, Some((1, word)))),
    }
}

fn nothing() -> TextError {
    let what = "expected a roll and steps, as in 64:24/18,13/9, or pass";
    TextError::at(1, what)
}

fn read_body(body: &str, column: usize) -> Result<Body, TextError> {
    if body == "pass" {
        return Ok(Body::Pass);
    }
    let mut steps = Vec::new();
    let mut at = column;
    for text in body.split(',') {
        if steps.len() == MAX_DICE {
            let what = format!("more than {MAX_DICE} steps, expected one for each die");
            return Err(TextError::at(at, what));
        }
        steps.push(read_step(text, at)?);
        at += text.chars().count() + 1;
    }
    Ok(Body::Steps(steps))
}

fn read_step(text: &str, column: usize) -> Result<ParsedStep, TextError> {
    let wrong = || {
        let what = "expected a step, as in 13/9, bar/20, bar.d/20 or 4/off, or pass alone";
        TextError::at(column, what)
    };
    let (from, to) = text.split_once('/').ok_or_else(wrong)?;
    let to = to.strip_suffix('*').unwrap_or(to);
    let (from, class) = match from.strip_prefix("bar") {
        Some("") => (BAR, None),
        Some(class) => {
            let letter = class.strip_prefix('.').ok_or_else(wrong)?;
            let class = Class::ALL
                .into_iter()
                .find(|class| letter.as_bytes() == [class.letter()]);
            (BAR, Some(class.ok_or_else(wrong)?))
        }
        None => (read_point(from).ok_or_else(wrong)?, None),
    };
    let to = match to {
        "off" => OFF,
        point => read_point(point).ok_or_else(wrong)?,
    };
    Ok(ParsedStep {
        from,
        to,
        class,
        column,
    })
}

/// A point's number, 1 to 24, without a zero before it.
fn read_point(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let number = text.parse().ok()?;
    (digits && !text.starts_with('0') && (1..=24).contains(&number)).then_some(number)
}
