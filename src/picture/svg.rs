//! The SVG itself: shapes, pieces, arrows, and the frame around them.
//! Not here: where they go, which each game's board says.

use super::{Arrows, Place};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The pieces, which the board in the browser shows as well.
const PIECES: &str = include_str!("../../tools/board/page/pieces.svg");

/// The colours of White's and Black's pieces: body, edge, emblem.
const PIECE_COLOURS: [[&str; 3]; 2] = [
    ["#fffaf0", "#4a3f30", "#8f7a58"],
    ["#3a3733", "#171513", "#d9c7a3"],
];

const FRAME: &str = "#6b4f35";
const INK: &str = "#f3e6cf";
const ARROW: &str = "#1f6f8b";
const CAPTURE: &str = "#c0392b";
const FONT: &str = "system-ui,sans-serif";

/// A picture in the making.
#[derive(Clone, Debug)]
pub struct Canvas {
    size: Place,
    body: String,
    /// The symbols in use.
    symbols: BTreeSet<&'static str>,
    arrows: bool,
}

/// A text as content of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

impl Canvas {
    /// An empty board of that width and height.
    pub fn new(size: Place) -> Self {
        Self {
            size,
            body: String::new(),
            symbols: BTreeSet::new(),
            arrows: false,
        }
    }

    fn put(&mut self, shape: &str) {
        self.body.push_str(shape);
        self.body.push('\n');
    }

    /// A filled rectangle.
    pub fn rect(&mut self, (x, y): Place, (width, height): Place, fill: &str) {
        self.put(&format!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#
        ));
    }

    /// A rectangle with round corners and an edge.
    pub fn card(&mut self, (x, y): Place, side: i32, fill: &str, edge: &str) {
        self.put(&format!(
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="6" fill="{fill}" stroke="{edge}" stroke-width="2"/>"#
        ));
    }

    /// A filled triangle.
    pub fn triangle(&mut self, corners: [Place; 3], fill: &str) {
        let [(a, b), (c, d), (e, f)] = corners;
        self.put(&format!(
            r#"<path d="M{a} {b}L{c} {d}L{e} {f}Z" fill="{fill}"/>"#
        ));
    }

    /// A filled circle.
    pub fn dot(&mut self, (x, y): Place, radius: i32, fill: &str) {
        self.put(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#
        ));
    }

    /// A ring that marks a place.
    pub fn ring(&mut self, (x, y): Place, radius: i32, colour: &str) {
        self.put(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="4"/>"#
        ));
    }

    /// A label, centred on a place.
    pub fn label(&mut self, (x, y): Place, size: i32, text: &str) {
        let text = escaped(text);
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{INK}" text-anchor="middle" dominant-baseline="central">{text}</text>"#
        ));
    }

    /// The frame: the whole picture in the colour of wood.
    pub fn frame(&mut self) {
        let (width, height) = self.size;
        self.put(&format!(
            r#"<rect width="{width}" height="{height}" rx="10" fill="{FRAME}"/>"#
        ));
    }

    /// A piece, centred on a place. White's are light.
    pub fn piece(&mut self, symbol: &'static str, white: bool, (x, y): Place, size: i32) {
        self.symbols.insert(symbol);
        let [fill, edge, emblem] = PIECE_COLOURS[usize::from(!white)];
        let (x, y) = (x - size / 2, y - size / 2);
        self.put(&format!(
            r##"<use href="#{symbol}" x="{x}" y="{y}" width="{size}" height="{size}" fill="{fill}" stroke="{edge}" color="{emblem}"/>"##
        ));
    }

    /// The colours in which White's or Black's dice are drawn: body, edge, pips.
    pub fn colours(white: bool) -> [&'static str; 3] {
        PIECE_COLOURS[usize::from(!white)]
    }

    /// A move over the board.
    pub fn arrows(&mut self, arrows: &Arrows) {
        for &(x, y) in &arrows.captured {
            self.put(&format!(
                r#"<path d="M{} {}L{} {}M{} {}L{} {}" stroke="{CAPTURE}" stroke-width="6" stroke-linecap="round"/>"#,
                x - 14, y - 14, x + 14, y + 14, x + 14, y - 14, x - 14, y + 14
            ));
        }
        for &place in &arrows.dropped {
            self.ring(place, 20, ARROW);
        }
        for way in &arrows.ways {
            let mut path = String::new();
            for (at, (x, y)) in way.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(path, "{}{x} {y}", if at == 0 { 'M' } else { 'L' });
            }
            self.arrows = true;
            self.put(&format!(
                r#"<path d="{path}" fill="none" stroke="{ARROW}" stroke-opacity="0.85" stroke-width="7" stroke-linejoin="round" stroke-linecap="round" marker-end="url(#head)"/>"#
            ));
        }
    }

    /// The whole picture, with a title and a description for those who do not see it.
    pub fn finish(self, title: &str, description: &str) -> String {
        let (width, height) = self.size;
        let mut defs = String::new();
        for symbol in &self.symbols {
            let line = PIECES
                .lines()
                .find(|line| line.starts_with(&format!(r#"<symbol id="{symbol}" "#)));
            defs.push_str(line.unwrap_or_default());
            defs.push('\n');
        }
        if self.arrows {
            let _ = writeln!(
                defs,
                r#"<marker id="head" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="3.2" markerHeight="3.2" orient="auto"><path d="M0 0 10 5 0 10Z" fill="{ARROW}"/></marker>"#
            );
        }
        let [title, description] = [title, description].map(escaped);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title description" font-family="{FONT}">
<title id="title">{title}</title>
<desc id="description">{description}</desc>
<defs>
{defs}</defs>
{}</svg>
"#,
            self.body
        )
    }
}
