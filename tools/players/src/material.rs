//! Alpha-beta with material evaluation and iterative deepening (Knuth and Moore 1975).
//! Not here: transposition table, extensions, reductions, history. This player is frozen.
//!
//! - A man counts 1, a king 3; nothing else counts.
//! - Below depth 0, captures are searched as long as the side to move must capture.
//! - Moves that capture most come first; the others are ordered by their squares.
//! - Root moves are ordered by a hash of `Seed`, position and move, with the best move of the last
//!   depth first. The first of several best moves is played.
//! - The result is that of the last finished depth. Depth 1 is always finished, unless it takes more
//!   than 10,000 nodes.

use crate::draughts::Draughts;
use crate::player::{PlayerScore, Search, SearchInfo, SearchTask};
use crate::random::hash;
use std::cmp::Reverse;

/// The score of having won; a win in `n` plies scores `n` less.
const MATE: i32 = 30_000;

/// The maximum depth, in plies.
const MAX_DEPTH: u32 = 200;

/// Scores beyond this are wins or losses; no board has so much material.
const DECIDED: i32 = MATE - 10_000;

/// Nodes between two checks of the clock.
const CHECK_INTERVAL: u64 = 1_024;

/// Nodes of depth 1 that no limit interrupts.
const GUARANTEED_NODES: u64 = 10_000;

/// The search must end.
struct Spent;

/// The search stack at one ply.
#[derive(Debug)]
struct Ply<M> {
    moves: Vec<M>,
    /// The principal variation from here.
    line: Vec<M>,
}

/// A player that counts material.
#[derive(Debug)]
pub struct Material<G: Draughts> {
    plies: Vec<Ply<G::Move>>,
    /// Keys of the positions of the game and of the current line.
    keys: Vec<u64>,
    nodes: u64,
    /// The node count at which the clock is checked next.
    due: u64,
    deepest: usize,
}

impl<G: Draughts> Default for Material<G> {
    fn default() -> Self {
        Self {
            plies: Vec::new(),
            keys: Vec::new(),
            nodes: 0,
            due: 0,
            deepest: 0,
        }
    }
}

impl<G: Draughts> Search<G> for Material<G> {
    fn run(&mut self, task: &SearchTask<'_, G>, report: &mut dyn FnMut(SearchInfo<G>)) {
        let root = task.game.position();
        let place = hash(task.settings.seed, &task.game.text());
        let mut moves = task.moves.clone();
        moves.sort_by_cached_key(|m| hash(place, &root.move_text(m)));
        (self.nodes, self.due) = (0, GUARANTEED_NODES);
        let deepest = task.budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=deepest {
            let Ok((best, score)) = self.root(task, &moves, depth) else {
                if depth == 1 {
                    report(self.search_info(depth, 0, vec![moves[0]]));
                }
                return;
            };
            moves[..=best].rotate_right(1);
            let mut line = vec![moves[0]];
            line.extend_from_slice(&self.ply(0).line);
            report(self.search_info(depth, score, line));
            // From depth 2 on limits apply.
            self.due = self.nodes + 1;
            let found = score.abs() >= DECIDED && MATE - score.abs() <= depth as i32;
            if found || moves.len() == 1 && task.budget.timed() || task.budget.spent(self.nodes) {
                return;
            }
        }
    }
}

impl<G: Draughts> Material<G> {
    /// The index and score of the best root move; its PV is that of ply 0.
    fn root(
        &mut self,
        task: &SearchTask<'_, G>,
        moves: &[G::Move],
        depth: u32,
    ) -> Result<(usize, i32), Spent> {
        self.keys.clear();
        self.keys.extend_from_slice(task.game.keys());
        self.deepest = 0;
        let mut best = (0, -MATE);
        let mut line = Vec::new();
        for (index, m) in moves.iter().enumerate() {
            let after = task.game.position().play(m);
            let score = -self.search(task, &after, depth - 1, 1, [-MATE, -best.1])?;
            if score > best.1 {
                best = (index, score);
                line.clone_from(&self.ply(1).line);
            }
        }
        self.ply(0).line = line;
        Ok(best)
    }

    /// The score of a position, `ply` plies below the root, for the side to move; fail-hard.
    fn search(
        &mut self,
        task: &SearchTask<'_, G>,
        position: &G,
        depth: u32,
        ply: usize,
        window: [i32; 2],
    ) -> Result<i32, Spent> {
        self.nodes += 1;
        if self.nodes >= self.due {
            if task.budget.spent(self.nodes) {
                return Err(Spent);
            }
            let limit = task.budget.nodes.unwrap_or(u64::MAX);
            self.due = limit.min(self.nodes + CHECK_INTERVAL);
        }
        self.deepest = self.deepest.max(ply);
        self.ply(ply).line.clear();
        let capturing = position.capturing();
        if position.draw_by_counter() || !capturing {
            if let Some(outcome) = position.outcome() {
                let lost = outcome.winner.is_some();
                return Ok(if lost { ply as i32 - MATE } else { 0 });
            }
            if self.repeated(position) {
                return Ok(0);
            }
            if depth == 0 {
                let mover = position.turn();
                return Ok(position.material(mover) - position.material(mover.other()));
            }
        }
        let mut moves = std::mem::take(&mut self.ply(ply).moves);
        position.moves((), &mut moves);
        if capturing {
            moves.sort_unstable_by_key(|m| (Reverse(G::captured(m)), G::number(m)));
        } else {
            moves.sort_unstable_by_key(G::number);
        }
        self.keys.push(position.key());
        let depth = depth.saturating_sub(1);
        let best = self.best(task, position, &moves, depth, ply, window);
        self.keys.pop();
        self.ply(ply).moves = moves;
        best
    }

    /// The score of the best move.
    fn best(
        &mut self,
        task: &SearchTask<'_, G>,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        ply: usize,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Spent> {
        for m in moves {
            let after = position.play(m);
            let score = -self.search(task, &after, depth, ply + 1, [-beta, -alpha])?;
            if score >= beta {
                return Ok(beta);
            }
            if score > alpha {
                alpha = score;
                let rest = std::mem::take(&mut self.ply(ply + 1).line);
                let line = &mut self.ply(ply).line;
                line.clear();
                line.push(*m);
                line.extend_from_slice(&rest);
                self.ply(ply + 1).line = rest;
            }
        }
        Ok(alpha)
    }

    /// Whether this is the third occurrence of the position.
    fn repeated(&self, position: &G) -> bool {
        let first = self.keys.len().saturating_sub(position.reversible());
        let recent = self.keys[first..].iter();
        recent.filter(|&&key| key == position.key()).count() >= 2
    }

    fn ply(&mut self, ply: usize) -> &mut Ply<G::Move> {
        while self.plies.len() <= ply {
            self.plies.push(Ply {
                moves: Vec::new(),
                line: Vec::new(),
            });
        }
        &mut self.plies[ply]
    }

    fn search_info(&self, depth: u32, score: i32, line: Vec<G::Move>) -> SearchInfo<G> {
        SearchInfo {
            depth,
            seldepth: u32::try_from(self.deepest).unwrap_or(u32::MAX),
            score: match score {
                DECIDED.. => PlayerScore::Mate(MATE - score),
                score if score <= -DECIDED => PlayerScore::Mate(-MATE - score),
                score => PlayerScore::Cp(score),
            },
            nodes: self.nodes,
            line,
        }
    }
}
