//! The commands of the front end: their words, and the help that lists them.
//! Not here: what they do (`front`); turns, which are typed without a command (`entry`).

use std::fmt::Write;

/// What a typed line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One of the commands below, with the words behind it.
    Known(Name, Vec<String>),
    /// Anything else: a turn, a part of one, or a roll.
    Turn(String),
    /// Nothing was typed.
    Nothing,
}

macro_rules! commands {
    ($($name:ident $words:literal $form:literal $help:literal,)+) => {
        /// The name of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Name {
            $(#[doc = $help] $name,)+
        }

        /// Every command: its words, the first being the usual one, what follows it, what it does.
        const COMMANDS: &[(Name, &[&str], &str, &str)] = &[
            $((Name::$name, &split($words), $form, $help),)+
        ];
    };
}

/// The usual word of a command and one other.
const fn split(words: &'static str) -> [&'static str; 2] {
    let bytes = words.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b' ' {
        at += 1;
    }
    let (first, rest) = words.split_at(at);
    if rest.is_empty() {
        return [first, first];
    }
    [first, rest.split_at(1).1]
}

commands! {
    Help "help ?" "" "what you can type now, and this list",
    Moves "moves m" "[HEAD]" "the legal moves, or those that begin so",
    Undo "undo u" "" "take back your last move, or a step of the turn you enter",
    Redo "redo" "" "play again what was taken back",
    Hint "hint h" "" "what the engine would play at full strength",
    Go "go" "" "let the engine move for the side to move",
    Eval "eval" "" "the engine's evaluation of this position, with its parts",
    Level "level" "full|RATING|TIME" "how strong the engine plays: full, 1200, 2s, 500ms",
    Side "side" "white|black|both|none" "the side you play; none to watch",
    New "new" "" "a new game",
    Game "game" "NAME" "a new game of another kind",
    Dice "dice" "[auto|hand|SEED]" "who throws: the program, from a seed, or you",
    Roll "roll" "[NN]" "the roll that you have thrown, such as 31",
    Flip "flip" "" "look from the other side of the board",
    Board "board d" "" "draw the board",
    History "history" "" "the moves so far",
    Position "position" "[TEXT]" "set up a position; without one, print this one",
    Save "save" "FILE" "write the game to a file",
    Load "load" "FILE [N]" "go on with the game in a file, or with its game N",
    Resume "resume" "" "go on with the game that was not finished last time",
    Resign "resign" "" "give up",
    Quit "quit q" "" "leave; Ctrl-D does the same",
}

/// Reads a typed line.
pub fn read(line: &str) -> Command {
    let line = line.trim();
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Command::Nothing;
    };
    let lower = first.to_ascii_lowercase();
    let found = COMMANDS
        .iter()
        .find(|(_, words, _, _)| words.contains(&lower.as_str()));
    match found {
        Some(&(name, ..)) => Command::Known(name, words.map(ToOwned::to_owned).collect()),
        None => Command::Turn(line.to_owned()),
    }
}

/// The usual words of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(_, words, _, _)| words[0])
}

/// The list of commands.
pub fn help() -> String {
    let mut text = String::from("Commands:");
    for (_, words, form, what) in COMMANDS {
        let mut head = words[0].to_owned();
        if words[1] != words[0] {
            let _ = write!(head, ", {}", words[1]);
        }
        if !form.is_empty() {
            let _ = write!(head, " {form}");
        }
        let _ = write!(text, "\n  {head:<28} {what}");
    }
    text
}

/// How a command is written.
pub fn usage(name: Name) -> String {
    let found = COMMANDS.iter().find(|(known, ..)| *known == name);
    found.map_or_else(String::new, |(_, words, form, what)| {
        format!("expected: {} {form}  ({what})", words[0])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_word() {
        let mut seen = Vec::new();
        for (_, words, ..) in COMMANDS {
            let mut words = words.to_vec();
            words.dedup();
            for word in words {
                assert!(!seen.contains(&word), "{word}");
                seen.push(word);
            }
        }
    }

    #[test]
    fn commands_and_turns_are_told_apart() {
        assert_eq!(read("  "), Command::Nothing);
        assert_eq!(read("?"), Command::Known(Name::Help, vec![]));
        assert_eq!(
            read(" LEVEL 2s"),
            Command::Known(Name::Level, vec!["2s".into()])
        );
        for turn in ["c3c4", "d", "8/5 6/5"] {
            let is_turn = matches!(read(turn), Command::Turn(_));
            assert_eq!(is_turn, turn != "d", "{turn}");
        }
    }
}
