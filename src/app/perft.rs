//! `heelstone perft`: counts move sequences, and measures how fast.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::game;
use crate::search::Stop;
use crate::session::Session;

/// Without a number of plies, counting ends with the first count that takes this long.
const LONG: Duration = Duration::from_secs(1);

/// Counts from the present position and writes a line for each count.
pub(super) fn run(
    session: &mut Session,
    plies: Option<u32>,
    divide: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let Some(plies) = plies else {
        return count_on(session, out);
    };
    let start = Instant::now();
    let count = if divide && plies > 0 {
        count_by_move(session, plies, out)?
    } else {
        count(session, plies)
    };
    report(plies, count, start.elapsed(), out)
}

fn count(session: &Session, plies: u32) -> game::Perft {
    // Nothing stops this count.
    session.perft(plies, &Stop::new()).unwrap_or_default()
}

/// Counts 1, 2, 3 and more plies, until it takes long or every game is over.
fn count_on(session: &Session, out: &mut dyn Write) -> Result<()> {
    for plies in 1.. {
        let start = Instant::now();
        let count = count(session, plies);
        report(plies, count, start.elapsed(), out)?;
        if count.sequences == 0 || start.elapsed() > LONG {
            break;
        }
    }
    Ok(())
}

fn count_by_move(session: &mut Session, plies: u32, out: &mut dyn Write) -> Result<game::Perft> {
    let moves = session.legal_moves();
    if moves.is_empty() {
        return Ok(count(session, plies));
    }
    let mut sum = game::Perft::default();
    for name in moves {
        session.play(None, &name)?;
        let count = count(session, plies - 1);
        session.undo(1)?;
        writeln!(
            out,
            "{name}: {}, {} finished",
            sequences(count.sequences),
            count.finished
        )?;
        sum.sequences += count.sequences;
        sum.finished += count.finished;
    }
    Ok(sum)
}

fn sequences(number: u64) -> String {
    super::count(number, "sequence", "sequences")
}

fn report(plies: u32, count: game::Perft, time: Duration, out: &mut dyn Write) -> Result<()> {
    let leaves = count.sequences + count.finished;
    let per_second = leaves as f64 / time.as_secs_f64().max(1e-9);
    Ok(writeln!(
        out,
        "perft {plies}: {}, {} finished, {:.3} s, {:.1} M leaves/s",
        sequences(count.sequences),
        count.finished,
        time.as_secs_f64(),
        per_second / 1e6,
    )?)
}
