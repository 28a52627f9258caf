//! The picture of a position: dark squares by their names, and around them what tells the names.

use super::rules::Draughts;
use super::squares;
use super::variant::{Naming, Variant};
use crate::game::{Drawing, Place, Point, Side};

/// Draws a position. Kings have a `K` beside them.
pub(super) fn draw<V: Variant>(position: &Draughts<V>) -> Drawing {
    let cells = (0..V::BOARD.len()).map(|square| {
        let bit = V::BOARD.bit(square);
        let (column, row) = squares::place::<V>(bit);
        let owner = Side::BOTH
            .into_iter()
            .find(|&side| position.of(side) >> bit & 1 == 1);
        let point = owner.map_or(Point::Empty, Point::Stone);
        let is_king = owner.is_some_and(|side| position.kings_of(side) >> bit & 1 == 1);
        let text = format!("{}{}", point.symbol(), if is_king { "K" } else { "" });
        let (x, y) = (2 * i16::from(column), i16::from(row));
        Place::cell(squares::name::<V>(bit), x, y, point, text)
    });
    let mut places: Vec<Place> = cells.collect();
    places.extend(match V::LAWS.naming {
        Naming::Letters => letters_and_rows::<V>(),
        Naming::Numbers | Naming::Mirrored => numbers_of_rows::<V>(),
    });
    Drawing {
        places,
        captions: Vec::new(),
    }
}

/// The letters of the columns below, and the numbers of the rows on the left.
fn letters_and_rows<V: Variant>() -> Vec<Place> {
    let side = V::BOARD.side();
    let letters = (0..side).map(|column| {
        let letter = char::from(b'a' + column).to_string();
        Place::label(letter, 2 * i16::from(column), side.into())
    });
    let rows = (0..side).map(|row| Place::label((side - row).to_string(), -2, row.into()));
    letters.chain(rows).collect()
}

/// The first number of each row on the left, and the last one on the right.
fn numbers_of_rows<V: Variant>() -> Vec<Place> {
    let (side, half) = (V::BOARD.side(), V::BOARD.half);
    let of_row = |row: u8| {
        let first = format!("{:>2}", row * half + 1);
        let last = ((row + 1) * half).to_string();
        let y = i16::from(row);
        [
            Place::label(first, -4, y),
            Place::label(last, 2 * i16::from(side) + 1, y),
        ]
    };
    (0..side).flat_map(of_row).collect()
}
