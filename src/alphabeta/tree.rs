//! The whole tree of a textbook search, kept for inspection: plain minimax, or alpha-beta
//! [Knuth and Moore 1975], which gives the same value.
//!
//! There is no table, no order but the game's own, no quiescence and no game knowledge, so that
//! every step can be followed by hand. All scores are **seen from Black**, who maximizes; the plies
//! of a proved win or loss are counted from the root.

use thiserror::Error;

use super::node::result;
use crate::game::{Rules, Score, Side};
use crate::resources::Stop;

/// The largest number of nodes of a tree, pruned moves included: more than a picture can show.
pub const LARGEST_TREE: usize = 20_000;

/// The longest line, so that the stack does not overflow.
const MAX_PLIES: u32 = 250;

/// The method of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeMethod {
    /// Every move of every position.
    Minimax,
    /// Without the moves that cannot change the value of the root.
    AlphaBeta,
}

/// The result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeValue {
    /// The minimax value itself.
    Exact(Score),
    /// The value is at least this.
    AtLeast(Score),
    /// The value is at most this.
    AtMost(Score),
}

impl TreeValue {
    /// The value or its bound.
    pub const fn score(self) -> Score {
        let (TreeValue::Exact(score) | TreeValue::AtLeast(score) | TreeValue::AtMost(score)) = self;
        score
    }
}

/// Why the search did not go below a position, or that it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeKind {
    /// Its moves were searched.
    Inner,
    /// No plies were left: its score is the evaluation.
    Horizon,
    /// The game is over.
    Final,
}

/// A move, in the order of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge<M> {
    /// The move.
    pub mv: M,
    /// The index of the node that it leads to; `None` if it was pruned and never searched.
    pub child: Option<usize>,
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct TreeNode<R: Rules> {
    /// The position.
    pub position: R,
    /// The origin of its value: a search, the evaluation or the end of the game.
    pub kind: NodeKind,
    /// The score that Black was sure of when it was searched; minus infinity at the root.
    pub alpha: Score,
    /// The score that White was sure of when it was searched; infinity at the root.
    pub beta: Score,
    /// Its value, as far as the search determined it.
    pub value: TreeValue,
    /// All its legal moves, unless it is a leaf.
    pub edges: Vec<Edge<R::Move>>,
    /// The index among the edges of the first of the best moves.
    pub best: Option<usize>,
}

/// The reason why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// It would be too large.
    #[error("the tree has more than {LARGEST_TREE} nodes: ask for fewer plies")]
    TooLarge,
    /// The game has chance nodes, for which it has no place.
    #[error("there are no trees of games with chance")]
    Chance,
    /// It was stopped from outside.
    #[error("interrupted before the tree was complete")]
    Stopped,
}

/// Searches this many plies and returns the nodes in the order in which they were visited, the root
/// first. `evaluate` is seen from Black.
///
/// # Errors
/// When the tree is larger than [`LARGEST_TREE`], the game has chance, or `stop` was requested.
pub fn search_tree<R: Rules>(
    position: &R,
    plies: u32,
    method: TreeMethod,
    evaluate: &dyn Fn(&R) -> i32,
    stop: &Stop,
) -> Result<Vec<TreeNode<R>>, TreeError> {
    if R::CHANCE {
        return Err(TreeError::Chance);
    }
    let mut recorder = Recorder {
        plies: plies.min(MAX_PLIES),
        method,
        evaluate,
        stop,
        nodes: Vec::new(),
        size: 0,
    };
    recorder.visit(position.clone(), 0, -Score::INFINITE, Score::INFINITE)?;
    Ok(recorder.nodes)
}

struct Recorder<'a, R: Rules> {
    plies: u32,
    method: TreeMethod,
    evaluate: &'a dyn Fn(&R) -> i32,
    stop: &'a Stop,
    nodes: Vec<TreeNode<R>>,
    /// The number of nodes and pruned moves.
    size: usize,
}

impl<R: Rules> Recorder<'_, R> {
    /// Searches a position and returns the index of its node.
    fn visit(
        &mut self,
        position: R,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<usize, TreeError> {
        self.grow(1)?;
        let index = self.nodes.len();
        let leaf = self.judge(&position, ply);
        let (kind, score) = leaf.unwrap_or((NodeKind::Inner, Score::ZERO));
        self.nodes.push(TreeNode {
            position,
            kind,
            alpha,
            beta,
            value: TreeValue::Exact(score),
            edges: Vec::new(),
            best: None,
        });
        if kind == NodeKind::Inner {
            self.visit_moves(index, ply)?;
        }
        Ok(index)
    }

    /// The score of a leaf.
    fn judge(&self, position: &R, ply: u32) -> Option<(NodeKind, Score)> {
        if let Some(value) = position.outcome_for_mover() {
            let score = result::<R>(value, ply as usize);
            let maximizes = position.to_move() == Side::Black;
            return Some((NodeKind::Final, if maximizes { score } else { -score }));
        }
        let score = || Score::evaluation((self.evaluate)(position));
        (ply >= self.plies).then(|| (NodeKind::Horizon, score()))
    }

    /// Searches the moves of a node in turn, until one of them makes the others irrelevant.
    fn visit_moves(&mut self, index: usize, ply: u32) -> Result<(), TreeError> {
        let position = self.nodes[index].position.clone();
        let mut choice = Choice::new(&self.nodes[index]);
        let moves = position.legal_moves();
        let mut left = &moves[..];
        while let [mv, rest @ ..] = left {
            let child = self.visit(position.after(*mv), ply + 1, choice.alpha, choice.beta)?;
            self.add_edges(index, &[*mv], Some(child));
            choice.offer(self.nodes[child].value, self.method);
            left = rest;
            if choice.alpha >= choice.beta {
                break;
            }
        }
        self.grow(left.len())?;
        self.add_edges(index, left, None);
        self.nodes[index].value = choice.value(left.is_empty());
        self.nodes[index].best = choice.best;
        Ok(())
    }

    fn add_edges(&mut self, index: usize, moves: &[R::Move], child: Option<usize>) {
        let edges = moves.iter().map(|&mv| Edge { mv, child });
        self.nodes[index].edges.extend(edges);
    }

    fn grow(&mut self, by: usize) -> Result<(), TreeError> {
        self.size += by;
        if self.stop.is_requested() {
            return Err(TreeError::Stopped);
        }
        if self.size > LARGEST_TREE {
            return Err(TreeError::TooLarge);
        }
        Ok(())
    }
}

/// A side's choice among moves whose values arrive one by one.
struct Choice {
    maximizes: bool,
    alpha: Score,
    beta: Score,
    values: Vec<TreeValue>,
    best: Option<usize>,
}

impl Choice {
    fn new<R: Rules>(node: &TreeNode<R>) -> Choice {
        Choice {
            maximizes: node.position.to_move() == Side::Black,
            alpha: node.alpha,
            beta: node.beta,
            values: Vec::new(),
            best: None,
        }
    }

    fn best_score(&self) -> Score {
        self.best
            .map_or(Score::ZERO, |best| self.values[best].score())
    }

    fn better(&self, one: Score, other: Score) -> Score {
        if self.maximizes {
            one.max(other)
        } else {
            one.min(other)
        }
    }

    /// Adds the value of the next move; alpha-beta raises the bound that the others have to exceed.
    fn offer(&mut self, value: TreeValue, method: TreeMethod) {
        let score = value.score();
        if self.best.is_none() || self.better(score, self.best_score()) != self.best_score() {
            self.best = Some(self.values.len());
        }
        self.values.push(value);
        match method {
            TreeMethod::Minimax => {}
            TreeMethod::AlphaBeta if self.maximizes => self.alpha = self.alpha.max(score),
            TreeMethod::AlphaBeta => self.beta = self.beta.min(score),
        }
    }

    /// The value of the choice, after all moves or some of them.
    fn value(&self, complete: bool) -> TreeValue {
        let score = self.best_score();
        let bounds = self.values.iter().map(|value| match *value {
            TreeValue::Exact(score) => (score, score),
            TreeValue::AtLeast(score) => (score, Score::INFINITE),
            TreeValue::AtMost(score) => (-Score::INFINITE, score),
        });
        let better = |(a, b), (c, d)| (self.better(a, c), self.better(b, d));
        let exact = complete && bounds.reduce(better).is_some_and(|(low, high)| low == high);
        // Unsearched moves can only be better for the side that chooses. If all were searched, the
        // score is outside the window, and a bound on that side.
        let above = if self.maximizes {
            !complete || score >= self.beta
        } else {
            complete && score > self.alpha
        };
        match (exact, above) {
            (true, _) => TreeValue::Exact(score),
            (false, true) => TreeValue::AtLeast(score),
            (false, false) => TreeValue::AtMost(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(side: Side, complete: bool, values: &[TreeValue]) -> TreeValue {
        let mut choice = Choice {
            maximizes: side == Side::Black,
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
            values: Vec::new(),
            best: None,
        };
        for &value in values {
            choice.offer(value, TreeMethod::AlphaBeta);
        }
        choice.value(complete)
    }

    #[test]
    fn a_bound_that_the_best_move_exceeds_leaves_the_value_exact() {
        let three = TreeValue::Exact(Score::evaluation(3));
        let two = Score::evaluation(2);
        let four = Score::evaluation(4);
        let black = |values: &[_]| value(Side::Black, true, values);
        let white = |values: &[_]| value(Side::White, true, values);
        assert_eq!(black(&[three, TreeValue::AtMost(two)]), three);
        assert_eq!(white(&[three, TreeValue::AtLeast(four)]), three);
        assert_eq!(
            black(&[three, TreeValue::AtMost(four)]),
            TreeValue::AtMost(four)
        );
        assert_eq!(
            white(&[three, TreeValue::AtLeast(two)]),
            TreeValue::AtLeast(two)
        );
    }

    #[test]
    fn moves_that_were_cut_off_leave_a_bound() {
        let three = Score::evaluation(3);
        let found = [TreeValue::Exact(three)];
        assert_eq!(value(Side::Black, false, &found), TreeValue::AtLeast(three));
        assert_eq!(value(Side::White, false, &found), TreeValue::AtMost(three));
    }
}
