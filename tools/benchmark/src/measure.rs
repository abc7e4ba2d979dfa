//! `benchmark measure`: the mean equity that a search loses against the best rolled-out moves.
//! Not here: the rollouts, which are in the file.

use crate::check;
use crate::file::{self, Case, Head};
use crate::make::TABLE;
use anyhow::{Context, bail};
use std::path::Path;
use tricorn::control::Control;
use tricorn::eval_source::EvalFile;
use tricorn::games::{self, Variant, Visitor};
use tricorn::rules::Game;
use tricorn::search::Searcher;
use tricorn_common::print;

struct Measure<'a> {
    head: &'a Head,
    cases: &'a [Case],
    depths: &'a [u32],
    net: &'a EvalFile,
    threads: usize,
}

/// Measures, and prints a row for each depth.
///
/// # Errors
/// The file is not a benchmark or not a whole one, or the net is not for its game.
pub fn run(path: &Path, depths: &[u32], net: &EvalFile, threads: usize) -> anyhow::Result<()> {
    let contents = file::read(path)?;
    let (head, cases) = (contents.head, contents.cases);
    if cases.is_empty() {
        bail!("{}: no positions", path.display());
    }
    if cases.len() < head.positions as usize {
        let (found, all) = (cases.len(), head.positions);
        let name = path.display();
        bail!(
            "{name}: not complete, {found} of {all} positions: run the same `make` again to finish it"
        );
    }
    let measure = Measure {
        head: &head,
        cases: &cases,
        depths,
        net,
        threads,
    };
    let measured = games::visit(&head.variant, measure);
    let measured = measured.unwrap_or_else(|| bail!("no game {}", head.variant));
    measured.with_context(|| path.display().to_string())
}

impl Visitor for Measure<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Variant>(self) -> Self::Out {
        check::all::<G>(self.head, self.cases)?;
        let evaluation = self.net.evaluation::<G>()?;
        let mut searcher = Searcher::new(G::kernel(evaluation), TABLE);
        searcher.set_threads(self.threads);
        print::line(
            "| depth | positions | best move | not rolled out | points lost | error | rollouts' error |",
        )?;
        print::line("|---|---|---|---|---|---|---|")?;
        for &depth in self.depths {
            let mut lost = Lost::default();
            for case in self.cases {
                lost.add(case, &chosen(&mut searcher, case, depth)?);
            }
            print::line(lost.row(depth))?;
        }
        Ok(())
    }
}

/// The losses at one depth.
#[derive(Default)]
struct Lost {
    /// How often the best move was chosen.
    best: usize,
    /// How often a move was chosen that was not rolled out; those are not in the mean.
    others: usize,
    /// Points lost by each of the other choices.
    losses: Vec<f64>,
    /// The sum of the squared standard errors of the losses.
    noise: f64,
}

impl Lost {
    /// The row of the table for a depth.
    fn row(&self, depth: u32) -> String {
        let count = self.losses.len().max(1) as f64;
        let mean = self.losses.iter().sum::<f64>() / count;
        let squares: f64 = self.losses.iter().map(|loss| (loss - mean).powi(2)).sum();
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        let noise = self.noise.sqrt() / count;
        let all = self.losses.len() + self.others;
        let share = 100.0 * self.best as f64 / all as f64;
        let others = self.others;
        format!(
            "| {depth} | {all} | {share:.0} % | {others} | {mean:.4} | {error:.4} | {noise:.4} |"
        )
    }

    fn add(&mut self, case: &Case, text: &str) {
        match case.moves.iter().position(|rolled| rolled.text == text) {
            None => self.others += 1,
            Some(rank) => {
                let rolled = &case.moves[rank];
                self.best += usize::from(rank == 0);
                self.losses.push(rolled.behind);
                self.noise += rolled.behind_error.powi(2);
            }
        }
    }
}

/// The move that a search of a position chooses.
fn chosen<G: Variant>(
    searcher: &mut Searcher<G, G::Kernel>,
    case: &Case,
    depth: u32,
) -> anyhow::Result<String> {
    let text = &case.position;
    let placed = G::parse_position(text).with_context(|| text.clone())?;
    let game = Game::new(placed.position, placed.roll);
    let best = searcher.best(&game, depth, 1, &Control::new()).pop();
    let (m, _) = best.with_context(|| format!("{text}: no move to choose"))?;
    Ok(game.position().move_text(&m))
}
