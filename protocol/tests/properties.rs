//! Laws of grammar and printing on arbitrary messages and arbitrary text.
//! Not here: particular lines; see the vectors of the specification.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use std::io::{self, BufReader, Read};
use tricorn_protocol::{
    Answer, Bound, Command, ErrorCode, Go, Info, Line, LineBuffer, LineReader, OptionKind,
    OptionLine, ProtocolError, Query, Rollout, Score, ScoreReport, Start, Wdl, Words, parse_answer,
    parse_command,
};

/// Words that mean something in no place.
fn word() -> impl Strategy<Value = String> {
    "[a-h1-8@:/*.,A-Zäß-]{1,8}".prop_filter("keywords are upper or lower case only", |word| {
        !["d", "ERROR"].contains(&word.as_str())
    })
}

fn words(least: usize) -> impl Strategy<Value = Words> {
    vec(word(), least..6).prop_map(|words| words.iter().collect())
}

fn name() -> impl Strategy<Value = String> {
    words(1).prop_map(|words| words.to_string())
}

/// Text with blanks inside, none at its ends.
fn text() -> impl Strategy<Value = String> {
    "([a-zA-Z0-9\\\\/ \t#]{0,20})".prop_map(|text| text.trim().to_owned())
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = (any::<[Option<i64>; 4]>(), any::<[Option<u64>; 6]>());
    let counts = any::<[Option<u32>; 4]>();
    let flags = (any::<bool>(), any::<bool>());
    (words(0), clocks, counts, flags).prop_map(|(searchmoves, (clocks, long), short, flags)| {
        let [wtime, btime, p1time, p2time] = clocks;
        let [winc, binc, p1inc, p2inc, nodes, movetime] = long;
        let [movestogo, depth, mate, perft] = short;
        let (ponder, infinite) = flags;
        Go {
            searchmoves,
            ponder,
            wtime,
            btime,
            winc,
            binc,
            p1time,
            p2time,
            p1inc,
            p2inc,
            movestogo,
            depth,
            nodes,
            mate,
            movetime,
            infinite,
            perft,
        }
    })
}

fn rollout() -> impl Strategy<Value = Rollout> {
    let numbers = (any::<[Option<u32>; 4]>(), any::<Option<u64>>());
    (numbers, words(0)).prop_map(|((short, seed), searchmoves)| {
        let [games, plies, depth, moves] = short;
        Rollout {
            games,
            plies,
            depth,
            seed,
            moves,
            searchmoves,
        }
    })
}

fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![Just(Start::Startpos), words(1).prop_map(Start::Fen)];
    let bare = select(vec![
        Command::Uci,
        Command::Ugi,
        Command::IsReady,
        Command::NewGame,
        Command::Stop,
        Command::PonderHit,
        Command::Quit,
        Command::Display,
        Command::Moves,
        Command::Eval,
        Command::Help,
        Command::Compiler,
        Command::Flip,
    ]);
    prop_oneof![
        bare,
        any::<bool>().prop_map(Command::Debug),
        (name(), option::of(text())).prop_map(|(name, value)| Command::SetOption { name, value }),
        (start, words(0)).prop_map(|(start, moves)| Command::Position { start, moves }),
        go().prop_map(|go| Command::Go(Box::new(go))),
        select(Query::ALL).prop_map(Command::Query),
        words(0).prop_map(Command::Steps),
        any::<u32>().prop_map(Command::Perft),
        any::<Option<u32>>().prop_map(Command::Bench),
        rollout().prop_map(|rollout| Command::Rollout(Box::new(rollout))),
    ]
}

fn score() -> impl Strategy<Value = ScoreReport> {
    let score = prop_oneof![
        any::<i32>().prop_map(Score::Cp),
        any::<i32>().prop_map(Score::Mate)
    ];
    let bound = option::of(select(vec![Bound::Lower, Bound::Upper]));
    (score, bound).prop_map(|(score, bound)| ScoreReport { score, bound })
}

fn info() -> impl Strategy<Value = Info> {
    let short = any::<[Option<u32>; 5]>();
    let long = any::<[Option<u64>; 3]>();
    let chances = any::<Option<[u32; 3]>>()
        .prop_map(|chances| chances.map(|[win, draw, loss]| Wdl { win, draw, loss }));
    let texts = (option::of(word()), words(0), option::of(text()));
    (short, long, option::of(score()), chances, texts).prop_map(
        |(short, long, score, wdl, (currmove, pv, string))| {
            let [depth, seldepth, multipv, hashfull, currmovenumber] = short;
            let [nodes, nps, time] = long;
            Info {
                depth,
                seldepth,
                multipv,
                score,
                wdl,
                nodes,
                nps,
                hashfull,
                time,
                currmove,
                currmovenumber,
                pv,
                string,
            }
        },
    )
}

fn option_kind() -> impl Strategy<Value = OptionKind> {
    prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (name(), vec(name(), 0..4)).prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        text().prop_map(|default| OptionKind::String { default }),
    ]
}

fn error() -> impl Strategy<Value = ProtocolError> {
    (select(ErrorCode::ALL), option::of(1_usize..2000), text()).prop_map(
        |(code, column, message)| ProtocolError {
            code,
            column,
            // The end of a line is trimmed, so a message has one.
            message: format!("{message}."),
        },
    )
}

fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        text().prop_map(Answer::IdName),
        text().prop_map(Answer::IdAuthor),
        (name(), option_kind()).prop_map(|(name, kind)| Answer::Option(OptionLine { name, kind })),
        select(vec![Answer::UciOk, Answer::UgiOk, Answer::ReadyOk]),
        info().prop_map(|info| Answer::Info(Box::new(info))),
        error().prop_map(Answer::Error),
        (option::of(word()), option::of(word()))
            .prop_map(|(best, ponder)| Answer::BestMove { best, ponder }),
        words(0).prop_map(Answer::Response),
        "  [|A-Z0-9 ]{0,30}".prop_map(Answer::Text),
    ]
}

fn same_command(command: &Command, line: &str) -> Result<(), TestCaseError> {
    let parsed = parse_command(line);
    prop_assert_eq!(parsed.command.as_ref(), Some(command), "{}", line);
    prop_assert_eq!(parsed.errors, []);
    Ok(())
}

/// The lines of a stream, given in pieces that end at `cuts`.
fn lines(bytes: &[u8], limit: usize, cuts: &[usize]) -> Vec<Line> {
    let mut buffer = LineBuffer::with_limit(limit);
    let mut lines = Vec::new();
    let mut begin = 0;
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (bytes.len() + 1)).collect();
    ends.push(bytes.len());
    ends.sort_unstable();
    for end in ends {
        let mut piece = &bytes[begin..end];
        while let Some(line) = buffer.push(&mut piece) {
            lines.push(line);
        }
        begin = end;
    }
    lines.extend(buffer.finish());
    lines
}

/// A stream in which line ends, blanks and bytes that are not UTF-8 are frequent.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        6 => select(b"ab \t".as_slice()),
        2 => Just(b'\n'),
        1 => Just(b'\r'),
        1 => any::<u8>(),
    ];
    vec(byte, 0..80)
}

/// A stream that is interrupted before every piece it gives.
struct Interrupted<'a> {
    bytes: &'a [u8],
    interrupt: bool,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.bytes.read(to)
    }
}

proptest! {
    #[test]
    fn a_printed_command_reads_as_itself(command in command()) {
        same_command(&command, &command.to_string())?;
    }

    #[test]
    fn blanks_between_words_do_not_matter(
        command in command().prop_filter("a value keeps its blanks", |command| {
            !matches!(command, Command::SetOption { .. })
        }),
        blank in "[ \t\r]{1,4}",
    ) {
        let line = command.to_string().replace(' ', &blank);
        same_command(&command, &format!("{blank}{line}{blank}"))?;
    }

    #[test]
    fn a_printed_answer_reads_as_itself(answer in answer()) {
        let line = answer.to_string();
        let parsed = parse_answer(&line);
        prop_assert_eq!(parsed.answer, Some(answer), "{}", line);
        prop_assert_eq!(parsed.errors, []);
    }

    #[test]
    fn any_text_has_a_reading(line in any::<String>()) {
        let parsed = parse_command(&line);
        prop_assert!(parsed.command.is_none() || parsed.keyword.is_some());
        let answered = parse_answer(&line);
        prop_assert!(answered.answer.is_some() || !answered.errors.is_empty());
    }

    #[test]
    fn any_arguments_have_a_reading(
        first in select(vec![
            "go", "position", "position fen", "setoption name", "perft", "bench", "query", "debug",
            "info", "info score", "option", "option name", "bestmove", "id", "info string ERROR io:",
        ]),
        rest in vec(
            prop_oneof![
                any::<String>(),
                "-?[0-9]{1,25}",
                select(vec![
                    "value", "name", "moves", "fen", "depth", "wtime", "searchmoves", "infinite",
                    "type", "spin", "string", "default", "min", "var", "score", "cp", "pv", "wdl",
                    "ponder", "column 1:",
                ]).prop_map(str::to_owned),
            ],
            0..9,
        ),
    ) {
        let line = format!("{first} {}", rest.join(" "));
        let width = line.chars().count();
        let parsed = parse_command(&line);
        let answered = parse_answer(&line);
        for error in parsed.errors.iter().chain(&answered.errors) {
            prop_assert!(error.column.is_none_or(|column| (1..=width + 1).contains(&column)));
            prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
        }
        // What was understood of a bad line is a good line.
        if let Some(command) = parsed.command {
            same_command(&command, &command.to_string())?;
        }
        prop_assert!(answered.answer.is_some() || !answered.errors.is_empty());
    }

    #[test]
    fn a_message_prints_as_one_line(text in any::<String>(), end in "[\r\n]{1,2}") {
        let text = format!("{text}{end}{text}");
        let printed = [
            Answer::Text(text.clone()).to_string(),
            Answer::Error(ProtocolError::new(ErrorCode::Io, text.as_str())).to_string(),
            Command::SetOption { name: text.clone(), value: Some(text) }.to_string(),
        ];
        for line in printed {
            prop_assert!(!line.contains(['\r', '\n']));
        }
    }

    #[test]
    fn lines_do_not_depend_on_the_pieces(
        bytes in stream(),
        limit in 0_usize..20,
        cuts in vec(any::<usize>(), 0..12),
    ) {
        prop_assert_eq!(lines(&bytes, limit, &cuts), lines(&bytes, limit, &[]));
    }

    #[test]
    fn a_reader_gives_the_lines_of_the_buffer(bytes in stream(), size in 1_usize..20) {
        let input = Interrupted { bytes: &bytes, interrupt: false };
        let reader = LineReader::new(BufReader::with_capacity(size, input));
        let read: Vec<Line> = reader.collect::<io::Result<_>>()?;
        prop_assert_eq!(read, lines(&bytes, tricorn_protocol::MAX_LINE, &[]));
    }
}
