//! The search tree as a message to the page.

use serde_json::{Value, json};

use super::messages::refused;
use crate::search::{NodeKind, TreeMethod, TreeValue};
use crate::session::{SearchTree, TreeNode, json};

/// The most nodes that can be drawn usefully.
const MOST_NODES: usize = 4000;

/// The message with the tree, or a refusal if it is too large.
pub(super) fn message(tree: &SearchTree) -> Value {
    if tree.nodes.len() > MOST_NODES {
        let count = tree.nodes.len();
        let why = format!(
            "the tree has {count} positions, which is too many to draw: ask for fewer plies"
        );
        return refused(&why);
    }
    let line = tree.best_line();
    let nodes = tree.nodes.iter().enumerate();
    let nodes = nodes.map(|(index, of)| node(of, line.contains(&index)));
    json!({
        "is": "tree",
        "plies": tree.plies,
        "minimax": tree.method == TreeMethod::Minimax,
        "evaluation": tree.evaluation,
        "cut": tree.cut_off(),
        "nodes": nodes.collect::<Vec<_>>(),
    })
}

fn node(node: &TreeNode, best: bool) -> Value {
    let kind = match node.kind {
        NodeKind::Inner => "inner",
        NodeKind::Horizon => "horizon",
        NodeKind::Final => "final",
    };
    let bound = match node.value {
        TreeValue::Exact(_) => "exact",
        TreeValue::AtLeast(_) => "least",
        TreeValue::AtMost(_) => "most",
    };
    let edges = node.edges.iter();
    json!({
        "position": node.position,
        "side": json::side(node.to_move),
        "kind": kind,
        "bound": bound,
        "score": json::score(node.value.score()),
        "best": best,
        "edges": edges.map(|edge| json!([edge.name, edge.child])).collect::<Vec<_>>(),
    })
}
