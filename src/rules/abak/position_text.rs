//! Texts of positions: reading, writing, drawing.
//! Not here: texts of moves (`word`), and what the rules make of a position.

use super::board::{Bar, Board, Checker, Class, Column, HEIGHT, POINTS, place};
use super::{Abak, Dice};
use crate::rules::{ParsedPosition, Side, TextError, colour};
use std::fmt::Write;

/// The own points on which a Druid traps; the same for both sides.
const MIDDLE: std::ops::RangeInclusive<u8> = 7..=18;

/// The four words of a position text, for messages.
const FORM: &str = "<points> <side> <bar> <dice>";

/// A part of a text, and the column of its first character.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    /// The characters with their columns.
    fn chars(self) -> impl Iterator<Item = (usize, char)> {
        (self.column..).zip(self.text.chars())
    }
}

/// Splits at every character that `split` wants, and notes where the parts begin.
fn parts(text: Word<'_>, split: impl Fn(char) -> bool + Copy) -> Vec<Word<'_>> {
    let mut column = text.column;
    text.text
        .split(split)
        .map(|part| {
            let word = Word { text: part, column };
            column += part.chars().count() + 1;
            word
        })
        .collect()
}

pub(super) fn parse(text: &str) -> Result<ParsedPosition<Abak>, TextError> {
    let whole = Word { text, column: 1 };
    let words: Vec<Word<'_>> = parts(whole, char::is_whitespace)
        .into_iter()
        .filter(|word| !word.text.is_empty())
        .collect();
    let [points, side, bar, dice] = words[..] else {
        let what = format!("{} words, expected four: {FORM}", words.len());
        let column = words.get(4).map_or(0, |word| word.column);
        return Err(TextError::at(column, what));
    };
    let mut board = Board {
        columns: read_points(points)?,
        bars: Default::default(),
    };
    let turn = match side.text {
        "w" => Side::First,
        "b" => Side::Second,
        _ => {
            let what = "expected w or b, the side to move";
            return Err(TextError::at(side.column, what));
        }
    };
    board.bars = read_bars(bar)?;
    let roll = match dice.text {
        "-" => None,
        text => Some(
            text.parse()
                .map_err(|error: TextError| TextError::at(dice.column, error.message + ", or -"))?,
        ),
    };
    check_supply(&board)?;
    let position = Abak::new(board, turn);
    Ok(ParsedPosition { position, roll })
}

fn read_points(points: Word<'_>) -> Result<[Column; POINTS], TextError> {
    let mut columns = [Column::default(); POINTS];
    // White's number of the next point.
    let mut next = POINTS as u8;
    let mut after_run = false;
    for part in parts(points, |c| c == '/') {
        if part.text.is_empty() {
            let what = "nothing between slashes, expected a column or a number of empty points";
            return Err(TextError::at(part.column, what));
        }
        let run = part.text.bytes().all(|c| c.is_ascii_digit());
        let points = if run { read_run(part, after_run)? } else { 1 };
        if points > next {
            let what = "more than 24 points";
            return Err(TextError::at(part.column, what));
        }
        if !run {
            columns[place(Side::First, next)] = read_column(part, next)?;
        }
        after_run = run;
        next -= points;
    }
    if next > 0 {
        let what = format!("{} points, expected 24", POINTS as u8 - next);
        return Err(TextError::at(points.column, what));
    }
    Ok(columns)
}

/// The length of a run of empty points.
fn read_run(part: Word<'_>, after_run: bool) -> Result<u8, TextError> {
    if after_run {
        let what = "two numbers of empty points side by side, expected their sum";
        return Err(TextError::at(part.column, what));
    }
    let number = part.text.parse().ok().filter(|n| (1..=24).contains(n));
    match number {
        Some(number) if !part.text.starts_with('0') => Ok(number),
        _ => {
            let what = "expected a number of empty points from 1 to 24";
            Err(TextError::at(part.column, what))
        }
    }
}

/// A column on White's point `point`, bottom first.
fn read_column(part: Word<'_>, point: u8) -> Result<Column, TextError> {
    let mut column = Column::default();
    for (at, letter) in part.chars() {
        let checker = read_checker(at, letter)?;
        if column.is_full() {
            let what = format!("more than {HEIGHT} checkers on White's point {point}");
            return Err(TextError::at(at, what));
        }
        let change = column.top().is_some_and(|top| top.side() != checker.side());
        let trap = checker.class() == Class::Druid && MIDDLE.contains(&point) && column.is_single();
        if change && !trap {
            let what = format!(
                "`{letter}` stands on a checker of the other colour on White's point {point}; only a Druid \
                 can, on the middle points 7 to 18, over a single checker"
            );
            return Err(TextError::at(at, what));
        }
        column = column.with(checker);
    }
    Ok(column)
}

fn read_checker(column: usize, letter: char) -> Result<Checker, TextError> {
    Checker::named(letter).ok_or_else(|| {
        let what = "expected a checker: one of GDUEOS or gdueos";
        TextError::at(column, what)
    })
}

fn read_bars(bar: Word<'_>) -> Result<[Bar; 2], TextError> {
    let mut bars = [Bar::default(); 2];
    if bar.text == "-" {
        return Ok(bars);
    }
    for (at, letter) in bar.chars() {
        let checker = read_checker(at, letter)?;
        let own = &mut bars[checker.side().index()];
        if own.count(checker.class()) == checker.class().supply() {
            return Err(TextError::at(at, too_many(checker)));
        }
        own.add(checker.class());
    }
    Ok(bars)
}

fn too_many(checker: Checker) -> String {
    format!(
        "more than {} of `{}` in play",
        checker.class().supply(),
        checker.letter()
    )
}

fn check_supply(board: &Board) -> Result<(), TextError> {
    let mut playing = [0; 2];
    for side in Side::ALL {
        for class in Class::ALL {
            let checker = Checker::new(side, class);
            let standing = board
                .columns
                .iter()
                .flat_map(|column| column.checkers())
                .filter(|&other| other == checker)
                .count() as u32;
            let count = standing + board.bar(side).count(class);
            if count > class.supply() {
                return Err(TextError::at(0, too_many(checker)));
            }
            playing[side.index()] += count;
        }
    }
    if playing == [0, 0] {
        let what = "both sides have borne off everything";
        return Err(TextError::at(0, what));
    }
    Ok(())
}

pub(super) fn write(position: &Abak, roll: Option<Dice>) -> String {
    let mut out = String::new();
    let mut empty = 0;
    for point in (1..=POINTS as u8).rev() {
        let column = position.board.column(Side::First, point);
        if column.is_empty() {
            empty += 1;
        }
        if empty > 0 && (!column.is_empty() || point == 1) {
            out += &format!("{empty}/");
            empty = 0;
        }
        if !column.is_empty() {
            let mut checkers: Vec<char> = column.checkers().map(Checker::letter).collect();
            checkers.reverse();
            out.extend(checkers);
            out.push('/');
        }
    }
    out.pop();
    out += if position.turn == Side::First {
        " w "
    } else {
        " b "
    };
    let waiting: String = Side::ALL.map(|side| waiting(position, side)).concat();
    out += if waiting.is_empty() { "-" } else { &waiting };
    match roll {
        Some(roll) => out += &format!(" {roll}"),
        None => out += " -",
    }
    out
}

/// The letters of a side's checkers on the bar.
fn waiting(position: &Abak, side: Side) -> String {
    let bar = position.board.bar(side);
    let letters = bar.classes().flat_map(|class| {
        let letter = Checker::new(side, class).letter();
        std::iter::repeat_n(letter, bar.count(class) as usize)
    });
    letters.collect()
}

/// The board as White sees it, whose points 12 to 1 run along the lower edge. Columns grow
/// from the edges inward.
pub(super) fn draw(position: &Abak) -> String {
    let mut out = String::new();
    let upper: Vec<u8> = (13..=24).collect();
    let lower: Vec<u8> = (1..=12).rev().collect();
    let levels: Vec<usize> = (0..HEIGHT).collect();
    push_row(&mut out, &upper, |point| point.to_string());
    for &level in &levels {
        push_row(&mut out, &upper, |point| checker_at(position, point, level));
    }
    out.push('\n');
    for &level in levels.iter().rev() {
        push_row(&mut out, &lower, |point| checker_at(position, point, level));
    }
    push_row(&mut out, &lower, |point| point.to_string());
    let legends = [
        "White, capitals, moving from 24 to 1",
        "Black, small letters, moving from 1 to 24",
    ];
    for (side, legend) in Side::ALL.into_iter().zip(legends) {
        let off = 15 - position.board.in_play(side);
        let waiting = waiting(position, side);
        let bar = if waiting.is_empty() { "-" } else { &waiting };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{legend}: bar {bar}, off {off}");
    }
    out += "G General, D Druid, U Guard, E Even Wounded, O Odd Wounded, S Soldier\n";
    let _ = writeln!(out, "{} to move", colour::<Abak>(position.turn));
    out
}

/// One line of the drawing, the homes set apart from the rest.
fn push_row(out: &mut String, points: &[u8], cell: impl Fn(u8) -> String) {
    let mut line = String::new();
    for (at, &point) in points.iter().enumerate() {
        if at == 6 {
            line += "  |";
        }
        line += &format!("{:>3}", cell(point));
    }
    *out += line.trim_end();
    out.push('\n');
}

/// The letter of the checker that has `level` others below it.
fn checker_at(position: &Abak, point: u8, level: usize) -> String {
    let column = position.board.column(Side::First, point);
    let standing: Vec<Checker> = column.checkers().collect();
    let checker = standing.iter().rev().nth(level);
    checker.map_or_else(|| ".".into(), |checker| checker.letter().to_string())
}
