//! Moves and positions of Connect 4 as text: `D1` is a disc that lands at the bottom of the fourth
//! column.

use super::board::Geometry;
use super::rules::{Column, Connect4};
use super::setup;
use crate::game::{
    BoardLine, Grid, MoveError, Notation, Planes, Point, PositionError, Rules, Side, TopRow,
    Vertex, read_rows, write_rows,
};

impl<const COLUMNS: usize, const ROWS: usize> Notation for Connect4<COLUMNS, ROWS> {
    fn name_move(&self, Column(column): Column) -> String {
        Vertex::new(column, self.height(column)).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Column, MoveError> {
        let (column, row) = read_move(text).ok_or(MoveError::Syntax)?;
        let legal = self.legal_moves().contains(&Column(column));
        if legal && row.is_none_or(|row| row == self.height(column)) {
            Ok(Column(column))
        } else {
            Err(MoveError::Illegal)
        }
    }

    fn position(&self) -> String {
        write_rows(&self.points(), self.to_move())
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        let (grid, to_move) = read_rows(text, COLUMNS as u8, ROWS as u8)?;
        setup::arrange(&grid, to_move)
    }

    /// The discs of both sides, and the cells that would complete four of each.
    fn planes(&self) -> Planes {
        let [black, white] = self.stones();
        let fourth = |own| Geometry::<COLUMNS, ROWS>::completions(own) & self.empty();
        Planes::new([black, white, fourth(black), fourth(white)].map(u128::from))
    }

    const THINGS: usize = 2;

    fn plane_points() -> Vec<(i16, i16)> {
        let (columns, rows) = (COLUMNS as i16, ROWS as i16);
        let cells = (0..columns).flat_map(|column| (0..=rows).map(move |row| (column, row)));
        cells
            .map(|(column, row)| {
                if row == rows {
                    Planes::OFF_THE_BOARD
                } else {
                    (2 * column, rows - 1 - row)
                }
            })
            .collect()
    }

    fn grid(&self) -> Option<Grid> {
        Some(self.points())
    }

    fn lines(&self) -> Vec<BoardLine> {
        self.points().in_a_row(4)
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Connect4<COLUMNS, ROWS> {
    fn points(&self) -> Grid {
        let stones = self.stones();
        Grid::new(COLUMNS as u8, ROWS as u8, TopRow::Last, |vertex| {
            let cell = Self::cell(vertex);
            let owner = Side::BOTH
                .into_iter()
                .find(|side| stones[side.index()] & cell != 0);
            owner.map_or(Point::Empty, Point::Stone)
        })
    }
}

/// Reads the cell where a disc lands, or its column as a letter or as a number from 1. Returns the
/// column from 0, and the row if there is one.
fn read_move(text: &str) -> Option<(u8, Option<u8>)> {
    if let Some(vertex) = Vertex::parse(text) {
        return Some((vertex.column, Some(vertex.row)));
    }
    let mut chars = text.chars();
    if let (Some(letter), None) = (chars.next(), chars.next())
        && let Some(column) = Vertex::parse_column(letter)
    {
        return Some((column, None));
    }
    // A column number is read like a row number.
    Vertex::parse_row(text).map(|column| (column, None))
}
