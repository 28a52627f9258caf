//! The search tree as lines of text, each ply indented further.

use ratatui::crossterm::event::KeyCode;

use crate::game::Side;
use crate::play::rating::Rating;
use crate::search::{TreeMethod, TreeValue};
use crate::session::SearchTree;

/// The depth of the deepest tree offered, in plies.
const MOST_PLIES: u32 = 4;

/// The tree that is shown, and the scroll position.
pub(super) struct TreeView {
    pub(super) plies: u32,
    pub(super) method: TreeMethod,
    from: usize,
}

impl TreeView {
    /// A tree of two plies, searched by alpha-beta.
    pub(super) fn new() -> TreeView {
        TreeView {
            plies: 2,
            method: TreeMethod::AlphaBeta,
            from: 0,
        }
    }

    /// Takes a key; returns true if another tree is wanted.
    pub(super) fn press(&mut self, code: KeyCode) -> bool {
        let before = (self.plies, self.method);
        match code {
            KeyCode::Left => self.plies = (self.plies - 1).max(1),
            KeyCode::Right => self.plies = (self.plies + 1).min(MOST_PLIES),
            KeyCode::Char('m') => {
                self.method = match self.method {
                    TreeMethod::AlphaBeta => TreeMethod::Minimax,
                    TreeMethod::Minimax => TreeMethod::AlphaBeta,
                };
            }
            KeyCode::Up => self.from = self.from.saturating_sub(1),
            KeyCode::Down => self.from += 1,
            KeyCode::PageUp => self.from = self.from.saturating_sub(10),
            KeyCode::PageDown => self.from += 10,
            KeyCode::Home => self.from = 0,
            _ => {}
        }
        let is_another = before != (self.plies, self.method);
        if is_another {
            self.from = 0;
        }
        is_another
    }

    /// The lines from the scroll position on, at least one.
    pub(super) fn rows(&mut self, tree: Option<&SearchTree>) -> Vec<String> {
        let rows = match tree {
            None => vec!["Searching ...".into()],
            Some(tree) => rows(tree),
        };
        self.from = self.from.min(rows.len() - 1);
        rows.into_iter().skip(self.from).collect()
    }
}

/// A heading, then the positions in the order of the search; `*` marks the best line.
fn rows(tree: &SearchTree) -> Vec<String> {
    let method = match tree.method {
        TreeMethod::AlphaBeta => "alpha-beta",
        TreeMethod::Minimax => "minimax",
    };
    let (plies, evaluation, cut) = (tree.plies, tree.evaluation, tree.cut_off());
    let mut rows = vec![
        format!("{method}, plies: {plies}, evaluation {evaluation}"),
        format!("positions: {}, moves cut off: {cut}", tree.nodes.len()),
        format!("the best for {}: {}", tree.sides[0], value(tree, 0)),
    ];
    let line = tree.best_line();
    add_moves(tree, 0, 0, &line, &mut rows);
    rows
}

fn add_moves(tree: &SearchTree, node: usize, ply: usize, line: &[usize], rows: &mut Vec<String>) {
    let indent = "  ".repeat(ply);
    let mut cut_off = Vec::new();
    for edge in &tree.nodes[node].edges {
        let Some(child) = edge.child else {
            cut_off.push(edge.name.as_str());
            continue;
        };
        let sign = if line.contains(&child) { '*' } else { ' ' };
        let value = value(tree, child);
        rows.push(format!("{sign} {indent}{} {value}", edge.name));
        add_moves(tree, child, ply + 1, line, rows);
    }
    if !cut_off.is_empty() {
        rows.push(format!("  {indent}cut off: {}", cut_off.join(" ")));
    }
}

/// The value of a node or its bound, seen from Black.
fn value(tree: &SearchTree, node: usize) -> String {
    let value = tree.nodes[node].value;
    let sign = match value {
        TreeValue::Exact(_) => "",
        TreeValue::AtLeast(_) => ">= ",
        TreeValue::AtMost(_) => "<= ",
    };
    let score = value.score();
    let words = Rating::of_score(score, false).words(Side::Black, tree.sides);
    format!("{sign}{words}")
}
