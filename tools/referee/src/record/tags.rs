//! The tags of a record: their names, their order, and the quoting of values.
//! Not here: what the values mean (`read`, `write`).

/// A tag of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Format,
    Variant,
    Pair,
    Game,
    P1,
    P2,
    Result,
    End,
    Detail,
    Limits1,
    Limits2,
    Resign,
    Draw,
    MaxPlies,
    Seed,
    Position,
    Opening,
    Last,
    Warning,
}

impl Tag {
    /// All tags, in the order in which they are written.
    pub const ALL: [Self; 19] = [
        Self::Format,
        Self::Variant,
        Self::Pair,
        Self::Game,
        Self::P1,
        Self::P2,
        Self::Result,
        Self::End,
        Self::Detail,
        Self::Limits1,
        Self::Limits2,
        Self::Resign,
        Self::Draw,
        Self::MaxPlies,
        Self::Seed,
        Self::Position,
        Self::Opening,
        Self::Last,
        Self::Warning,
    ];

    /// The name in the text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Format => "Format",
            Self::Variant => "Variant",
            Self::Pair => "Pair",
            Self::Game => "Game",
            Self::P1 => "P1",
            Self::P2 => "P2",
            Self::Result => "Result",
            Self::End => "End",
            Self::Detail => "Detail",
            Self::Limits1 => "Limits1",
            Self::Limits2 => "Limits2",
            Self::Resign => "Resign",
            Self::Draw => "Draw",
            Self::MaxPlies => "MaxPlies",
            Self::Seed => "Seed",
            Self::Position => "Position",
            Self::Opening => "Opening",
            Self::Last => "Last",
            Self::Warning => "Warning",
        }
    }

    /// The tag with this name; `None` if this version does not know it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name() == name)
    }
}

/// A tag line, without a line end.
pub fn line(tag: Tag, value: &str) -> String {
    let mut text = format!("[{} \"", tag.name());
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            c => text.push(c),
        }
    }
    text.push_str("\"]");
    text
}

/// Splits a tag line into name and value. The name may be unknown.
pub fn parse(line: &str) -> Result<(&str, String), String> {
    let wrong = || {
        format!(
            "expected [Name \"value\"], found {}",
            tricorn_protocol::quote(line)
        )
    };
    let inside = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix("\"]"));
    let (name, quoted) = inside
        .and_then(|inside| inside.split_once(" \""))
        .ok_or_else(wrong)?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(wrong());
    }
    let mut value = String::with_capacity(quoted.len());
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => return Err("a quotation mark inside a value needs \\ before it".into()),
            '\\' => match characters.next() {
                Some('n') => value.push('\n'),
                Some('r') => value.push('\r'),
                Some(c @ ('"' | '\\')) => value.push(c),
                _ => return Err("after \\ expected one of \" \\ n r".into()),
            },
            c => value.push(c),
        }
    }
    Ok((name, value))
}
