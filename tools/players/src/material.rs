//! Alpha-beta over material alone, deepened ply by ply (Knuth and Moore 1975).
//! Not here: tables, extensions, reductions, history. This player is frozen.
//!
//! - A man is worth 1, a king 3; nothing else counts.
//! - Below the last ply, as long as the side to move has to capture, its captures are played out.
//! - Moves that capture most come first; the others are in an order by their squares.
//! - At the root, moves come in the order of a hash of `Seed`, position and move, and the first of
//!   the best ones is played; but the best move of the depth before leads.
//! - What counts is the last depth that was finished, and the first one always is, unless it
//!   takes more than 10,000 nodes.

use crate::draughts::Draughts;
use crate::player::{Mind, Task, Thought, Worth};
use crate::random::hash;
use std::cmp::Reverse;

/// The value of a won game, less the plies that it takes.
const MATE: i32 = 30_000;

/// The deepest search, in plies.
const DEEPEST: u32 = 200;

/// Worths beyond this one are wins or losses; no board has so much material.
const DECIDED: i32 = MATE - 10_000;

/// Nodes between two looks at the clock.
const INTERVAL: u64 = 1_024;

/// Nodes for which the first depth may go on whatever the limits.
const GRANT: u64 = 10_000;

/// The search has to end.
struct Spent;

/// What one ply of the current line needs.
#[derive(Debug)]
struct Ply<M> {
    moves: Vec<M>,
    /// The best line from here.
    line: Vec<M>,
}

/// A player that counts material.
#[derive(Debug)]
pub struct Material<G: Draughts> {
    plies: Vec<Ply<G::Move>>,
    /// Keys of the positions of the game and of the current line.
    keys: Vec<u64>,
    nodes: u64,
    /// The number of nodes at which to look at the clock.
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

impl<G: Draughts> Mind<G> for Material<G> {
    fn think(&mut self, task: &Task<'_, G>, tell: &mut dyn FnMut(Thought<G>)) {
        let root = task.game.position();
        let place = hash(task.settings.seed, &task.game.text());
        let mut moves = task.moves.clone();
        moves.sort_by_cached_key(|m| hash(place, &root.move_text(m)));
        (self.nodes, self.due) = (0, GRANT);
        let deepest = task.budget.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        for depth in 1..=deepest {
            let Ok((best, worth)) = self.root(task, &moves, depth) else {
                if depth == 1 {
                    tell(self.thought(depth, 0, vec![moves[0]]));
                }
                return;
            };
            moves[..=best].rotate_right(1);
            let mut line = vec![moves[0]];
            line.extend_from_slice(&self.ply(0).line);
            tell(self.thought(depth, worth, line));
            // From the second depth on every look counts.
            self.due = self.nodes + 1;
            let found = worth.abs() >= DECIDED && MATE - worth.abs() <= depth as i32;
            if found || moves.len() == 1 && task.budget.timed() || task.budget.spent(self.nodes) {
                return;
            }
        }
    }
}

impl<G: Draughts> Material<G> {
    /// The best of the root's moves, its worth, and its line as that of ply 0.
    fn root(
        &mut self,
        task: &Task<'_, G>,
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
            let worth = -self.search(task, &after, depth - 1, 1, [-MATE, -best.1])?;
            if worth > best.1 {
                best = (index, worth);
                line.clone_from(&self.ply(1).line);
            }
        }
        self.ply(0).line = line;
        Ok(best)
    }

    /// The value of a position, `ply` plies below the root, to its mover, if it lies within the
    /// window; else a bound of it.
    fn search(
        &mut self,
        task: &Task<'_, G>,
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
            self.due = limit.min(self.nodes + INTERVAL);
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

    /// The worth of the best of the moves.
    fn best(
        &mut self,
        task: &Task<'_, G>,
        position: &G,
        moves: &[G::Move],
        depth: u32,
        ply: usize,
        [mut alpha, beta]: [i32; 2],
    ) -> Result<i32, Spent> {
        for m in moves {
            let after = position.play(m);
            let worth = -self.search(task, &after, depth, ply + 1, [-beta, -alpha])?;
            if worth >= beta {
                return Ok(beta);
            }
            if worth > alpha {
                alpha = worth;
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

    /// Whether the position occurs for the third time in the line.
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

    fn thought(&self, depth: u32, worth: i32, line: Vec<G::Move>) -> Thought<G> {
        Thought {
            depth,
            seldepth: u32::try_from(self.deepest).unwrap_or(u32::MAX),
            worth: match worth {
                DECIDED.. => Worth::Mate(MATE - worth),
                worth if worth <= -DECIDED => Worth::Mate(-MATE - worth),
                worth => Worth::Cp(worth),
            },
            nodes: self.nodes,
            line,
        }
    }
}
