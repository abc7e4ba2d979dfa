//! `analyse lines`: the command line of analysis over JSON lines.
//! Not here: queries and answers (`lines`), and engines (`pool`).

use super::engines::Engines;
use crate::lines::{self, Defaults, Ended};
use crate::pool::{Pool, PoolSettings};
use anyhow::Context;
use referee::runner::stop_signal;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;
use tricorn_common::exit::{CLOSED, DONE, FAILED};
use tricorn_common::print;

/// Answers that are held between the threads.
const HELD: usize = 256;

/// Bytes of input that are read at a time.
const PIECE: usize = 64 << 10;

/// How long the printer waits for more to print.
const MOMENT: Duration = Duration::from_millis(1);

/// Answer questions about positions: a JSON object a line in, JSON objects out
///
/// A question: {"id":"a","variant":"dameo","moves":["c3c4"],"nodes":10000}. Its answer has the same
/// id; answers come in any order. The page of the program describes all members.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input ends the program once all is answered; Ctrl-C ends it at once. Exit codes: 0 every question was \
answered, 1 some got an error, 2 wrong arguments, 130 or 143 ended by a signal, 141 standard output was \
closed.

Example:
  echo '{\"id\":1,\"variant\":\"eximo\",\"nodes\":10000,\"multipv\":3}' | analyse lines --engines 2")]
pub(super) struct Lines {
    #[command(flatten)]
    engines: Engines,

    /// Depth of questions without a limit of their own, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Nodes of questions without a limit of their own [default: 100000, unless another limit is given]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Time of questions without a limit of their own, in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// How many questions may be under way; no further line is read meanwhile, so that a `terminate`
    /// behind them waits as well
    #[arg(long, value_name = "N", default_value_t = 1024,
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    ahead: u32,
}

/// Answers until the input ends.
pub(super) fn run(command: &Lines, engines: &[Vec<String>]) -> anyhow::Result<u8> {
    let specs = command.engines.specs(engines)?;
    let given = command.depth.is_some() || command.movetime.is_some();
    let defaults = Defaults {
        depth: command.depth,
        nodes: command.nodes.or((!given).then_some(100_000)),
        movetime: command.movetime,
    };
    let ahead = command.ahead as usize;
    let settings = PoolSettings {
        patience: command.engines.patience(),
        ahead,
        guard: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (output, answers) = mpsc::channel(HELD);
    let printer = thread::spawn(move || print_all(answers));
    let ended = runtime.block_on(async {
        let stop = stop_signal()?;
        let pool = Arc::new(Pool::new(specs, &settings));
        let answering = lines::run(Arc::clone(&pool), defaults, ahead, questions(), output);
        let ended = tokio::select! {
            ended = answering => Ok(ended),
            stop = stop => Err(stop),
        };
        pool.end().await;
        anyhow::Ok(ended)
    })?;
    let Ended { faults, closed, .. } = match ended {
        Ok(ended) => ended,
        // The printer may wait for a reader that takes nothing; it ends with the program.
        Err(stop) => return Ok(stop.code()),
    };
    match printer.join() {
        Ok(Err(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(CLOSED),
        Ok(Err(error)) => Err(error).context("standard output"),
        Ok(Ok(())) => Ok(if faults == 0 && !closed { DONE } else { FAILED }),
        Err(_) => Ok(FAILED),
    }
}

/// Standard input in pieces, read by a thread of its own.
fn questions() -> mpsc::Receiver<Vec<u8>> {
    let (sender, pieces) = mpsc::channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut buffer = vec![0; PIECE];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(count) => {
                    if sender.blocking_send(buffer[..count].to_vec()).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    print::message(format_args!("analyse: standard input: {error}"));
                    return;
                }
            }
        }
    });
    pieces
}

/// Prints answers. Those that come within a moment go out together, since every write wakes the
/// reader.
fn print_all(mut answers: mpsc::Receiver<String>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut held = Vec::new();
    while answers.blocking_recv_many(&mut held, HELD) > 0 {
        held.push(String::new());
        out.write_all(held.join("\n").as_bytes())?;
        out.flush()?;
        held.clear();
        thread::sleep(MOMENT);
    }
    Ok(())
}
