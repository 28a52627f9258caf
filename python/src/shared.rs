//! An engine that goes to the thread that searches, and comes back.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use heelstone::game::Side;
use heelstone::protocol;
use heelstone::search::Stop;
use heelstone::session::{Engine, Registry};
use pyo3::prelude::*;

use crate::class::Class;
use crate::evaluation::Function;
use crate::{Busy, Error};

/// How long the interpreter waits before it looks for signals.
pub(crate) const STEP: Duration = Duration::from_millis(20);

/// How long a call waits for a search that was told to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The place of an engine.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

struct Inner {
    place: Mutex<Place>,
    came_back: Condvar,
    /// The evaluation that the game was given.
    function: Option<Arc<Function>>,
    /// The rules that were given.
    class: Option<Arc<Class>>,
}

/// Where the engine is.
enum Place {
    Here(Box<Engine>),
    /// A search has it, which this stop ends, or a command that takes no time.
    Away {
        stop: Stop,
        briefly: bool,
        /// The thread that took it.
        taker: ThreadId,
    },
    /// A thread that had it has failed.
    Lost,
}

impl Shared {
    pub(crate) fn new(
        engine: Engine,
        function: Option<Arc<Function>>,
        class: Option<Arc<Class>>,
    ) -> Shared {
        Shared(Arc::new(Inner {
            place: Mutex::new(Place::Here(Box::new(engine))),
            came_back: Condvar::new(),
            function,
            class,
        }))
    }

    /// Takes the engine, which goes back by itself: for a search, or `briefly`. It is waited for where it is about
    /// to come back.
    ///
    /// # Errors
    /// [`Busy`] during a search.
    pub(crate) fn take(&self, py: Python<'_>, briefly: bool) -> PyResult<(Loan, Stop)> {
        let stop = Stop::new();
        let away = Place::Away {
            stop: stop.clone(),
            briefly,
            taker: thread::current().id(),
        };
        let engine = py.detach(|| self.replace(away))?;
        let loan = Loan {
            shared: self.clone(),
            engine: Some(engine),
        };
        Ok((loan, stop))
    }

    fn replace(&self, away: Place) -> PyResult<Box<Engine>> {
        let mut place = self.lock();
        let this = thread::current().id();
        while let Place::Away {
            stop,
            briefly,
            taker,
        } = &*place
        {
            if !briefly && !stop.is_requested() {
                return Err(Busy::new_err("the game is in use by a search"));
            }
            if *briefly && *taker == this {
                return Err(Busy::new_err(
                    "the rules of a game cannot use the game itself",
                ));
            }
            // A search that was told to end waits in vain for code of the caller that waits here.
            let waited = self.0.came_back.wait_timeout(place, PATIENCE);
            let (back, waited) = waited.unwrap_or_else(PoisonError::into_inner);
            place = back;
            let is_searching = matches!(&*place, Place::Away { briefly: false, .. });
            if waited.timed_out() && is_searching {
                return Err(Busy::new_err("a search of the game does not end"));
            }
        }
        match std::mem::replace(&mut *place, away) {
            Place::Here(engine) => Ok(engine),
            _ => {
                *place = Place::Lost;
                Err(Error::new_err("the engine of this game has failed before"))
            }
        }
    }

    /// Ends the search, if there is one.
    pub(crate) fn stop(&self) {
        if let Place::Away { stop, .. } = &*self.lock() {
            stop.request();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Place> {
        self.0.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine that goes back to its place at the end, unless the thread fails.
pub(crate) struct Loan {
    shared: Shared,
    engine: Option<Box<Engine>>,
}

impl Loan {
    /// Answers one line after the other until one is refused.
    ///
    /// # Errors
    /// The first refusal.
    pub(crate) fn answer(&mut self, lines: &[String], write: Write<'_>, stop: &Stop) -> Answered {
        let Some(engine) = &mut self.engine else {
            return Ok(Vec::new());
        };
        let Some(class) = &self.shared.0.class else {
            return answer(engine, lines, write, stop);
        };
        class.begin(stop);
        let before = engine.session().history().len();
        let answers = answer(engine, lines, write, stop);
        let Some(error) = class.end() else {
            return answers;
        };
        // Nothing that was found with such rules is played, or worth keeping. There was memory for the table before.
        while engine.session().history().len() > before && engine.session_mut().undo(1).is_ok() {}
        let _ = engine.set_hash(engine.hash());
        Err(error)
    }

    /// The same with the evaluation that the game was given, if it was.
    ///
    /// # Errors
    /// The first refusal, or an exception of the evaluation.
    pub(crate) fn search(&mut self, lines: &[String], write: Write<'_>, stop: &Stop) -> Answered {
        let shared = self.shared.clone();
        let (Some(engine), Some(function)) = (&mut self.engine, &shared.0.function) else {
            return self.answer(lines, write, stop);
        };
        let refused = |error: &dyn std::fmt::Display| Error::new_err(error.to_string());
        let chosen = Side::BOTH.map(|side| engine.session().evaluation(side));
        let choose = engine.set_evaluation(None, Registry::GIVEN);
        choose.map_err(|error| refused(&error))?;
        // What was stored by another function, or by this one before it failed, is worth nothing.
        let empty = engine.set_hash(engine.hash());
        function.begin(stop);
        let answers = empty
            .map_err(|error| refused(&error))
            .and_then(|()| self.answer(lines, write, stop));
        if let Some(engine) = &mut self.engine {
            for (side, name) in Side::BOTH.into_iter().zip(chosen) {
                // It was chosen before.
                let _ = engine.set_evaluation(Some(side), name);
            }
        }
        function.end().map_or(answers, Err)
    }
}

/// Gets the lines of a long answer one by one, and returns `false` if nobody reads on.
pub(crate) type Write<'a> = &'a mut dyn FnMut(&str) -> bool;

/// The answers to lines.
pub(crate) type Answered = PyResult<Vec<String>>;

fn answer(engine: &mut Engine, lines: &[String], write: Write<'_>, stop: &Stop) -> Answered {
    let answer = |line: &String| protocol::answer(engine, line, stop, write);
    let answers: Result<_, _> = lines.iter().map(answer).collect();
    answers.map_err(|refusal: protocol::Refusal| Error::new_err(refusal.to_string()))
}

impl Drop for Loan {
    fn drop(&mut self) {
        let engine = self.engine.take();
        let place = match engine {
            Some(engine) if !std::thread::panicking() => Place::Here(engine),
            _ => Place::Lost,
        };
        *self.shared.lock() = place;
        self.shared.0.came_back.notify_all();
    }
}
