//! `heelstone bench`: the speed of the search in each game, and its signature.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;

use crate::cli::Bench;
use crate::session::{self, BenchResult, Registry, Speedup};

/// Searches the fixed positions and writes a line for each game; the last line is the signature.
pub(super) fn run(registry: &Registry, args: &Bench, out: &mut dyn Write) -> Result<()> {
    if let Some(threads) = args.threads {
        return compare(registry, args, threads.into(), out);
    }
    let mut failed: Option<io::Error> = None;
    let results = session::bench(registry, args.game.as_deref(), args.nodes, &mut |result| {
        let BenchResult {
            game,
            positions,
            nodes,
            time,
        } = result;
        let line = format!(
            "{game:<12} {positions:>3} positions  {}",
            speed(*nodes, *time)
        );
        failed = failed.take().or(writeln!(out, "{line}").err());
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let nodes = results.iter().map(|result| result.nodes).sum();
    let time = results.iter().map(|result| result.time).sum();
    let positions: usize = results.iter().map(|result| result.positions).sum();
    writeln!(
        out,
        "{:<12} {positions:>3} positions  {}",
        "all",
        speed(nodes, time)
    )?;
    Ok(writeln!(out, "signature: {nodes}")?)
}

/// Writes a line for each game: the times that one thread and several threads take to the same
/// depths.
fn compare(registry: &Registry, args: &Bench, threads: usize, out: &mut dyn Write) -> Result<()> {
    let mut failed: Option<io::Error> = None;
    let game = args.game.as_deref();
    session::speedup(
        registry,
        game,
        args.nodes,
        threads,
        args.repeat,
        &mut |result| {
            let Speedup {
                game,
                positions,
                one,
                all,
            } = result;
            let (one_s, all_s) = (one.time.as_secs_f64(), all.time.as_secs_f64());
            let line = format!(
                "{game:<12} {positions:>3} positions  1 thread: {one_s:>7.3} s {:>10} nodes  \
             {threads} threads: {all_s:>7.3} s {:>10} nodes  speed-up {:.2}",
                one.nodes,
                all.nodes,
                one_s / all_s.max(1e-9),
            );
            failed = failed.take().or(writeln!(out, "{line}").err());
        },
    )?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let per_second = nodes as f64 / seconds.max(1e-9);
    format!(
        "{nodes:>12} nodes  {seconds:>8.3} s  {:>7.2} M nodes/s",
        per_second / 1e6
    )
}
