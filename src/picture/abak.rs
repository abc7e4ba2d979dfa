//! The picture of Abak Evolution, as White sees the board.
//! Not here: the classes' shapes, which are symbols.

use super::svg::Canvas;
use super::{Arrows, Draw, Place};
use crate::rules::abak::board::{Checker, Class, HEIGHT};
use crate::rules::abak::{Abak, Dice};
use crate::rules::{Notation, Rules, Side, colour};

const CHECKER: i32 = 52;
const POINT: i32 = 56;
const MARGIN: i32 = 30;
const BAR: i32 = 64;
const TRAY: i32 = 72;
/// The height of a full column.
const COLUMN: i32 = CHECKER * HEIGHT as i32;
/// Between the columns of the two rows.
const GAP: i32 = 60;
const FIELD: &str = "#ecd9b8";
const TRIANGLES: [&str; 2] = ["#d3b484", "#b98f5c"];
const MARK: &str = "#5f8f2f";
const WOOD: &str = "#5a412b";

/// The left edge of the bar.
const MIDDLE: i32 = MARGIN + 6 * POINT;
/// The left edge of the tray of checkers that are borne off.
const OFF: i32 = MIDDLE + BAR + 6 * POINT;

/// The middle of a point that White numbers so, from left to right.
fn middle(point: u8) -> i32 {
    let at = i32::from(if point > 12 { point - 13 } else { 12 - point });
    let bar = if at < 6 { 0 } else { BAR };
    MARGIN + bar + at * POINT + POINT / 2
}

/// The place of the checker with `below` others under it, on White's point `point`.
fn standing(point: u8, below: usize) -> Place {
    let inward = CHECKER / 2 + CHECKER * below as i32;
    let y = if point > 12 {
        MARGIN + inward
    } else {
        Abak::SIZE.1 - MARGIN - inward
    };
    (middle(point), y)
}

/// The place of the checker that waits behind `before` others. White enters above, Black below.
fn waiting(side: Side, before: i32) -> Place {
    let inward = CHECKER / 2 + CHECKER * before.min(4);
    let y = match side {
        Side::First => MARGIN + inward,
        Side::Second => Abak::SIZE.1 - MARGIN - inward,
    };
    (MIDDLE + BAR / 2, y)
}

/// The middle of a side's tray.
fn tray(side: Side) -> Place {
    let y = match side {
        Side::First => Abak::SIZE.1 - MARGIN - COLUMN / 2,
        Side::Second => MARGIN + COLUMN / 2,
    };
    (OFF + TRAY / 2, y)
}

fn symbol(class: Class) -> &'static str {
    match class {
        Class::General => "general",
        Class::Druid => "druid",
        Class::Guard => "guard",
        Class::Even => "even",
        Class::Odd => "odd",
        Class::Soldier => "soldier",
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::General => "General",
        Class::Druid => "Druid",
        Class::Guard => "Guard",
        Class::Even => "Even Wounded",
        Class::Odd => "Odd Wounded",
        Class::Soldier => "Soldier",
    }
}

/// The checkers of a point, bottom first.
fn column(position: &Abak, point: u8) -> Vec<Checker> {
    let column = position.board().column(Side::First, point);
    let mut checkers: Vec<Checker> = column.checkers().collect();
    checkers.reverse();
    checkers
}

/// The checkers of a side that wait, by class.
fn on_bar(position: &Abak, side: Side) -> Vec<Class> {
    let bar = position.board().bar(side);
    let each = |class| std::iter::repeat_n(class, bar.count(class) as usize);
    bar.classes().flat_map(each).collect()
}

fn off(position: &Abak, side: Side) -> u32 {
    let all: u32 = Class::ALL.into_iter().map(Class::supply).sum();
    all - position.board().in_play(side)
}

fn draw_points(canvas: &mut Canvas) {
    canvas.frame();
    let height = 2 * COLUMN + GAP;
    for left in [MARGIN, MIDDLE + BAR] {
        canvas.rect((left, MARGIN), (6 * POINT, height), FIELD);
    }
    for point in 1..=24 {
        let x = middle(point);
        let (edge, label) = match point {
            1..=12 => (MARGIN + height, Abak::SIZE.1 - MARGIN / 2),
            _ => (MARGIN, MARGIN / 2),
        };
        let tip = if point > 12 {
            edge + COLUMN
        } else {
            edge - COLUMN
        };
        let fill = TRIANGLES[usize::from(point % 2)];
        let half = POINT / 2;
        canvas.triangle([(x - half, edge), (x + half, edge), (x, tip)], fill);
        canvas.label((x, label), 16, &point.to_string());
    }
    canvas.rect((OFF + 12, MARGIN), (TRAY - 24, COLUMN), WOOD);
    canvas.rect((OFF + 12, MARGIN + COLUMN + GAP), (TRAY - 24, COLUMN), WOOD);
}

/// The two dice, on the half of the board that White bears off from.
fn draw_dice(roll: Dice, white: bool, canvas: &mut Canvas) {
    const SIDE: i32 = 40;
    let [fill, edge, pips] = Canvas::colours(white);
    let y = MARGIN + COLUMN + (GAP - SIDE) / 2;
    let first = MIDDLE + BAR + 3 * POINT - SIDE - 6;
    for (number, die) in [roll.high(), roll.low()].into_iter().enumerate() {
        let x = first + number as i32 * (SIDE + 12);
        canvas.card((x, y), SIDE, fill, edge);
        let (near, mid, far) = (10, SIDE / 2, SIDE - 10);
        let mut pip = |at: [i32; 2]| canvas.dot((x + at[0], y + at[1]), 4, pips);
        if die % 2 == 1 {
            pip([mid, mid]);
        }
        if die > 1 {
            pip([near, near]);
            pip([far, far]);
        }
        if die > 3 {
            pip([near, far]);
            pip([far, near]);
        }
        if die == 6 {
            pip([near, mid]);
            pip([far, mid]);
        }
    }
}

impl Draw for Abak {
    const SIZE: Place = (OFF + TRAY + 8, 2 * MARGIN + 2 * COLUMN + GAP);

    fn draw(&self, roll: Option<Dice>, before: Option<&Self>, canvas: &mut Canvas) {
        draw_points(canvas);
        for point in 1..=24 {
            let checkers = column(self, point);
            let old = before.map(|before| column(before, point));
            for (below, checker) in checkers.iter().enumerate() {
                let place = standing(point, below);
                let white = checker.side() == Self::WHITE;
                canvas.piece(symbol(checker.class()), white, place, CHECKER);
                if old
                    .as_ref()
                    .is_some_and(|old| old.get(below) != Some(checker))
                {
                    canvas.ring(place, CHECKER / 2 - 1, MARK);
                }
            }
        }
        for side in Side::ALL {
            let white = side == Self::WHITE;
            for (at, class) in on_bar(self, side).into_iter().enumerate() {
                canvas.piece(symbol(class), white, waiting(side, at as i32), CHECKER);
            }
            let (x, y) = tray(side);
            canvas.label((x, y - 10), 20, &off(self, side).to_string());
            canvas.label((x, y + 12), 14, "off");
        }
        if let Some(roll) = roll {
            draw_dice(roll, self.turn() == Self::WHITE, canvas);
        }
    }

    fn arrows(&self, m: &Self::Move) -> Arrows {
        let side = self.turn();
        let text = self.move_text(m);
        let steps = text.split_once(':').map_or("", |(_, steps)| steps);
        // White's number of a point that the mover numbers so.
        let whites = |point: u8| {
            usize::from(if side == Self::WHITE {
                point
            } else {
                25 - point
            })
        };
        // By White's numbers; nothing stands on 0.
        let mut heights = [0; 25];
        let mut captured = Vec::new();
        for point in 1..=24 {
            let [now, after] = [self, m.after()].map(|position| column(position, point));
            // The opponent's checkers leave their places only when they are hit.
            let hit =
                |&level: &usize| now[level].side() != side && after.get(level) != now.get(level);
            let hits: Vec<usize> = (0..now.len()).filter(hit).collect();
            heights[usize::from(point)] = now.len() - hits.len();
            captured.extend(hits.into_iter().map(|level| standing(point, level)));
        }
        let mut ways = Vec::new();
        for (from, to) in steps.split(',').filter_map(|step| step.split_once('/')) {
            let start = match from.parse().ok().map(whites) {
                None => waiting(side, 0),
                Some(point) => {
                    heights[point] = heights[point].saturating_sub(1);
                    standing(point as u8, heights[point])
                }
            };
            let end = match to.trim_end_matches('*').parse().ok().map(whites) {
                None => tray(side),
                Some(point) => {
                    heights[point] += 1;
                    standing(point as u8, heights[point] - 1)
                }
            };
            ways.push(vec![start, end]);
        }
        Arrows {
            ways,
            captured,
            dropped: Vec::new(),
        }
    }

    fn described(&self) -> String {
        let mut parts = vec!["Points by White's numbers, columns from bottom to top.".to_owned()];
        for point in (1..=24).rev() {
            let checkers = column(self, point).into_iter().map(|checker| {
                let name = class_name(checker.class());
                format!("{} {name}", colour::<Self>(checker.side()))
            });
            let checkers: Vec<String> = checkers.collect();
            if !checkers.is_empty() {
                parts.push(format!("{point}: {}.", checkers.join(", ")));
            }
        }
        for side in Side::ALL {
            let names: Vec<_> = on_bar(self, side).into_iter().map(class_name).collect();
            if !names.is_empty() {
                parts.push(format!(
                    "On {}'s bar: {}.",
                    colour::<Self>(side),
                    names.join(", ")
                ));
            }
            if let borne @ 1.. = off(self, side) {
                parts.push(format!("{} has borne off {borne}.", colour::<Self>(side)));
            }
        }
        parts.join(" ")
    }
}
