//! Moves as text, in the form of PDN: `32-28`, `15x22`, or every square on the way, `15x22x31`. Where
//! squares have letters: `c3-d4`, `c3:e5`.

use super::drawing;
use super::evaluation::with_kings;
use super::fen;
use super::rules::{Draughts, Move};
use super::squares;
use super::variant::{Naming, Variant};
use crate::game::{Counts, Drawing, MoveError, Notation, Planes, PositionError, Rules, Side};

impl<V: Variant> Notation for Draughts<V> {
    fn name_move(&self, mv: Move) -> String {
        if mv.captured == 0 {
            return join::<V>("-", &[mv.from, mv.to]);
        }
        let between = match V::LAWS.naming {
            Naming::Letters => ":",
            Naming::Numbers | Naming::Mirrored => "x",
        };
        let moves = self.legal_moves();
        let mut alike = moves
            .iter()
            .filter(|other| (other.from, other.to) == (mv.from, mv.to));
        if alike.nth(1).is_none() {
            return join::<V>(between, &[mv.from, mv.to]);
        }
        join::<V>(between, &self.all_squares(mv))
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (squares, takes) = read_squares::<V>(text).ok_or(MoveError::Syntax)?;
        let squares: Option<Vec<u8>> = squares.into_iter().collect();
        let squares = squares.ok_or(MoveError::Illegal)?;
        let from =
            |mv: &Move| mv.from == squares[0] && takes.is_none_or(|it| it == (mv.captured != 0));
        let moves: Vec<Move> = self.legal_moves().into_iter().filter(from).collect();
        let found = match squares[..] {
            // Of several with these ends, the one that has no other squares.
            [_, to] => only(moves.iter().filter(|mv| mv.to == to))
                .or_else(|| self.find_capture(&moves, &squares)),
            _ => self.find_capture(&moves, &squares),
        };
        found.ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        fen::write(self)
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        fen::read(text)
    }

    fn drawing(&self) -> Drawing {
        drawing::draw(self)
    }

    /// The piece, then each square on its way.
    fn clicks(&self, mv: Move) -> Vec<String> {
        self.all_squares(mv)
            .into_iter()
            .map(squares::name::<V>)
            .collect()
    }

    fn counts(&self) -> Option<Counts> {
        Some(Counts {
            what: "pieces",
            of: Side::BOTH.map(|side| self.of(side).count_ones()),
        })
    }

    /// The men of both sides, and their kings.
    fn planes(&self) -> Planes {
        let [black, white] = Side::BOTH;
        let sets = [
            self.men(black),
            self.men(white),
            self.kings_of(black),
            self.kings_of(white),
        ];
        Planes::new(sets.map(u128::from))
    }

    fn plane_points() -> Vec<(i16, i16)> {
        let point = |bit: u8| match V::BOARD.squares >> bit & 1 {
            0 => Planes::OFF_THE_BOARD,
            _ => {
                let (column, row) = squares::place::<V>(bit);
                (2 * i16::from(column), row.into())
            }
        };
        (0..64).map(point).collect()
    }

    /// Only men: kings are few, and go far.
    const GROUPED_KINDS: usize = 2;

    fn is_settled(&self) -> bool {
        !self.must_capture()
    }

    /// A man is worth about 300.
    fn temper(&self, learnt: i32) -> i32 {
        with_kings(self, learnt, 300)
    }
}

impl<V: Variant> Draughts<V> {
    /// The squares of a move, from the first to the last.
    fn all_squares(&self, mv: Move) -> Vec<u8> {
        if mv.captured == 0 {
            return vec![mv.from, mv.to];
        }
        let mut squares = self.way(mv);
        squares.insert(0, mv.from);
        squares
    }

    /// The capture with these squares: all on its way, or Hub's from, to and what is captured, or some on
    /// its way.
    fn find_capture(&self, moves: &[Move], squares: &[u8]) -> Option<Move> {
        let all = |mv: &&Move| self.all_squares(**mv) == squares;
        let of_hub = |mv: &&Move| {
            let captured = squares[2..].iter().fold(0, |all, square| all | 1 << square);
            mv.to == squares[1] && mv.captured == captured
        };
        let some = |mv: &&Move| {
            let way = self.all_squares(**mv);
            let mut rest = way.iter();
            way.last() == squares.last() && squares.iter().all(|square| rest.any(|at| at == square))
        };
        only(moves.iter().filter(all))
            .or_else(|| only(moves.iter().filter(of_hub)))
            .or_else(|| only(moves.iter().filter(some)))
    }
}

fn join<V: Variant>(between: &str, squares: &[u8]) -> String {
    let names = squares.iter().map(|&bit| squares::name::<V>(bit));
    names.collect::<Vec<_>>().join(between)
}

/// The only item, if there is just one.
fn only<'a>(mut moves: impl Iterator<Item = &'a Move>) -> Option<Move> {
    let first = moves.next()?;
    moves.next().is_none().then_some(*first)
}

/// Reads two squares or more, `None` for those that the board does not have, and whether the text tells
/// that the move captures. Squares with letters need nothing between them.
fn read_squares<V: Variant>(text: &str) -> Option<(Vec<Option<u8>>, Option<bool>)> {
    let (first, mut rest) = squares::split::<V>(text)?;
    let (mut all, mut takes) = (vec![first], None);
    while let Some(between) = rest.chars().next() {
        let takes_here = match between {
            'x' | 'X' | ':' => Some(true),
            '-' => Some(false),
            'a'..='h' | 'A'..='H' => None,
            _ => return None,
        };
        if all.len() > 1 && takes != takes_here {
            return None;
        }
        takes = takes_here;
        let (square, left) = squares::split::<V>(&rest[usize::from(takes_here.is_some())..])?;
        all.push(square);
        rest = left;
    }
    let is_step = takes == Some(false) && all.len() > 2;
    (all.len() > 1 && !is_step).then_some((all, takes))
}
