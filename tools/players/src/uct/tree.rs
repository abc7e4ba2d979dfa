//! The UCT tree: visits, results and UCB1 selection, in a fixed amount of memory.
//! Not here: the rules of games, and playouts.

use crate::random::mixed;
use tricorn::rules::Side;

/// The exploration constant of UCB1.
const EXPLORATION: f64 = std::f64::consts::SQRT_2;

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeState {
    /// It has not been visited.
    Unvisited,
    /// It has been visited, and the game is not over.
    Visited,
    /// It has its children.
    Expanded,
    /// The game is over, with this winner.
    Terminal(Option<Side>),
}

/// One position in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    visits: u32,
    /// Two for each win of the side that made the last move, one for each draw.
    halves: u32,
    /// The index of the first child.
    first: u32,
    /// The number of children.
    count: u16,
    pub(super) state: NodeState,
}

impl Node {
    const NEW: Self = Self {
        visits: 0,
        halves: 0,
        first: 0,
        count: 0,
        state: NodeState::Unvisited,
    };

    /// Counts a result: whether the side that made the last move won; `None` for a draw.
    pub(super) fn record(&mut self, won: Option<bool>) {
        self.visits += 1;
        self.halves += won.map_or(1, |won| if won { 2 } else { 0 });
    }

    /// The mean result of the side that made the last move, from -100 (all lost) to 100 (all won).
    pub(super) fn per_cent(&self) -> i32 {
        let [visits, halves] = [self.visits, self.halves].map(i64::from);
        ((halves - visits) * 100 / visits.max(1)) as i32
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }
}

/// All nodes; the root is the first.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    /// The move that leads to each node but the root.
    moves: Vec<M>,
    /// The maximum number of nodes.
    most: usize,
}

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            moves: Vec::new(),
            most: 0,
        }
    }
}

impl<M: Copy> Tree<M> {
    /// Resets the tree to a root alone, with at most this many MiB.
    pub(super) fn clear(&mut self, mib: usize) {
        self.nodes.clear();
        self.moves.clear();
        self.nodes.push(Node::NEW);
        self.most = (mib << 20) / (size_of::<Node>() + size_of::<M>());
    }

    /// Expands a node; false if there is no room for its children.
    pub(super) fn expand(&mut self, at: usize, moves: &[M]) -> bool {
        let first = self.nodes.len();
        let count = u16::try_from(moves.len());
        let (Ok(count), true) = (count, first + moves.len() <= self.most) else {
            return false;
        };
        self.nodes.resize(first + moves.len(), Node::NEW);
        self.moves.extend_from_slice(moves);
        let node = &mut self.nodes[at];
        (node.first, node.count, node.state) = (first as u32, count, NodeState::Expanded);
        true
    }

    /// The move that leads to a node other than the root.
    pub(super) fn move_to(&self, node: usize) -> &M {
        &self.moves[node - 1]
    }

    /// The child to visit next: a random one among those without a visit, drawn by `salt`, else the
    /// one with the greatest upper confidence bound.
    pub(super) fn select(&self, at: usize, salt: u32, number: fn(&M) -> u32) -> usize {
        let children = self.nodes[at].children();
        let new = children
            .clone()
            .filter(|&child| self.nodes[child].visits == 0);
        let drawn = new.max_by_key(|&child| mixed(number(self.move_to(child)), salt));
        if let Some(drawn) = drawn {
            return drawn;
        }
        let log = ln(self.nodes[at].visits);
        let mut best = (children.start, f64::NEG_INFINITY);
        for child in children {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            let mean = f64::from(node.halves) / (2.0 * visits);
            let bound = mean + EXPLORATION * (log / visits).sqrt();
            if bound > best.1 {
                best = (child, bound);
            }
        }
        best.0
    }

    /// The child with the most visits; among equals the one with the best results, then the first.
    /// `None` if no child was visited.
    pub(super) fn most_visited(&self, at: usize) -> Option<usize> {
        let visited = |&child: &usize| self.nodes[child].visits > 0;
        let merit = |&child: &usize| (self.nodes[child].visits, self.nodes[child].halves);
        let children = self.nodes[at].children().rev();
        children.filter(visited).max_by_key(merit)
    }
}

/// The natural logarithm of a count, exact to nine digits. It uses only additions, products and
/// quotients, which give the same result on every machine.
fn ln(count: u32) -> f64 {
    let exponent = count.max(1).ilog2();
    let mantissa = f64::from(count.max(1)) / f64::from(1_u32 << exponent);
    // ln m = 2 artanh((m - 1) / (m + 1)), the quotient being below 1/3.
    let quotient = (mantissa - 1.0) / (mantissa + 1.0);
    let square = quotient * quotient;
    let series = (0..9)
        .rev()
        .fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * quotient * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for count in (1..5_000).chain([u32::MAX / 3, u32::MAX]) {
            let exact = f64::from(count).ln();
            assert!((ln(count) - exact).abs() < 1e-9, "{count}");
        }
    }

    fn visit(tree: &mut Tree<u32>, node: usize, won: bool) {
        tree.nodes[0].record(None);
        tree.nodes[node].record(Some(won));
    }

    #[test]
    fn unvisited_children_come_first_then_the_greatest_bound() {
        let mut tree = Tree::default();
        tree.clear(1);
        assert!(tree.expand(0, &[10, 20, 30]));
        assert_eq!(tree.most_visited(0), None);
        let mut seen = Vec::new();
        for salt in 0..3 {
            let child = tree.select(0, salt, |&m| m);
            visit(&mut tree, child, child == 2);
            seen.push(child);
        }
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 3]);
        assert_eq!(tree.select(0, 0, |&m| m), 2);
        for _ in 0..40 {
            visit(&mut tree, 2, true);
        }
        // ln 43 = 3.76: the two with one visit have 2.74, the other one 1.43.
        assert_eq!(tree.select(0, 0, |&m| m), 1);
        assert_eq!(tree.most_visited(0), Some(2));
        assert_eq!(tree.nodes[2].per_cent(), 100);
    }

    #[test]
    fn a_full_tree_is_not_expanded() {
        let mut tree = Tree::default();
        tree.clear(1);
        let moves = vec![0_u64; 60_000];
        assert!(!tree.expand(0, &moves));
        assert!(tree.expand(0, &moves[..1_000]));
        let mut at = 1;
        while tree.expand(at, &moves[..1_000]) {
            at += 1;
        }
        assert!(tree.nodes.len() <= (1 << 20) / 24);
    }
}
