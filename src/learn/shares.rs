//! Work that is shared among threads and comes out the same whatever their number.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results of the work for each number, in their order.
pub(crate) fn shared<T: Send>(
    numbers: std::ops::Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    if threads <= 1 {
        return numbers.map(work).collect();
    }
    let numbers: Vec<u64> = numbers.collect();
    let next = AtomicUsize::new(0);
    let take = || {
        let take = || numbers.get(next.fetch_add(1, Ordering::Relaxed));
        let done = std::iter::from_fn(take).map(|&number| (number, work(number)));
        done.collect::<Vec<_>>()
    };
    let mut done: Vec<(u64, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .flat_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, done)| done).collect()
}
