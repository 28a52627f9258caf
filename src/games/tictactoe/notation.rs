//! Moves and positions of tic-tac-toe as text: `B2` is the centre, `.../.X./... w` a position.

use super::rules::{Cell, TicTacToe};
use crate::game::{
    BoardLine, Grid, MoveError, Notation, Point, PositionError, Rules, Side, TopRow, Vertex,
    read_rows, write_rows,
};

impl Notation for TicTacToe {
    fn name_move(&self, mv: Cell) -> String {
        Vertex::new(mv.0 % 3, mv.0 / 3).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, MoveError> {
        let vertex = Vertex::parse(text).ok_or(MoveError::Syntax)?;
        let on_board = vertex.column < 3 && vertex.row < 3;
        let cell = on_board.then(|| Cell(vertex.row * 3 + vertex.column));
        cell.filter(|cell| self.legal_moves().contains(cell))
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        write_rows(&self.points(), self.to_move())
    }

    fn parse_position(text: &str) -> Result<TicTacToe, PositionError> {
        let (grid, to_move) = read_rows(text, 3, 3)?;
        let stones = Side::BOTH.map(|side| {
            (0..9u8).fold(0, |stones, cell| {
                let point = grid.point(Vertex::new(cell % 3, cell / 3));
                stones | u16::from(point == Point::Stone(side)) << cell
            })
        });
        let position = TicTacToe::from_stones(stones);
        check(&position, to_move)?;
        Ok(position)
    }

    fn grid(&self) -> Option<Grid> {
        Some(self.points())
    }

    fn lines(&self) -> Vec<BoardLine> {
        self.points().in_a_row(3)
    }
}

impl TicTacToe {
    fn points(&self) -> Grid {
        Grid::new(3, 3, TopRow::Last, |vertex| {
            let bit = 1 << (vertex.row * 3 + vertex.column);
            let owner = Side::BOTH
                .into_iter()
                .find(|&side| self.stones(side) & bit != 0);
            owner.map_or(Point::Empty, Point::Stone)
        })
    }
}

/// Refuses positions that no game can reach.
fn check(position: &TicTacToe, to_move: Side) -> Result<(), PositionError> {
    let [black, white] = Side::BOTH.map(|side| position.stones(side).count_ones());
    if black != white && black != white + 1 {
        return Err(PositionError::new(format!(
            "X moves first and the sides take turns: {black} X and {white} O cannot arise"
        )));
    }
    if position.to_move() != to_move {
        return Err(PositionError::new(format!(
            "with {black} X and {white} O it is {}'s move",
            position.to_move().symbol()
        )));
    }
    // The side that has just moved made the line; the side to move cannot have one.
    if position.has_line(to_move) {
        return Err(PositionError::new(
            "the game was over before the last stone was set",
        ));
    }
    Ok(())
}
