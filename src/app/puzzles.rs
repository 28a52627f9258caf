//! `heelstone puzzles`: positions with exactly one winning move.

use std::io::Write;

use anyhow::{Context, Result, bail};

use crate::cli::Puzzles;
use crate::search::Stop;
use crate::session::{PuzzleMaker, Session, json};

/// Makes puzzles and writes them, the easiest first.
///
/// # Errors
/// Returns an error if the game has fewer puzzles that can be found, or if the output fails.
pub(super) fn run(session: &Session, args: &Puzzles, out: &mut dyn Write) -> Result<()> {
    let mut maker = PuzzleMaker::new(session, args.seed).context("no memory for a table")?;
    let stop = Stop::new();
    let mut puzzles: Vec<_> = (0..args.count).map_while(|_| maker.next(&stop)).collect();
    // Puzzles of one difficulty keep the order in which they were made.
    puzzles.sort_by_key(|puzzle| puzzle.difficulty);
    for (number, puzzle) in (1..).zip(&puzzles) {
        if args.json {
            writeln!(out, "{}", json::puzzle(puzzle, session))?;
            continue;
        }
        let side = session.info().marked_side(puzzle.side);
        let (difficulty, position) = (puzzle.difficulty, &puzzle.position);
        let (value, line) = (puzzle.value, puzzle.line.join(" "));
        writeln!(
            out,
            "{number}: difficulty {difficulty}, {side} to move: {position}"
        )?;
        writeln!(out, "    {value}: {line}")?;
    }
    if (puzzles.len() as u64) < args.count {
        let title = session.info().title;
        bail!("only {} puzzles of {title} were found", puzzles.len());
    }
    Ok(())
}
