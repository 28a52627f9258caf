//! How much sooner several threads reach the depth that one thread reaches.

use std::time::{Duration, Instant};

use super::Session;
use super::bench::{deepen, request};
use super::registry::Registry;
use crate::search::{Stop, Table, TableError};

/// The searches of one game to fixed depths, with one thread and with several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Speedup {
    /// The game's name.
    pub game: &'static str,
    /// The positions searched.
    pub positions: usize,
    /// What one thread took.
    pub one: Effort,
    /// What all threads took.
    pub all: Effort,
}

/// The sums over the positions of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// The wall-clock time, the least of all repetitions for each position.
    pub time: Duration,
    /// The nodes of those searches, all threads together.
    pub nodes: u64,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.time += other.time;
        self.nodes += other.nodes;
    }
}

/// Searches the fixed positions of each game (or of the one game) to the depth at which one thread
/// has searched `nodes`, `repeat` times in turns with one thread and with `threads`, each time with
/// an empty table.
///
/// # Errors
/// When there is no memory for the table.
pub(crate) fn speedup(
    registry: &Registry,
    game: Option<&str>,
    nodes: u64,
    threads: usize,
    repeat: u32,
    report: &mut dyn FnMut(&Speedup),
) -> Result<(), TableError> {
    let table = Table::new(Table::DEFAULT_MIB)?;
    let wanted = |name: &&str| game.is_none_or(|game| game == *name);
    for name in registry.names().into_iter().filter(wanted) {
        let Some(entry) = registry.find(|info| info.name == name) else {
            continue;
        };
        let mut result = Speedup {
            game: name,
            positions: entry.info.bench.len(),
            one: Effort::default(),
            all: Effort::default(),
        };
        let mut session = entry.open();
        for text in entry.info.bench {
            if session.set_up(text).is_err() {
                continue;
            }
            let (_, depth) = deepen(&session, nodes, &table);
            let fastest = |threads| {
                let efforts = (0..repeat.max(1)).map(|_| reach(&session, depth, threads, &table));
                efforts.min_by_key(|effort| effort.time).unwrap_or_default()
            };
            result.one.add(fastest(1));
            result.all.add(fastest(threads));
        }
        report(&result);
    }
    Ok(())
}

fn reach(session: &Session, depth: u32, threads: usize, table: &Table) -> Effort {
    table.clear();
    let start = Instant::now();
    let job = session.search(session.to_move(), request(depth, threads));
    let nodes = job.map_or(0, |job| job(table, &Stop::new(), &mut |_| {}).nodes);
    Effort {
        time: start.elapsed(),
        nodes,
    }
}
