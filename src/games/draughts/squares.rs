//! The names of squares, and their places in the picture.

use super::variant::{Naming, Variant};

/// The name of the square of a bit: `32`, or `c3` where squares have letters.
pub(super) fn name<V: Variant>(bit: u8) -> String {
    let (column, row) = place::<V>(bit);
    match V::LAWS.naming {
        Naming::Letters => {
            let letter = char::from(b'a' + column);
            format!("{letter}{}", V::BOARD.side() - row)
        }
        Naming::Numbers | Naming::Mirrored => number::<V>(bit).to_string(),
    }
}

/// The number of the square of a bit.
pub(super) fn number<V: Variant>(bit: u8) -> u8 {
    let (row, place) = V::BOARD.row_and_place(bit);
    let place = match V::LAWS.naming {
        Naming::Mirrored => V::BOARD.half - 1 - place,
        Naming::Numbers | Naming::Letters => place,
    };
    row * V::BOARD.half + place + 1
}

/// The bit of the square with this number.
pub(super) fn of_number<V: Variant>(number: u8) -> Option<u8> {
    let square = number
        .checked_sub(1)
        .filter(|&square| square < V::BOARD.len())?;
    let bit = V::BOARD.bit(square);
    // Mirroring is its own opposite.
    Some(V::BOARD.bit(self::number::<V>(bit) - 1))
}

/// The column and row of a bit in the picture, from the top left.
pub(super) fn place<V: Variant>(bit: u8) -> (u8, u8) {
    let (column, (row, _)) = (V::BOARD.column(bit), V::BOARD.row_and_place(bit));
    match V::LAWS.naming {
        Naming::Mirrored => (V::BOARD.side() - 1 - column, row),
        Naming::Numbers | Naming::Letters => (column, row),
    }
}

/// Splits the name of a square, in any case, from the front of a text: a number, or letter and row where
/// squares have letters. The square is `None` if the board has no such one.
pub(super) fn split<V: Variant>(text: &str) -> Option<(Option<u8>, &str)> {
    let first = text.bytes().next()?.to_ascii_lowercase();
    let is_letter = V::LAWS.naming == Naming::Letters && (b'a'..=b'h').contains(&first);
    let digits = text[usize::from(is_letter)..].bytes();
    let digits = digits.take_while(u8::is_ascii_digit).count();
    if is_letter {
        let row = text[1..].bytes().next().filter(u8::is_ascii_digit)? - b'0';
        let row = V::BOARD.side().checked_sub(row);
        let square = row.and_then(|row| V::BOARD.at(first - b'a', row));
        return Some((square, &text[2..]));
    }
    if digits == 0 {
        return None;
    }
    let number = text[..digits].parse().ok();
    Some((number.and_then(of_number::<V>), &text[digits..]))
}
