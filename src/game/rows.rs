//! The position notation shared by games with plain stones: rows from the top separated by `/`,
//! with `X`, `O` and `.`, then a space and `b` or `w` for the side to move.

use super::{Grid, Point, PositionError, Side, TopRow, Vertex};

/// Writes a grid, highest row first, and the side to move: `.../.X./... w`.
pub fn write_rows(grid: &Grid, to_move: Side) -> String {
    let rows = (0..grid.rows()).rev().map(|row| {
        let points = (0..grid.columns()).map(|column| grid.point(Vertex::new(column, row)));
        points.map(Point::symbol).collect::<String>()
    });
    format!(
        "{} {}",
        rows.collect::<Vec<_>>().join("/"),
        to_move.letter()
    )
}

/// Reads what [`write_rows`] writes for a board of `columns` by `rows`.
///
/// # Errors
/// A sentence for a text that does not have this form.
pub fn read_rows(text: &str, columns: u8, rows: u8) -> Result<(Grid, Side), PositionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [board, side] = words[..] else {
        return Err(PositionError::new(
            "a position is the rows of the board, a space, and b or w",
        ));
    };
    let to_move = read_side(side)?;
    let lines: Vec<&str> = board.split('/').collect();
    if lines.len() != usize::from(rows) {
        return Err(PositionError::new(format!(
            "the board has {rows} rows, not {}",
            lines.len()
        )));
    }
    let mut points = Vec::new();
    for line in lines.iter().rev() {
        if line.chars().count() != usize::from(columns) {
            return Err(PositionError::new(format!(
                "each row of the board has {columns} cells"
            )));
        }
        for symbol in line.chars() {
            points.push(read_point(symbol)?);
        }
    }
    let width = usize::from(columns);
    let point = |v: Vertex| points[usize::from(v.row) * width + usize::from(v.column)];
    Ok((Grid::new(columns, rows, TopRow::Last, point), to_move))
}

/// Reads the side to move, `b` or `w`.
///
/// # Errors
/// A sentence for anything else.
pub fn read_side(text: &str) -> Result<Side, PositionError> {
    match text {
        "b" => Ok(Side::Black),
        "w" => Ok(Side::White),
        _ => Err(PositionError::new("the side to move is b or w")),
    }
}

fn read_point(symbol: char) -> Result<Point, PositionError> {
    match symbol {
        'X' => Ok(Point::Stone(Side::Black)),
        'O' => Ok(Point::Stone(Side::White)),
        '.' => Ok(Point::Empty),
        other => Err(PositionError::new(format!(
            "a cell is X, O or . and not {other:?}"
        ))),
    }
}
