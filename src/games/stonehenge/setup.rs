//! Positions that are set up stone by stone: the owners of the lines follow from the stones.

use super::drawing::cell_name;
use super::geometry::{CELLS, LINES};
use super::notation::read_stones;
use super::rules::Stonehenge;
use crate::game::{Notation, Side, Standing};

/// The stones of both sides, as the drawing has them.
pub(super) const PIECES: &[(Side, &str)] = &[
    (Side::Black, "X1"),
    (Side::Black, "X2"),
    (Side::Black, "X3"),
    (Side::Black, "X4"),
    (Side::Black, "X5"),
    (Side::Black, "X6"),
    (Side::White, "O1"),
    (Side::White, "O2"),
    (Side::White, "O3"),
    (Side::White, "O4"),
    (Side::White, "O5"),
    (Side::White, "O6"),
];

/// Positions with many lines of equal sums are tried in so many ways.
const MOST_TRIES: usize = 256;

/// A position with these stones. Who owns a full line with equal sums depends on the order of the moves: the
/// owners are such that there is one, if there are such owners.
pub(super) fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
    let cells: String = (0..CELLS).map(|cell| symbol(cell, pieces)).collect();
    let write = |owned: [u16; 2]| {
        let owner = |line| {
            Side::BOTH
                .into_iter()
                .find(|side| owned[side.index()] >> line & 1 == 1)
        };
        let lines = (0..LINES).map(|line| owner(line).map_or('.', Side::symbol));
        format!("{cells} {} {}", lines.collect::<String>(), to_move.letter())
    };
    let safe = read_stones(&cells).map_or([0; 2], |position| position.safe_lines());
    let even = safe[0] & safe[1];
    let mut tries = subsets(even).take(MOST_TRIES);
    let with = |of_black: u16| {
        write([
            safe[0] & !even | of_black,
            safe[1] & !even | even & !of_black,
        ])
    };
    let found = tries.find(|&of_black| Stonehenge::parse_position(&with(of_black)).is_ok());
    with(found.unwrap_or(even))
}

/// The cell as the notation writes it.
fn symbol(cell: usize, pieces: &[Standing<'_>]) -> char {
    let name = cell_name(cell);
    let stone = pieces.iter().find(|piece| piece.place == name);
    let value = |stone: &Standing<'_>| stone.text.bytes().last().unwrap_or(b'1') - b'1';
    match stone {
        None => '.',
        Some(stone) if stone.side == Side::Black => char::from(b'A' + value(stone)),
        Some(stone) => char::from(b'a' + value(stone)),
    }
}

/// All subsets of a set of lines, itself first.
fn subsets(set: u16) -> impl Iterator<Item = u16> {
    let next = move |&subset: &u16| (subset != 0).then(|| (subset - 1) & set);
    std::iter::successors(Some(set), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(stones: &str, to_move: Side) -> Result<Stonehenge, String> {
        let stones = stones.split_whitespace().map(|stone| Standing {
            place: &stone[..1],
            side: match &stone[1..2] {
                "X" => Side::Black,
                _ => Side::White,
            },
            text: &stone[1..],
        });
        let text = arranged(&stones.collect::<Vec<_>>(), to_move);
        Stonehenge::parse_position(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_belong_to_whom_the_stones_give_them() {
        let position = set_up("KX6 JO5 AX4 BO6", Side::Black).expect("a position");
        assert_eq!(position.position(), "Df......eF........ O....X....X...O b");
    }

    #[test]
    fn a_full_line_with_equal_sums_belongs_to_a_side_that_can_have_it() {
        // White filled the line of A and B, so it is Black's.
        let position = set_up("AX6 BO6", Side::Black).expect("a position");
        assert_eq!(position.position(), "Ff................ X.............. b");
    }

    #[test]
    fn stones_that_no_hand_has_are_refused() {
        let refused = set_up("AX6 BX6 CO1 DO1", Side::Black).expect_err("two sixes");
        assert!(refused.contains("only one stone of value 6"), "{refused}");
    }
}
