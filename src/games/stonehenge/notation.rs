//! Moves and positions of Stonehenge as text: `K6` puts a stone of value 6 on the tenth cell.

use super::geometry::{CELLS, LINES};
use super::hand::{Hand, LARGEST};
use super::reachable::is_reachable;
use super::rules::{Placement, Stonehenge};
use super::{drawing, geometry};
use crate::game::{
    BoardLine, Counts, Drawing, Game, Grid, MoveError, Notation, Point, PositionError, Rules, Side,
    TopRow, Vertex, read_side,
};

impl Notation for Stonehenge {
    fn name_move(&self, mv: Placement) -> String {
        Vertex::new(mv.cell(), mv.stone() - 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Placement, MoveError> {
        let vertex = Vertex::parse(text).ok_or(MoveError::Syntax)?;
        let mv = Placement::new(vertex.column, vertex.row.saturating_add(1));
        mv.filter(|mv| self.legal_moves().contains(mv))
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        let cells = (0..CELLS).map(|cell| match self.stone(cell) {
            None => '.',
            Some((Side::Black, value)) => (b'A' + value - 1) as char,
            Some((Side::White, value)) => (b'a' + value - 1) as char,
        });
        let lines = (0..LINES).map(|line| drawing::owner(self, line).map_or('.', Side::symbol));
        format!(
            "{} {} {}",
            cells.collect::<String>(),
            lines.collect::<String>(),
            self.to_move().letter()
        )
    }

    fn parse_position(text: &str) -> Result<Stonehenge, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [cells, lines, side] = words[..] else {
            return Err(PositionError::new(
                "a position is 18 cells, a space, the owners of 15 lines, a space, and b or w",
            ));
        };
        let to_move = read_side(side)?;
        let position = read_stones(cells)?.with_owned(read_owners(lines)?);
        check_turn(&position, to_move)?;
        check_owners(&position)?;
        if !is_reachable(&position) {
            return Err(PositionError::new(
                "no order of the moves leads to this position: the game would have ended before \
                 its last stone, or a line with equal sums would belong to the other side",
            ));
        }
        Ok(position)
    }

    /// A column for each cell and a row for each value: an empty cell can take any stone.
    fn grid(&self) -> Option<Grid> {
        let size = geometry::CELLS as u8;
        let grid = Grid::new(size, size, TopRow::Last, |vertex| {
            match self.stone(usize::from(vertex.column)) {
                Some((side, value)) if value == vertex.row + 1 => Point::Stone(side),
                None if vertex.row < LARGEST => Point::Empty,
                _ => Point::Off,
            }
        });
        let label = |column: u8| {
            let (_, value) = self.stone(usize::from(column))?;
            Some((Vertex::new(column, value - 1), value.to_string()))
        };
        let labels = (0..size).filter_map(label).collect();
        Some(grid.with_labels(labels))
    }

    fn drawing(&self) -> Drawing {
        drawing::draw(self)
    }

    fn clicks(&self, mv: Placement) -> Vec<String> {
        vec![
            drawing::stone_name(mv.stone()),
            drawing::cell_name(usize::from(mv.cell())),
        ]
    }

    fn counts(&self) -> Option<Counts> {
        Some(drawing::counts(self))
    }

    fn lines(&self) -> Vec<BoardLine> {
        drawing::lines(self)
    }
}

/// Reads the eighteen cells; the lines have no owners yet.
pub(super) fn read_stones(text: &str) -> Result<Stonehenge, PositionError> {
    if text.chars().count() != CELLS {
        return Err(PositionError::new("the board has 18 cells"));
    }
    let mut position = Stonehenge::START;
    for (cell, symbol) in text.chars().enumerate() {
        let (side, value) = match symbol {
            '.' => continue,
            'A'..='F' => (Side::Black, symbol as u8 - b'A' + 1),
            'a'..='f' => (Side::White, symbol as u8 - b'a' + 1),
            _ => {
                return Err(PositionError::new(format!(
                    "a cell is A to F, a to f or . and not {symbol:?}"
                )));
            }
        };
        if position.hand(side).count(value) == 0 {
            let (most, stones) = match Hand::FULL.count(value) {
                1 => ("one", "stone"),
                _ => ("two", "stones"),
            };
            return Err(PositionError::new(format!(
                "{side} has only {most} {stones} of value {value}"
            )));
        }
        if let Some(mv) = Placement::new(cell as u8, value) {
            position.put(side, mv);
        }
    }
    Ok(position)
}

/// Reads the owners of the fifteen lines.
fn read_owners(text: &str) -> Result<[u16; 2], PositionError> {
    if text.chars().count() != LINES {
        return Err(PositionError::new("there are 15 lines"));
    }
    let mut owned = [0; 2];
    for (line, symbol) in text.chars().enumerate() {
        match symbol {
            '.' => {}
            'X' => owned[0] |= 1 << line,
            'O' => owned[1] |= 1 << line,
            _ => {
                return Err(PositionError::new(format!(
                    "the owner of a line is X, O or . and not {symbol:?}"
                )));
            }
        }
    }
    Ok(owned)
}

fn check_turn(position: &Stonehenge, to_move: Side) -> Result<(), PositionError> {
    let [black, white] = Side::BOTH.map(|side| {
        (0..CELLS)
            .filter(|&cell| position.stone(cell).is_some_and(|(s, _)| s == side))
            .count()
    });
    if black != white && black != white + 1 {
        return Err(PositionError::new(format!(
            "Black moves first and the sides take turns: {black} stones of Black and {white} of \
             White cannot arise"
        )));
    }
    if position.to_move() != to_move {
        return Err(PositionError::new(format!(
            "with {black} stones of Black and {white} of White it is {}'s move",
            Stonehenge::SIDES[position.to_move().index()]
        )));
    }
    Ok(())
}

/// Checks the owners. They follow from the stones, except on full lines with equal sums, because a
/// side that is safe on a line stays so: a stone of the other side adds no more than it could have.
fn check_owners(position: &Stonehenge) -> Result<(), PositionError> {
    let [black, white] = position.safe_lines();
    for line in 0..LINES {
        let due = match (black >> line & 1, white >> line & 1) {
            (0, 0) => None,
            (0, _) => Some(Side::White),
            (_, 0) => Some(Side::Black),
            _ if drawing::owner(position, line).is_none() => {
                return Err(PositionError::new(format!(
                    "line {} is full and has no owner",
                    line + 1
                )));
            }
            _ => continue,
        };
        if drawing::owner(position, line) != due {
            let owner = due.map_or("nobody", |side| Stonehenge::SIDES[side.index()]);
            return Err(PositionError::new(format!(
                "line {} belongs to {owner}, given its stones and the hands",
                line + 1
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::after;
    use super::*;

    #[test]
    fn moves_are_read_as_cell_and_stone() {
        let position = after("10:6");
        let read = |text| position.parse_move(text);
        assert_eq!(read("j6"), Ok(Placement::new(8, 6).expect("a move")));
        assert_eq!(read("S1"), Ok(Placement::new(17, 1).expect("a move")));
        // Occupied; no such cell; no such stone.
        for illegal in [
            "K6",
            "K1",
            "T1",
            "A7",
            "A9",
            "A255",
            "A256",
            "A99999999999999999999",
        ] {
            assert_eq!(read(illegal), Err(MoveError::Illegal), "{illegal}");
        }
        for malformed in ["J0", "I1", "J", "6", "", "J6x", "pass", "J=3"] {
            assert_eq!(read(malformed), Err(MoveError::Syntax), "{malformed}");
        }
        // The six is played.
        let later = after("10:6 1:1");
        assert_eq!(later.parse_move("B6"), Err(MoveError::Illegal));
        assert_eq!(later.name_move(Placement::new(9, 6).expect("a move")), "K6");
    }

    #[test]
    fn what_cannot_arise_is_refused() {
        let refused = |text: &str| {
            let error = Stonehenge::parse_position(text).expect_err(text);
            error.to_string()
        };
        let check = |text: &str, reason: &str| {
            let sentence = refused(text);
            assert!(sentence.contains(reason), "{text}: {sentence}");
        };
        check("", "a position is");
        check(".................. ............... b b", "a position is");
        check("................. ............... b", "18 cells");
        check("................... ............... b", "18 cells");
        check(".................. .............. b", "15 lines");
        check(".................. ............... x", "b or w");
        check("G................. ............... w", "a cell is");
        check("é................. ............... w", "a cell is");
        check(".................. z.............. b", "owner of a line");
        check(
            "F........f..F..... X.............. w",
            "only one stone of value 6",
        );
        check(
            "A.A.A.a..a........ ............... w",
            "only two stones of value 1",
        );
        check("F................. X....X......... b", "White's move");
        check("a................. ............... b", "cannot arise");
        check("A..............A.. ............... b", "cannot arise");
        // A six on a line of two takes it; a one does not, and nobody takes an empty line.
        check(
            "F................. ............... w",
            "line 1 belongs to Black",
        );
        check(
            "F................. O.............. w",
            "line 1 belongs to Black",
        );
        check(
            "A................. X.............. w",
            "line 1 belongs to nobody",
        );
        check("Ff................ ............... b", "line 1 is full");
        // White filled the line with an equal sum, so it cannot be White's.
        check(
            "Ff................ O.............. b",
            "no order of the moves",
        );
        assert!(Stonehenge::parse_position("Ff................ X.............. b").is_ok());
    }
}
