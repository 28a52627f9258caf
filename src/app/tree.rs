//! `heelstone tree`: the tree of a textbook search, to be drawn by Graphviz.

use std::io::Write;

use anyhow::Result;

use crate::cli::Tree;
use crate::search::{Stop, TreeMethod};
use crate::session::Session;

/// Writes the tree from the present position.
pub(super) fn run(session: &Session, args: &Tree, out: &mut dyn Write) -> Result<()> {
    let method = if args.minimax {
        TreeMethod::Minimax
    } else {
        TreeMethod::AlphaBeta
    };
    // It is never stopped: no tree takes long.
    let tree = session.tree(args.plies, method, &Stop::new())?;
    Ok(writeln!(out, "{tree}")?)
}
