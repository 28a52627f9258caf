//! The rules of a game as a class of Python: what its objects are asked, and what they are known to answer.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use heelstone::game::{Side, Value};
use heelstone::search::Stop;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::evaluation::whole;

/// So many positions are remembered before all are forgotten.
const MOST_KNOWN: usize = 100_000;
/// A game can be said to have no more moves: the solver goes that deep.
const LONGEST: u16 = 1000;
/// The largest board whose columns have letters.
const LARGEST: (usize, usize) = (25, 99);

/// A game that a class of Python defines, its positions met so far, and what went wrong in the command that is carried
/// out.
pub(crate) struct Rules {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) sides: [&'static str; 2],
    pub(crate) unit: Option<&'static str>,
    /// The most moves of a game, which then repeats no position.
    pub(crate) max_plies: Option<u16>,
    /// Columns and rows, if it has a board.
    pub(crate) size: Option<(u8, u8)>,
    evaluates: bool,
    start: Py<PyAny>,
    /// The names of moves that were met: a move is its place.
    names: Mutex<Names>,
    known: Mutex<HashMap<Box<str>, Arc<Node>>>,
    trouble: Mutex<Trouble>,
}

#[derive(Default)]
struct Names {
    list: Vec<Arc<str>>,
    places: HashMap<Arc<str>, u32>,
}

#[derive(Default)]
struct Trouble {
    stop: Stop,
    error: Option<PyErr>,
}

/// A position that was met. It stays the same: moves lead to others.
pub(crate) struct Node {
    pub(crate) rules: Arc<Rules>,
    /// `None` after an exception, when the search is about to end.
    object: Option<Py<PyAny>>,
    pub(crate) text: Box<str>,
    pub(crate) key: u64,
    pub(crate) turn: Side,
    pub(crate) outcome: Option<Value>,
    pub(crate) moves: Box<[u32]>,
    /// The positions after the moves, those that were asked for.
    after: Mutex<Vec<Weak<Node>>>,
    value: OnceLock<i32>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A text that lasts as long as the program, stored once.
fn lasting(text: &str) -> &'static str {
    static TEXTS: OnceLock<Mutex<HashSet<&'static str>>> = OnceLock::new();
    let mut texts = lock(TEXTS.get_or_init(Mutex::default));
    match texts.get(text) {
        Some(text) => text,
        None => {
            let text: &'static str = Box::leak(text.into());
            texts.insert(text);
            text
        }
    }
}

/// An attribute that may be left out, or be `None`.
fn optional<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = object.getattr_opt(name)?;
    Ok(found.filter(|value| !value.is_none()))
}

fn text_of(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<String>> {
    let value = optional(object, name)?;
    let text = value.map(|value| value.extract());
    text.transpose()
        .map_err(|_| PyTypeError::new_err(format!("`{name}` has to be a text")))
}

fn refused(sentence: impl Into<String>) -> PyErr {
    PyValueError::new_err(sentence.into())
}

impl Rules {
    /// The game that begins with this object.
    pub(crate) fn of(start: &Bound<'_, PyAny>) -> PyResult<Arc<Rules>> {
        let class = start.get_type().name()?.to_string();
        let name = text_of(start, "name")?.unwrap_or_else(|| class.to_lowercase());
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(refused(format!(
                "the name of a game has lower case letters, digits, _ and -, not {name:?}"
            )));
        }
        let sides: Option<(String, String)> = optional(start, "side_names")?
            .map(|sides| sides.extract())
            .transpose()
            .map_err(|_| PyTypeError::new_err("`side_names` are two texts"))?;
        let sides = sides.unwrap_or_else(|| ("Black".into(), "White".into()));
        let rules = Rules {
            name: lasting(&name),
            title: lasting(&text_of(start, "title")?.unwrap_or(class)),
            about: lasting(&text_of(start, "about")?.unwrap_or_default()),
            sides: [lasting(&sides.0), lasting(&sides.1)],
            unit: text_of(start, "unit")?.map(|unit| lasting(&unit)),
            max_plies: max_plies(start)?,
            size: board(start)?.map(|rows| (rows[0].len() as u8, rows.len() as u8)),
            evaluates: start.hasattr("evaluate")?,
            start: start.clone().unbind(),
            names: Mutex::default(),
            known: Mutex::default(),
            trouble: Mutex::default(),
        };
        if rules.unit.is_some() && rules.max_plies.is_none() {
            return Err(refused(
                "a game with a `unit`, which counts margins, needs `max_plies`, and repeats no position",
            ));
        }
        Ok(Arc::new(rules))
    }

    /// The first position.
    pub(crate) fn start(self: &Arc<Rules>, py: Python<'_>) -> PyResult<Arc<Node>> {
        self.node(self.start.bind(py))
    }

    /// Begins a command, which an exception will end by this stop.
    pub(crate) fn begin(&self, stop: &Stop) {
        *lock(&self.trouble) = Trouble {
            stop: stop.clone(),
            error: None,
        };
    }

    /// Ends the command. Returns the exception that it met, if it did.
    pub(crate) fn end(&self) -> Option<PyErr> {
        std::mem::take(&mut *lock(&self.trouble)).error
    }

    /// Forgets all positions that nobody else holds.
    pub(crate) fn forget(&self) {
        // They are given up after the lock: the objects may have code for that.
        let known = std::mem::take(&mut *lock(&self.known));
        drop(known);
    }

    /// Keeps the first exception for the caller, and ends the command.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut trouble = lock(&self.trouble);
        trouble.stop.request();
        trouble.error.get_or_insert(error);
    }

    fn has_failed(&self) -> bool {
        lock(&self.trouble).error.is_some()
    }

    /// What takes the place of a position after an exception: a game that is over.
    pub(crate) fn failed(self: &Arc<Rules>) -> Arc<Node> {
        Arc::new(Node {
            rules: Arc::clone(self),
            object: None,
            text: "-".into(),
            key: 0,
            turn: Side::Black,
            outcome: Some(Value::DRAW),
            moves: Box::default(),
            after: Mutex::default(),
            value: OnceLock::from(0),
        })
    }

    pub(crate) fn move_name(&self, mv: u32) -> Arc<str> {
        let names = lock(&self.names);
        let name = names.list.get(mv as usize);
        name.map_or_else(|| "-".into(), Arc::clone)
    }

    fn move_of(&self, name: &str) -> u32 {
        let mut names = lock(&self.names);
        if let Some(&place) = names.places.get(name) {
            return place;
        }
        let (name, place) = (Arc::<str>::from(name), names.list.len() as u32);
        names.list.push(Arc::clone(&name));
        names.places.insert(name, place);
        place
    }

    /// Reads a position on one line. `Ok(None)` after an exception that is no refusal.
    pub(crate) fn read(self: &Arc<Rules>, text: &str) -> Result<Option<Arc<Node>>, String> {
        Python::attach(|py| {
            let Ok(Some(read)) = optional(self.start.bind(py), "read") else {
                let sentence = "this game has no `read`, so that no position can be set up";
                return Err(sentence.into());
            };
            let node = read.call1((text,)).and_then(|object| self.node(&object));
            match node {
                Ok(node) => Ok(Some(node)),
                Err(error) if error.is_instance_of::<PyValueError>(py) => {
                    Err(error.value(py).to_string())
                }
                Err(error) => {
                    self.fail(error);
                    Ok(None)
                }
            }
        })
    }

    /// The position of an object, which is asked everything the first time it is met.
    fn node(self: &Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<Arc<Node>> {
        let text = object.str()?;
        let text = text.to_cow()?;
        let is_plain = |c: char| (c.is_ascii_graphic() || c == ' ') && !";%#".contains(c);
        if text.trim() != text || text.is_empty() || !text.chars().all(is_plain) {
            return Err(refused(format!(
                "the text of a position is a line of plain characters without ; % and #, not {text:?}"
            )));
        }
        if let Some(node) = lock(&self.known).get(&*text) {
            return Ok(Arc::clone(node));
        }
        let outcome = self.outcome(object)?;
        let moves = match outcome {
            Some(_) => Vec::new(),
            None => self.moves(object, &text)?,
        };
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let node = Arc::new(Node {
            rules: Arc::clone(self),
            object: Some(object.clone().unbind()),
            text: (&*text).into(),
            key: hasher.finish(),
            turn: turn(object)?,
            outcome,
            after: Mutex::new(vec![Weak::new(); moves.len()]),
            moves: moves.into(),
            value: OnceLock::new(),
        });
        if lock(&self.known).len() >= MOST_KNOWN {
            self.forget();
        }
        lock(&self.known).insert(node.text.clone(), Arc::clone(&node));
        Ok(node)
    }

    fn outcome(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        let Some(result) = optional(object, "result")? else {
            return Ok(None);
        };
        let result: i64 = result.extract().map_err(|_| {
            PyTypeError::new_err(
                "`result` is None or a whole number: above 0 if Black has won, below 0 if White has",
            )
        })?;
        let largest = match self.unit {
            Some(_) => Value::MAX,
            None => Value::WIN,
        };
        if result.unsigned_abs() > largest.0.unsigned_abs().into() {
            return Err(refused(format!(
                "a `result` of {result}: a game without a `unit` has 1, 0 and -1, and margins are up to {}",
                Value::MAX.0
            )));
        }
        Ok(Some(Value(result as i16)))
    }

    fn moves(&self, object: &Bound<'_, PyAny>, text: &str) -> PyResult<Vec<u32>> {
        let names: Vec<String> = object
            .getattr("legal_moves")?
            .extract()
            .map_err(|_| PyTypeError::new_err("`legal_moves` is a list of names"))?;
        if names.is_empty() {
            return Err(refused(format!(
                "{text}: no move is legal, so the game has a `result`, or the side to move a `pass`"
            )));
        }
        let mut met = HashSet::new();
        for name in &names {
            let is_plain = |c: char| c.is_ascii_graphic() && !"#.".contains(c);
            let lower = name.to_ascii_lowercase();
            if name.is_empty()
                || !name.chars().all(is_plain)
                || ["resign", "none"].contains(&&*lower)
            {
                return Err(refused(format!(
                    "{name:?} is no name for a move: one word of plain characters without # and ."
                )));
            }
            if !met.insert(lower) {
                return Err(refused(format!("{text}: two moves are named {name}")));
            }
        }
        Ok(names.iter().map(|name| self.move_of(name)).collect())
    }
}

impl Node {
    /// The position after a legal move; one that is over after an exception.
    pub(crate) fn after(&self, mv: u32) -> Arc<Node> {
        let Some(index) = self.moves.iter().position(|&other| other == mv) else {
            return self.rules.failed();
        };
        if let Some(known) = lock(&self.after).get(index).and_then(Weak::upgrade) {
            return known;
        }
        let (Some(object), false) = (&self.object, self.rules.has_failed()) else {
            return self.rules.failed();
        };
        let next = Python::attach(|py| {
            let object = object.bind(py);
            let name = PyString::intern(py, &self.rules.move_name(mv));
            let next = object.call_method1("play", (name,))?;
            if next.is_none() || next.is(object) {
                return Err(PyTypeError::new_err(
                    "`play` returns the position after the move, and leaves its own as it is",
                ));
            }
            self.rules.node(&next)
        });
        match next {
            Ok(next) => {
                if let Some(place) = lock(&self.after).get_mut(index) {
                    *place = Arc::downgrade(&next);
                }
                next
            }
            Err(error) => {
                self.rules.fail(error);
                self.rules.failed()
            }
        }
    }

    /// True after an exception.
    pub(crate) fn has_failed(&self) -> bool {
        self.object.is_none()
    }

    /// What `evaluate` returns, seen from Black; 0 for a class that has none.
    pub(crate) fn value(&self) -> i32 {
        if let Some(&value) = self.value.get() {
            return value;
        }
        let (Some(object), true) = (&self.object, self.rules.evaluates) else {
            return 0;
        };
        if self.rules.has_failed() {
            return 0;
        }
        let value = Python::attach(|py| whole(&object.bind(py).call_method0("evaluate")?));
        match value {
            Ok(value) => *self.value.get_or_init(|| value),
            Err(error) => {
                self.rules.fail(error);
                0
            }
        }
    }

    /// The cells of the board, from the top row; `None` without one, or after an exception.
    pub(crate) fn board(&self) -> Option<Vec<Vec<String>>> {
        let object = self.object.as_ref().filter(|_| self.rules.size.is_some())?;
        let rows = Python::attach(|py| {
            let rows = board(object.bind(py))?;
            let size = rows
                .as_ref()
                .map(|rows| (rows[0].len() as u8, rows.len() as u8));
            if size != self.rules.size {
                return Err(refused(
                    "the `board` has a size of its own in each position",
                ));
            }
            Ok(rows)
        });
        rows.unwrap_or_else(|error| {
            self.rules.fail(error);
            None
        })
    }
}

fn turn(object: &Bound<'_, PyAny>) -> PyResult<Side> {
    let turn = object.getattr("turn")?;
    match turn.extract() {
        Ok("black") => Ok(Side::Black),
        Ok("white") => Ok(Side::White),
        _ => Err(refused(format!(
            "`turn` is \"black\" or \"white\", not {}",
            turn.repr()?
        ))),
    }
}

fn max_plies(start: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    let Some(plies) = optional(start, "max_plies")? else {
        return Ok(None);
    };
    match plies.extract() {
        Ok(plies) if (1..=LONGEST).contains(&plies) => Ok(Some(plies)),
        _ => Err(refused(format!(
            "`max_plies` is a whole number from 1 to {LONGEST}; without it, a position that comes again is a draw"
        ))),
    }
}

/// The rows of a board, none of them empty.
fn board(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Vec<String>>>> {
    let Some(board) = optional(object, "board")? else {
        return Ok(None);
    };
    let mut rows = Vec::new();
    for row in board.try_iter()? {
        let cells: PyResult<Vec<String>> = row?.try_iter()?.map(|cell| cell?.extract()).collect();
        rows.push(cells.map_err(|_| {
            PyTypeError::new_err("a `board` is a list of rows, and a row a text or a list of texts")
        })?);
    }
    let width = rows.first().map_or(0, Vec::len);
    let fits = (1..=LARGEST.0).contains(&width) && (1..=LARGEST.1).contains(&rows.len());
    if !fits || rows.iter().any(|row| row.len() != width) {
        return Err(refused(format!(
            "the rows of a `board` are of one length, and it has up to {} columns and {} rows",
            LARGEST.0, LARGEST.1
        )));
    }
    Ok(Some(rows))
}
