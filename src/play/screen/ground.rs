//! The ground below the pieces: squares with lines between them, or plates on a field where the cells
//! form no grid.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::game::{Drawing, Place, PlaceKind};

/// Labels that are strokes of the board, not names.
const STROKES: [&str; 4] = ["-", "|", "/", "\\"];

/// The order of the cells of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Each crossing of a row and a column is a cell, or each second one as in draughts.
    Grid,
    /// Anything else.
    Free,
}

/// Returns true for a stroke of the board.
pub(super) fn is_stroke(place: &Place) -> bool {
    place.kind == PlaceKind::Label && STROKES.contains(&place.text.as_str())
}

impl Order {
    /// The order of the cells of a drawing.
    pub(super) fn of(drawing: &Drawing) -> Order {
        let cells: BTreeSet<(i16, i16)> = cells(drawing).map(|place| (place.x, place.y)).collect();
        let columns: BTreeSet<i16> = cells.iter().map(|(x, _)| *x).collect();
        let rows: BTreeSet<i16> = cells.iter().map(|(_, y)| *y).collect();
        // A grid has neighbouring rows, and columns of two half cells.
        let is_close = |steps: &BTreeSet<i16>, step: i16| {
            let pairs = steps.iter().zip(steps.iter().skip(1));
            pairs.into_iter().all(|(a, b)| b - a == step)
        };
        let crossings = columns.len() * rows.len();
        let colours: BTreeSet<i16> = cells
            .iter()
            .map(|(x, y)| (x / 2 + y).rem_euclid(2))
            .collect();
        let is_full = crossings == cells.len();
        let is_checkered = crossings == 2 * cells.len() && colours.len() == 1;
        if is_close(&columns, 2) && is_close(&rows, 1) && (is_full || is_checkered) {
            Order::Grid
        } else {
            Order::Free
        }
    }
}

fn cells(drawing: &Drawing) -> impl Iterator<Item = &Place> {
    let places = drawing.places.iter();
    places.filter(|place| place.kind == PlaceKind::Cell)
}

/// The places that stand on the board: not the hands beside it, and not what is written around a grid.
pub(super) fn on_board(drawing: &Drawing, order: Order) -> Vec<&Place> {
    let right = cells(drawing).map(|place| place.x).max().unwrap_or(0) + 4;
    let bottom = cells(drawing).map(|place| place.y).max().unwrap_or(0) + 2;
    let places = drawing.places.iter();
    let places = places.filter(|place| match place.kind {
        PlaceKind::Cell => true,
        PlaceKind::Choice => false,
        PlaceKind::Label => order == Order::Free && place.x <= right && place.y <= bottom,
    });
    places.collect()
}

/// The signs of lines: by what goes up, right, down and left from a point, as bits.
const UNICODE: [char; 16] = [
    ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];
const ASCII: [char; 16] = [
    ' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+',
];

/// The lines of a grid: its squares are `width` columns and `height` lines apart.
pub(super) struct Lines {
    /// The whole grid, with the lines around it.
    pub(super) area: Rect,
    /// The distance of two lines across.
    pub(super) width: u16,
    /// The distance of two lines down; 1 if there is no room between the rows.
    pub(super) height: u16,
}

impl Lines {
    /// Draws the lines, in the part of them that is within `within`.
    pub(super) fn draw(&self, buffer: &mut Buffer, within: Rect, unicode: bool, style: Style) {
        let signs = if unicode { &UNICODE } else { &ASCII };
        let Rect { x, y, .. } = self.area;
        let (last_x, last_y) = (self.area.width - 1, self.area.height - 1);
        let is_open = self.height < 2;
        for position in self.area.intersection(within).positions() {
            let (dx, dy) = (position.x - x, position.y - y);
            let is_down = dx % self.width == 0;
            let is_across = !is_open && dy % self.height == 0;
            let up = is_down && (dy > 0 || is_open);
            let below = is_down && (dy < last_y || is_open);
            let right = is_across && dx < last_x;
            let left = is_across && dx > 0;
            let bits = usize::from(up)
                + 2 * usize::from(right)
                + 4 * usize::from(below)
                + 8 * usize::from(left);
            if bits > 0
                && let Some(cell) = buffer.cell_mut(position)
            {
                cell.set_char(signs[bits]).set_style(style);
            }
        }
    }
}

/// Gives an area a style, where it is within `within`.
pub(super) fn fill(buffer: &mut Buffer, area: Rect, within: Rect, style: Style) {
    for Position { x, y } in area.intersection(within).positions() {
        if let Some(cell) = buffer.cell_mut((x, y)) {
            cell.set_style(style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Point;

    fn cell(x: i16, y: i16) -> Place {
        Place::cell(format!("{x} {y}"), x, y, Point::Empty, ".".into())
    }

    fn order(cells: Vec<Place>) -> Order {
        Order::of(&Drawing {
            places: cells,
            captions: Vec::new(),
        })
    }

    #[test]
    fn squares_side_by_side_form_a_grid_and_so_do_dark_squares_alone() {
        let all = (0..16).map(|n| (n % 4, n / 4));
        let square = |(column, row): (i16, i16)| cell(2 * column, row);
        assert_eq!(order(all.clone().map(square).collect()), Order::Grid);
        let dark = all.clone().filter(|(column, row)| (column + row) % 2 == 1);
        assert_eq!(order(dark.map(square).collect()), Order::Grid);
        let some = all.filter(|(column, row)| column + row < 5);
        assert_eq!(order(some.map(square).collect()), Order::Free);
        // Rows that are apart leave room for strokes.
        let apart = [(0, 0), (4, 0), (0, 2), (4, 2)];
        assert_eq!(order(apart.map(|(x, y)| cell(x, y)).into()), Order::Free);
    }

    #[test]
    fn lines_meet_at_their_ends_and_crossings() {
        let drawn = |unicode, height, area| {
            let mut buffer = Buffer::empty(area);
            let lines = Lines {
                area,
                width: 4,
                height,
            };
            lines.draw(&mut buffer, area, unicode, Style::new());
            let symbols = buffer.content().iter().map(|cell| cell.symbol());
            let symbols: Vec<_> = symbols.collect();
            let rows = symbols.chunks(area.width.into());
            rows.map(|row| row.concat()).collect::<Vec<_>>()
        };
        let two_by_two = Rect::new(0, 0, 9, 5);
        let lines = [
            "┌───┬───┐",
            "│   │   │",
            "├───┼───┤",
            "│   │   │",
            "└───┴───┘",
        ];
        assert_eq!(drawn(true, 2, two_by_two), lines);
        let lines = [
            "+---+---+",
            "|   |   |",
            "+---+---+",
            "|   |   |",
            "+---+---+",
        ];
        assert_eq!(drawn(false, 2, two_by_two), lines);
        assert_eq!(drawn(true, 1, Rect::new(0, 0, 9, 2)), ["│   │   │"; 2]);
    }
}
