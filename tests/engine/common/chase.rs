//! A toy game in which positions come again: a cat and a mouse on a board of sixteen cells.
//!
//! Both go one step along a row or a column, the cat first. The cat wins when it catches the mouse, the mouse when it
//! reaches its hole; if a position comes again, nobody does.

use heelstone::game::{
    Drawing, Evaluation, EvaluationVisitor, Game, MoveError, Moves, NoKnowledge, Notation, Place,
    Point, PositionError, Repetition, Rules, Scale, Side, Symmetry, Turn, Value,
};

const WIDTH: u8 = 4;
const CELLS: u8 = WIDTH * WIDTH;
const HOLE: u8 = CELLS - 1;

/// The cells of the cat and of the mouse, by the index of their sides, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chase {
    cells: [u8; 2],
    to_move: Side,
}

impl Chase {
    /// Every unfinished position.
    pub fn all() -> impl Iterator<Item = Chase> {
        let cells = (0..CELLS).flat_map(|cat| (0..CELLS).map(move |mouse| [cat, mouse]));
        let positions = cells.flat_map(|cells| Side::BOTH.map(|to_move| Chase { cells, to_move }));
        positions.filter(|position| position.outcome().is_none())
    }

    fn name(cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % WIDTH), 1 + cell / WIDTH)
    }

    fn cell(name: &str) -> Option<u8> {
        (0..CELLS).find(|&cell| Chase::name(cell).eq_ignore_ascii_case(name))
    }

    fn own(&self) -> u8 {
        self.cells[self.to_move.index()]
    }
}

impl Rules for Chase {
    /// The cell to go to.
    type Move = u8;
    const SCALE: Scale = Scale::Distance;
    const KEY_BITS: Option<u32> = Some(9);
    const REPETITION: Repetition = Repetition::Draw;

    fn turn(&self) -> Turn {
        self.to_move.into()
    }

    fn outcome(&self) -> Option<Value> {
        let [cat, mouse] = self.cells;
        if cat == mouse {
            return Some(Value::WIN);
        }
        (mouse == HOLE).then_some(Value::LOSS)
    }

    fn moves(&self, moves: &mut Moves<u8>) {
        if self.outcome().is_some() {
            return;
        }
        let (from, mouse_moves) = (self.own(), self.to_move == Side::White);
        let is_near = |to: &u8| {
            let apart = [to % WIDTH, to / WIDTH]
                .into_iter()
                .zip([from % WIDTH, from / WIDTH]);
            apart.map(|(to, from)| to.abs_diff(from)).sum::<u8>() == 1
        };
        // The mouse does not run into the cat.
        let is_free = |to: &u8| !(mouse_moves && *to == self.cells[0]);
        moves.extend((0..CELLS).filter(is_near).filter(is_free));
    }

    fn play(&mut self, to: u8) {
        self.cells[self.to_move.index()] = to;
        self.to_move = !self.to_move;
    }

    fn key(&self) -> u64 {
        let [cat, mouse] = self.cells.map(u64::from);
        cat << 5 | mouse << 1 | self.to_move.index() as u64
    }
}

/// The board is the same on both sides of the diagonal on which the hole is.
impl Symmetry for Chase {
    fn images(&self) -> impl Iterator<Item = Chase> {
        let mirrored = self.cells.map(|cell| cell % WIDTH * WIDTH + cell / WIDTH);
        [self.cells, mirrored]
            .into_iter()
            .map(|cells| Chase { cells, ..*self })
    }
}

impl Notation for Chase {
    fn name_move(&self, to: u8) -> String {
        Chase::name(self.own()) + &Chase::name(to)
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let (from, to) = text.split_at_checked(2).ok_or(MoveError::Syntax)?;
        let (from, to) = Chase::cell(from)
            .zip(Chase::cell(to))
            .ok_or(MoveError::Syntax)?;
        let is_legal = from == self.own() && self.legal_moves().contains(&to);
        is_legal.then_some(to).ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        let [cat, mouse] = self.cells.map(Chase::name);
        format!("{cat} {mouse} {}", self.to_move)
    }

    fn parse_position(text: &str) -> Result<Chase, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = || {
            let [cat, mouse, side] = words[..] else {
                return None;
            };
            let to_move = Side::BOTH
                .into_iter()
                .find(|to_move| to_move.to_string() == side)?;
            let cells = [Chase::cell(cat)?, Chase::cell(mouse)?];
            Some(Chase { cells, to_move })
        };
        read().ok_or_else(|| PositionError::new("a position is two cells and a side"))
    }

    fn drawing(&self) -> Drawing {
        let draw = |cell: u8| {
            let here = self.cells.iter().position(|&own| own == cell);
            let point = match here {
                Some(0) => Point::Stone(Side::Black),
                Some(_) => Point::Stone(Side::White),
                None => Point::Empty,
            };
            let symbol = here.map_or(".", |index| ["C", "m"][index]);
            let (x, y) = (i16::from(cell % WIDTH), i16::from(cell / WIDTH));
            Place::cell(Chase::name(cell), 2 * x, -y, point, symbol.into())
        };
        Drawing {
            places: (0..CELLS).map(draw).collect(),
            captions: Vec::new(),
        }
    }

    fn clicks(&self, to: u8) -> Vec<String> {
        vec![Chase::name(self.own()), Chase::name(to)]
    }
}

/// The mouse wants to be far from the cat and near its hole.
pub struct Flight;

impl Evaluation<Chase> for Flight {
    type Accumulator = ();

    fn start(&self, _: &Chase) {}

    fn value(&self, position: &Chase, (): &()) -> i32 {
        let [cat, mouse] = position
            .cells
            .map(|cell| [cell % WIDTH, cell / WIDTH].map(i32::from));
        let apart = |[x, y]: [i32; 2]| (mouse[0] - x).abs().max((mouse[1] - y).abs());
        2 * apart([3, 3]) - apart(cat)
    }
}

impl Game for Chase {
    type Knowledge = NoKnowledge;
    const NAME: &'static str = "chase";
    const TITLE: &'static str = "Chase";
    const ABOUT: &'static str = "A cat, a mouse and a hole.";
    const SIDES: [&'static str; 2] = ["Cat", "Mouse"];
    const SIZE: (u8, u8) = (WIDTH, WIDTH);
    const BENCH: &'static [&'static str] = &["b3 a1 black", "d2 a3 white"];

    fn start() -> Chase {
        Chase {
            cells: [HOLE - 1, 0],
            to_move: Side::Black,
        }
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless("flight", "distance to the hole and from the cat", Flight);
    }
}
