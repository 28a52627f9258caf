//! A class of Python as a game of the registry.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use heelstone::game::{
    Drawing, Evaluation, EvaluationVisitor, Game, MoveError, Moves, NoKnowledge, Notation, Place,
    Point, PositionError, Repetition, Rules, Scale, Side, Symmetry, Turn, Value, Vertex,
};
use heelstone::session::{Made, Registry};

use crate::class::{Class, MoveNumber, Seen};

/// The registry with the game of a class beside its own.
pub(crate) fn with_class(games: Registry, class: &Arc<Class>) -> Registry {
    match (class.about().unit.is_some(), class.about().repeats) {
        (false, false) => add::<false, false>(games, class),
        (false, true) => add::<false, true>(games, class),
        (true, false) => add::<true, false>(games, class),
        (true, true) => add::<true, true>(games, class),
    }
}

fn add<const MARGIN: bool, const REPEATS: bool>(games: Registry, class: &Arc<Class>) -> Registry {
    let position = |class: &Arc<Class>, seen: Arc<Seen>| Position::<MARGIN, REPEATS> {
        class: Arc::clone(class),
        seen,
        plies: 0,
    };
    let (starting, reading) = (Arc::clone(class), Arc::clone(class));
    let start = move || position(&starting, Arc::clone(&starting.first));
    let read = move |text: &str| Ok(position(&reading, reading.read(text)?));
    let about = class.about();
    let mut made = Made::new(kept(&about.name), start, read);
    made.title = kept(&about.title);
    made.about = kept(&about.about);
    made.sides = [kept(&about.sides[0]), kept(&about.sides[1])];
    made.unit = about.unit.as_deref().map(kept);
    let board = class.board(&class.first);
    if let Some(row) = board.first() {
        made.size = (row.len() as u8, board.len() as u8);
    }
    games.with_made(made)
}

/// The properties of a game live as long as the program, each text once.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = all.get(text) {
        return text;
    }
    let text: &'static str = text.to_owned().leak();
    all.insert(text);
    text
}

/// A game without repetitions ends in fewer plies. The solver would go on forever in one that does not end.
const LONGEST: u16 = 1000;

/// A position of a game with these kinds of results.
#[derive(Clone)]
struct Position<const MARGIN: bool, const REPEATS: bool> {
    class: Arc<Class>,
    seen: Arc<Seen>,
    /// The moves since it was set up.
    plies: u16,
}

impl<const MARGIN: bool, const REPEATS: bool> PartialEq for Position<MARGIN, REPEATS> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.class, &other.class) && self.seen.text == other.seen.text
    }
}

impl<const MARGIN: bool, const REPEATS: bool> Eq for Position<MARGIN, REPEATS> {}

impl<const MARGIN: bool, const REPEATS: bool> fmt::Debug for Position<MARGIN, REPEATS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.seen.text)
    }
}

impl<const MARGIN: bool, const REPEATS: bool> Rules for Position<MARGIN, REPEATS> {
    type Move = MoveNumber;
    const SCALE: Scale = match MARGIN {
        true => Scale::Margin,
        false => Scale::Distance,
    };
    const REPETITION: Repetition = match REPEATS {
        true => Repetition::Draw,
        false => Repetition::Never,
    };

    fn turn(&self) -> Turn {
        self.seen.turn.into()
    }

    fn outcome(&self) -> Option<Value> {
        self.class.outcome(&self.seen)
    }

    fn moves(&self, moves: &mut Moves<MoveNumber>) {
        moves.extend(self.class.moves(&self.seen).iter().copied());
    }

    fn play(&mut self, mv: MoveNumber) {
        self.plies = self.plies.saturating_add(1);
        if !REPEATS && self.plies > LONGEST {
            self.class.refuse_length(LONGEST);
        } else if let Some(next) = self.class.after(&self.seen, mv) {
            self.seen = next;
        }
    }

    fn key(&self) -> u64 {
        self.seen.key
    }

    fn max_plies(&self) -> Option<u32> {
        self.class.max_plies(&self.seen)
    }
}

impl<const MARGIN: bool, const REPEATS: bool> Symmetry for Position<MARGIN, REPEATS> {}

impl<const MARGIN: bool, const REPEATS: bool> Notation for Position<MARGIN, REPEATS> {
    fn name_move(&self, mv: MoveNumber) -> String {
        self.class.name(mv).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<MoveNumber, MoveError> {
        let moves = self.class.moves(&self.seen).iter();
        let is_meant = |mv: &&MoveNumber| self.class.name(**mv).eq_ignore_ascii_case(text);
        let mv = moves.copied().find(|mv| is_meant(&mv));
        let mv = mv.ok_or(MoveError::Illegal)?;
        // A move to a position that the class fails at is refused while nothing has changed.
        let next = self.class.after(&self.seen, mv);
        let is_sound = next.is_some_and(|next| {
            let ends = self.class.outcome(&next).is_some();
            ends || !self.class.moves(&next).is_empty()
        });
        is_sound.then_some(mv).ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        self.seen.text.clone()
    }

    fn parse_position(_: &str) -> Result<Self, PositionError> {
        Err(PositionError::new("the class of the game reads positions"))
    }

    fn drawing(&self) -> Drawing {
        Board::of(&self.class, &self.seen).draw()
    }

    fn clicks(&self, mv: MoveNumber) -> Vec<String> {
        let name = self.class.name(mv);
        let board = Board::of(&self.class, &self.seen);
        board
            .places_of(&name)
            .unwrap_or_else(|| vec![name.to_string()])
    }
}

impl<const MARGIN: bool, const REPEATS: bool> Game for Position<MARGIN, REPEATS> {
    type Knowledge = NoKnowledge;

    // Each class has its own.
    const NAME: &'static str = "class";
    const TITLE: &'static str = "Class";
    const ABOUT: &'static str = "A game with rules in Python.";
    const SIZE: (u8, u8) = (1, 1);

    /// Never called: a game begins with the first position of its class.
    fn start() -> Self {
        unreachable!("a class of Python makes its first position")
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless("class", "what the class of the game says", Estimate);
    }
}

/// The evaluation of the class.
struct Estimate;

/// Results are out of its reach, and 0 is even.
const LARGEST: i32 = 15_000;

impl<const MARGIN: bool, const REPEATS: bool> Evaluation<Position<MARGIN, REPEATS>> for Estimate {
    type Accumulator = ();

    fn start(&self, _: &Position<MARGIN, REPEATS>) {}

    fn value(&self, position: &Position<MARGIN, REPEATS>, (): &()) -> i32 {
        let value = position.class.value(&position.seen);
        value.clamp(-LARGEST, LARGEST)
    }
}

/// The picture of a position: a square for each letter of the rows, and beside them the moves that are no squares.
struct Board {
    rows: Vec<String>,
    moves: Vec<String>,
    text: String,
}

impl Board {
    fn of(class: &Class, seen: &Seen) -> Board {
        let moves = class.moves(seen).iter();
        Board {
            rows: class.board(seen),
            moves: moves.map(|mv| class.name(*mv).to_string()).collect(),
            text: seen.text.clone(),
        }
    }

    /// The squares to click for a move that is named after one or two of them.
    fn places_of(&self, name: &str) -> Option<Vec<String>> {
        if let Some(place) = self.place(name) {
            return Some(vec![place]);
        }
        let splits = name.char_indices().skip(1).map(|(at, _)| name.split_at(at));
        let pairs = splits.filter_map(|(from, to)| Some(vec![self.place(from)?, self.place(to)?]));
        pairs.into_iter().next()
    }

    /// The name of a square of the board.
    fn place(&self, name: &str) -> Option<String> {
        let vertex = Vertex::parse(name)?;
        let row = self.rows.iter().rev().nth(vertex.row.into())?;
        let symbol = row.as_bytes().get(usize::from(vertex.column))?;
        (*symbol != b' ').then(|| vertex.to_string())
    }

    fn draw(&self) -> Drawing {
        let mut places = Vec::new();
        let columns = self.rows.iter().map(String::len).max().unwrap_or(0);
        for (y, row) in self.rows.iter().enumerate() {
            let number = self.rows.len() - y;
            places.push(Place::label(number.to_string(), -3, y as i16));
            for (column, symbol) in row.char_indices().filter(|(_, symbol)| *symbol != ' ') {
                let vertex = Vertex::new(column as u8, number as u8 - 1);
                let (x, y) = (2 * column as i16, y as i16);
                let name = vertex.to_string();
                places.push(Place::cell(name, x, y, point(symbol), symbol.to_string()));
            }
        }
        for column in 0..columns as u8 {
            let letter = Vertex::column_letter(column).to_string();
            places.push(Place::label(
                letter,
                2 * i16::from(column),
                self.rows.len() as i16,
            ));
        }
        let mut below = self.rows.len() as i16 + 1;
        if self.rows.is_empty() {
            places.push(Place::label(self.text.clone(), 0, 0));
        }
        let mut x = 0;
        for name in self
            .moves
            .iter()
            .filter(|name| self.places_of(name).is_none())
        {
            let width = name.len() as i16 + 1;
            if x > 0 && x + width > WIDTH {
                (x, below) = (0, below + 1);
            }
            places.push(Place::choice(name.clone(), x, below, None, name.clone()));
            x += width;
        }
        Drawing {
            places,
            captions: Vec::new(),
        }
    }
}

/// The most half cells of a row of moves below the board.
const WIDTH: i16 = 40;

/// Whose piece a letter is: `X` and `x` are Black's, `O` and `o` White's.
fn point(symbol: char) -> Point {
    match symbol.to_ascii_uppercase() {
        'X' => Point::Stone(Side::Black),
        'O' => Point::Stone(Side::White),
        _ => Point::Empty,
    }
}
