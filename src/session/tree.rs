//! The tree of a textbook search in words, with the types of the game erased.

use crate::game::{Game, PlaceKind, Score, Side};
use crate::search::{self, NodeKind, TreeMethod, TreeValue};

/// If the boards would take more lines of text than this, the tree shows only that of the root.
const MOST_LINES: usize = 4000;

/// The tree of a textbook search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchTree {
    /// The name of the game.
    pub game: &'static str,
    /// The names that people use for Black and White.
    pub sides: [&'static str; 2],
    /// The name of the evaluation used at the horizon.
    pub evaluation: &'static str,
    /// The number of plies searched.
    pub plies: u32,
    /// The method of the search.
    pub method: TreeMethod,
    /// The positions in the order in which they were visited, the root first.
    pub nodes: Vec<TreeNode>,
}

/// A position that was searched. Scores are seen from Black.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The position on one line.
    pub position: String,
    /// The board as text, unless the tree is large.
    pub board: Option<String>,
    /// Whose turn it is: Black maximizes, White minimizes.
    pub to_move: Side,
    /// The origin of its value: a search, the evaluation or the end of the game.
    pub kind: NodeKind,
    /// The score that Black was sure of when it was searched.
    pub alpha: Score,
    /// The score that White was sure of when it was searched.
    pub beta: Score,
    /// Its value, as far as the search determined it.
    pub value: TreeValue,
    /// Its moves in the order of the search; none at a leaf.
    pub edges: Vec<TreeEdge>,
    /// The index among the edges of the first of the best moves.
    pub best: Option<usize>,
}

/// A move of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeEdge {
    /// The name of the move.
    pub name: String,
    /// The index of the node that it leads to; `None` if it was pruned.
    pub child: Option<usize>,
}

impl SearchTree {
    /// The nodes of the best line, the root first.
    pub fn best_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        while let Some(child) = line.last().and_then(|&node| self.best_child(node)) {
            line.push(child);
        }
        line
    }

    fn best_child(&self, node: usize) -> Option<usize> {
        let node = self.nodes.get(node)?;
        node.edges.get(node.best?)?.child
    }

    /// The number of moves that were never searched.
    pub fn cut_off(&self) -> usize {
        let edges = self.nodes.iter().flat_map(|node| &node.edges);
        edges.filter(|edge| edge.child.is_none()).count()
    }
}

/// Puts the nodes of a tree into words.
pub(super) fn in_words<G: Game>(nodes: Vec<search::TreeNode<G>>) -> Vec<TreeNode> {
    let lines = |node: &search::TreeNode<G>| board(&node.position).lines().count();
    let few = nodes.len() * nodes.first().map_or(0, lines) <= MOST_LINES;
    let nodes = nodes.into_iter().enumerate();
    nodes
        .map(|(index, node)| {
            let shown = few || index == 0;
            let edges = node.edges.iter().map(|edge| TreeEdge {
                name: node.position.name_move(edge.mv),
                child: edge.child,
            });
            TreeNode {
                edges: edges.collect(),
                board: shown.then(|| board(&node.position)),
                position: node.position.position(),
                to_move: node.position.to_move(),
                kind: node.kind,
                alpha: node.alpha,
                beta: node.beta,
                value: node.value,
                best: node.best,
            }
        })
        .collect()
}

/// The board without the letters and numbers around it.
fn board<G: Game>(position: &G) -> String {
    let mut around = position
        .grid()
        .map_or(Vec::new(), |grid| grid.draw().places);
    around.retain(|place| place.kind == PlaceKind::Label);
    let mut drawing = position.drawing();
    drawing.places.retain(|place| !around.contains(place));
    drawing.to_text()
}
