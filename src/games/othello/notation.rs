//! Moves of Othello as vertices, and positions on one line, as in `.obf` files:
//! `---------------------------OX------XO--------------------------- X`.

use super::evaluation::shapes;
use super::geometry::{CENTRE, with_neighbours};
use super::rules::{Othello, Square};
use crate::game::{
    Counts, Grid, MoveError, Notation, Planes, Point, PositionError, Rules, Side, Standing, TopRow,
    Vertex,
};

impl Notation for Othello {
    fn planes(&self) -> Planes {
        Planes::new(Side::BOTH.map(|side| self.discs(side).into()))
    }

    fn plane_points() -> Vec<(i16, i16)> {
        (0..64)
            .map(|square| (2 * (square % 8), square / 8))
            .collect()
    }

    fn groups() -> Vec<Vec<u8>> {
        shapes()
    }

    const PHASES: usize = 6;

    fn name_move(&self, mv: Square) -> String {
        if mv == Square::PASS {
            "pass".into()
        } else {
            Vertex::new(mv.0 % 8, mv.0 / 8).to_string()
        }
    }

    fn parse_move(&self, text: &str) -> Result<Square, MoveError> {
        let mv = if text.eq_ignore_ascii_case("pass") {
            Some(Square::PASS)
        } else {
            let vertex = Vertex::parse(text).ok_or(MoveError::Syntax)?;
            let on_board = vertex.column < 8 && vertex.row < 8;
            on_board.then(|| Square(vertex.row * 8 + vertex.column))
        };
        mv.filter(|mv| self.legal_moves().contains(mv))
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        write(|square| self.disc(square), self.to_move())
    }

    fn parse_position(text: &str) -> Result<Othello, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, side] = words[..] else {
            return Err(PositionError::new(
                "a position is 64 squares from A1 row by row, a space, and X or O to move",
            ));
        };
        let to_move = match side {
            "X" => Side::Black,
            "O" => Side::White,
            other => {
                return Err(PositionError::new(format!(
                    "the side to move is X or O and not {other:?}"
                )));
            }
        };
        let discs = read_discs(board)?;
        check(discs)?;
        let position = Othello::from_discs(discs, to_move);
        // The start with colours swapped is a legitimate game, though none begins that way.
        let exchanged = Othello::from_discs([discs[1], discs[0]], !to_move);
        let is_start = [position, exchanged].contains(&Othello::START);
        if (discs[0] | discs[1]) == CENTRE && !is_start {
            return Err(PositionError::new(
                "with four discs it is the start: X on E4 and D5, O on D4 and E5, X to move",
            ));
        }
        Ok(position)
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::new(8, 8, TopRow::First, |vertex| {
            let side = self.disc(vertex.row * 8 + vertex.column);
            side.map_or(Point::Empty, Point::Stone)
        }))
    }

    fn counts(&self) -> Option<Counts> {
        let count = |side| {
            (0..64)
                .filter(|&square| self.disc(square) == Some(side))
                .count()
        };
        Some(Counts {
            what: "discs",
            of: Side::BOTH.map(|side| count(side) as u32),
        })
    }
}

impl Othello {
    /// The owner of the disc on a square.
    fn disc(&self, square: u8) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.discs(side) >> square & 1 != 0)
    }
}

/// A position with these discs.
pub(super) fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
    let disc = |square| {
        let name = Vertex::new(square % 8, square / 8).to_string();
        let piece = pieces.iter().find(|piece| piece.place == name)?;
        Some(piece.side)
    };
    write(disc, to_move)
}

fn write(disc: impl Fn(u8) -> Option<Side>, to_move: Side) -> String {
    let board = (0..64).map(|square| disc(square).map_or('-', Side::symbol));
    format!("{} {}", board.collect::<String>(), to_move.symbol())
}

/// Reads the squares into the discs of Black and of White.
fn read_discs(board: &str) -> Result<[u64; 2], PositionError> {
    let squares = board.chars().count();
    if squares != 64 {
        return Err(PositionError::new(format!(
            "the board has 64 squares, not {squares}"
        )));
    }
    let mut discs = [0; 2];
    for (square, symbol) in board.chars().enumerate() {
        match symbol {
            'X' => discs[Side::Black.index()] |= 1 << square,
            'O' => discs[Side::White.index()] |= 1 << square,
            '-' => {}
            other => {
                return Err(PositionError::new(format!(
                    "a square is X, O or - and not {other:?}"
                )));
            }
        }
    }
    Ok(discs)
}

/// Refuses positions that no game can reach: discs are never removed, and each is put beside
/// another.
fn check([black, white]: [u64; 2]) -> Result<(), PositionError> {
    let occupied = black | white;
    if occupied & CENTRE != CENTRE {
        return Err(PositionError::new(
            "the four squares in the centre are never empty",
        ));
    }
    let mut connected = CENTRE;
    loop {
        let next = with_neighbours(connected) & occupied;
        if next == connected {
            break;
        }
        connected = next;
    }
    let floating = occupied & !connected;
    if floating != 0 {
        let square = floating.trailing_zeros() as u8;
        return Err(PositionError::new(format!(
            "the disc on {} is not connected to the centre",
            Vertex::new(square % 8, square / 8)
        )));
    }
    Ok(())
}
