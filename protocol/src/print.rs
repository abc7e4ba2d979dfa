//! Messages as text: the inverse of `grammar`.
//! Not here: the line end, and the flushing of streams.

use crate::message::{
    Answer, Bound, Command, Go, Info, OptionKind, OptionLine, Rollout, Score, ScoreReport, Start,
    Wdl,
};
use std::fmt::{self, Display, Formatter, Write};

/// Writes line ends as blanks: whatever stands in a message, it prints as one line.
struct OneLine<'a, 'b>(&'a mut Formatter<'b>);

impl Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (index, piece) in text.split(['\n', '\r']).enumerate() {
            if index > 0 {
                self.0.write_char(' ')?;
            }
            self.0.write_str(piece)?;
        }
        Ok(())
    }
}

/// Writes ` <word> <value>` if there is a value.
fn field(out: &mut impl Write, word: &str, value: Option<impl Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(out, " {word} {value}"))
}

/// Writes ` <word>` if `on`.
fn flag(out: &mut impl Write, word: &str, on: bool) -> fmt::Result {
    if on { write!(out, " {word}") } else { Ok(()) }
}

impl Display for Command {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(formatter);
        match self {
            Self::Uci => out.write_str("uci"),
            Self::Ugi => out.write_str("ugi"),
            Self::IsReady => out.write_str("isready"),
            Self::NewGame => out.write_str("ucinewgame"),
            Self::Debug(true) => out.write_str("debug on"),
            Self::Debug(false) => out.write_str("debug off"),
            Self::SetOption { name, value } => {
                write!(out, "setoption name {name}")?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => out.write_str(" value"),
                    Some(value) => write!(out, " value {value}"),
                }
            }
            Self::Position { start, moves } => {
                match start {
                    Start::Startpos => out.write_str("position startpos")?,
                    Start::Fen(text) => write!(out, "position fen {text}")?,
                }
                field(out, "moves", (!moves.is_empty()).then_some(moves))
            }
            Self::Go(go) => write_go(out, go),
            Self::Stop => out.write_str("stop"),
            Self::PonderHit => out.write_str("ponderhit"),
            Self::Quit => out.write_str("quit"),
            Self::Query(query) => write!(out, "query {query}"),
            Self::Steps(begun) if begun.is_empty() => out.write_str("query steps"),
            Self::Steps(begun) => write!(out, "query steps {begun}"),
            Self::Display => out.write_str("d"),
            Self::Moves => out.write_str("moves"),
            Self::Eval => out.write_str("eval"),
            Self::Perft(plies) => write!(out, "perft {plies}"),
            Self::Bench(depth) => {
                out.write_str("bench")?;
                depth.map_or(Ok(()), |depth| write!(out, " {depth}"))
            }
            Self::Rollout(rollout) => write_rollout(out, rollout),
            Self::Help => out.write_str("help"),
            Self::Compiler => out.write_str("compiler"),
            Self::Flip => out.write_str("flip"),
        }
    }
}

fn write_go(out: &mut impl Write, go: &Go) -> fmt::Result {
    out.write_str("go")?;
    flag(out, "ponder", go.ponder)?;
    field(out, "wtime", go.wtime)?;
    field(out, "btime", go.btime)?;
    field(out, "winc", go.winc)?;
    field(out, "binc", go.binc)?;
    field(out, "p1time", go.p1time)?;
    field(out, "p2time", go.p2time)?;
    field(out, "p1inc", go.p1inc)?;
    field(out, "p2inc", go.p2inc)?;
    field(out, "movestogo", go.movestogo)?;
    field(out, "depth", go.depth)?;
    field(out, "nodes", go.nodes)?;
    field(out, "mate", go.mate)?;
    field(out, "movetime", go.movetime)?;
    flag(out, "infinite", go.infinite)?;
    field(out, "perft", go.perft)?;
    // Last, since there are engines that take every further word for a move.
    let list = (!go.searchmoves.is_empty()).then_some(&go.searchmoves);
    field(out, "searchmoves", list)
}

fn write_rollout(out: &mut impl Write, rollout: &Rollout) -> fmt::Result {
    out.write_str("rollout")?;
    field(out, "games", rollout.games)?;
    field(out, "plies", rollout.plies)?;
    field(out, "depth", rollout.depth)?;
    field(out, "seed", rollout.seed)?;
    field(out, "moves", rollout.moves)?;
    let list = (!rollout.searchmoves.is_empty()).then_some(&rollout.searchmoves);
    field(out, "searchmoves", list)
}

impl Display for Answer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let out = &mut OneLine(formatter);
        match self {
            Self::IdName(text) => write!(out, "id name {text}"),
            Self::IdAuthor(text) => write!(out, "id author {text}"),
            Self::Option(option) => write_option(out, option),
            Self::UciOk => out.write_str("uciok"),
            Self::UgiOk => out.write_str("ugiok"),
            Self::ReadyOk => out.write_str("readyok"),
            Self::Info(info) => write_info(out, info),
            Self::Error(error) => write!(out, "info string ERROR {error}"),
            Self::BestMove { best, ponder } => {
                write!(out, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                field(out, "ponder", ponder.as_deref())
            }
            Self::Response(words) if words.is_empty() => out.write_str("response"),
            Self::Response(words) => write!(out, "response {words}"),
            Self::Text(text) => out.write_str(text),
        }
    }
}

/// A default that may be empty; UCI has a word for that.
fn or_empty(text: &str) -> &str {
    if text.is_empty() { "<empty>" } else { text }
}

fn write_option(out: &mut impl Write, option: &OptionLine) -> fmt::Result {
    write!(out, "option name {} type ", option.name)?;
    match &option.kind {
        OptionKind::Check { default } => write!(out, "check default {default}"),
        OptionKind::Spin { default, min, max } => {
            write!(out, "spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, vars } => {
            write!(out, "combo default {}", or_empty(default))?;
            vars.iter().try_for_each(|var| write!(out, " var {var}"))
        }
        OptionKind::Button => out.write_str("button"),
        OptionKind::String { default } => write!(out, "string default {}", or_empty(default)),
    }
}

fn write_info(out: &mut impl Write, info: &Info) -> fmt::Result {
    out.write_str("info")?;
    field(out, "depth", info.depth)?;
    field(out, "seldepth", info.seldepth)?;
    field(out, "multipv", info.multipv)?;
    field(out, "score", info.score)?;
    field(out, "wdl", info.wdl)?;
    field(out, "nodes", info.nodes)?;
    field(out, "nps", info.nps)?;
    field(out, "hashfull", info.hashfull)?;
    field(out, "time", info.time)?;
    field(out, "currmove", info.currmove.as_deref())?;
    field(out, "currmovenumber", info.currmovenumber)?;
    field(out, "pv", (!info.pv.is_empty()).then_some(&info.pv))?;
    field(out, "string", info.string.as_deref())
}

impl Display for Score {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(out, "cp {value}"),
            Self::Mate(turns) => write!(out, "mate {turns}"),
        }
    }
}

impl Display for ScoreReport {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.score.fmt(out)?;
        match self.bound {
            None => Ok(()),
            Some(Bound::Lower) => out.write_str(" lowerbound"),
            Some(Bound::Upper) => out.write_str(" upperbound"),
        }
    }
}

impl Display for Wdl {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.win, self.draw, self.loss)
    }
}
