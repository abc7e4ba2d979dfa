//! A review as a self-contained HTML page, without scripts or external requests.
//! Not here: the graph (`plot`), and the figures.

use super::plot;
use super::report::{Review, Turn};
use super::text::{better, sum, title, values};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d1d1f;--ground:#fff;--faint:#ddd;--area:#cfd8dc;--inaccuracy:#b8860b;\
--mistake:#d2691e;--blunder:#c62828}\
@media(prefers-color-scheme:dark){:root{--ink:#eee;--ground:#17181a;--faint:#444;--area:#37474f;\
--inaccuracy:#e0b040;--mistake:#ff9050;--blunder:#ff6b6b}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:60rem;\
margin:2rem auto;padding:0 1rem}\
svg{width:100%;height:auto;border:1px solid var(--faint)}.ground{fill:var(--ground)}.area{fill:var(--area)}\
.line{fill:none;stroke:var(--ink);stroke-width:1.5}.even{stroke:var(--ink);stroke-dasharray:2 4}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem;\
border-bottom:1px solid var(--faint);vertical-align:top}td.n{text-align:right}\
circle.inaccuracy{fill:var(--inaccuracy)}circle.mistake{fill:var(--mistake)}circle.blunder{fill:var(--blunder)}\
tr.inaccuracy .m{color:var(--inaccuracy)}tr.mistake .m{color:var(--mistake)}tr.blunder .m{color:var(--blunder)}\
.m{font-weight:600}tr.turning td:first-child{border-left:4px solid var(--blunder)}:target{background:var(--area)}";

/// The beginning of the page.
pub const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
    <title>Review of games</title>";

/// The end of the page.
pub const FOOT: &str = "</body></html>\n";

/// All of the page before the first game.
#[must_use]
pub fn head() -> String {
    format!("{HEAD}<style>{STYLE}</style></head><body><h1>Review of games</h1>\n")
}

/// A text with the characters that mean something in HTML replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The section of a game.
#[must_use]
pub fn section(number: usize, review: &Review) -> String {
    let mut out = format!(
        "<section id=\"g{number}\"><h2>Game {number}: {}</h2>\n<ul>",
        escaped(&title(review))
    );
    for side in &review.sides {
        let _ = write!(out, "<li>{}</li>", escaped(&sum(side, review.dice)));
    }
    out.push_str("</ul>\n<p>");
    let _ = if review.dice {
        let range = plot::range(review);
        write!(
            out,
            "The equity of player 1 after each move, from -{range} to +{range} points:"
        )
    } else {
        write!(out, "The chances of player 1 after each move, from 0 to 1:")
    };
    let _ = write!(out, "</p>\n{}\n", plot::svg(number, review));
    out.push_str(
        "<table><thead><tr><th>Ply</th><th>Player</th><th>Move</th><th>Class</th><th>Value</th>",
    );
    if review.dice {
        out.push_str("<th>Luck</th>");
    }
    out.push_str("<th>Better</th></tr></thead><tbody>\n");
    for turn in &review.turns {
        out.push_str(&row(number, turn, review.dice));
    }
    out.push_str("</tbody></table></section>\n");
    out
}

fn row(number: usize, turn: &Turn, dice: bool) -> String {
    let class = turn.class.word();
    let turning = if turn.turning { " turning" } else { "" };
    let ply = turn.ply + 1;
    let mut out = format!(
        "<tr id=\"g{number}p{ply}\" class=\"{class}{turning}\"><td class=\"n\">{ply}</td><td>{}</td>\
         <td class=\"m\">{}{}</td><td>{class}</td><td>{}",
        turn.player,
        escaped(&turn.text),
        turn.class.mark(),
        escaped(&values(turn, dice))
    );
    if let Some(exact) = &turn.exact {
        let _ = write!(out, ", table: {}", exact.verdict);
    }
    if let Some(rollout) = &turn.rollout {
        let _ = write!(
            out,
            ", rollout {:+.4} against {:+.4} (error {:.4})",
            rollout.played, rollout.best, rollout.error
        );
    }
    out.push_str("</td>");
    if dice {
        let luck = turn
            .luck
            .map_or_else(String::new, |luck| format!("{luck:+.3}"));
        let _ = write!(out, "<td class=\"n\">{luck}</td>");
    }
    let better = better(turn).unwrap_or_default();
    let _ = writeln!(out, "<td>{}</td></tr>", escaped(&better));
    out
}
