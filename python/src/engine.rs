//! An engine for Python.

use std::sync::{Arc, OnceLock};

use heelstone::session::{self, Registry};
use pyo3::prelude::*;

use crate::Error;
use crate::class::Class;
use crate::class_game::with_class;
use crate::evaluation::Function;
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
    /// An engine with a transposition table of `mib` MiB and, if given, an evaluation for a game, its name and a
    /// function, and a class with the rules of a game.
    #[new]
    #[pyo3(signature = (mib, own=None, rules=None))]
    fn new(
        mib: usize,
        own: Option<(String, Py<PyAny>)>,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Engine> {
        let refused = |error: &dyn std::fmt::Display| Error::new_err(format!("{error:#}"));
        let mut games = games();
        let class = rules.map(Class::new).transpose()?;
        if let Some(class) = &class {
            let name = class.about().name.as_str();
            if games.names().contains(&name) {
                return Err(Error::new_err(format!("there is a game {name} already")));
            }
            games = with_class(games, class);
            class.end().map_or(Ok(()), Err)?;
        }
        let function = own.map(|(game, function)| (game, Function::new(function)));
        if let Some((game, function)) = &function {
            let given = games.with_evaluation(game, Arc::clone(function) as Arc<_>);
            games = given.map_err(|error| refused(&error))?;
        }
        let engine = session::Engine::with_table(games, mib).map_err(|error| refused(&error))?;
        let function = function.map(|(_, function)| function);
        Ok(Engine(Shared::new(engine, function, class)))
    }

    /// Carries out commands that take no time, and returns the last answer. After one that is refused none
    /// is carried out.
    #[pyo3(signature = (*lines))]
    fn tell(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<String> {
        let (mut loan, stop) = self.0.take(py, true)?;
        let answers = loan.answer(&lines, &mut |_| true, &stop)?;
        Ok(answers.into_iter().last().unwrap_or_default())
    }

    /// The same for commands that search, with the game's own evaluation or without it; all answers are returned.
    #[pyo3(signature = (*lines, own=false))]
    fn ask(&self, py: Python<'_>, lines: Vec<String>, own: bool) -> PyResult<Vec<String>> {
        Running::start(self.0.take(py, false)?, lines, own)?.end(py)
    }

    /// The lines that such commands write one by one.
    #[pyo3(signature = (*lines, own=false))]
    fn follow(&self, py: Python<'_>, lines: Vec<String>, own: bool) -> PyResult<Answers> {
        Running::start(self.0.take(py, false)?, lines, own).map(Answers)
    }

    /// Ends the search in progress, if there is one.
    fn stop(&self) {
        self.0.stop();
    }
}
