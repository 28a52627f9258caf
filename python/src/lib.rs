//! The module `heelstone._heelstone`: lines of the protocol in, answers out. The package `heelstone` around it is
//! written in Python.

mod class;
mod class_game;
mod ending;
mod engine;
mod evaluation;
mod failures;
mod nesting;
mod running;
mod shared;

use pyo3::prelude::*;

use self::engine::Engine;
use self::evaluation::Position;
use self::running::Answers;

// Named after the place where their users find them, so that they can be pickled.
pyo3::create_exception!(
    heelstone,
    Error,
    pyo3::exceptions::PyException,
    "The engine refused something: the message is its sentence."
);
pyo3::create_exception!(
    heelstone,
    Busy,
    Error,
    "The game is in use: a search of it runs in another thread, or an analysis has not ended."
);

/// The release.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The levels of processors above the one that this build is for and that this processor has, the best first.
#[pyfunction]
fn better_levels() -> Vec<&'static str> {
    heelstone::better_levels()
}

#[pymodule]
fn _heelstone(module: &Bound<'_, PyModule>) -> PyResult<()> {
    if heelstone::missing_feature().is_some() {
        return Err(pyo3::exceptions::PyImportError::new_err(
            "this build of heelstone is for newer processors: build the wheel with tools/wheel.py --portable",
        ));
    }
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("Busy", py.get_type::<Busy>())?;
    module.add_function(wrap_pyfunction!(version, module)?)?;
    module.add_function(wrap_pyfunction!(better_levels, module)?)?;
    module.add_class::<Engine>()?;
    module.add_class::<Answers>()?;
    module.add_class::<Position>()?;
    ending::register(module)
}
