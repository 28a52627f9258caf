//! A function of Python as an evaluation.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heelstone::game::{PlaceKind, Side};
use heelstone::search::Stop;
use heelstone::session::{AnyEvaluation, AnyPosition};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::failures::Failures;

/// More values are not remembered.
const MOST_KNOWN: usize = 1 << 20;

/// A function of Python that evaluates positions, and the values that it gave in this search.
pub(crate) struct Function {
    function: Py<PyAny>,
    known: Mutex<HashMap<u64, i32>>,
    failures: Failures,
}

impl Function {
    pub(crate) fn new(function: Py<PyAny>) -> Arc<Function> {
        Arc::new(Function {
            function,
            known: Mutex::default(),
            failures: Failures::default(),
        })
    }

    /// Begins a search, which an exception will end by this stop.
    pub(crate) fn begin(&self, stop: &Stop) {
        self.failures.begin(stop);
    }

    /// Ends the search, and forgets its values. Returns the exception of the function, if there was one.
    pub(crate) fn end(&self) -> Option<PyErr> {
        self.known().clear();
        self.failures.end()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<u64, i32>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, position: &AnyPosition) -> PyResult<i32> {
        self.failures.call(|py| {
            let position = Position::new(position);
            whole(&self.function.bind(py).call1((position,))?)
        })
    }
}

/// The value that an evaluation returned, as a whole number.
///
/// # Errors
/// If it is no number.
pub(crate) fn whole(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    let value: f64 = value.extract().map_err(|_| {
        PyTypeError::new_err("the evaluation has to return a number for each position")
    })?;
    if value.is_nan() {
        return Err(PyValueError::new_err("the evaluation returned no number"));
    }
    // Larger values are cut off.
    Ok(value.round() as i32)
}

impl AnyEvaluation for Function {
    fn value(&self, position: &AnyPosition) -> i32 {
        let key = position.key();
        if let Some(&value) = self.known().get(&key) {
            return value;
        }
        if self.failures.has_failed() {
            return 0;
        }
        // The function may need the interpreter for long: nothing is locked meanwhile.
        match self.call(position) {
            Ok(value) => {
                let mut known = self.known();
                if known.len() < MOST_KNOWN {
                    known.insert(key, value);
                }
                value
            }
            Err(error) => {
                self.failures.note(error);
                0
            }
        }
    }
}

pub(crate) fn name_of(side: Side) -> &'static str {
    match side {
        Side::Black => "black",
        Side::White => "white",
    }
}

/// A position that an evaluation is asked about.
#[pyclass(frozen, module = "heelstone")]
pub(crate) struct Position(AnyPosition);

impl Position {
    fn new(position: &AnyPosition) -> Position {
        Position(position.clone())
    }
}

#[pymethods]
impl Position {
    /// The side on each place of the board: `"black"`, `"white"` or `None`.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let board = PyDict::new(py);
        for place in self.0.drawing().places {
            if place.kind == PlaceKind::Cell {
                let owner = place.owner.map(|side| PyString::intern(py, name_of(side)));
                board.set_item(PyString::intern(py, &place.name), owner)?;
            }
        }
        Ok(board)
    }

    /// What is written on the places that have a text, such as `K` on a king.
    #[getter]
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let texts = PyDict::new(py);
        for place in self.0.drawing().places {
            let text = match place.owner {
                Some(_) => place.text.trim_start_matches(['X', 'O']),
                None => place.text.trim_start_matches('.'),
            };
            if place.kind == PlaceKind::Cell && !text.is_empty() {
                texts.set_item(PyString::intern(py, &place.name), text)?;
            }
        }
        Ok(texts)
    }

    /// The side to move, `"black"` or `"white"`.
    #[getter]
    fn turn(&self) -> &'static str {
        name_of(self.0.to_move())
    }

    /// The names of the legal moves, sorted.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    /// The position on one line.
    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("<heelstone.Position {}>", self.0.text())
    }
}
