//! The check that a position can arise in a game.

use super::board::Geometry;
use super::rules::Connect4;
use crate::game::{Game, Grid, Point, PositionError, Side, Vertex};

/// Creates the position with these discs and this side to move.
///
/// # Errors
/// Returns a sentence that says why no game leads there.
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
                "Red moves first and the sides take turns: {black} red and {white} yellow discs cannot \
                 arise"
            )));
        }
    };
    if due != to_move {
        return Err(PositionError::new(format!(
            "with {black} red and {white} yellow discs it is {}'s move",
            Connect4::<7, 6>::SIDES[due.index()]
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
    // The last disc made the four: without it there is none.
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

/// Takes discs off, turn by turn, until the board is empty.
struct Retreat<const COLUMNS: usize, const ROWS: usize> {
    /// A bit for each combination of column heights that was tried in vain. The heights tell which
    /// discs are left, and so whose turn it was.
    tried: Vec<u64>,
}

impl<const COLUMNS: usize, const ROWS: usize> Retreat<COLUMNS, ROWS> {
    fn new() -> Self {
        let combinations = Geometry::<COLUMNS, ROWS>::HEIGHT.pow(COLUMNS as u32);
        // Zeroed memory costs nothing until it is touched.
        Retreat {
            tried: vec![0; combinations / 64 + 1],
        }
    }

    /// Returns true if turns can be taken back to the empty board, the first by the owner of
    /// `last`, the second by the owner of `other`, and so on.
    fn reaches_the_start(&mut self, last: u64, other: u64) -> bool {
        if last == 0 {
            return other == 0;
        }
        if !self.is_new(last | other) {
            return false;
        }
        // The highest columns are the hardest to empty.
        let mut tops: Vec<u64> = Self::tops(last, last | other).collect();
        let height = Geometry::<COLUMNS, ROWS>::HEIGHT as u32;
        tops.sort_unstable_by_key(|disc| std::cmp::Reverse(disc.trailing_zeros() % height));
        tops.into_iter()
            .any(|disc| self.reaches_the_start(other, last & !disc))
    }

    /// The discs among `stones` that are on top of their columns.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// Reads the lowest rows of a standard board; the rest is empty.
    fn read(rows: &str, side: char) -> Result<String, String> {
        let missing = 6 - rows.split('/').count();
        let text = format!("{}{rows} {side}", "......./".repeat(missing));
        Connect4::<7, 6>::parse_position(&text)
            .map(|position| position.position())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn what_a_game_leads_to_is_accepted() {
        for (rows, side) in [
            (".......", 'b'),
            ("...X...", 'w'),
            // Black has just won; so has White; two fours at once; a draw.
            ("OOO..../XXXX...", 'w'),
            ("O....../OX...../OX...../OXX....", 'b'),
            ("OOO.OOO/XXXXXXX", 'w'),
            ("OOXOXXX/OXOXXXO/OOXOOOX/XOOOXXO/OXXXOOX/OXOXOXX", 'b'),
        ] {
            let read = read(rows, side).unwrap_or_else(|error| panic!("{rows}: {error}"));
            assert!(read.ends_with(&format!("{rows} {side}")));
        }
    }

    #[test]
    fn what_no_game_leads_to_is_refused_with_the_reason() {
        for (rows, side, reason) in [
            ("X....../.......", 'w', "floats"),
            ("...X...", 'b', "it is Yellow's move"),
            (".......", 'w', "it is Red's move"),
            ("...XX..", 'b', "2 red and 0 yellow discs"),
            ("...O...", 'b', "0 red and 1 yellow discs"),
            ("XXXXXXX", 'b', "7 red and 0 yellow"),
            ("OOOO.../XXXX...", 'b', "both sides"),
            ("X....../XXX..../OOOO...", 'b', "order of turns"),
            ("OOO..../XXXX..O", 'b', "the side to move has four"),
            // Two fours without a common disc: one of them ended the game.
            ("X.....X/X.O.O.X/X.O.O.X/X.OOO.X", 'w', "ended before"),
            // The four lies below the tops of its columns.
            ("OOOX.../XXXXO..", 'w', "ended before"),
            // Each column has White's disc at the bottom, and Black moves first.
            ("XX...../OO.....", 'b', "no order of turns"),
        ] {
            let error = read(rows, side).expect_err(rows);
            assert!(error.contains(reason), "{rows}: {error}");
        }
    }
}
