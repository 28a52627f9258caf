//! Positions with a single winning move.

use super::number::Arithmetic;
use super::{Exact, Solver, Way};
use crate::game::{Knowledge, Rules};
use crate::resources::Stopped;

impl<R: Rules, K: Knowledge<R>> Solver<'_, R, K> {
    /// The only move that wins, and its value; `None` if there is none, or more than one. If positions can repeat, it is
    /// one that wins within 15 plies, and no other wins within eight plies more.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn only_win(&mut self, position: &R) -> Result<Option<(R::Move, Exact)>, Stopped> {
        if let Way::Cycles(cycles) = &mut self.0 {
            let only = cycles.only_win(position)?;
            return Ok(only.map(|(mv, number)| (mv, Arithmetic::<R>::exact(number))));
        }
        let is_win = |exact: Exact| exact.value.0 > 0;
        let mut only = None;
        if !is_win(self.value(position)?) {
            return Ok(None);
        }
        for mv in position.legal_moves() {
            let value = self.value_of_move(position, mv)?;
            if is_win(value) && only.replace((mv, value)).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }
}
