//! Delays of the process as a client sees them, compared with those of a process that only echoes:
//! start to `uciok`, `isready` during a search, `stop` to `bestmove`, answers to `go movetime`
//! with a large table next to busy processes, and the memory of an idle process.
//! `cargo bench --bench process`; what counts is the difference to the echo.
//! Not here: the speed of rules and search.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often each delay is measured.
const TIMES: usize = 200;

/// How often `go movetime 100` is sent next to busy processes.
const MOVES: usize = 50;

/// The size of the table then, in MiB.
const LARGE: usize = 2048;

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(program: &str) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self {
            input: child.stdin.take().expect("stdin"),
            output: BufReader::new(child.stdout.take().expect("stdout")),
            child,
        }
    }

    fn send(&mut self, text: &str) {
        let line = format!("{text}\n");
        self.input.write_all(line.as_bytes()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    /// Reads up to the first line that begins with `head`.
    fn expect(&mut self, head: &str) {
        let mut line = String::new();
        while !line.starts_with(head) {
            line.clear();
            let length = self.output.read_line(&mut line).expect("text");
            assert!(length > 0, "no {head}");
        }
    }

    /// How long the answer to a line takes.
    fn delay(&mut self, text: &str, head: &str) -> Duration {
        let begin = Instant::now();
        self.send(text);
        self.expect(head);
        begin.elapsed()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn show(name: &str, mut delays: Vec<Duration>) {
    delays.sort_unstable();
    let [median, worst] = [delays[delays.len() / 2], delays[delays.len() - 1]];
    println!("{name:<44} median {median:>10.2?}   worst {worst:>10.2?}");
}

fn measure(name: &str, mut once: impl FnMut() -> Duration) {
    show(name, (0..TIMES).map(|_| once()).collect());
}

/// Measures the answers to `go movetime 100` while as many threads as there are processors do
/// nothing but run: with the memory of the table fetched before, without, and after each
/// `ucinewgame`.
fn beside_neighbours(measure: impl Fn(&str, &str)) {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        measure("go movetime 100 after isready", "isready");
        measure("go movetime 100 without isready", "");
        measure("go movetime 100 after each ucinewgame", "ucinewgame");
        over.store(true, Ordering::Relaxed);
    });
}

fn main() {
    let engine = env!("CARGO_BIN_EXE_tricorn");
    let start = |program: &str, head: &str| {
        let begin = Instant::now();
        let mut process = Process::start(program);
        process.send("uci");
        process.expect(head);
        begin.elapsed()
    };
    measure("start to answer, echo", || start("cat", "uci"));
    measure("start to uciok", || start(engine, "uciok"));

    // The echo has a busy neighbour as well: the search of an engine of its own.
    let mut busy = Process::start(engine);
    busy.send("go infinite");
    let mut echo = Process::start("cat");
    let echoed = || echo.delay("isready", "isready");
    measure("answer beside a search, echo", echoed);
    let asked = || busy.delay("isready", "readyok");
    measure("isready during a search to readyok", asked);
    drop(busy);

    for variant in ["dameo", "eximo", "abak"] {
        let mut process = Process::start(engine);
        process.send(&format!("setoption name UCI_Variant value {variant}"));
        measure(&format!("stop to bestmove, {variant}"), || {
            process.send("go infinite");
            process.expect("info depth");
            std::thread::sleep(Duration::from_millis(20));
            process.delay("stop", "bestmove")
        });
    }

    beside_neighbours(|name, before| {
        let mut process = Process::start(engine);
        process.send(&format!("setoption name Hash value {LARGE}"));
        if before == "isready" {
            let ready = process.delay(before, "readyok");
            println!("isready with {LARGE} MiB {ready:>33.2?}");
        }
        let delays = (0..MOVES).map(|_| {
            if before == "ucinewgame" {
                process.send(before);
            }
            process.delay("go movetime 100", "bestmove")
        });
        show(name, delays.collect());
    });

    let mut idle = Process::start(engine);
    idle.delay("uci", "uciok");
    let status = format!("/proc/{}/status", idle.child.id());
    // Elsewhere than on Linux this figure is left out.
    if let Ok(text) = std::fs::read_to_string(status) {
        let resident = text.lines().find(|line| line.starts_with("VmRSS:"));
        println!("idle, no table yet: {}", resident.unwrap_or("unknown"));
    }
}
