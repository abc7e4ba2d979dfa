//! Commands from text.
//! Not here: the arguments of `go` and `rollout`, which have their own files.

use super::go::go;
use super::rollout::rollout;
use super::suggest::instead_of_command;
use super::token::{
    Errors, ParseError, Read, blanks, end, exactly, expecting, rest, small, to_error, word,
};
use crate::error::{ErrorCode, ProtocolError};
use crate::line::Line;
use crate::message::{Command, Keyword, MAX_STEPS, Query, Start, Words};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{all_consuming, cut, map_opt, opt, value};
use nom::sequence::{preceded, terminated};

/// What a line of a client says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The first word, if it is a command's, also when the rest of the line is refused. So a
    /// reader knows, for one, that a refused line was to set a position.
    pub keyword: Option<Keyword>,
    /// The command to carry out. `None` for a blank line, a comment, or a refused line.
    pub command: Option<Command>,
    /// What is to be reported, in the order of the line; it may accompany a command, and is then
    /// to be reported before its answers.
    pub errors: Vec<ProtocolError>,
}

impl Line {
    /// Reads the line as [`parse_command`] does; one that is unreadable gives its error and, if
    /// it can be told, its keyword.
    #[must_use]
    pub fn parse_command(&self) -> Parsed {
        match self {
            Self::Text(text) => parse_command(text),
            Self::Unreadable { error, head } => Parsed {
                keyword: keyword(head).ok().map(|(_, keyword)| keyword),
                command: None,
                errors: vec![error.clone()],
            },
        }
    }
}

/// Reads one line of a client. Blank lines and those whose first word begins with `#` say nothing.
///
/// An unknown first word is [`ErrorCode::UnknownCommand`], anything wrong after a known one
/// [`ErrorCode::BadArgument`]. A command with a bad argument is refused as a whole, with two
/// exceptions: `go` skips what it does not know, if something that it does know limits the search,
/// and commands whose answer a client waits for, or
/// relies on, are carried out whatever follows them (`uci`, `ugi`, `isready`, `stop`, `ponderhit`,
/// `quit`).
#[must_use]
pub fn parse_command(line: &str) -> Parsed {
    let line = line.trim_ascii_end();
    let first = line.trim_ascii_start();
    if first.is_empty() || first.starts_with('#') {
        return Parsed::default();
    }
    let mut parsed = Parsed::default();
    let mut errors = Errors::default();
    let read = keyword(line).and_then(|(rest, keyword)| {
        parsed.keyword = Some(keyword);
        cut(|input| arguments(line, keyword, input, &mut errors)).parse(rest)
    });
    match read {
        Ok((rest, command)) => {
            parsed.command = Some(command);
            if let Err(nom::Err::Error(fault)) = end(rest) {
                errors.add(line, &fault);
            }
        }
        Err(nom::Err::Failure(fault)) => errors.add(line, &fault),
        Err(nom::Err::Error(fault)) => {
            parsed.errors = vec![unknown(line, &fault)];
            return parsed;
        }
        Err(nom::Err::Incomplete(_)) => {}
    }
    parsed.errors = errors.finish();
    parsed
}

/// The error for a first word that is no command.
fn unknown(line: &str, parse: &ParseError<'_>) -> ProtocolError {
    let mut error = to_error(line, ErrorCode::UnknownCommand, parse);
    if let Ok((_, word)) = word(parse.at) {
        error.message += "; ";
        error.message += &instead_of_command(word);
    }
    error
}

fn keyword(input: &str) -> Read<'_, Keyword> {
    expecting("a command", map_opt(word, Keyword::from_word)).parse(input)
}

/// The command of a keyword, from what follows it. Where it leaves a rest, the command stands in
/// spite of it; so it does in spite of what it adds to `errors`.
fn arguments<'a>(
    line: &str,
    keyword: Keyword,
    input: &'a str,
    errors: &mut Errors,
) -> Read<'a, Command> {
    let bare = |command| Ok((input, command));
    let alone = |command| value(command, end).parse(input);
    match keyword {
        Keyword::Uci => bare(Command::Uci),
        Keyword::Ugi => bare(Command::Ugi),
        Keyword::IsReady => bare(Command::IsReady),
        Keyword::Stop => bare(Command::Stop),
        Keyword::PonderHit => bare(Command::PonderHit),
        Keyword::Quit => bare(Command::Quit),
        Keyword::UciNewGame | Keyword::UgiNewGame => alone(Command::NewGame),
        Keyword::Display => alone(Command::Display),
        Keyword::Moves => alone(Command::Moves),
        Keyword::Eval => alone(Command::Eval),
        Keyword::Help => alone(Command::Help),
        Keyword::Compiler => alone(Command::Compiler),
        Keyword::Flip => alone(Command::Flip),
        Keyword::Debug => terminated(switch, end).map(Command::Debug).parse(input),
        Keyword::Perft => terminated(small, end).map(Command::Perft).parse(input),
        Keyword::Bench => alt((
            value(None, all_consuming(blanks)),
            terminated(small, end).map(Some),
        ))
        .map(Command::Bench)
        .parse(input),
        Keyword::Rollout => rollout
            .map(|rollout| Command::Rollout(Box::new(rollout)))
            .parse(input),
        Keyword::Query => alt((
            preceded(exactly("steps"), cut(steps)),
            terminated(query, end).map(Command::Query),
        ))
        .parse(input),
        Keyword::SetOption => set_option(input),
        Keyword::Position => position(input),
        Keyword::Go => {
            let (input, go) = go(line, input, errors)?;
            Ok((input, Command::Go(Box::new(go))))
        }
    }
}

fn switch(input: &str) -> Read<'_, bool> {
    let either = alt((value(true, exactly("on")), value(false, exactly("off"))));
    expecting("`on` or `off`", either).parse(input)
}

fn query(input: &str) -> Read<'_, Query> {
    expecting(
        "one of p1turn, gameover, result, legal, position, points, reason, steps",
        map_opt(word, Query::from_word),
    )
    .parse(input)
}

/// `[<step> …]`
fn steps(input: &str) -> Read<'_, Command> {
    let mut at = input;
    for _ in 0..MAX_STEPS {
        match word(at) {
            Ok((after, _)) => at = after,
            Err(_) => break,
        }
    }
    expecting("at most 64 steps", end).parse(at)?;
    Ok(("", Command::Steps(Words::from(input))))
}

/// `name <words> [value <rest of the line>]`
fn set_option(input: &str) -> Read<'_, Command> {
    let (input, _) = expecting("`name`", exactly("name")).parse(input)?;
    let (input, name) = expecting("the name of an option", until("value")).parse(input)?;
    let (input, value) = opt(preceded(exactly("value"), rest)).parse(input)?;
    let value = value.map(|value| if value == "<empty>" { "" } else { value }.to_owned());
    let name = name.as_str().to_owned();
    Ok((input, Command::SetOption { name, value }))
}

/// `startpos|fen <words> [moves [<words>]]`
fn position(input: &str) -> Read<'_, Command> {
    let startpos = value(Start::Startpos, exactly("startpos"));
    let text = cut(expecting("a position text", until("moves")));
    let fen = preceded(exactly("fen"), text).map(Start::Fen);
    let (input, start) = expecting("`startpos` or `fen`", alt((startpos, fen))).parse(input)?;
    let some = preceded(exactly("moves"), rest).map(Words::from);
    let none = value(Words::default(), all_consuming(blanks));
    let (input, moves) =
        expecting("`moves` or the end of the line", alt((some, none))).parse(input)?;
    Ok((input, Command::Position { start, moves }))
}

/// One word or more, up to the next that is `stop` or to the end of the line.
fn until<'a>(stop: &'static str) -> impl FnMut(&'a str) -> Read<'a, Words> {
    move |input| {
        let mut at = input;
        while let Ok((after, found)) = word(at) {
            if found == stop {
                break;
            }
            at = after;
        }
        let words = Words::from(&input[..input.len() - at.len()]);
        if words.is_empty() {
            return Err(nom::Err::Error(ParseError {
                at: input,
                expected: stop,
            }));
        }
        Ok((at, words))
    }
}
