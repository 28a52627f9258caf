//! Learning from games by temporal differences: each position is to be worth what the positions after it turned out
//! to be worth [Sutton 1988], and each weight has a rate of its own, which falls while its errors contradict each
//! other [Beal and Smith 1999].

use super::board::Board;
use super::file::Origin;
use super::tuples::{Indices, Tuples};
use super::weights::Weights;
use crate::game::{Notation, Side};

/// How far a result reaches back: 0 to the last position only, 1 to all equally.
const LAMBDA: f32 = 0.95;

/// A weight and the sums that its rate follows from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub(super) weight: f32,
    /// The sum of its errors, and that of their sizes.
    pub(super) error: f32,
    pub(super) size: f32,
}

/// A position of a game, as a learner sees it.
pub(super) struct Seen {
    pub(super) indices: Indices,
    pub(super) to_move: Side,
    /// True if the move played there was chosen at random.
    pub(super) at_random: bool,
}

/// The weights of a board while they are learnt.
pub(crate) struct Learner {
    pub(super) board: Board,
    pub(super) tuples: Tuples,
    /// The weights of the positions in which Black is to move, then those of White.
    pub(super) cells: [Vec<Cell>; 2],
    pub(crate) origin: Origin,
}

impl Learner {
    /// Knows nothing but the board, as these positions show it.
    ///
    /// # Errors
    /// A sentence if there is nothing to learn from.
    pub(crate) fn new<R: Notation>(positions: &[R], origin: Origin) -> Result<Learner, String> {
        let board = Board::of(positions)?;
        let tuples = Tuples::strips(&board);
        let cells = vec![Cell::default(); tuples.weights()];
        Ok(Learner {
            board,
            tuples,
            cells: [cells.clone(), cells],
            origin,
        })
    }

    /// The contents of the board, as indices.
    pub(super) fn see<R: Notation>(&self, position: &R) -> Indices {
        self.tuples.indices(&self.board.planes(position))
    }

    /// The value before it is squeezed between -1 and 1, seen from Black.
    pub(super) fn sum(&self, indices: &Indices, to_move: Side) -> f32 {
        let cells = &self.cells[to_move.index()];
        self.tuples
            .active(indices)
            .map(|cell| cells[cell].weight)
            .sum()
    }

    /// Learns from a game with this result, seen from Black.
    pub(super) fn learn(&mut self, game: &[Seen], result: f32) {
        let mut target = result;
        for seen in game.iter().rev() {
            let value = self.sum(&seen.indices, seen.to_move).tanh();
            if seen.at_random {
                // What came of a move that was not meant says nothing of the positions before it.
                target = value;
            } else {
                self.correct(seen, (target - value) * (1.0 - value * value));
                target = (1.0 - LAMBDA) * value + LAMBDA * target;
            }
        }
        self.origin.games += 1;
    }

    /// Moves the weights of a position towards an error.
    fn correct(&mut self, seen: &Seen, error: f32) {
        let cells = &mut self.cells[seen.to_move.index()];
        let share = error / self.tuples.groups.len() as f32;
        for cell in self.tuples.active(&seen.indices) {
            let cell = &mut cells[cell];
            let rate = if cell.size > 0.0 {
                cell.error.abs() / cell.size
            } else {
                1.0
            };
            cell.weight += rate * share;
            cell.error += error;
            cell.size += error.abs();
        }
    }

    /// What was learnt so far, rounded.
    pub(crate) fn weights(&self) -> Weights {
        let round = |cell: &Cell| (cell.weight * Weights::UNIT).round() as i16;
        Weights {
            origin: self.origin.clone(),
            board: self.board.clone(),
            tuples: self.tuples.clone(),
            tables: self
                .cells
                .each_ref()
                .map(|cells| cells.iter().map(round).collect()),
        }
    }
}
