//! `analyse import`.
//! Not here: reading and writing the formats (`import`).

use super::games::whole_text;
use super::review::{input, variant};
use crate::import::{Choice, ExportFormat, ImportRequest, Layout, export, import};
use clap::ValueEnum;
use std::path::PathBuf;
use tricorn_common::exit::{DONE, FAILED};
use tricorn_common::print;

/// Read games of other programs and sites, and print them as game records
#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE has game records, PGN as PlayStrategy writes it, JSON of Abstract Play, or lists of moves; the program finds \
out which. Every move is held against the rules. Standard output has the games, standard error what is asked, \
wrong, or left out. A text that fits several turns is not guessed at: answer with --choose.

Exit codes: 0 done, 1 a question or an error (the games have the moves before it), 2 wrong arguments, 141 \
standard output was closed.

Example:
  analyse import games.pgn --to moves")]
pub(super) struct ImportGames {
    /// A file of games; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game of texts that do not name theirs
    #[arg(long, value_name = "NAME", value_parser = variant)]
    variant: Option<String>,

    /// What the lines of a move list without numbers are
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    layout: LayoutWord,

    /// Play this turn at a ply of a game, whatever the text says there; may be repeated
    #[arg(long, value_name = "GAME:PLY=TURN", value_parser = choice)]
    choose: Vec<Choice>,

    /// The form of the games
    #[arg(
        long,
        value_name = "FORM",
        default_value = "records",
        conflicts_with = "json"
    )]
    to: Form,

    /// Print the whole answer as a line of JSON, with questions, notices and errors
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LayoutWord {
    /// Whichever the rules allow
    Auto,
    /// Each line is a game
    Lines,
    /// All lines are one game
    One,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Game records of the protocol
    Records,
    /// PGN with captures hop by hop, as PlayStrategy writes it
    Pgn,
    /// A position line for each game
    Moves,
}

/// Reads `1:5=d4d6d8`.
fn choice(text: &str) -> Result<Choice, String> {
    let wrong = || "expected GAME:PLY=TURN, such as 1:5=d4d6d8".to_owned();
    let (place, turn) = text.split_once('=').ok_or_else(wrong)?;
    let (game, ply) = place.split_once(':').ok_or_else(wrong)?;
    Ok(Choice {
        game: game.parse().map_err(|_| wrong())?,
        ply: ply.parse().map_err(|_| wrong())?,
        text: turn.to_owned(),
    })
}

pub(super) fn run(command: &ImportGames) -> anyhow::Result<u8> {
    let answer = import(&ImportRequest {
        text: whole_text(input(&command.file)?, &command.file.display().to_string())?,
        variant: command.variant.clone(),
        layout: match command.layout {
            LayoutWord::Auto => Layout::Auto,
            LayoutWord::Lines => Layout::Lines,
            LayoutWord::One => Layout::One,
        },
        choices: command.choose.clone(),
    });
    let is_whole = answer.questions.is_empty() && answer.errors.is_empty();
    if command.json {
        print::line(serde_json::to_string(&answer)?)?;
    } else {
        let format = match command.to {
            Form::Records => ExportFormat::Records,
            Form::Pgn => ExportFormat::Pgn,
            Form::Moves => ExportFormat::Moves,
        };
        if !answer.games.is_empty() {
            print::line(export(&answer.games, format).trim_end())?;
        }
        let name = command.file.display();
        for notice in &answer.notices {
            print::message(format_args!("analyse: {name}: {notice}"));
        }
        for question in &answer.questions {
            print::message(format_args!("analyse: {name}: {question}"));
        }
        for error in &answer.errors {
            print::message(format_args!("analyse: {name}: {error}"));
        }
        if answer.unlisted > 0 {
            let count = answer.unlisted;
            print::message(format_args!("analyse: {name}: and {count} more"));
        }
    }
    Ok(if is_whole { DONE } else { FAILED })
}
