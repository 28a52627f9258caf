//! The evaluation `zero`, from a workshop on Connect 4 in Visual Basic, whose author had found no
//! better one.

use super::rules::Connect4;
use crate::game::Evaluation;

/// Always 0, so that only the wins and losses within the search count.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Zero {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    fn value(&self, _: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        0
    }

    fn grain(&self) -> i16 {
        1
    }
}
