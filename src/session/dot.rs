//! A search tree in DOT, the language of Graphviz [Gansner and North 2000], as courses draw it: MAX
//! points up, MIN points down, what was cut off is dashed.

use std::fmt::{self, Display};

use super::info::marked;
use super::tree::{SearchTree, TreeNode};
use crate::game::{Score, Side};
use crate::search::{NodeKind, TreeMethod, TreeValue};

/// What every picture begins with.
const STYLE: &str = r#"  graph [ordering=out, labelloc=t, labeljust=l, ranksep=0.4, nodesep=0.15];
  graph [fontname="Courier", fontsize=11];
  node [fontname="Courier", fontsize=10, style=filled, margin="0.05,0.03"];
  edge [fontname="Courier", fontsize=10, arrowhead=none];
"#;

/// The colour of what was cut off.
const GREY: &str = "gray60";

/// Writes the whole graph, without any empty line.
impl Display for SearchTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph tree {{")?;
        f.write_str(STYLE)?;
        writeln!(f, "  label=\"{}\";", self.legend())?;
        let line = self.best_line();
        for (index, node) in self.nodes.iter().enumerate() {
            let best = line.contains(&index);
            self.write_node(f, index, node, best)?;
            self.write_edges(f, index, node, best)?;
        }
        f.write_str("}")
    }
}

impl SearchTree {
    /// What the picture shows and how to read it, in lines that begin on the left.
    fn legend(&self) -> String {
        let method = match self.method {
            TreeMethod::Minimax => "minimax",
            TreeMethod::AlphaBeta => "alpha-beta",
        };
        let named = |side: Side| escaped(&marked(self.sides[side.index()], side));
        let [black, white] = Side::BOTH.map(named);
        let first = escaped(self.sides[0]);
        let mut lines = vec![
            format!("{}, {method}, plies: {}", escaped(self.game), self.plies),
            format!(
                "evaluation: {}, value: {}, positions: {}, moves cut off: {}",
                escaped(self.evaluation),
                self.nodes.first().map_or(String::new(), value),
                self.nodes.len(),
                self.cut_off()
            ),
            format!("house: MAX, {black} to move; upside down: MIN, {white}"),
            "box: the horizon; double box: the game is over".into(),
            format!(
                "all values are seen from {first}, plies counted from the root; bold: the best line"
            ),
        ];
        if self.method == TreeMethod::AlphaBeta {
            lines.push("[alpha, beta]: the window; >=, <=: a bound; dashed: cut off".into());
        }
        lines.into_iter().map(|line| line + "\\l").collect()
    }

    fn write_node(
        &self,
        f: &mut fmt::Formatter<'_>,
        index: usize,
        node: &TreeNode,
        best: bool,
    ) -> fmt::Result {
        let (shape, colour) = match (node.kind, node.to_move) {
            (NodeKind::Inner, Side::Black) => ("house", "lightblue1"),
            (NodeKind::Inner, Side::White) => ("invhouse", "mistyrose"),
            (NodeKind::Horizon, _) => ("box", "white"),
            (NodeKind::Final, _) => ("box", "gray95"),
        };
        write!(f, "  n{index} [shape={shape}, fillcolor={colour}")?;
        if node.kind == NodeKind::Final {
            f.write_str(", peripheries=2")?;
        }
        if best {
            f.write_str(", penwidth=3")?;
        }
        writeln!(
            f,
            ", label=\"{}\", tooltip=\"{}\"];",
            self.label(node),
            escaped(&node.position)
        )
    }

    /// The board, the value and the window of a node.
    fn label(&self, node: &TreeNode) -> String {
        let mut lines = node.board.as_deref().map_or(Vec::new(), padded);
        lines.push(value(node));
        if self.method == TreeMethod::AlphaBeta {
            lines.push(format!("[{}, {}]", score(node.alpha), score(node.beta)));
        }
        if node.edges.iter().any(|edge| edge.child.is_none()) {
            let bound = match node.to_move {
                Side::Black => "beta",
                Side::White => "alpha",
            };
            lines.push(format!("{bound} cut-off"));
        }
        lines.join("\\n")
    }

    fn write_edges(
        &self,
        f: &mut fmt::Formatter<'_>,
        index: usize,
        node: &TreeNode,
        best: bool,
    ) -> fmt::Result {
        for (place, edge) in node.edges.iter().enumerate() {
            let name = escaped(&edge.name);
            match edge.child {
                Some(child) => {
                    write!(f, "  n{index} -> n{child} [label=\" {name}\"")?;
                    if best && node.best == Some(place) {
                        f.write_str(", penwidth=3, fontname=\"Courier-Bold\"")?;
                    }
                    writeln!(f, "];")?;
                }
                None => {
                    let end = format!("n{index}c{place}");
                    writeln!(
                        f,
                        "  {end} [shape=point, color={GREY}]; n{index} -> {end} [label=\" {name}\", \
                         style=dashed, color={GREY}, fontcolor={GREY}];"
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// The value of a node or its bound.
fn value(node: &TreeNode) -> String {
    let text = score(node.value.score());
    match node.value {
        TreeValue::Exact(_) => text,
        TreeValue::AtLeast(_) => format!(">= {text}"),
        TreeValue::AtMost(_) => format!("<= {text}"),
    }
}

fn score(score: Score) -> String {
    if score == Score::INFINITE {
        "+inf".into()
    } else if score == -Score::INFINITE {
        "-inf".into()
    } else {
        score.to_string()
    }
}

/// The lines of a board, all of the same width: Graphviz puts each in the middle.
fn padded(board: &str) -> Vec<String> {
    let width = |line: &str| line.chars().count();
    let widest = board.lines().map(width).max().unwrap_or(0);
    let pad = |line: &str| " ".repeat(widest - width(line));
    board
        .lines()
        .map(|line| hard_spaces(&(escaped(line) + &pad(line))))
        .collect()
}

/// The text with spaces that nobody drops: at its ends, and where there are several.
fn hard_spaces(text: &str) -> String {
    let inner = text.trim();
    let begin = text.len() - text.trim_start().len();
    let end = text.len() - begin - inner.len();
    let hard = |count| "&nbsp;".repeat(count);
    hard(begin) + &inner.replace("  ", "&nbsp;&nbsp;") + &hard(end)
}

/// A text as it stands between quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '"' => escaped.extend(['\\', c]),
            '&' => escaped.push_str("&amp;"),
            _ => escaped.push(c),
        }
    }
    escaped
}
