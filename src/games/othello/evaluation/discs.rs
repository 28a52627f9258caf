//! The evaluation `discs`, every beginner's first idea.

use super::{difference, seen_from_black};
use crate::game::Evaluation;
use crate::games::othello::Othello;

/// Black's discs less White's.
#[derive(Clone, Copy, Debug)]
pub struct Discs;

impl Evaluation<Othello> for Discs {
    type Accumulator = ();

    fn start(&self, _: &Othello) {}

    fn value(&self, position: &Othello, (): &()) -> i32 {
        let own = difference(position.own(), position.opponent());
        seen_from_black(position, own)
    }

    fn per_margin(&self) -> Option<u16> {
        Some(1)
    }

    fn grain(&self) -> i16 {
        3
    }
}
