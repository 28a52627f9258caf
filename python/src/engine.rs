//! An engine for Python.

use std::sync::OnceLock;

use heelstone::session::{self, Registry};
use pyo3::prelude::*;

use crate::Error;
use crate::running::{Answers, Running};
use crate::shared::Shared;

/// A game in progress with everything needed to play it: lines of the protocol in, answers out.
#[pyclass(frozen, module = "heelstone._heelstone")]
pub(crate) struct Engine(Shared);

/// The games, which all engines share.
fn games() -> Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(Registry::all).clone()
}

#[pymethods]
impl Engine {
    /// An engine with a transposition table of so many MiB.
    #[new]
    fn new(mib: usize) -> PyResult<Engine> {
        let engine = session::Engine::with_table(games(), mib);
        let engine = engine.map_err(|error| Error::new_err(format!("{error:#}")))?;
        Ok(Engine(Shared::new(engine)))
    }

    /// Carries out commands that take no time, and returns the last answer. After one that is refused none
    /// is carried out.
    #[pyo3(signature = (*lines))]
    fn tell(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<String> {
        let (mut loan, stop) = self.0.take(py, true)?;
        let answers = loan.answer(&lines, &stop, &mut |_| true);
        let answers = answers.map_err(|refusal| Error::new_err(refusal.to_string()))?;
        Ok(answers.into_iter().last().unwrap_or_default())
    }

    /// The same for commands that search; all answers are returned.
    #[pyo3(signature = (*lines))]
    fn ask(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<Vec<String>> {
        let (loan, stop) = self.0.take(py, false)?;
        Running::start(loan, stop, lines)?.end(py)
    }

    /// The lines that the commands write one by one.
    #[pyo3(signature = (*lines))]
    fn follow(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<Answers> {
        let (loan, stop) = self.0.take(py, false)?;
        Running::start(loan, stop, lines).map(Answers)
    }

    /// Ends the search in progress, if there is one.
    fn stop(&self) {
        self.0.stop();
    }
}
