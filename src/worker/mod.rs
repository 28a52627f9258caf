//! The program inside the page: a tab whose messages come from the page itself, in a web worker.
//!
//! Where the page is isolated, a search has a thread of its own. Elsewhere a worker has one thread and hears
//! nothing while it searches: the page then ends it and begins another one with the same game, which is
//! quick. So a search is the same everywhere, node by node; it is not cut into slices.

#[cfg(all(target_family = "wasm", feature = "games"))]
mod exports;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::game::supply;
use crate::session::Registry;
use crate::sitting::{Event, Pool, Seat};
use crate::tab::{Shared, Tab};

/// A tab and the work for it.
pub(crate) struct Worker {
    games: fn() -> Registry,
    tab: Mutex<Tab>,
    events: Mutex<Receiver<Event>>,
    pool: Arc<Pool>,
    /// The memory of the searches that this thread runs.
    seat: Mutex<Seat>,
    /// Sends a message to the page.
    say: fn(&str),
}

impl Worker {
    /// Creates a worker whose tables have `mib` MiB. With `threads` of its own it searches there, else
    /// in [`Worker::work`]. `told` is called after each event, by the thread that searches.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory, or no thread.
    pub(crate) fn new(
        games: fn() -> Registry,
        (threads, mib): (usize, usize),
        say: fn(&str),
        told: fn(),
    ) -> Result<Worker> {
        let (sender, events): (Sender<Event>, _) = channel();
        let listener = move |event| {
            // A worker that has ended no longer listens.
            let _ = sender.send(event);
            told();
        };
        let pool = Arc::new(Pool::new(threads, mib)?);
        let registry = games();
        let first = registry.first_info()?;
        let shared = Shared {
            pool: Arc::clone(&pool),
            game: first.name,
            size: first.size_name(),
            registry,
        };
        Ok(Worker {
            games,
            tab: Mutex::new(Tab::new(&shared, Arc::new(listener))?),
            events: Mutex::new(events),
            pool,
            seat: Mutex::new(Seat::new(if threads == 0 { mib } else { 1 })?),
            say,
        })
    }

    /// Carries out a message of the page.
    pub(crate) fn hear(&self, text: &str) {
        lock(&self.tab).hear(text);
        self.go_on();
    }

    /// Takes the events of the searches, plays what is due and says what there is to say. Returns the time
    /// until there is something to play, if there is. Does nothing while a message is carried out, which
    /// does the same at its end.
    pub(crate) fn go_on(&self) -> Option<Duration> {
        let mut tab = self.tab.try_lock().ok()?;
        loop {
            tab.move_when_due();
            for message in tab.messages() {
                (self.say)(&message.to_string());
            }
            match lock(&self.events).try_recv() {
                Ok(event) => tab.learn(event),
                Err(_) => break,
            }
        }
        let due = tab.due()?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Runs the search that waits, on this thread. Returns false if there is none.
    pub(crate) fn work(&self) -> bool {
        self.pool.run_next(&mut lock(&self.seat))
    }

    /// Takes a file of a game that the program was built without.
    pub(crate) fn supply(&self, name: &str, bytes: Vec<u8>) {
        supply(name, bytes);
        lock(&self.tab).adopt((self.games)());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a search that has failed leaves behind is whole: each message is carried out or refused.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[cfg(feature = "games")]
mod tests {
    use std::cell::RefCell;

    use serde_json::{Value, json};

    use super::*;
    use crate::games::tictactoe::TicTacToe;

    thread_local! {
        static SAID: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
    }

    fn note(text: &str) {
        let message = serde_json::from_str(text).expect("JSON");
        SAID.with_borrow_mut(|said| said.push(message));
    }

    fn said() -> Vec<Value> {
        SAID.take()
    }

    fn a_worker(threads: usize) -> Worker {
        let games = || Registry::empty().with::<TicTacToe>();
        let worker = Worker::new(games, (threads, 1), note, || {}).expect("a small table");
        worker.go_on();
        assert_eq!(said()[0]["is"], "hello");
        let machine = json!({"machine": true, "depth": 2});
        for message in [
            json!({"do": "players", "black": {}, "white": machine}),
            json!({"do": "open", "game": "tictactoe"}),
            json!({"do": "play", "move": "B2"}),
        ] {
            worker.hear(&message.to_string());
        }
        worker
    }

    /// The last state that the page was told.
    fn state() -> Value {
        said().pop().expect("a state")
    }

    #[test]
    fn without_threads_the_machine_moves_when_it_is_told_to_work() {
        let worker = a_worker(0);
        let thinking = state();
        assert_eq!(
            (&thinking["busy"], &thinking["at"]),
            (&json!("move"), &json!(1))
        );
        worker.go_on();
        assert!(said().is_empty());
        assert!(worker.work());
        assert!(!worker.work());
        worker.go_on();
        let moved = state();
        assert_eq!((&moved["busy"], &moved["at"]), (&Value::Null, &json!(2)));
    }

    #[test]
    fn a_thread_moves_by_itself_and_its_news_are_taken() {
        let worker = a_worker(1);
        let mut last = Value::Null;
        while last["at"] != 2 {
            std::thread::yield_now();
            worker.go_on();
            last = said().pop().unwrap_or(last);
        }
        assert!(!worker.work());
    }

    #[test]
    fn a_file_of_a_game_is_taken_during_a_game() {
        let worker = a_worker(0);
        worker.supply("nowhere/a.book", vec![0; 9]);
        worker.hear(r#"{"do":"open","game":"tictactoe","moves":["A1"]}"#);
        assert_eq!(state()["moves"], json!(["A1"]));
        worker.hear(r#"{"do":"open","game":"chess"}"#);
        assert_eq!(said()[0]["is"], "refused");
    }
}
