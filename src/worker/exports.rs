//! What the page calls, and what it is called for.
//!
//! Text goes to the program through a buffer that [`buffer`] hands out, and from it by [`say`].

// The linker exports these functions, and no module imports them.
#![allow(unreachable_pub)]

use std::sync::{Mutex, OnceLock, PoisonError};

use super::Worker;
use crate::session::{self, Registry};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a message in UTF-8.
    #[link_name = "say"]
    safe fn said(start: *const u8, length: usize);
    /// Asks the thread of the worker to call [`go_on`].
    #[link_name = "told"]
    safe fn told();
}

unsafe extern "C" {
    /// Runs what has to run before the first call, by the linker.
    safe fn __wasm_call_ctors();
}

static WORKER: OnceLock<Worker> = OnceLock::new();
static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn say(text: &str) {
    said(text.as_ptr(), text.len());
}

/// Searches on this thread have their news said at once.
fn tell() {
    if let Some(worker) = WORKER.get() {
        worker.go_on();
    }
}

fn take_buffer() -> Vec<u8> {
    std::mem::take(&mut BUFFER.lock().unwrap_or_else(PoisonError::into_inner))
}

fn take_text() -> String {
    String::from_utf8_lossy(&take_buffer()).into_owned()
}

/// Prepares the program.
#[unsafe(no_mangle)]
pub extern "C" fn _initialize() {
    __wasm_call_ctors();
}

/// Begins, with tables of `mib` MiB and so many threads that search. Returns false if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn start(threads: usize, mib: usize) -> bool {
    let told = if threads == 0 { tell } else { || told() };
    match Worker::new(Registry::all, (threads, mib), say, told) {
        Ok(worker) => {
            WORKER.get_or_init(|| worker).go_on();
            true
        }
        Err(error) => {
            eprintln!("{error:#}");
            false
        }
    }
}

/// A buffer of so many bytes for the next call.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut buffer = BUFFER.lock().unwrap_or_else(PoisonError::into_inner);
    *buffer = vec![0; length];
    buffer.as_mut_ptr()
}

/// Carries out the message in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn hear() {
    if let Some(worker) = WORKER.get() {
        worker.hear(&take_text());
    }
}

/// Takes a file of a game: the buffer has its name in the first `length` bytes, and then its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn supply(length: usize) {
    let mut name = take_buffer();
    let bytes = name.split_off(length.min(name.len()));
    if let Some(worker) = WORKER.get() {
        worker.supply(&String::from_utf8_lossy(&name), bytes);
    }
}

/// Takes the news of the searches. Returns the milliseconds until there is something to play, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn go_on() -> i32 {
    let due = WORKER.get().and_then(Worker::go_on);
    due.map_or(-1, |due| i32::try_from(due.as_millis()).unwrap_or(i32::MAX))
}

/// Runs the search that waits, on this thread; returns false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> bool {
    WORKER.get().is_some_and(Worker::work)
}

/// Says what `heelstone bench --nodes NODES` measures, with the game in the buffer: the nodes and the
/// seconds.
#[unsafe(no_mangle)]
pub extern "C" fn bench(nodes: u32) {
    let game = take_text();
    let game = (!game.is_empty()).then_some(&*game);
    let report = &mut |result: &session::BenchResult| {
        let (nodes, time) = (result.nodes, result.time.as_secs_f64());
        say(&format!("{} {nodes} nodes {time:.3} s", result.game));
    };
    if let Err(error) = session::bench(&Registry::all(), game, nodes.into(), report) {
        say(&error.to_string());
    }
}
