//! A class of Python with the rules of a game.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use heelstone::game::{PositionError, Side, Value, Vertex};
use heelstone::search::Stop;
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::evaluation::{name_of, whole};
use crate::failures::Failures;

/// More positions are not remembered.
const MOST_KNOWN: usize = 1 << 16;

/// Games that may take longer have no limit of plies.
const MOST_PLIES: u32 = 1000;

/// The most rows of a board, and the most places of a row: columns have letters.
const MOST_ROWS: usize = Vertex::MAX_COLUMNS as usize;

/// A class with the rules of a game, whose instances are positions: a subclass of `heelstone.Rules`.
pub(crate) struct Class {
    definition: Definition,
    /// The position in which a game begins.
    pub(crate) first: Arc<Seen>,
    failures: Failures,
    names: Mutex<Names>,
    /// The positions after moves, by the key of the one before.
    known: Mutex<HashMap<(u64, MoveNumber), Arc<Seen>>>,
}

struct Definition {
    class: Py<PyAny>,
    about: About,
    /// `true` if the class has an evaluation.
    estimates: bool,
    /// `true` if it has a limit of plies.
    counts_plies: bool,
}

/// The facts that a class tells of its game once and for all.
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) sides: [String; 2],
    /// The unit of the margin, if results are margins.
    pub(crate) unit: Option<String>,
    /// `true` if positions may come again.
    pub(crate) repeats: bool,
}

/// A move: the number of its name.
pub(crate) type MoveNumber = u32;

/// The names of moves, each with a number.
#[derive(Default)]
struct Names {
    all: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, MoveNumber>,
}

/// An instance of the class, and what its methods have said.
pub(crate) struct Seen {
    object: Py<PyAny>,
    pub(crate) text: String,
    pub(crate) key: u64,
    pub(crate) turn: Side,
    result: Option<Value>,
    moves: OnceLock<Vec<MoveNumber>>,
    value: OnceLock<i32>,
    max_plies: OnceLock<Option<u32>>,
}

impl Class {
    /// The class, if it is fit to be a game.
    ///
    /// # Errors
    /// An exception of the class, or one about what it lacks.
    pub(crate) fn new(class: &Bound<'_, PyAny>) -> PyResult<Arc<Class>> {
        let definition = Definition::read(class)?;
        let first = Arc::new(Seen::new(&definition, class.call0()?)?);
        let this = Class {
            definition,
            first,
            failures: Failures::default(),
            names: Mutex::default(),
            known: Mutex::default(),
        };
        this.ask_moves(class.py(), &this.first)?;
        Ok(Arc::new(this))
    }

    /// The facts of its game.
    pub(crate) fn about(&self) -> &About {
        &self.definition.about
    }

    /// Begins commands, which an exception will end by this stop.
    pub(crate) fn begin(&self, stop: &Stop) {
        self.failures.begin(stop);
    }

    /// Ends them. Returns the exception of the class, if there was one.
    pub(crate) fn end(&self) -> Option<PyErr> {
        self.failures.end()
    }

    /// Reads a position on one line.
    ///
    /// # Errors
    /// The objection of the class.
    pub(crate) fn read(&self, text: &str) -> Result<Arc<Seen>, PositionError> {
        let read = |py: Python<'_>| {
            let object = self
                .definition
                .class
                .bind(py)
                .call_method1("parse", (text,))?;
            let seen = Seen::new(&self.definition, object)?;
            self.ask_moves(py, &seen)?;
            Ok(Arc::new(seen))
        };
        self.failures.call(read).map_err(|error| {
            Python::attach(|py| {
                let sentence = PositionError::new(error.value(py).to_string());
                let is_refusal = error.is_instance_of::<PyValueError>(py)
                    || error.is_instance_of::<PyNotImplementedError>(py);
                if !is_refusal {
                    self.failures.note(error);
                }
                sentence
            })
        })
    }

    /// The name of a move.
    pub(crate) fn name(&self, mv: MoveNumber) -> Arc<str> {
        let names = lock(&self.names);
        let name = names.all.get(mv as usize);
        name.map_or_else(|| Arc::from(""), Arc::clone)
    }

    fn number(&self, name: &str) -> MoveNumber {
        let mut names = lock(&self.names);
        if let Some(&number) = names.numbers.get(name) {
            return number;
        }
        let name: Arc<str> = name.into();
        let number = names.all.len() as MoveNumber;
        names.all.push(Arc::clone(&name));
        names.numbers.insert(name, number);
        number
    }

    /// The result seen from Black. After an exception every game is over, so that its search ends.
    pub(crate) fn outcome(&self, position: &Seen) -> Option<Value> {
        match self.failures.has_failed() {
            true => Some(Value::DRAW),
            false => position.result,
        }
    }

    /// The legal moves; none after an exception.
    pub(crate) fn moves<'a>(&self, position: &'a Seen) -> &'a [MoveNumber] {
        if position.moves.get().is_none() {
            self.ask((), |py| self.ask_moves(py, position));
        }
        position.moves.get().map_or(&[], Vec::as_slice)
    }

    fn ask_moves(&self, py: Python<'_>, position: &Seen) -> PyResult<()> {
        let text = &position.text;
        let refused = |sentence: String| Err(PyValueError::new_err(sentence));
        let mut moves = Vec::new();
        if position.result.is_none() {
            let mut seen = HashSet::new();
            for name in position.call(py, "legal_moves")?.try_iter()? {
                let name: String = name?.extract()?;
                check_name(&name)?;
                if !seen.insert(name.to_ascii_lowercase()) {
                    return refused(format!("two moves of {text:?} are named {name:?}"));
                }
                moves.push(self.number(&name));
            }
            if moves.is_empty() {
                return refused(format!("{text:?} has no legal moves and no result"));
            }
        }
        // Another thread may have asked at the same time, and got the same.
        let _ = position.moves.set(moves);
        Ok(())
    }

    /// The position after a legal move; `None` after an exception.
    pub(crate) fn after(&self, position: &Seen, mv: MoveNumber) -> Option<Arc<Seen>> {
        let place = (position.key, mv);
        if let Some(next) = lock(&self.known).get(&place) {
            return Some(Arc::clone(next));
        }
        let next = self.ask(None, |py| {
            let name = self.name(mv);
            let object = position.object.bind(py).call_method1("after", (&*name,))?;
            Seen::new(&self.definition, object).map(Some)
        });
        let next = Arc::new(next?);
        let mut known = lock(&self.known);
        let old = match known.len() >= MOST_KNOWN {
            true => std::mem::take(&mut *known),
            false => HashMap::new(),
        };
        known.insert(place, Arc::clone(&next));
        // Objects may run code of the caller when they are given up: nothing is locked then.
        drop(known);
        drop(old);
        Some(next)
    }

    /// Ends a search in a game that goes on for too long.
    pub(crate) fn refuse_length(&self, most: u16) {
        self.failures.note(PyValueError::new_err(format!(
            "a game goes on after {most} moves: where positions come again, the class has `repeats = True`"
        )));
    }

    /// The evaluation of the class, seen from Black.
    pub(crate) fn value(&self, position: &Seen) -> i32 {
        if !self.definition.estimates {
            return 0;
        }
        self.once(&position.value, 0, |py| {
            whole(&position.call(py, "evaluate")?)
        })
    }

    /// An upper limit of the plies that are left, if the class tells one.
    pub(crate) fn max_plies(&self, position: &Seen) -> Option<u32> {
        if !self.definition.counts_plies {
            return None;
        }
        let most = |py: Python<'_>| position.call(py, "max_plies")?.extract();
        let told: Option<u32> = self.once(&position.max_plies, None, most);
        // Nothing is searched or counted that far: it is as good as none.
        told.filter(|most| *most <= MOST_PLIES)
    }

    /// The rows of the board, the highest one first; none if the class draws no board.
    pub(crate) fn board(&self, position: &Seen) -> Vec<String> {
        self.ask(Vec::new(), |py| {
            let rows: Vec<String> = position.call(py, "board")?.extract()?;
            let is_fit = |row: &String| row.is_ascii() && row.len() <= MOST_ROWS;
            if rows.len() > MOST_ROWS || !rows.iter().all(is_fit) {
                let refused =
                    format!("a board has at most {MOST_ROWS} rows of as many ASCII characters");
                return Err(PyValueError::new_err(refused));
            }
            Ok(rows)
        })
    }

    /// The result of a call, which is remembered, or `fallback` after an exception.
    fn once<T: Copy>(
        &self,
        place: &OnceLock<T>,
        fallback: T,
        call: impl FnOnce(Python<'_>) -> PyResult<T>,
    ) -> T {
        if let Some(&told) = place.get() {
            return told;
        }
        let told = self.ask(None, |py| call(py).map(Some));
        told.map_or(fallback, |told| *place.get_or_init(|| told))
    }

    /// The result of a call, or `fallback` after an exception, which ends the search.
    fn ask<T>(&self, fallback: T, call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.failures.has_failed() {
            return fallback;
        }
        self.failures.call(call).unwrap_or_else(|error| {
            self.failures.note(error);
            fallback
        })
    }
}

impl Definition {
    fn read(class: &Bound<'_, PyAny>) -> PyResult<Definition> {
        let rules = class.py().import("heelstone.rules")?.getattr("Rules")?;
        let overrides = |name: &str| {
            let theirs = class.getattr(name)?;
            Ok::<_, PyErr>(!theirs.is(&rules.getattr(name)?))
        };
        Ok(Definition {
            about: About::read(class)?,
            estimates: overrides("evaluate")?,
            counts_plies: overrides("max_plies")?,
            class: class.clone().unbind(),
        })
    }
}

impl About {
    fn read(class: &Bound<'_, PyAny>) -> PyResult<About> {
        let text = |name: &str| class.getattr(name)?.extract::<String>();
        let name = text("name")?;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(PyValueError::new_err(format!(
                "the name of a game is one word of small letters and digits, not {name:?}"
            )));
        }
        let title = match text("title")? {
            title if title.is_empty() => capitalized(&name),
            title => title,
        };
        let about = match text("about")? {
            about if about.is_empty() => format!("{title}, as a class of Python has it."),
            about => about,
        };
        let (black, white) = class.getattr("sides")?.extract()?;
        Ok(About {
            name,
            title,
            about,
            sides: [black, white],
            unit: class.getattr("unit")?.extract()?,
            repeats: class.getattr("repeats")?.extract()?,
        })
    }
}

impl Seen {
    fn new(definition: &Definition, object: Bound<'_, PyAny>) -> PyResult<Seen> {
        if !object.is_instance(definition.class.bind(object.py()))? {
            let name = &definition.about.name;
            let kind = object.get_type();
            return Err(PyTypeError::new_err(format!(
                "a position of {name} is an instance of its class, not of {kind}"
            )));
        }
        let text = object.str()?.to_string();
        let is_plain = |c: char| (c.is_ascii_graphic() || c == ' ') && !";%#".contains(c);
        if text.trim() != text || text.is_empty() || !text.chars().all(is_plain) {
            return Err(PyValueError::new_err(format!(
                "the text of a position is one line of ASCII without ';', '%' and '#', not {text:?}"
            )));
        }
        Ok(Seen {
            key: key(&text),
            turn: read_turn(&object.getattr("turn")?)?,
            result: read_result(definition, &object.call_method0("result")?)?,
            object: object.unbind(),
            text,
            moves: OnceLock::new(),
            value: OnceLock::new(),
            max_plies: OnceLock::new(),
        })
    }

    fn call<'py>(&self, py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyAny>> {
        self.object.bind(py).call_method0(method)
    }
}

/// FNV-1a, as the key of a game may have it, and mixed at the end, since texts differ in a letter or two.
fn key(text: &str) -> u64 {
    let byte = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325, byte);
    (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn read_turn(turn: &Bound<'_, PyAny>) -> PyResult<Side> {
    let name: String = turn.extract().unwrap_or_default();
    let found = Side::BOTH.into_iter().find(|side| name_of(*side) == name);
    found.ok_or_else(|| PyValueError::new_err(format!("turn is 'black' or 'white', not {turn}")))
}

fn read_result(definition: &Definition, result: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if result.is_none() {
        return Ok(None);
    }
    let most = match definition.about.unit {
        Some(_) => Value::MAX,
        None => Value::WIN,
    };
    let value: Option<i16> = result.extract().ok();
    let value = value.filter(|value| value.unsigned_abs() <= most.0.unsigned_abs());
    let refused = || {
        let most = most.0;
        PyValueError::new_err(format!(
            "result() is None, or a whole number from -{most} to {most} seen from Black, not {result}"
        ))
    };
    value.map(|value| Some(Value(value))).ok_or_else(refused)
}

fn check_name(name: &str) -> PyResult<()> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"#.".contains(c);
    let is_taken = ["resign", "none"].contains(&name.to_ascii_lowercase().as_str());
    if name.is_empty() || is_taken || !name.chars().all(is_plain) {
        return Err(PyValueError::new_err(format!(
            "the name of a move is one word of ASCII without '.' and '#', and not 'resign' or 'none', unlike {name:?}"
        )));
    }
    Ok(())
}

fn capitalized(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
