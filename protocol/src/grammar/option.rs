//! The declaration of an option.
//! Not here: the values that options have; those are the engine's.

use super::token::{
    Errors, NUMBER, Number, ParseError, Read, exactly, expecting, number, rest, word,
};
use crate::keyword_enum::keyword_enum;
use crate::message::{Answer, OptionKind, OptionLine, Words};
use nom::Parser;
use nom::combinator::{map_opt, not, recognize};
use nom::multi::{many0_count, many1_count};
use nom::sequence::preceded;

keyword_enum! {
    /// A word that begins an attribute of an option.
    enum Attribute {
        Name = "name",
        Type = "type",
        Default = "default",
        Min = "min",
        Max = "max",
        Var = "var",
    }
}

keyword_enum! {
    /// The type of an option.
    enum Type {
        Check = "check",
        Spin = "spin",
        Combo = "combo",
        Button = "button",
        String = "string",
    }
}

/// The attributes of a line; the defaults are the rest of the line from there, and that text.
#[derive(Default)]
struct Attributes<'a> {
    name: Option<&'a str>,
    kind: Option<Type>,
    default: Option<(&'a str, &'a str)>,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

fn attribute(input: &str) -> Read<'_, Attribute> {
    let expected = "one of name, type, default, min, max, var";
    expecting(expected, map_opt(word, Attribute::from_word)).parse(input)
}

fn other_word(input: &str) -> Read<'_, &str> {
    preceded(not(attribute), word).parse(input)
}

/// What follows `option`: the name first, as UCI has it, or any other order.
pub(super) fn option<'a>(line: &str, input: &'a str, errors: &mut Errors) -> Read<'a, Answer> {
    let mut found = Attributes::default();
    let mut input = input.trim_ascii_start();
    while !input.is_empty() {
        let read = attribute(input).and_then(|(after, known)| found.take(known, after));
        input = match read {
            Ok((rest, ())) => rest.trim_ascii_start(),
            Err(nom::Err::Error(fault)) => {
                errors.add(line, &fault);
                // On with the next attribute: whatever was wrong, it lies before that.
                let (rest, _) = word(input)?;
                let (rest, _) = many0_count(other_word).parse(rest)?;
                rest.trim_ascii_start()
            }
            Err(failure) => return Err(failure),
        };
    }
    let option = found.finish(input)?;
    Ok((input, Answer::Option(option)))
}

impl<'a> Attributes<'a> {
    /// Takes one attribute from what follows its word.
    fn take(&mut self, known: Attribute, input: &'a str) -> Read<'a, ()> {
        let mut words = expecting("a text", recognize(many1_count(other_word)));
        let mut integer = expecting(NUMBER, number.map(Number::signed));
        let rest = match known {
            Attribute::Name => {
                // A name may have any word inside, but it ends at its type.
                let inside = preceded(not(exactly("type")), word);
                let (rest, name) = if self.kind.is_none() {
                    expecting("a name", recognize(many1_count(inside))).parse(input)?
                } else {
                    words(input)?
                };
                self.name = Some(name);
                rest
            }
            Attribute::Type => {
                let expected = "one of check, spin, combo, button, string";
                let (rest, kind) =
                    expecting(expected, map_opt(word, Type::from_word)).parse(input)?;
                self.kind = Some(kind);
                rest
            }
            Attribute::Default => {
                let (after, text) = if self.kind == Some(Type::String) {
                    rest(input)?
                } else {
                    recognize(many0_count(other_word)).parse(input)?
                };
                self.default = Some((input.trim_ascii_start(), text.trim_ascii()));
                after
            }
            Attribute::Min => {
                let (rest, min) = integer(input)?;
                self.min = Some(min);
                rest
            }
            Attribute::Max => {
                let (rest, max) = integer(input)?;
                self.max = Some(max);
                rest
            }
            Attribute::Var => {
                let (rest, var) = words(input)?;
                self.vars.push(Words::from(var).as_str().to_owned());
                rest
            }
        };
        Ok((rest, ()))
    }

    /// The option, if nothing is missing that has no sensible stand-in; `end` is the end of the
    /// line.
    fn finish(self, end: &'a str) -> Result<OptionLine, nom::Err<ParseError<'a>>> {
        let missing = |at, expected| nom::Err::Error(ParseError { at, expected });
        let name = self.name.ok_or_else(|| missing(end, "`name`"))?;
        let kind = self.kind.ok_or_else(|| missing(end, "`type`"))?;
        let (at, default) = self.default.unwrap_or((end, ""));
        let text = if default == "<empty>" { "" } else { default }.to_owned();
        let kind = match kind {
            Type::Check => OptionKind::Check {
                default: match text.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(missing(at, "`default true` or `default false`")),
                },
            },
            Type::Spin => OptionKind::Spin {
                default: number(default)
                    .map(|(_, default)| default.signed())
                    .map_err(|_| missing(at, "`default` with a whole number"))?,
                min: self.min.unwrap_or(i64::MIN),
                max: self.max.unwrap_or(i64::MAX),
            },
            Type::Combo => OptionKind::Combo {
                default: text,
                vars: self.vars,
            },
            Type::Button => OptionKind::Button,
            Type::String => OptionKind::String { default: text },
        };
        let name = Words::from(name).as_str().to_owned();
        Ok(OptionLine { name, kind })
    }
}
