//! `benchmark make`: finds positions, selects candidate moves, and rolls them out.
//! Not here: how positions are found, and the file format.

use crate::check;
use crate::file::{Case, Draft, Head, Rolled};
use crate::positions::position;
use anyhow::{Context, bail};
use std::path::Path;
use tricorn::control::Control;
use tricorn::eval::{Evaluate, Value};
use tricorn::eval_source::EvalFile;
use tricorn::games::{self, Variant, Visitor};
use tricorn::rules::{Chance, Game};
use tricorn::search::{Estimate, Rollout, RolloutStats, Searcher};
use tricorn_common::print::{self, Log};
use tricorn_common::progress::Progress;

/// The search depth that selects the candidate moves; the best move at depth 1 is always one.
const DEPTH: u32 = 2;

/// The size of a search's table, in MiB.
pub const TABLE: usize = 16;

struct Make<'a> {
    head: Head,
    output: &'a Path,
    net: &'a EvalFile,
    threads: usize,
}

/// Makes `output`, or resumes it.
///
/// # Errors
/// The game has no dice, the net is not for it, or the file cannot be written or is another one.
pub fn run(head: Head, output: &Path, net: &EvalFile, threads: usize) -> anyhow::Result<()> {
    let variant = head.variant.clone();
    let make = Make {
        head,
        output,
        net,
        threads,
    };
    let made = games::visit(&variant, make);
    made.unwrap_or_else(|| bail!("no game {variant}"))
}

impl Visitor for Make<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Variant>(mut self) -> Self::Out {
        if G::Roll::ONLY.is_some() {
            bail!("{} has no dice", G::NAME);
        }
        let evaluation = self.net.evaluation::<G>()?;
        self.head.net = self.net.id::<G>();
        let (mut draft, cases) = Draft::open(self.output, &self.head)?;
        check::all::<G>(&self.head, &cases).with_context(|| self.output.display().to_string())?;
        let done = cases.len() as u32;
        let all = self.head.positions;
        let bar = Progress::new("positions", done.into(), all.into());
        let mut searcher = Searcher::new(G::kernel(evaluation.clone()), TABLE);
        searcher.set_threads(self.threads);
        for number in done..all {
            // Nothing is kept from earlier positions, so that a resumed run makes the same file.
            searcher.clear();
            let game = position(&mut searcher, self.head.seed, number, all)?;
            let case = self.case(&game, &evaluation, &mut searcher, &bar);
            draft.add(&case)?;
            bar.add(1);
            if bar.is_hidden() {
                print::message(format_args!("{}/{all} positions", bar.done()));
            }
        }
        bar.clear();
        let log = Log::new();
        log.line(format_args!(
            "{}: {all} positions of {}",
            self.output.display(),
            G::NAME
        ));
        Ok(log.finish()?)
    }
}

impl Make<'_> {
    fn case<G: Variant>(
        &self,
        game: &Game<G>,
        evaluation: &G::Eval,
        searcher: &mut Searcher<G, G::Kernel>,
        bar: &Progress,
    ) -> Case {
        let head = &self.head;
        let mut moves = searcher.best(game, DEPTH, head.moves as usize, &Control::new());
        if let Some(first) = searcher.best(game, 1, 1, &Control::new()).pop()
            && moves.iter().all(|(m, _)| *m != first.0)
        {
            moves.truncate(head.moves as usize - 1);
            moves.push(first);
        }
        let position = game.position();
        let after: Vec<G> = moves.iter().map(|(m, _)| position.play(m)).collect();
        let rollout = Rollout {
            games: head.games,
            plies: (head.plies > 0).then_some(head.plies),
            depth: head.depth,
            seed: head.seed,
            threads: self.threads,
        };
        let kernel = G::kernel(evaluation.clone());
        let (both, all) = ((evaluation, &kernel), after.len() * head.games as usize);
        let tally = rollout.run(&after, both, &Control::new(), &mut |tally| {
            bar.tell(format!("{} of {all} games", tally.games()));
        });
        let texts: Vec<_> = moves.iter().map(|(m, _)| position.move_text(m)).collect();
        Case {
            position: game.text(),
            legal: game.roll().map_or(0, |roll| position.count(roll) as usize),
            moves: ranked::<G>(&texts, &tally),
        }
    }
}

/// The moves, best first. The tally holds the positions after them, seen by the opponent.
fn ranked<G: Variant>(
    texts: &[String],
    tally: &RolloutStats<<G::Eval as Evaluate<G>>::Value>,
) -> Vec<Rolled> {
    let unit = f64::from(<G::Eval as Evaluate<G>>::Value::UNIT);
    let points = |amount: f64| (amount / unit * 1e6).round() / 1e6;
    let found = (0..texts.len()).filter_map(|at| Some((at, tally.result(at)?.score)));
    let mut found: Vec<_> = found.collect();
    found.sort_by(|(_, one), (_, other)| one.mean.total_cmp(&other.mean));
    let best = found.first().map_or(0, |&(at, _)| at);
    let rolled = |&(at, score): &(usize, Estimate)| {
        let behind = tally.difference(at, best);
        Rolled {
            text: texts[at].clone(),
            equity: points(-score.mean),
            error: points(score.error.unwrap_or_default()),
            behind: behind.map_or(0.0, |behind| points(behind.mean)),
            behind_error: behind.and_then(|behind| behind.error).map_or(0.0, points),
        }
    };
    found.iter().map(rolled).collect()
}
