//! Vertices, as the Go Text Protocol names them: a letter without I, and a number.

use std::fmt;

/// A point of a board: `A1` is column 0, row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    /// The column, from 0: the letter.
    pub column: u8,
    /// The row, from 0: the number less one.
    pub row: u8,
}

impl Vertex {
    /// The most columns that have a letter: A to Z without I.
    pub const MAX_COLUMNS: u8 = 25;

    /// A vertex from its column and row, both from 0.
    pub const fn new(column: u8, row: u8) -> Vertex {
        Vertex { column, row }
    }

    /// Reads `d3` or `D3`. A number too large for any board is read as the largest possible row,
    /// which is off every board. `None` for a text that does not have the form of a vertex.
    pub fn parse(text: &str) -> Option<Vertex> {
        let mut chars = text.chars();
        let column = Vertex::parse_column(chars.next()?)?;
        let row = Vertex::parse_row(chars.as_str())?;
        Some(Vertex::new(column, row))
    }

    /// Reads the number of a row, as [`Vertex::parse`] does: `1` is 0.
    pub fn parse_row(digits: &str) -> Option<u8> {
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        match digits.parse::<u64>() {
            Ok(0) => None,
            Ok(row) => Some(row.min(256).wrapping_sub(1) as u8),
            Err(_) => Some(u8::MAX),
        }
    }

    /// Reads a column letter, in any case; there is no I.
    pub fn parse_column(letter: char) -> Option<u8> {
        match letter.to_ascii_uppercase() {
            c @ 'A'..='H' => Some(c as u8 - b'A'),
            c @ 'J'..='Z' => Some(c as u8 - b'A' - 1),
            _ => None,
        }
    }

    /// The letter of a column, `?` if there is none.
    pub const fn column_letter(column: u8) -> char {
        match column {
            0..=7 => (b'A' + column) as char,
            8..=24 => (b'B' + column) as char,
            _ => '?',
        }
    }
}

/// Writes `D3`.
impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            Vertex::column_letter(self.column),
            u16::from(self.row) + 1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_round_trip_and_skip_the_letter_i() {
        for column in 0..Vertex::MAX_COLUMNS {
            let vertex = Vertex::new(column, 11);
            assert_eq!(Vertex::parse(&vertex.to_string()), Some(vertex));
        }
        assert_eq!(Vertex::parse("j1"), Some(Vertex::new(8, 0)));
        for malformed in ["", "I5", "D", "5", "D0", "D+1", "D3x", "é1", "DD3"] {
            assert_eq!(Vertex::parse(malformed), None, "{malformed}");
        }
        assert_eq!(
            Vertex::parse("A99999999999999999999"),
            Some(Vertex::new(0, 255))
        );
        assert_eq!(Vertex::parse("A300"), Some(Vertex::new(0, 255)));
    }
}
