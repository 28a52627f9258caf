//! Positions of a game from Python, as the search wants them.

use std::marker::PhantomData;
use std::sync::Arc;

use heelstone::game::{
    Drawing, Evaluation, EvaluationVisitor, Game, MoveError, Moves, NoKnowledge, Notation, Place,
    Point, PositionError, Repetition, Rules, Scale, Side, Symmetry, Turn, Value, Vertex,
};
use heelstone::session::{Made, Registry};
use pyo3::prelude::*;

use crate::rules::{self, Node};

/// What the search has to know when it is compiled.
trait Kind: Clone + Send + Sync + 'static {
    const SCALE: Scale;
    const REPETITION: Repetition = Repetition::Never;
}

/// Each game ends, and only the winner counts.
#[derive(Clone)]
struct Ends;

/// Each game ends, and the margin counts.
#[derive(Clone)]
struct Counts;

/// Games may go in circles; a position that comes again is a draw.
#[derive(Clone)]
struct Circles;

impl Kind for Ends {
    const SCALE: Scale = Scale::Distance;
}

impl Kind for Counts {
    const SCALE: Scale = Scale::Margin;
}

impl Kind for Circles {
    const SCALE: Scale = Scale::Distance;
    const REPETITION: Repetition = Repetition::Draw;
}

/// The games of an engine for these rules: this one alone.
///
/// # Errors
/// An exception from the first position.
pub(crate) fn registry(py: Python<'_>, rules: &Arc<rules::Rules>) -> PyResult<Registry> {
    let start = rules.start(py)?;
    Ok(match (rules.unit, rules.max_plies) {
        (Some(_), _) => with::<Counts>(rules, start),
        (None, Some(_)) => with::<Ends>(rules, start),
        (None, None) => with::<Circles>(rules, start),
    })
}

fn with<K: Kind>(rules: &Arc<rules::Rules>, start: Arc<Node>) -> Registry {
    let own = Arc::clone(rules);
    let read = move |text: &str| match own.read(text) {
        Ok(Some(node)) => Ok(Own::<K>::new(node)),
        Ok(None) => Err(PositionError::new("the class has raised an exception")),
        Err(sentence) => Err(PositionError(sentence)),
    };
    let mut made = Made::new(rules.name, move || Own::<K>::new(Arc::clone(&start)), read);
    made.title = rules.title;
    made.about = rules.about;
    made.sides = rules.sides;
    made.unit = rules.unit;
    made.size = rules.size.unwrap_or(made.size);
    Registry::empty().with_made(made)
}

/// A position after so many plies.
struct Own<K> {
    node: Arc<Node>,
    plies: u16,
    kind: PhantomData<K>,
}

impl<K> Own<K> {
    fn new(node: Arc<Node>) -> Own<K> {
        Own {
            node,
            plies: 0,
            kind: PhantomData,
        }
    }

    /// The position after a legal move, if nothing goes wrong.
    fn next(&self, mv: u32) -> Arc<Node> {
        let next = self.node.after(mv);
        let rules = &self.node.rules;
        let goes_on = next.outcome.is_none() && !next.has_failed();
        if let Some(most) = rules
            .max_plies
            .filter(|&most| goes_on && self.plies + 1 >= most)
        {
            rules.fail(pyo3::exceptions::PyValueError::new_err(format!(
                "{}: a game goes on after the {most} moves of `max_plies`",
                next.text
            )));
            return rules.failed();
        }
        next
    }

    /// The cells that are clicked for a move named by them, as `B2` or `a2-a3`.
    fn cells(&self, name: &str) -> Option<Vec<String>> {
        let (columns, rows) = self.node.rules.size?;
        let mut cells = Vec::new();
        let mut rest = name;
        while !rest.is_empty() {
            let digits = rest.get(1..)?;
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len())
                + 1;
            let cell = Vertex::parse(&rest[..end])?;
            if cell.column >= columns || cell.row >= rows {
                return None;
            }
            cells.push(cell.to_string());
            rest = rest[end..].trim_start_matches(['-', 'x', 'X']);
        }
        (!cells.is_empty()).then_some(cells)
    }

    fn name(&self, mv: u32) -> Arc<str> {
        self.node.rules.move_name(mv)
    }
}

impl<K> Clone for Own<K> {
    fn clone(&self) -> Own<K> {
        Own {
            node: Arc::clone(&self.node),
            ..*self
        }
    }
}

impl<K> PartialEq for Own<K> {
    fn eq(&self, other: &Own<K>) -> bool {
        Arc::ptr_eq(&self.node, &other.node) || self.node.text == other.node.text
    }
}

impl<K> Eq for Own<K> {}

impl<K> std::fmt::Debug for Own<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.node.text)
    }
}

impl<K: Kind> Rules for Own<K> {
    /// The place of its name.
    type Move = u32;
    const SCALE: Scale = K::SCALE;
    const REPETITION: Repetition = K::REPETITION;

    fn turn(&self) -> Turn {
        self.node.turn.into()
    }

    fn outcome(&self) -> Option<Value> {
        self.node.outcome
    }

    fn moves(&self, moves: &mut Moves<u32>) {
        for &mv in &self.node.moves {
            moves.push(mv);
        }
    }

    fn play(&mut self, mv: u32) {
        self.node = self.next(mv);
        self.plies += 1;
    }

    fn key(&self) -> u64 {
        self.node.key
    }

    fn move_index(mv: u32) -> u16 {
        mv as u16
    }

    fn max_plies(&self) -> Option<u32> {
        let most = self.node.rules.max_plies?;
        Some(most.saturating_sub(self.plies).into())
    }
}

impl<K: Kind> Notation for Own<K> {
    fn name_move(&self, mv: u32) -> String {
        self.name(mv).to_string()
    }

    /// The position after the move is asked for at once: where that fails, nothing is played.
    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        let mut moves = self.node.moves.iter().copied();
        let mv = moves.find(|&mv| self.name(mv).eq_ignore_ascii_case(text));
        mv.filter(|&mv| !self.next(mv).has_failed())
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        self.node.text.to_string()
    }

    fn parse_position(_: &str) -> Result<Self, PositionError> {
        Err(PositionError::new("positions are read by the class"))
    }

    fn drawing(&self) -> Drawing {
        let mut drawing = match self.node.board() {
            Some(board) => draw(&board),
            None => Drawing {
                places: vec![Place::label(self.node.text.to_string(), 0, 0)],
                captions: Vec::new(),
            },
        };
        let below = drawing.places.iter().map(|place| place.y).max();
        let y = below.unwrap_or(0) + 1;
        let mut x = 0;
        for &mv in &self.node.moves {
            let name = self.name(mv);
            if self.cells(&name).is_none() {
                let text = name.to_string();
                drawing
                    .places
                    .push(Place::choice(text.clone(), x, y, None, text));
                x = x.saturating_add_unsigned(name.len() as u16 + 1);
            }
        }
        drawing
    }

    fn clicks(&self, mv: u32) -> Vec<String> {
        let name = self.name(mv);
        self.cells(&name).unwrap_or_else(|| vec![name.to_string()])
    }
}

/// A board of rows from the top, with letters and numbers around it. What begins with X is Black's, and with O White's.
fn draw(board: &[Vec<String>]) -> Drawing {
    let mut places = Vec::new();
    let columns = board.first().map_or(0, Vec::len);
    let mut letters = |y| {
        for column in 0..columns {
            let letter = Vertex::column_letter(column as u8).to_string();
            places.push(Place::label(letter, 2 * column as i16, y));
        }
    };
    letters(-1);
    letters(board.len() as i16);
    for (y, cells) in board.iter().enumerate() {
        let row = board.len() - 1 - y;
        places.push(Place::label((row + 1).to_string(), -2, y as i16));
        for (column, text) in cells.iter().enumerate() {
            let name = Vertex::new(column as u8, row as u8).to_string();
            let point = match text.chars().next() {
                Some('X') => Point::Stone(Side::Black),
                Some('O') => Point::Stone(Side::White),
                _ => Point::Empty,
            };
            places.push(Place::cell(
                name,
                2 * column as i16,
                y as i16,
                point,
                text.clone(),
            ));
        }
    }
    Drawing {
        places,
        captions: Vec::new(),
    }
}

impl<K: Kind> Symmetry for Own<K> {}

impl<K: Kind> Game for Own<K> {
    type Knowledge = NoKnowledge;

    const NAME: &'static str = "own";
    const TITLE: &'static str = "Own";
    const ABOUT: &'static str = "A game of one's own.";
    const SIZE: (u8, u8) = (1, 1);

    /// Nobody calls it: each game is made with a first position.
    fn start() -> Self {
        unreachable!("a game from Python begins with an object")
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        let about = "`evaluate` of the class, or nothing but the rules if it has none";
        visitor.visit_stateless("class", about, ByClass);
    }
}

/// The evaluation of the class.
struct ByClass;

impl<K: Kind> Evaluation<Own<K>> for ByClass {
    type Accumulator = ();

    fn start(&self, _: &Own<K>) {}

    fn value(&self, position: &Own<K>, (): &()) -> i32 {
        position.node.value()
    }
}
