//! Plain UCT with random playouts and UCB1 (Kocsis and Szepesvári 2006; Auer et al. 2002).
//! Not here: any knowledge beyond the rules. This player is frozen.
//!
//! - A result counts 1, 1/2 or 0 for the side that moved; the weight of UCB1's second term is
//!   the square root of 2.
//! - A node gets its children at its second visit. Children without a visit come first, in
//!   random order; then UCB1 decides.
//! - A playout is one game of moves drawn uniformly. Draws by quiet plies end it; repetitions are
//!   looked for in the tree alone. After 1,000 plies it is a draw.
//! - The most visited move is played. Every search begins with an empty tree.
//! - What is random is a function of the option `Seed` and the text of the position, and neither
//!   tree nor playouts depend on the order in which the rules list moves.

mod tree;

use crate::draughts::Draughts;
use crate::player::{PlayerScore, Search, SearchInfo, SearchTask};
use crate::random::{Random, drawn, hash};
use tree::{NodeState, Tree};
use tricorn::rules::{Game, Side};

/// Plies after which a playout is a draw.
const MAX_PLAYOUT_PLIES: usize = 1_000;

/// Playouts for each ply of `go depth`, if there is no other limit.
const PLAYOUTS_PER_PLY: u64 = 1_000;

/// Playouts after which every search ends, since the counters would overflow.
const MAX_PLAYOUTS: u64 = 1 << 30;

/// The UCT player.
#[derive(Debug)]
pub struct Uct<G: Draughts> {
    tree: Tree<G::Move>,
    /// The moves of the current position.
    moves: Vec<G::Move>,
    /// Nodes from the root to the start of the playout.
    path: Vec<usize>,
    /// Keys of the positions of the game and of the path.
    keys: Vec<u64>,
    random: Random,
    deepest: usize,
}

impl<G: Draughts> Default for Uct<G> {
    fn default() -> Self {
        Self {
            tree: Tree::default(),
            moves: Vec::new(),
            path: Vec::new(),
            keys: Vec::new(),
            random: Random::new(0),
            deepest: 0,
        }
    }
}

impl<G: Draughts> Search<G> for Uct<G> {
    fn run(&mut self, task: &SearchTask<'_, G>, report: &mut dyn FnMut(SearchInfo<G>)) {
        let game = task.game;
        self.random = Random::new(hash(task.settings.seed, &game.text()));
        self.tree.clear(task.settings.hash_mib);
        self.deepest = 0;
        let mut moves = task.moves.clone();
        moves.sort_unstable_by_key(G::number);
        self.tree.expand(0, &moves);
        // A depth means nothing here: it counts only if there is no other limit.
        let depth = task.budget.only_depth().map(u64::from);
        let most = depth.map_or(MAX_PLAYOUTS, |plies| {
            MAX_PLAYOUTS.min(plies * PLAYOUTS_PER_PLY)
        });
        let idle = moves.len() == 1 && task.budget.timed();
        let (mut playouts, mut due) = (0, 1);
        loop {
            self.iteration(task.game);
            playouts += 1;
            let over = idle || playouts >= most || task.budget.spent(playouts);
            if over || playouts == due {
                due *= 2;
                report(self.search_info(playouts));
            }
            if over {
                return;
            }
        }
    }
}

impl<G: Draughts> Uct<G> {
    /// One iteration: selection, expansion, playout and backpropagation.
    fn iteration(&mut self, game: &Game<G>) {
        let mut position = game.position().clone();
        self.path.clear();
        self.path.push(0);
        self.keys.clear();
        self.keys.extend_from_slice(game.keys());
        let mut at = 0;
        let winner = loop {
            match self.tree.nodes[at].state {
                NodeState::Terminal(winner) => break winner,
                NodeState::Unvisited => {
                    let state = self.visit_first(&position);
                    self.tree.nodes[at].state = state;
                    break match state {
                        NodeState::Terminal(winner) => winner,
                        _ => self.random_playout(position),
                    };
                }
                NodeState::Visited => {
                    position.moves((), &mut self.moves);
                    self.moves.sort_unstable_by_key(G::number);
                    if !self.tree.expand(at, &self.moves) {
                        break self.random_playout(position);
                    }
                }
                NodeState::Expanded => {}
            }
            at = self.tree.select(at, self.random.next() as u32, G::number);
            position = position.play(self.tree.move_to(at));
            self.path.push(at);
            self.keys.push(position.key());
        };
        self.deepest = self.deepest.max(self.path.len() - 1);
        let mut mover = game.position().turn().other();
        for &node in &self.path {
            self.tree.nodes[node].record(winner.map(|winner| winner == mover));
            mover = mover.other();
        }
    }

    /// The state of a node at its first visit.
    fn visit_first(&self, position: &G) -> NodeState {
        if let Some(outcome) = position.outcome() {
            return NodeState::Terminal(outcome.winner);
        }
        let before = self.keys.len() - 1;
        let recent = &self.keys[before - position.reversible().min(before)..before];
        let again = recent.iter().filter(|&&key| key == position.key()).count();
        if again >= 2 {
            NodeState::Terminal(None)
        } else {
            NodeState::Visited
        }
    }

    /// Plays random moves to the end of the game and returns the winner.
    fn random_playout(&mut self, mut position: G) -> Option<Side> {
        for _ in 0..MAX_PLAYOUT_PLIES {
            position.moves((), &mut self.moves);
            if self.moves.is_empty() {
                return Some(position.turn().other());
            }
            if position.draw_by_counter() {
                return None;
            }
            let salt = self.random.next() as u32;
            let place = match self.moves.len() {
                1 => 0,
                _ => drawn(self.moves.iter().map(G::number), salt)?,
            };
            position = position.play(&self.moves[place]);
        }
        None
    }

    fn search_info(&self, playouts: u64) -> SearchInfo<G> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(next) = self.tree.most_visited(at) {
            line.push(*self.tree.move_to(next));
            at = next;
        }
        let first = self.tree.most_visited(0).unwrap_or(0);
        let deepest = u32::try_from(self.deepest).unwrap_or(u32::MAX);
        SearchInfo {
            depth: deepest,
            seldepth: deepest,
            score: PlayerScore::Cp(self.tree.nodes[first].per_cent()),
            nodes: playouts,
            line,
        }
    }
}
