//! The symmetries of a board, as they are seen in positions: which places and kinds correspond.

use serde_json::{Value, json};

use super::board::Board;
use crate::game::{Notation, Planes, Symmetry};

/// The places and kinds that correspond to each place and kind when the sides are exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    pub(super) places: Vec<u8>,
    pub(super) kinds: Vec<u8>,
}

impl Exchange {
    /// That of a board which stays as it is.
    pub(super) fn none(board: &Board) -> Exchange {
        Exchange {
            places: (0..board.points.len()).map(|place| place as u8).collect(),
            kinds: (0..board.kinds).map(|kind| kind as u8).collect(),
        }
    }

    /// An exchange as it is written to a file, or `null`.
    pub(super) fn to_json(exchange: Option<&Exchange>) -> Value {
        exchange.map_or(
            Value::Null,
            |Exchange { places, kinds }| json!({"places": places, "kinds": kinds}),
        )
    }

    /// Reads what [`Exchange::to_json`] writes.
    pub(super) fn from_json(value: &Value) -> Option<Option<Exchange>> {
        let bytes = |value: &Value| serde_json::from_value::<Vec<u8>>(value.clone()).ok();
        if value.is_null() {
            return Some(None);
        }
        Some(Some(Exchange {
            places: bytes(&value["places"])?,
            kinds: bytes(&value["kinds"])?,
        }))
    }

    /// Returns true if it is of this board.
    pub(super) fn fits(&self, board: &Board) -> bool {
        is_permutation(&self.places, board.points.len()) && is_permutation(&self.kinds, board.kinds)
    }

    /// The kind and place that correspond to these.
    pub(super) fn of(&self, (kind, place): (usize, usize)) -> (usize, usize) {
        (self.kinds[kind].into(), self.places[place].into())
    }
}

/// Returns true if each number below `length` is there once.
pub(super) fn is_permutation(map: &[u8], length: usize) -> bool {
    map.len() == length && (0..length).all(|number| map.contains(&(number as u8)))
}

/// Maps of the places onto themselves: turned and mirrored boards, the board as it is first.
fn turns(board: &Board) -> Vec<Vec<u8>> {
    let points: Vec<(i16, i16)> = board.squares().map(|place| board.points[place]).collect();
    let span = |of: fn(&(i16, i16)) -> i16| {
        let ends = points.iter().map(of).min().zip(points.iter().map(of).max());
        ends.map_or(0, |(least, most)| least + most)
    };
    // Columns are counted in halves, so turning by a right angle makes two of them one row.
    let (x_span, y_span) = (span(|point| point.0), span(|point| point.1));
    let turn = |n: u8| {
        let to = move |(x, y): (i16, i16)| {
            let (x, y) = if n & 4 == 0 { (x, y) } else { (2 * y, x / 2) };
            let (x_span, y_span) = (x_span, y_span);
            (
                if n & 1 == 0 { x } else { x_span - x },
                if n & 2 == 0 { y } else { y_span - y },
            )
        };
        let place = |from: usize| {
            if board.points[from] == Board::OFF {
                return Some(from as u8);
            }
            let to = to(board.points[from]);
            Some(board.points.iter().position(|&point| point == to)? as u8)
        };
        (0..board.points.len())
            .map(place)
            .collect::<Option<Vec<u8>>>()
    };
    let maps = (0..8).filter_map(turn);
    maps.filter(|map| (0..map.len()).all(|place| map.contains(&(place as u8))))
        .collect()
}

/// A set of places under a map.
fn image(set: u128, map: &[u8]) -> u128 {
    let places = (0..map.len()).filter(|place| set >> place & 1 == 1);
    places.fold(0, |image, place| image | 1 << map[place])
}

/// The turned and mirrored boards that are the same to both sides in all these positions, the board as it is first.
pub(super) fn same<R: Notation + Symmetry>(board: &Board, positions: &[R]) -> Vec<Vec<u8>> {
    let images: Vec<(Planes, Vec<Planes>)> = positions
        .iter()
        .map(|position| {
            let images = position.images().map(|image| board.planes(&image));
            (board.planes(position), images.collect())
        })
        .collect();
    let holds = |map: &Vec<u8>| {
        images.iter().all(|(planes, images)| {
            let turned = planes.sets().map(|set| image(set, map));
            images.contains(&Planes::new(turned))
        })
    };
    turns(board).into_iter().filter(holds).collect()
}

/// The places and kinds that correspond when the sides are exchanged, if they can be.
pub(super) fn exchange<R: Notation + Symmetry>(board: &Board, positions: &[R]) -> Option<Exchange> {
    let pairs: Vec<(Planes, Planes)> = positions
        .iter()
        .map(|position| Some((board.planes(position), board.planes(&position.exchanged()?))))
        .collect::<Option<_>>()?;
    turns(board).into_iter().find_map(|places| {
        let corresponds = |kind: usize, other: usize| {
            let holds = |(before, after): &(Planes, Planes)| {
                image(before.sets()[kind], &places) == after.sets()[other]
            };
            pairs.iter().all(holds)
        };
        let mut kinds: Vec<u8> = Vec::new();
        for kind in 0..board.kinds {
            let other = (0..board.kinds)
                .find(|&other| !kinds.contains(&(other as u8)) && corresponds(kind, other))?;
            kinds.push(other as u8);
        }
        Some(Exchange { places, kinds })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::draughts::Checkers;
    use crate::games::othello::Othello;
    use crate::games::tictactoe::TicTacToe;
    use crate::learn::explore;

    fn board<G: Game>() -> (Board, Vec<G>) {
        let mut positions = explore(G::start);
        positions.truncate(200);
        (Board::of(&positions).expect("a board"), positions)
    }

    #[test]
    fn a_square_has_eight_symmetries_and_men_go_one_way() {
        let (square, positions) = board::<TicTacToe>();
        assert_eq!(same(&square, &positions).len(), 8);
        let (square, positions) = board::<Othello>();
        assert_eq!(same(&square, &positions).len(), 8);
        let (chequered, positions) = board::<Checkers>();
        assert_eq!(same(&chequered, &positions).len(), 1);
    }

    #[test]
    fn sides_are_exchanged_where_the_game_tells_how() {
        let (square, positions) = board::<TicTacToe>();
        assert_eq!(exchange(&square, &positions), None);
        let (square, positions) = board::<Othello>();
        let exchanged = exchange(&square, &positions).expect("the discs change their colours");
        assert_eq!(exchanged.kinds, [1, 0]);
        assert!(exchanged.places.iter().copied().eq(0..64), "where they are");
        let (chequered, positions) = board::<Checkers>();
        let exchanged = exchange(&chequered, &positions).expect("the board is turned");
        assert_eq!(exchanged.kinds, [1, 0, 3, 2]);
        for place in chequered.squares() {
            let ((x, y), (to_x, to_y)) = (
                chequered.points[place],
                chequered.points[usize::from(exchanged.places[place])],
            );
            assert_eq!((x + to_x, y + to_y), (14, 7));
        }
    }
}
