//! The values of many positions, spread over threads.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::judge::Judge;
use super::positions::Place;
use super::worth::Entry;
use crate::game::Game;
use crate::resources::set_to_work;
use crate::search::{Stop, Table};

/// How many neighbours a thread takes at a time: much of what it learns of one serves the next.
const STRETCH: usize = 16;

/// How often the caller is told how it goes, at least.
const TELL: Duration = Duration::from_millis(200);

/// Finds the worth of each of these positions; a table for each thread. `found` is called with what
/// was found since the last call, often with nothing. Returns when all are done or `stop` is
/// requested.
///
/// # Errors
/// The first that `found` returns; it ends the work.
pub(super) fn judge_all<R: Game>(
    places: &[&Place<R>],
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
                while let Some(stretch) = take(places, next) {
                    for place in stretch {
                        let Ok(worth) = judge.worth(&place.position, table, stop) else {
                            return;
                        };
                        if sender.send((place.key, worth)).is_err() {
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

/// The next stretch of neighbours, until there is none left.
fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<&'a [T]> {
    let start = next.fetch_add(STRETCH, Ordering::Relaxed);
    let end = items.len().min(start.saturating_add(STRETCH));
    items.get(start..end).filter(|stretch| !stretch.is_empty())
}
