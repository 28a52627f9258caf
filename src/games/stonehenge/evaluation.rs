//! Opinions on positions of Stonehenge.

use super::model::{self, OWNED_LINE, open_line};
use super::rules::{Stonehenge, set_bits};
use crate::game::{Evaluation, Side};

/// 200 for each line owned, a share of it for each line where a side stands better, and 12 to 438
/// for each stone in the hand.
#[derive(Clone, Copy, Debug)]
pub struct Tension;

/// 50 for each line owned and 10 for each unit of value left in the hand; 1000 for a win.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Evaluation<Stonehenge> for Tension {
    type Accumulator = ();

    fn start(&self, _: &Stonehenge) {}

    fn value(&self, position: &Stonehenge, (): &()) -> i32 {
        let open: i32 = set_bits(u32::from(position.undecided()))
            .map(|line| open_line(position.free(line), position.balance(line)))
            .sum();
        let [black, white] = Side::BOTH.map(|side| model::hand(position.hand(side)));
        open + OWNED_LINE * lead_in_lines(position) + black - white
    }
}

impl Evaluation<Stonehenge> for Lines {
    type Accumulator = ();

    fn start(&self, _: &Stonehenge) {}

    fn value(&self, position: &Stonehenge, (): &()) -> i32 {
        if position.has_won(Side::Black) {
            return 1000;
        }
        if position.has_won(Side::White) {
            return -1000;
        }
        let sum = |side| i32::from(position.hand(side).facts().sum);
        let [black, white] = Side::BOTH.map(sum);
        50 * lead_in_lines(position) + 10 * (black - white)
    }
}

fn lead_in_lines(position: &Stonehenge) -> i32 {
    let [black, white] = Side::BOTH.map(|side| position.owned(side).count_ones() as i32);
    black - white
}
