//! Dots and boxes, as a crate outside of Heelstone adds a game: this one file is all it takes to get
//! the search, the solver, the GTP engine, perft and the matches.
//!
//! Two players draw the edges of a board of N x N boxes, one at a time. Who draws the fourth edge
//! of a box owns it and **moves again**. When all edges are drawn, the margin is the difference of
//! the boxes. The board with two boxes a side, as the command `board` shows it:
//!
//! ```text
//!   A B C D E
//! 5 + - + . +        A1 is a post, B1 an edge, B2 a box. The points are numbered row by row:
//! 4 | X |   .        posts and boxes are even, edges are odd, so edge n is point 2n + 1.
//! 3 + - + . +
//! 2 .   .   .        The same as a position: the edges, the owners of the boxes, the side to
//! 1 + - + . +        move: `-....-.--.-. ..X. b`
//!   A B C D E
//! ```

use std::process::ExitCode;

use heelstone::game::{
    Counts, Drawing, Evaluation, EvaluationVisitor, Expansion, Game, Grid, Knowledge, MoveError,
    Moves, Notation, Place, Planes, Point, PositionError, Rules, Scale, Side, Symmetry, TopRow,
    Turn, Value, Vertex, read_side,
};
use heelstone::session::Registry;

/// A position on a board of N x N boxes, with N up to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes<const N: usize> {
    /// The edges that are drawn, bit n for edge n.
    edges: u32,
    /// The boxes of Black and of White, row by row.
    boxes: [u16; 2],
    to_move: Side,
}

/// An edge to draw, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge(u8);

impl<const N: usize> DotsAndBoxes<N> {
    /// Points in a row of the board.
    const WIDTH: usize = 2 * N + 1;
    const BOXES: usize = N * N;
    const EDGES: usize = 2 * N * (N + 1);
    const ALL_EDGES: u32 = (1 << Self::EDGES) - 1;

    /// The four edges around a box, as bits.
    fn around(index: usize) -> u32 {
        let point = (2 * (index / N) + 1) * Self::WIDTH + 2 * (index % N) + 1;
        let beside = [
            point - Self::WIDTH,
            point - 1,
            point + 1,
            point + Self::WIDTH,
        ];
        beside
            .into_iter()
            .fold(0, |bits, edge| bits | 1 << (edge / 2))
    }

    /// The boxes that have exactly that many edges, as bits.
    fn boxes_with(&self, edges: u32) -> u16 {
        let drawn = |index: &usize| (self.edges & Self::around(*index)).count_ones() == edges;
        (0..Self::BOXES)
            .filter(drawn)
            .fold(0, |boxes, index| boxes | 1 << index)
    }

    /// The difference of the boxes, seen from the side to move.
    fn margin(&self) -> i16 {
        let [own, other] = [self.to_move, !self.to_move].map(|side| self.boxes[side.index()]);
        own.count_ones() as i16 - other.count_ones() as i16
    }

    fn vertex(point: usize) -> Vertex {
        Vertex::new((point % Self::WIDTH) as u8, (point / Self::WIDTH) as u8)
    }

    fn point(vertex: Vertex) -> usize {
        usize::from(vertex.row) * Self::WIDTH + usize::from(vertex.column)
    }

    fn owner(&self, index: usize) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.boxes[side.index()] >> index & 1 == 1)
    }
}

impl<const N: usize> Rules for DotsAndBoxes<N> {
    type Move = Edge;
    const SCALE: Scale = Scale::Margin;
    // The edges, Black's boxes and the side to move; all other closed boxes are White's.
    const KEY_BITS: Option<u32> = Some((Self::EDGES + Self::BOXES + 1) as u32);

    fn turn(&self) -> Turn {
        self.to_move.into()
    }

    fn outcome(&self) -> Option<Value> {
        (self.edges == Self::ALL_EDGES).then(|| Value(self.margin()).seen_by(self.to_move))
    }

    fn moves(&self, moves: &mut Moves<Edge>) {
        let free = (0..Self::EDGES as u8).filter(|edge| self.edges >> edge & 1 == 0);
        moves.extend(free.map(Edge));
    }

    fn play(&mut self, mv: Edge) {
        let closed_before = self.boxes_with(4);
        self.edges |= 1 << mv.0;
        let closed = self.boxes_with(4) & !closed_before;
        self.boxes[self.to_move.index()] |= closed;
        if closed == 0 {
            self.to_move = !self.to_move;
        }
    }

    fn key(&self) -> u64 {
        let owners = u64::from(self.boxes[0]) << 1 | self.to_move.index() as u64;
        owners << Self::EDGES | u64::from(self.edges)
    }

    fn max_plies(&self) -> Option<u32> {
        Some(Self::EDGES as u32 - self.edges.count_ones())
    }
}

impl<const N: usize> Symmetry for DotsAndBoxes<N> {
    /// Only the number of boxes that each side has counts, not which ones they are.
    fn canonical_key(&self) -> u64 {
        let margin = (self.margin() + Self::BOXES as i16) as u64;
        margin << Self::EDGES | u64::from(self.edges)
    }

    fn exchanged(&self) -> Option<Self> {
        let [black, white] = self.boxes;
        Some(DotsAndBoxes {
            boxes: [white, black],
            to_move: !self.to_move,
            ..*self
        })
    }
}

/// Knowledge that makes the search faster. The game works without it, with `NoKnowledge`.
#[derive(Default)]
pub struct BoxesKnowledge;

impl<const N: usize> Knowledge<DotsAndBoxes<N>> for BoxesKnowledge {
    type Memory = ();

    /// Boxes to close first, then edges that give nothing away.
    fn expand(&self, position: &DotsAndBoxes<N>, moves: &mut Moves<Edge>) -> Expansion {
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let closes = next.to_move == position.to_move;
            let gives = next.boxes_with(3).count_ones() as i32;
            moves.push_ranked(mv, if closes { 10 } else { -gives });
        }
        Expansion::Open
    }

    /// Nobody gets more than all open boxes.
    fn bounds(&self, position: &DotsAndBoxes<N>) -> (Value, Value) {
        let closed = position.boxes_with(4).count_ones() as i16;
        let open = DotsAndBoxes::<N>::BOXES as i16 - closed;
        let margin = position.margin();
        (Value(margin - open), Value(margin + open))
    }

    fn key(&self, position: &DotsAndBoxes<N>) -> u64 {
        position.canonical_key()
    }
}

impl<const N: usize> Notation for DotsAndBoxes<N> {
    fn name_move(&self, mv: Edge) -> String {
        Self::vertex(2 * usize::from(mv.0) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Edge, MoveError> {
        let vertex = Vertex::parse(text).ok_or(MoveError::Syntax)?;
        // What is off the board, no edge or drawn already is not empty.
        let is_free = self.points().point(vertex) == Point::Empty;
        let edge = is_free.then(|| Edge((Self::point(vertex) / 2) as u8));
        edge.ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        let drawn = |edge| {
            if self.edges >> edge & 1 == 1 {
                '-'
            } else {
                '.'
            }
        };
        let edges: String = (0..Self::EDGES).map(drawn).collect();
        let owner = |index| self.owner(index).map_or('.', Side::symbol);
        let boxes: String = (0..Self::BOXES).map(owner).collect();
        format!("{edges} {boxes} {}", self.to_move.letter())
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [edges, boxes, side] = words[..] else {
            return Err(PositionError::new("a position is edges, boxes, and b or w"));
        };
        let mut position = Self::start();
        position.edges = read_bits(edges, '-', "-.", Self::EDGES)?;
        for side in Side::BOTH {
            let bits = read_bits(boxes, side.symbol(), "XO.", Self::BOXES)?;
            position.boxes[side.index()] = bits as u16;
        }
        position.to_move = read_side(side)?;
        position.check()?;
        Ok(position)
    }

    fn grid(&self) -> Option<Grid> {
        Some(self.points())
    }

    fn counts(&self) -> Option<Counts> {
        Some(Counts {
            what: "boxes",
            of: self.boxes.map(u16::count_ones),
        })
    }

    /// The drawn edges, and the boxes of both sides, for `train`.
    fn planes(&self) -> Planes {
        let boxes = Side::BOTH.map(|side| u128::from(self.boxes[side.index()]) << Self::EDGES);
        Planes::new([self.edges.into(), boxes[0], boxes[1]])
    }

    /// Only the edges: whose a box is changes nothing but the count.
    const GROUPED_KINDS: usize = 1;

    fn plane_points() -> Vec<(i16, i16)> {
        let point = |vertex: Vertex| {
            let row = 2 * N as i16 - i16::from(vertex.row);
            (2 * i16::from(vertex.column), row)
        };
        let edges = (0..Self::EDGES).map(|edge| point(Self::vertex(2 * edge + 1)));
        let boxes = (0..Self::BOXES).map(|index| {
            let (column, row) = (2 * (index % N) + 1, 2 * (index / N) + 1);
            point(Vertex::new(column as u8, row as u8))
        });
        edges.chain(boxes).collect()
    }

    /// The grid, and the posts and the drawn edges as text.
    fn drawing(&self) -> Drawing {
        let mut drawing = self.points().draw();
        for point in 0..Self::WIDTH * Self::WIDTH {
            let vertex = Self::vertex(point);
            let text = match (vertex.column % 2, vertex.row % 2) {
                (0, 0) => "+",
                (column, row) if column == row || self.edges >> (point / 2) & 1 == 0 => continue,
                (1, _) => "-",
                _ => "|",
            };
            let (x, y) = (
                2 * i16::from(vertex.column),
                2 * N as i16 - i16::from(vertex.row),
            );
            drawing.places.push(Place::label(text.into(), x, y));
        }
        drawing
    }
}

/// Reads a word of `length` symbols out of `known`: the bits where `wanted` stands.
fn read_bits(text: &str, wanted: char, known: &str, length: usize) -> Result<u32, PositionError> {
    if text.chars().count() != length || !text.chars().all(|symbol| known.contains(symbol)) {
        return Err(PositionError::new(format!(
            "{text:?} is not {length} of {known}"
        )));
    }
    let places = text
        .chars()
        .enumerate()
        .filter(|(_, symbol)| *symbol == wanted);
    Ok(places.fold(0, |bits, (place, _)| bits | 1 << place))
}

impl<const N: usize> DotsAndBoxes<N> {
    /// Posts, drawn edges and open boxes are no points to play on.
    fn points(&self) -> Grid {
        let width = Self::WIDTH as u8;
        Grid::new(width, width, TopRow::Last, |vertex| {
            let box_index = usize::from(vertex.row) / 2 * N + usize::from(vertex.column) / 2;
            match (vertex.column % 2, vertex.row % 2) {
                (0, 0) => Point::Off,
                (1, 1) => self.owner(box_index).map_or(Point::Off, Point::Stone),
                _ if self.edges >> (Self::point(vertex) / 2) & 1 == 0 => Point::Empty,
                _ => Point::Off,
            }
        })
    }

    /// Refuses what no game can reach.
    fn check(&self) -> Result<(), PositionError> {
        let closed = self.boxes_with(4);
        if self.boxes[0] | self.boxes[1] != closed {
            return Err(PositionError::new(
                "a box has an owner when its four edges are drawn",
            ));
        }
        // Each edge that closes no box changes the turn. Two boxes may be closed by one edge or by
        // two, so that either side may be to move.
        let turns = self.edges.count_ones() - closed.count_ones().min(1);
        if closed.count_ones() < 2 && Side::BOTH[turns as usize % 2] != self.to_move {
            return Err(PositionError::new(format!(
                "it is {}'s move",
                !self.to_move
            )));
        }
        Ok(())
    }
}

/// 100 for each box, those that can be closed at once included.
#[derive(Clone, Copy, Debug)]
pub struct Boxes;

impl<const N: usize> Evaluation<DotsAndBoxes<N>> for Boxes {
    type Accumulator = ();

    fn start(&self, _: &DotsAndBoxes<N>) {}

    fn value(&self, position: &DotsAndBoxes<N>, (): &()) -> i32 {
        let to_close = position.boxes_with(3).count_ones() as i32;
        let value = 100 * (i32::from(position.margin()) + to_close);
        // An evaluation is seen from Black.
        if position.to_move == Side::Black {
            value
        } else {
            -value
        }
    }

    /// It counts hundredths of a box.
    fn per_margin(&self) -> Option<u16> {
        Some(100)
    }
}

impl<const N: usize> Game for DotsAndBoxes<N> {
    type Knowledge = BoxesKnowledge;

    const NAME: &'static str = "dotsandboxes";
    const TITLE: &'static str = "Dots-and-boxes";
    const ABOUT: &'static str = "Draw the fourth edge of a box to own it and to move again.";
    const UNIT: Option<&'static str> = Some("boxes");
    const SIZE: (u8, u8) = (N as u8, N as u8);
    // GoGui is told the points in a row, which its vertices name.
    const BOARD_SIZES: &'static [&'static [u32]] = &[&[2 * N as u32 + 1], &[N as u32, N as u32]];
    const PERFT: &'static str = match N {
        2 => "start; 1 12 0; 2 132 0; 3 1320 0; 4 11880 0; 5 95040 0; 6 665280 0; 7 3991680 0",
        _ => "start; 1 24 0; 2 552 0; 3 12144 0; 4 255024 0; 5 5100480 0",
    };
    const BENCH: &'static [&'static str] = match N {
        2 => &["............ .... b", "-....-.--.-. ..X. b"],
        _ => &["........................ ......... b"],
    };

    fn start() -> Self {
        DotsAndBoxes {
            edges: 0,
            boxes: [0, 0],
            to_move: Side::Black,
        }
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit(
            "boxes",
            "100 for each box, those to close at once included",
            Boxes,
        );
    }
}

// `Registry::all()` in place of `empty()` would add the game to those of Heelstone.
fn main() -> ExitCode {
    heelstone::run(
        Registry::empty()
            .with::<DotsAndBoxes<3>>()
            .with::<DotsAndBoxes<2>>(),
    )
}
