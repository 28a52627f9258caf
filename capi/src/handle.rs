//! An engine that one thread at a time asks, and any thread stops.

use std::sync::mpsc::channel;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread;

use heelstone::protocol::{self, Refusal, STACK_BYTES};
use heelstone::search::Stop;
use heelstone::session::{Engine, Registry};

use crate::reply::{answered, refused};

/// An engine: a game in progress, its table and its settings.
pub struct Handle {
    /// `None` after it has failed, which is a bug.
    engine: Mutex<Option<Engine>>,
    /// Ends the line in progress, or the one before.
    stop: Mutex<Stop>,
}

/// The games, which all engines share.
fn games() -> Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(Registry::all).clone()
}

impl Handle {
    /// An engine with a table of `mib` MiB; `None` if there is not so much memory.
    pub(crate) fn new(mib: usize) -> Option<Handle> {
        let engine = Engine::with_table(games(), mib).ok()?;
        Some(Handle {
            engine: Mutex::new(Some(engine)),
            stop: Mutex::new(Stop::new()),
        })
    }

    /// Carries out a line, and gives the lines of a long answer to `on_line` in this thread, until that returns `false`.
    pub(crate) fn ask(&self, line: &str, on_line: &mut dyn FnMut(String) -> bool) -> String {
        self.carry_out(line, on_line)
            .map_or_else(|reason| refused(&reason), |answer| answered(&answer, &[]))
    }

    /// The same with all lines in the answer.
    pub(crate) fn ask_for_all(&self, line: &str) -> String {
        let mut lines = Vec::new();
        let answer = self.carry_out(line, &mut |line| {
            lines.push(line);
            true
        });
        answer.map_or_else(
            |reason| refused(&reason),
            |answer| answered(&answer, &lines),
        )
    }

    /// Ends the search in progress, if there is one.
    pub(crate) fn stop(&self) {
        self.stop_in_use().request();
    }

    fn stop_in_use(&self) -> MutexGuard<'_, Stop> {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the answer, or the reason for none.
    fn carry_out(
        &self,
        line: &str,
        on_line: &mut dyn FnMut(String) -> bool,
    ) -> Result<String, String> {
        let mut place = match self.engine.try_lock() {
            Ok(place) => place,
            Err(TryLockError::Poisoned(place)) => place.into_inner(),
            Err(TryLockError::WouldBlock) => return Err("the engine is in use".into()),
        };
        let Some(mut engine) = place.take() else {
            return Err("the engine has failed before".into());
        };
        let stop = Stop::new();
        *self.stop_in_use() = stop.clone();
        let answer = run(&mut engine, line, &stop, on_line)
            .map_err(|_| "the engine has failed: this is a bug in Heelstone".to_string())?;
        *place = Some(engine);
        answer
    }
}

/// Answers a line in a thread with the stack that a search wants; `Err` if that panics.
fn run(
    engine: &mut Engine,
    line: &str,
    stop: &Stop,
    on_line: &mut dyn FnMut(String) -> bool,
) -> thread::Result<Result<String, String>> {
    let (sender, lines) = channel();
    let answer = move || {
        protocol::answer(engine, line, stop, &mut |line| {
            sender.send(line.into()).is_ok()
        })
    };
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let running = match builder.name("heelstone".into()).spawn_scoped(scope, answer) {
            Ok(running) => running,
            Err(error) => return Ok(Err(format!("no thread can be started: {error}"))),
        };
        for line in lines {
            if !on_line(line) {
                stop.request();
                break;
            }
        }
        let answer = running.join()?;
        Ok(answer.map_err(|Refusal(reason)| reason))
    })
}
