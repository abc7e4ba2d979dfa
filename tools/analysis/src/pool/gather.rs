//! Collects the `info` and `bestmove` lines of one search.
//! Not here: sending commands, and deadlines.

use super::request::{EngineTask, Exact, Found, FoundLine, RolledMove};
use tricorn_protocol::{Answer, Info, Score, ScoreReport, parse_answer};

/// How many errors of one request are kept.
const KEPT: usize = 4;

/// The most lines of a search that are kept.
const LINES: u32 = 1000;

/// What a line meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing that is finished.
    More,
    /// The state of the search at the end of a depth.
    Report,
    /// The last line.
    End,
    /// An answer that cannot be read.
    Garbage,
}

/// What one request has been answered so far.
#[derive(Debug)]
pub struct Gather {
    found: Found,
    multipv: u32,
    rollout: bool,
    /// Whether mates come in plies.
    plies: bool,
}

impl Gather {
    /// Nothing yet. `plies`: the engine counts mates in plies.
    pub fn new(engine: &str, task: &EngineTask, multipv: u32, plies: bool) -> Self {
        Self {
            found: Found {
                engine: engine.to_owned(),
                ..Found::default()
            },
            multipv,
            rollout: matches!(task, EngineTask::Rollout(_)),
            plies,
        }
    }

    /// What was found so far.
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// What was found.
    pub fn finish(self) -> Found {
        self.found
    }

    /// Notes that the engine was told to stop.
    pub fn stop(&mut self) {
        self.found.stopped = true;
    }

    /// Whether the engine was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.found.stopped
    }

    /// Takes a line.
    pub fn take(&mut self, line: &str) -> Step {
        match parse_answer(line).answer {
            Some(Answer::Info(info)) => self.info(*info),
            Some(Answer::BestMove { best, .. }) if !self.rollout => {
                self.found.best = best;
                Step::End
            }
            Some(Answer::Error(error)) => {
                if self.found.errors.len() < KEPT {
                    self.found.errors.push(error.to_string());
                }
                // A rollout that is refused has no other end.
                if self.rollout { Step::End } else { Step::More }
            }
            Some(Answer::Text(text)) => self.text(text.trim_ascii()),
            None if line.trim_ascii_start().starts_with("bestmove") => Step::Garbage,
            _ => Step::More,
        }
    }

    fn text(&mut self, text: &str) -> Step {
        if let Some(exact) = exact(text) {
            self.found.exact = Some(exact);
        }
        if self.rollout {
            if text.starts_with("Games rolled out:") {
                return Step::End;
            }
            self.found.rolled.extend(rolled(text));
        }
        Step::More
    }

    fn info(&mut self, info: Info) -> Step {
        if let Some(text) = &info.string {
            if let Some((equity, chances)) = equity(text)
                && let Some(line) = self.found.lines.first_mut()
            {
                line.equity = Some(equity);
                line.chances = Some(chances);
                return self.report(1);
            }
            return Step::More;
        }
        self.found.nodes = info.nodes.or(self.found.nodes);
        self.found.time = info.time.or(self.found.time);
        let Some(score) = info.score else {
            return Step::More;
        };
        let rank = info.multipv.unwrap_or(1);
        if !(1..=LINES).contains(&rank) {
            return Step::More;
        }
        if rank == 1 {
            self.found.depth = info.depth.or(self.found.depth);
        }
        let line = FoundLine {
            rank,
            depth: info.depth,
            score: self.in_turns(score),
            wdl: info.wdl,
            equity: None,
            chances: None,
            pv: info.pv.iter().map(str::to_owned).collect(),
        };
        let at = self.found.lines.partition_point(|known| known.rank < rank);
        match self.found.lines.get_mut(at) {
            Some(known) if known.rank == rank => *known = line,
            _ => self.found.lines.insert(at, line),
        }
        self.report(rank)
    }

    /// Whether the last line that is expected of a depth was this one.
    fn report(&self, rank: u32) -> Step {
        if rank >= self.multipv {
            Step::Report
        } else {
            Step::More
        }
    }

    fn in_turns(&self, report: ScoreReport) -> ScoreReport {
        match report.score {
            Score::Mate(plies) if self.plies => ScoreReport {
                score: Score::Mate(plies / 2 + plies % 2),
                ..report
            },
            _ => report,
        }
    }
}

/// `equity +0.0676 win 0.5150 0.2740 0.0326 loss 0.4850 0.2411 0.0278`
fn equity(text: &str) -> Option<(f64, [f64; 6])> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let ["equity", equity, "win", a, b, c, "loss", d, e, f] = words[..] else {
        return None;
    };
    let mut chances = [0.0; 6];
    for (place, word) in chances.iter_mut().zip([a, b, c, d, e, f]) {
        *place = number(word)?;
    }
    Some((number(equity)?, chances))
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

/// What the command `eval` says of a position that an endgame table has.
fn exact(text: &str) -> Option<Exact> {
    let said = text.strip_prefix("endgame table: ")?;
    let mut words = said.split_ascii_whitespace();
    let plies = |mut words: std::str::SplitAsciiWhitespace<'_>| words.nth(1)?.parse().ok();
    match words.next()? {
        "won" => plies(words).map(Exact::Won),
        "lost" => plies(words).map(Exact::Lost),
        "drawn" => Some(Exact::Drawn),
        _ => None,
    }
}

/// `<move>: equity +0.0905 win … loss … error 0.0054 plain 0.0153 games 144 [behind 0.1044 0.0075]`
fn rolled(text: &str) -> Option<RolledMove> {
    let (word, rest) = text.split_once(": ")?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let after = |key: &str, at: usize| {
        let place = words.iter().position(|word| *word == key)?;
        words.get(place + at).copied()
    };
    Some(RolledMove {
        text: word.to_owned(),
        equity: after("equity", 1).and_then(number)?,
        error: after("error", 1).and_then(number),
        games: after("games", 1)?.parse().ok()?,
        behind: after("behind", 1)
            .and_then(number)
            .zip(after("behind", 2).and_then(number)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gather(multipv: u32, lines: &str) -> (Found, Vec<Step>) {
        let task = EngineTask::Search(Box::default());
        let mut gather = Gather::new("x", &task, multipv, false);
        let steps = lines.lines().map(|line| gather.take(line)).collect();
        (gather.finish(), steps)
    }

    #[test]
    fn a_search_is_read_line_by_line() {
        let (found, steps) = gather(
            2,
            "endgame table: won in 7 plies\n\
             info depth 3 multipv 1 score cp 12 wdl 400 200 400 nodes 5 pv c3c4 f6f5\n\
             info depth 3 multipv 2 score mate -2 nodes 9 time 4 pv d3d4\n\
             bestmove c3c4 ponder f6f5",
        );
        assert_eq!(steps, [Step::More, Step::More, Step::Report, Step::End]);
        assert_eq!(found.exact, Some(Exact::Won(7)));
        assert_eq!(found.best.as_deref(), Some("c3c4"));
        assert_eq!(
            (found.depth, found.nodes, found.time),
            (Some(3), Some(9), Some(4))
        );
        assert_eq!(found.lines.len(), 2);
        assert_eq!(found.lines[0].pv, ["c3c4", "f6f5"]);
        assert_eq!(found.lines[1].score.score, Score::Mate(-2));
    }

    #[test]
    fn equities_belong_to_the_best_line() {
        let (found, steps) = gather(
            1,
            "info depth 1 multipv 1 score cp 7 pv 31:8/5,6/5\n\
             info string equity +0.0676 win 0.5150 0.2740 0.0326 loss 0.4850 0.2411 0.0278\n\
             bestmove",
        );
        assert_eq!(steps, [Step::Report, Step::Report, Step::Garbage]);
        assert_eq!(found.lines[0].units(), Some(0.0676));
        assert_eq!(
            found.lines[0].chances.map(|chances| chances[4]),
            Some(0.2411)
        );
    }

    #[test]
    fn rollouts_end_with_their_count_or_a_refusal() {
        let task = EngineTask::Rollout(Box::default());
        let mut gather = Gather::new("x", &task, 1, false);
        let line = "31:24/23,13/10: equity -0.0139 win 0.4993 0.2538 0.0299 loss 0.5007 0.2651 \
                    0.0311 error 0.0055 plain 0.0154 games 144 behind 0.1044 0.0075";
        assert_eq!(gather.take(line), Step::More);
        assert_eq!(gather.take("Games rolled out: 288"), Step::End);
        let [rolled] = &gather.found().rolled[..] else {
            panic!("one move");
        };
        assert_eq!(rolled.behind, Some((0.1044, 0.0075)));
        assert_eq!((rolled.games, rolled.error), (144, Some(0.0055)));
        let refused = "info string ERROR bad-argument: a game without dice";
        assert_eq!(gather.take(refused), Step::End);
    }
}
