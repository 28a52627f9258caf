//! A position as a picture, held as data: the terminal, the web page and graphical clients draw it
//! without knowing the game.

use super::{Side, Vertex};

/// The contents of a point of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A stone of that side.
    Stone(Side),
    /// A free point.
    Empty,
    /// Not a point of the board.
    Off,
}

impl Point {
    /// `X`, `O`, `.` or `?`.
    pub const fn symbol(self) -> char {
        match self {
            Point::Stone(side) => side.symbol(),
            Point::Empty => '.',
            Point::Off => '?',
        }
    }
}

/// Which row is drawn on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopRow {
    /// Row 1 is on top, as Othello has it.
    First,
    /// The highest row is on top, as Go has it.
    Last,
}

/// The points of a rectangular board, by vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: u8,
    top: TopRow,
    points: Vec<Point>,
    labels: Vec<(Vertex, String)>,
}

impl Grid {
    /// Makes a grid, with the contents that `point` gives for each vertex.
    pub fn new(columns: u8, rows: u8, top: TopRow, point: impl Fn(Vertex) -> Point) -> Grid {
        let vertices = (0..rows).flat_map(|row| (0..columns).map(move |c| Vertex::new(c, row)));
        Grid {
            columns,
            rows,
            top,
            points: vertices.map(point).collect(),
            labels: Vec::new(),
        }
    }

    /// The same grid with a text on some of its points.
    #[must_use]
    pub fn with_labels(mut self, labels: Vec<(Vertex, String)>) -> Grid {
        self.labels = labels;
        self
    }

    /// The number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The contents of a vertex; [`Point::Off`] outside the board.
    pub fn point(&self, vertex: Vertex) -> Point {
        if vertex.column >= self.columns || vertex.row >= self.rows {
            return Point::Off;
        }
        let index = usize::from(vertex.row) * usize::from(self.columns);
        self.points[index + usize::from(vertex.column)]
    }

    /// The texts on points.
    pub fn labels(&self) -> &[(Vertex, String)] {
        &self.labels
    }

    /// The lines of `length` stones of one side in a row, in any of the eight directions.
    pub fn in_a_row(&self, length: u8) -> Vec<BoardLine> {
        let rows = (0..self.rows).flat_map(|row| (0..self.columns).map(move |c| (c, row)));
        let lines = rows.flat_map(|start| {
            const STEPS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
            STEPS.map(|step| self.line_of_stones(start, step, length))
        });
        lines.flatten().collect()
    }

    fn line_of_stones(
        &self,
        (column, row): (u8, u8),
        (right, up): (i16, i16),
        length: u8,
    ) -> Option<BoardLine> {
        let vertex = |n: i16| {
            let column = u8::try_from(i16::from(column) + n * right).ok()?;
            let row = u8::try_from(i16::from(row) + n * up).ok()?;
            Some(Vertex::new(column, row))
        };
        let Point::Stone(owner) = self.point(Vertex::new(column, row)) else {
            return None;
        };
        let vertices: Option<Vec<_>> = (0..i16::from(length)).map(vertex).collect();
        let vertices = vertices?;
        let is_full = vertices
            .iter()
            .all(|&vertex| self.point(vertex) == Point::Stone(owner));
        is_full.then(|| BoardLine {
            places: vertices.iter().map(ToString::to_string).collect(),
            owner: Some(owner),
        })
    }

    /// The grid as a picture, with letters and numbers around it. Points that are off the board are
    /// left out.
    pub fn draw(&self) -> Drawing {
        let mut places = Vec::new();
        let letters = |y| {
            (0..self.columns).map(move |column| {
                Place::label(
                    Vertex::column_letter(column).to_string(),
                    2 * i16::from(column),
                    y,
                )
            })
        };
        places.extend(letters(-1));
        for y in 0..self.rows {
            let row = if self.top == TopRow::First {
                y
            } else {
                self.rows - 1 - y
            };
            places.push(Place::label((row + 1).to_string(), -2, i16::from(y)));
            for column in 0..self.columns {
                let vertex = Vertex::new(column, row);
                let point = self.point(vertex);
                if point != Point::Off {
                    let name = vertex.to_string();
                    let (x, y) = (2 * i16::from(column), i16::from(y));
                    places.push(Place::cell(name, x, y, point, point.symbol().to_string()));
                }
            }
        }
        places.extend(letters(i16::from(self.rows)));
        Drawing {
            places,
            captions: Vec::new(),
        }
    }
}

/// The purpose of a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlaceKind {
    /// A part of the board.
    Cell,
    /// Something beside the board that can be chosen: a stone in hand, a pass.
    Choice,
    /// A text without a function.
    Label,
}

/// Something visible at a place of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its purpose.
    pub kind: PlaceKind,
    /// Its name, by which [`super::Notation::clicks`] refers to it; empty for a label.
    pub name: String,
    /// The x coordinate of its middle, in half cells from the left; a cell is two wide.
    pub x: i16,
    /// The y coordinate of its middle, in rows from the top.
    pub y: i16,
    /// The side that it belongs to, if any.
    pub owner: Option<Side>,
    /// The text shown there.
    pub text: String,
}

impl Place {
    /// A part of the board.
    pub fn cell(name: String, x: i16, y: i16, point: Point, text: String) -> Place {
        let owner = if let Point::Stone(side) = point {
            Some(side)
        } else {
            None
        };
        Place {
            kind: PlaceKind::Cell,
            name,
            x,
            y,
            owner,
            text,
        }
    }

    /// A text without a function.
    pub fn label(text: String, x: i16, y: i16) -> Place {
        Place {
            kind: PlaceKind::Label,
            name: String::new(),
            x,
            y,
            owner: None,
            text,
        }
    }

    /// Something beside the board that can be chosen.
    pub fn choice(name: String, x: i16, y: i16, owner: Option<Side>, text: String) -> Place {
        Place {
            kind: PlaceKind::Choice,
            name,
            x,
            y,
            owner,
            text,
        }
    }
}

/// A line through places of the board that has a meaning: one that has won, or that can be owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// The names of the places, from one end to the other.
    pub places: Vec<String>,
    /// The side that owns it, if any.
    pub owner: Option<Side>,
}

/// A position as a picture.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Drawing {
    /// All visible parts, in any order.
    pub places: Vec<Place>,
    /// Lines of text below the board.
    pub captions: Vec<String>,
}

impl Drawing {
    /// The picture in characters: a column of text for each half cell and a line for each row,
    /// without empty lines and without spaces at the ends of lines.
    pub fn to_text(&self) -> String {
        let left = self.places.iter().map(|p| p.x).min().unwrap_or(0);
        let mut rows: Vec<i16> = self.places.iter().map(|p| p.y).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut lines: Vec<String> = rows.iter().map(|&y| self.text_row(y, left)).collect();
        lines.extend(self.captions.iter().cloned());
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    fn text_row(&self, y: i16, left: i16) -> String {
        let mut row: Vec<char> = Vec::new();
        for place in self.places.iter().filter(|p| p.y == y) {
            let text: Vec<char> = place.text.chars().collect();
            let start = (place.x - left).max(0) as usize;
            if row.len() < start + text.len() {
                row.resize(start + text.len(), ' ');
            }
            row[start..start + text.len()].copy_from_slice(&text);
        }
        row.into_iter().collect::<String>().trim_end().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_by_three(top: TopRow) -> String {
        let grid = Grid::new(2, 3, top, |v| match (v.column, v.row) {
            (0, 0) => Point::Stone(Side::Black),
            (1, 2) => Point::Off,
            _ => Point::Empty,
        });
        grid.draw().to_text()
    }

    #[test]
    fn stones_in_a_row_are_found_in_every_direction() {
        let on = |stones: &'static [(u8, u8)]| {
            let grid = Grid::new(4, 4, TopRow::Last, |v| {
                if stones.contains(&(v.column, v.row)) {
                    Point::Stone(Side::White)
                } else {
                    Point::Empty
                }
            });
            let names = |line: BoardLine| line.places.join(" ");
            grid.in_a_row(3).into_iter().map(names).collect::<Vec<_>>()
        };
        assert_eq!(on(&[(1, 0), (2, 0), (3, 0)]), ["B1 C1 D1"]);
        assert_eq!(on(&[(0, 1), (0, 2), (0, 3)]), ["A2 A3 A4"]);
        assert_eq!(on(&[(1, 1), (2, 2), (3, 3)]), ["B2 C3 D4"]);
        assert_eq!(on(&[(0, 2), (1, 1), (2, 0)]), ["A3 B2 C1"]);
        assert_eq!(on(&[(2, 0), (3, 0), (0, 1)]), [""; 0]);
    }

    #[test]
    fn a_grid_is_drawn_with_its_first_row_where_the_game_wants_it() {
        assert_eq!(
            two_by_three(TopRow::Last),
            "  A B\n3 .\n2 . .\n1 X .\n  A B"
        );
        assert_eq!(
            two_by_three(TopRow::First),
            "  A B\n1 X .\n2 . .\n3 .\n  A B"
        );
    }
}
