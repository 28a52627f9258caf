//! The board as a drawing: the cells, a mark for the owner at one end of each line, and both hands.

use super::geometry::{CELLS, LINE_CELLS, LINES};
use super::rules::{LINES_TO_WIN, Stonehenge, set_bits};
use crate::game::{BoardLine, Counts, Drawing, Game, Place, PlaceKind, Point, Rules, Side, Vertex};

/// Draws a position.
pub(super) fn draw(position: &Stonehenge) -> Drawing {
    let mut places = strokes();
    places.extend((0..CELLS).map(|cell| draw_cell(position, cell)));
    places.extend((0..LINES).map(|line| draw_owner(position, line)));
    for side in Side::BOTH {
        places.extend(draw_hand(position, side));
    }
    Drawing {
        places,
        captions: vec![caption(position)],
    }
}

/// The name of a cell's place: its letter.
pub(super) fn cell_name(cell: usize) -> String {
    Vertex::column_letter(cell as u8).to_string()
}

/// The name of a stone in the hand of the side to move: its value.
pub(super) fn stone_name(value: u8) -> String {
    value.to_string()
}

/// The owner of a line.
pub(super) fn owner(position: &Stonehenge, line: usize) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|&side| position.owned(side) >> line & 1 == 1)
}

/// All lines with their owners, each from its mark on.
pub(super) fn lines(position: &Stonehenge) -> Vec<BoardLine> {
    let lines = (0..LINES).map(|line| BoardLine {
        places: from_mark(line).map(cell_name).collect(),
        owner: owner(position, line),
    });
    lines.collect()
}

/// The cells of a line, from its mark on.
fn from_mark(line: usize) -> impl Iterator<Item = usize> {
    let (x, y) = OWNER_PLACES[line];
    let mut cells: Vec<usize> = set_bits(LINE_CELLS[line]).collect();
    cells.sort_by_key(|&cell| {
        let (to_x, to_y) = CELL_PLACES[cell];
        (to_x - x).abs() + (to_y - y).abs()
    });
    cells.into_iter()
}

/// The places of the cells: a row of the board is two rows of the drawing, a cell is four half
/// cells wide.
const CELL_PLACES: [(i16, i16); CELLS] = [
    (6, 0),
    (10, 0),
    (4, 2),
    (8, 2),
    (12, 2),
    (2, 4),
    (6, 4),
    (10, 4),
    (14, 4),
    (0, 6),
    (4, 6),
    (8, 6),
    (12, 6),
    (16, 6),
    (2, 8),
    (6, 8),
    (10, 8),
    (14, 8),
];

/// The places of the lines' marks: where one more cell would be.
const OWNER_PLACES: [(i16, i16); LINES] = [
    (2, 0),
    (0, 2),
    (-2, 4),
    (-4, 6),
    (-2, 8),
    (8, -2),
    (12, -2),
    (14, 0),
    (16, 2),
    (18, 4),
    (4, 10),
    (8, 10),
    (12, 10),
    (16, 10),
    (18, 8),
];

/// The places of the hands.
const HAND_LEFT: i16 = 24;
const HAND_ROWS: [i16; 2] = [2, 6];

fn draw_cell(position: &Stonehenge, cell: usize) -> Place {
    let (x, y) = CELL_PLACES[cell];
    let name = cell_name(cell);
    match position.stone(cell) {
        None => Place::cell(name.clone(), x, y, Point::Empty, name),
        Some((side, value)) => {
            let text = format!("{}{value}", side.symbol());
            Place::cell(name, x, y, Point::Stone(side), text)
        }
    }
}

fn draw_owner(position: &Stonehenge, line: usize) -> Place {
    let (x, y) = OWNER_PLACES[line];
    let owner = owner(position, line);
    let text = owner.map_or('.', Side::symbol).to_string();
    Place {
        owner,
        ..Place::label(text, x, y)
    }
}

/// The stones left to a side, if there are any. Those of the side to move can be chosen.
fn draw_hand(position: &Stonehenge, side: Side) -> Vec<Place> {
    let hand = position.hand(side);
    let values = hand.values().collect::<Vec<_>>();
    if values.is_empty() {
        return Vec::new();
    }
    let y = HAND_ROWS[side.index()];
    let title = format!("{} has", Stonehenge::SIDES[side.index()]);
    let mut x = HAND_LEFT + title.len() as i16 + 2;
    let mut places = vec![Place::label(title, HAND_LEFT, y)];
    for value in values {
        let stones = vec![value.to_string(); usize::from(hand.count(value))];
        let place = Place::choice(stone_name(value), x, y, Some(side), stones.join(" "));
        x += 2 * stones.len() as i16 + 1;
        places.push(if side == position.to_move() {
            place
        } else {
            Place {
                kind: PlaceKind::Label,
                name: String::new(),
                ..place
            }
        });
    }
    places
}

/// Strokes along the lines, from the mark to the last cell.
fn strokes() -> Vec<Place> {
    let mut strokes = Vec::new();
    for (line, &mark) in OWNER_PLACES.iter().enumerate() {
        let (mut x, mut y) = mark;
        for (to_x, to_y) in from_mark(line).map(|cell| CELL_PLACES[cell]) {
            let stroke = match (to_x - x).signum() * (to_y - y).signum() {
                0 => '-',
                1 => '\\',
                _ => '/',
            };
            strokes.push(Place::label(
                stroke.to_string(),
                (x + to_x) / 2,
                (y + to_y) / 2,
            ));
            (x, y) = (to_x, to_y);
        }
    }
    strokes
}

/// The number of lines that each side owns.
pub(super) fn counts(position: &Stonehenge) -> Counts {
    Counts {
        what: "lines",
        of: Side::BOTH.map(|side| position.owned(side).count_ones()),
    }
}

fn caption(position: &Stonehenge) -> String {
    let ([black, white], [lines, others]) = (Stonehenge::SIDES, counts(position).of);
    format!("Lines: {black} {lines}, {white} {others} ({LINES_TO_WIN} win)")
}
