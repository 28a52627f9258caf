//! A fixed amount of searching in every game, whose node count is a signature of the search.

use std::time::{Duration, Instant};

use super::Session;
use super::registry::Registry;
use crate::search::{Limits, Request, Stop, Table, TableError};

/// The searches in the positions of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BenchResult {
    /// The game's name.
    pub game: &'static str,
    /// The positions searched.
    pub positions: usize,
    /// The nodes of all searches: the same in every run of the same program.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
}

/// Searches the fixed positions of each game (or of the one game) deeper and deeper until `nodes`
/// are reached in each, with one thread and a new table for each position.
///
/// # Errors
/// If there is no memory for the table.
pub(crate) fn bench(
    registry: &Registry,
    game: Option<&str>,
    nodes: u64,
    report: &mut dyn FnMut(&BenchResult),
) -> Result<Vec<BenchResult>, TableError> {
    let table = Table::new(Table::DEFAULT_MIB)?;
    let mut results = Vec::new();
    for name in registry
        .names()
        .into_iter()
        .filter(|name| game.is_none_or(|game| game == *name))
    {
        let Some(entry) = registry.find(|info| info.name == name) else {
            continue;
        };
        let start = Instant::now();
        let mut session = entry.open();
        let searched = entry
            .info
            .bench
            .iter()
            .map(|text| match session.set_up(text) {
                Ok(()) => deepen(&session, nodes, &table).0,
                Err(_) => 0,
            });
        let nodes = searched.sum();
        let positions = entry.info.bench.len();
        let result = BenchResult {
            game: name,
            positions,
            nodes,
            time: start.elapsed(),
        };
        report(&result);
        results.push(result);
    }
    Ok(results)
}

/// A search to this depth.
pub(super) fn request(depth: u32, threads: usize) -> Request {
    Request {
        threads,
        ..Request::within(Limits {
            depth: Some(depth),
            ..Limits::none()
        })
    }
}

/// Searches deeper and deeper. Returns the nodes of all searches, and the last finished depth.
pub(super) fn deepen(session: &Session, wanted: u64, table: &Table) -> (u64, u32) {
    /// A search that reaches the end of the game may take many times as long as the previous one.
    const MOST: u64 = 4;
    table.clear();
    let (mut nodes, mut last) = (0, 0);
    for depth in 1.. {
        let mut request = request(depth, 1);
        request.limits.nodes = Some(MOST * wanted);
        let Some(job) = session.search(session.to_move(), request) else {
            break;
        };
        let found = job(table, &Stop::new(), &mut |_| {});
        nodes += found.nodes;
        if found.nodes >= MOST * wanted {
            break;
        }
        last = depth;
        // A solved game cannot be searched deeper.
        if nodes >= wanted || found.depth < depth {
            break;
        }
    }
    (nodes, last)
}
