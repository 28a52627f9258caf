//! Judging many positions on several threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::judge::Judge;
use super::positions::Node;
use super::worth::Entry;
use crate::game::Game;
use crate::resources::set_to_work;
use crate::search::{Stop, Table};

/// The number of neighbours that a thread takes at a time, since the search of one helps the next.
const STRETCH: usize = 16;

/// The longest time between two calls of `found`.
const TELL: Duration = Duration::from_millis(200);

/// Finds the value of each position, with one thread for each table. `found` gets the values found
/// since its last call, often none. Returns when all are done or `stop` is requested.
///
/// # Errors
/// Returns the first error of `found`, which ends the work.
pub(super) fn judge_all<R: Game>(
    nodes: &[&Node<R>],
    judge: Judge<'_, R>,
    tables: &mut [Table],
    stop: &Stop,
    found: &mut dyn FnMut(&[Entry]) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let at_work = tables.iter_mut().map_while(|table| {
            let (sender, next) = (sender.clone(), &next);
            set_to_work(scope, "judge", move || {
                while let Some(stretch) = take(nodes, next) {
                    for node in stretch {
                        let Ok(worth) = judge.worth(&node.position, table, stop) else {
                            return;
                        };
                        if sender.send((node.key, worth)).is_err() {
                            return;
                        }
                    }
                }
            })
        });
        if at_work.count() == 0 {
            return Err(io::Error::other("the system has no thread to work with"));
        }
        drop(sender);
        loop {
            let mut batch = Vec::new();
            match receiver.recv_timeout(TELL) {
                Ok(first) => batch.push(first),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            batch.extend(receiver.try_iter());
            if let Err(error) = found(&batch) {
                stop.request();
                return Err(error);
            }
        }
    })
}

/// The next stretch of items, `None` when all are taken.
fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<&'a [T]> {
    let start = next.fetch_add(STRETCH, Ordering::Relaxed);
    let end = items.len().min(start.saturating_add(STRETCH));
    items.get(start..end).filter(|stretch| !stretch.is_empty())
}
