//! The evaluation of tic-tac-toe: only a finished game counts.

use super::rules::TicTacToe;
use crate::game::{Evaluation, Side};

/// 1 if Black has three in a row, -1 if White has, else 0.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Evaluation<TicTacToe> for Lines {
    type Accumulator = ();

    fn start(&self, _: &TicTacToe) {}

    fn value(&self, position: &TicTacToe, (): &()) -> i32 {
        i32::from(position.has_line(Side::Black)) - i32::from(position.has_line(Side::White))
    }

    fn grain(&self) -> i16 {
        1
    }
}
