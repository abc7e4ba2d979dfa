//! What the tests of the program share: running it, engines, schemas, games.
//! Not here: tests.

use jsonschema::Validator;
use referee::board;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub const ANALYSE: &str = env!("CARGO_BIN_EXE_analyse");
pub const MOCK: &str = env!("CARGO_BIN_EXE_analyse-mock");

/// The engine of this repository, where the build has put it beside the program.
pub fn tricorn() -> Option<PathBuf> {
    let engine = Path::new(ANALYSE).with_file_name("tricorn");
    if !engine.exists() {
        eprintln!("skipped: no engine at {}", engine.display());
        return None;
    }
    Some(engine)
}

/// The program with arguments that blanks separate.
pub fn analyse(arguments: &str) -> Command {
    let mut command = Command::new(ANALYSE);
    command.args(arguments.split_ascii_whitespace());
    command
}

/// Runs it with an input: its exit code, what it printed, and its messages.
pub fn ended(command: &mut Command, input: &str) -> (Option<i32>, String, String) {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_owned();
    // A program that ends before it has read all is no fault here.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The JSON of each line.
pub fn objects(text: &str) -> Vec<Value> {
    let objects = text.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().expect(text)
}

/// `analyse lines` under way.
pub struct Dialogue {
    pub child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    pub fn new(arguments: &str) -> Self {
        let mut child = analyse(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("its output")),
            child,
        }
    }

    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{line}").expect("taken");
    }

    /// The next object; `None` at the end.
    pub fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        (!line.is_empty()).then(|| serde_json::from_str(&line).expect(&line))
    }

    /// Ends the input; the exit code, and what was printed until then.
    pub fn end(mut self) -> (Option<i32>, Vec<Value>) {
        self.input = None;
        let rest = std::iter::from_fn(|| self.hear()).collect();
        (self.child.wait().expect("it ends").code(), rest)
    }
}

/// A validator of one of the schemas beside the page.
pub fn schema(text: &str) -> Validator {
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of its draft");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Every place of a value that the schema does not allow.
pub fn errors(validator: &Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// A game of so many random moves, as a plain list.
pub fn random_game(variant: &str, seed: u64, moves: usize) -> String {
    let start = board::start_text(variant).expect(variant);
    let mut board = board::open::<&str>(variant, &start, &[]).expect(variant);
    let mut state = seed;
    let mut words = Vec::new();
    while words.len() < moves && board.outcome().is_none() {
        if board.awaits_roll() {
            board.throw(seed, 0);
        }
        let legal = board.legal();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let word = &legal[(state >> 33) as usize % legal.len()];
        board.read(word).expect("legal");
        words.push(word.clone());
    }
    words.join(" ")
}
