//! Whether a position can arise in a game.

use super::board::Geometry;
use super::rules::Connect4;
use crate::game::{Grid, Point, PositionError, Side, Vertex};

/// The position with these discs and this side to move.
///
/// # Errors
/// A sentence that says why no game leads there.
pub(super) fn arrange<const COLUMNS: usize, const ROWS: usize>(
    grid: &Grid,
    to_move: Side,
) -> Result<Connect4<COLUMNS, ROWS>, PositionError> {
    let mut stones = [0; 2];
    for column in 0..COLUMNS as u8 {
        for row in 0..ROWS as u8 {
            let vertex = Vertex::new(column, row);
            let Point::Stone(side) = grid.point(vertex) else {
                continue;
            };
            if row > 0 && grid.point(Vertex::new(column, row - 1)) == Point::Empty {
                return Err(PositionError::new(format!(
                    "the disc on {vertex} floats above an empty cell"
                )));
            }
            stones[side.index()] |= Connect4::<COLUMNS, ROWS>::cell(vertex);
        }
    }
    check_counts(stones, to_move)?;
    let position = Connect4::from_stones(stones);
    check_history(&position)?;
    Ok(position)
}

fn check_counts(stones: [u64; 2], to_move: Side) -> Result<(), PositionError> {
    let [black, white] = stones.map(u64::count_ones);
    let due = match black.checked_sub(white) {
        Some(0) => Side::Black,
        Some(1) => Side::White,
        _ => {
            return Err(PositionError::new(format!(
                "Black moves first and the sides take turns: {black} X and {white} O cannot arise"
            )));
        }
    };
    if due != to_move {
        return Err(PositionError::new(format!(
            "with {black} X and {white} O it is {due}'s move"
        )));
    }
    Ok(())
}

fn check_history<const COLUMNS: usize, const ROWS: usize>(
    position: &Connect4<COLUMNS, ROWS>,
) -> Result<(), PositionError> {
    let four = Geometry::<COLUMNS, ROWS>::has_four;
    let (mover, other) = (position.mover(), position.opponent());
    if four(mover) {
        let sentence = if four(other) {
            "both sides have four in a row, and the game ends with the first"
        } else {
            "the side to move has four in a row, so the game ended before the last disc fell"
        };
        return Err(PositionError::new(sentence));
    }
    let mut retreat = Retreat::<COLUMNS, ROWS>::new();
    if !four(other) {
        return match retreat.reaches_the_start(other, mover) {
            true => Ok(()),
            false => Err(PositionError::new(
                "no order of turns builds these columns from the bottom",
            )),
        };
    }
    // The four was made by the last disc: without it there is none.
    let last = Retreat::<COLUMNS, ROWS>::tops(other, mover | other);
    let last: Vec<u64> = last.filter(|disc| !four(other & !disc)).collect();
    if last.is_empty() {
        return Err(PositionError::new(
            "no last disc can have made this four in a row, so the game ended before",
        ));
    }
    match last
        .into_iter()
        .any(|disc| retreat.reaches_the_start(mover, other & !disc))
    {
        true => Ok(()),
        false => Err(PositionError::new(
            "no order of turns that ends with this four in a row builds these columns",
        )),
    }
}

/// Takes discs off again, turn by turn, until the board is empty.
struct Retreat<const COLUMNS: usize, const ROWS: usize> {
    /// A bit for each combination of heights that was tried in vain: heights tell which discs are
    /// left, and these whose turn it was.
    tried: Vec<u64>,
}

impl<const COLUMNS: usize, const ROWS: usize> Retreat<COLUMNS, ROWS> {
    fn new() -> Self {
        let combinations = Geometry::<COLUMNS, ROWS>::HEIGHT.pow(COLUMNS as u32);
        // Zeroed memory that is not looked at costs nothing.
        Retreat {
            tried: vec![0; combinations / 64 + 1],
        }
    }

    /// Whether turns can be taken back to the empty board, the first by the owner of `last`, the
    /// second by the owner of `other`, and so on.
    fn reaches_the_start(&mut self, last: u64, other: u64) -> bool {
        if last == 0 {
            return other == 0;
        }
        if !self.is_new(last | other) {
            return false;
        }
        // The highest columns are the hardest to get rid of.
        let mut tops: Vec<u64> = Self::tops(last, last | other).collect();
        let height = Geometry::<COLUMNS, ROWS>::HEIGHT as u32;
        tops.sort_unstable_by_key(|disc| std::cmp::Reverse(disc.trailing_zeros() % height));
        tops.into_iter()
            .any(|disc| self.reaches_the_start(other, last & !disc))
    }

    /// The discs among `stones` on top of their columns.
    fn tops(stones: u64, occupied: u64) -> impl Iterator<Item = u64> {
        let highest = occupied & !((occupied & Geometry::<COLUMNS, ROWS>::CELLS) >> 1);
        (0..COLUMNS)
            .map(move |column| stones & highest & Geometry::<COLUMNS, ROWS>::column(column))
            .filter(|&disc| disc != 0)
    }

    fn is_new(&mut self, occupied: u64) -> bool {
        let index = (0..COLUMNS).fold(0, |index, column| {
            let cells = occupied & Geometry::<COLUMNS, ROWS>::column(column);
            index * Geometry::<COLUMNS, ROWS>::HEIGHT + cells.count_ones() as usize
        });
        let (word, bit) = (&mut self.tried[index / 64], 1 << (index % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}
