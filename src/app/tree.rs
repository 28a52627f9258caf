//! `heelstone tree`: writes the tree of a textbook search for Graphviz.

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
    // Nothing needs to stop this: the size of the tree is limited.
    let tree = session.tree(args.plies, method, &Stop::new())?;
    Ok(writeln!(out, "{tree}")?)
}
