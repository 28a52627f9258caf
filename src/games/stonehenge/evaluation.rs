//! The evaluations of Stonehenge.

use super::hand::{HANDS, LARGEST};
use super::learnt;
use super::model::{LEADS, LineWorths, OWNED_LINE, STONES, StoneWorths, hand_worths, weigh_line};
use super::rules::{Stonehenge, set_bits};
use crate::game::{Evaluation, LinearEvaluation, Param, Selectivity, Side};

/// 200 for each line owned, a share of it for the leader on each open line, and up to more than 400 for each
/// stone in hand; learnt.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    owned_line: Param,
    /// The weight of open lines, in percent of the fitted value.
    open_line: Param,
    /// The values of the stones 1, 2 and so on.
    stones: [Param; LARGEST as usize],
    /// The total value of the stones in each hand.
    hands: [i16; HANDS],
    /// The values of open lines, and those by the weight.
    leads: LineWorths,
    weighted: LineWorths,
}

impl Default for Fitted {
    fn default() -> Fitted {
        Fitted::new(LEADS, STONES)
    }
}

impl Fitted {
    fn new(leads: LineWorths, stones: StoneWorths) -> Fitted {
        const NAMES: [&str; LARGEST as usize] = [
            "stone_1", "stone_2", "stone_3", "stone_4", "stone_5", "stone_6",
        ];
        let stone = |index| Param::new(NAMES[index], i32::from(stones[index + 1]), 0..=1000);
        Fitted {
            owned_line: Param::new("owned_line", OWNED_LINE.into(), 0..=1000),
            open_line: Param::percent("open_line"),
            stones: std::array::from_fn(stone),
            hands: hand_worths(&stones),
            leads,
            weighted: leads,
        }
    }
}

/// 50 for each line owned and 10 for each unit of value in hand by default; 1000 for a win.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    line: Param,
    hand: Param,
}

impl Default for Lines {
    fn default() -> Lines {
        Lines {
            line: Param::new("line", 50, 0..=500),
            hand: Param::new("hand", 10, 0..=100),
        }
    }
}

impl Evaluation<Stonehenge> for Fitted {
    type Accumulator = ();

    fn start(&self, _: &Stonehenge) {}

    fn value(&self, position: &Stonehenge, (): &()) -> i32 {
        let open: i32 = set_bits(u32::from(position.undecided()))
            .map(|line| weigh_line(&self.weighted, position.free(line), position.balance(line)))
            .sum();
        let hand = |side| i32::from(self.hands[usize::from(position.hand(side).bits())]);
        let [black, white] = Side::BOTH.map(hand);
        let owned = self.owned_line.get() * lead_in_lines(position);
        open + owned + black - white
    }

    fn per_result(&self) -> Option<u16> {
        Some(UNIT)
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 200,
            ..Selectivity::NONE
        }
    }

    fn params(&mut self) -> Vec<&mut Param> {
        let lines = [&mut self.owned_line, &mut self.open_line];
        lines.into_iter().chain(&mut self.stones).collect()
    }

    fn prepare(&mut self) {
        let mut stones = STONES;
        for (worth, param) in stones[1..].iter_mut().zip(&self.stones) {
            *worth = param.get() as i16;
        }
        self.hands = hand_worths(&stones);
        let share = self.open_line.get();
        self.weighted = self
            .leads
            .map(|row| row.map(|worth| (i32::from(worth) * share / 100) as i16));
    }
}

/// The value of an expected result of tanh(1). This one worked best where only results are learnt.
const UNIT: u16 = 109;

impl LinearEvaluation<Stonehenge> for Fitted {
    fn weights() -> usize {
        learnt::WEIGHTS
    }

    fn features(position: &Stonehenge, count: &mut dyn FnMut(usize, i16)) {
        learnt::features(position, count);
    }

    fn with_weights(weights: &[i16]) -> Fitted {
        let (leads, stones) = learnt::worths(weights);
        Fitted::new(leads, stones)
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
        self.line.get() * lead_in_lines(position) + self.hand.get() * (black - white)
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 200,
            ..Selectivity::NONE
        }
    }

    fn params(&mut self) -> Vec<&mut Param> {
        vec![&mut self.line, &mut self.hand]
    }
}

fn lead_in_lines(position: &Stonehenge) -> i32 {
    let [black, white] = Side::BOTH.map(|side| position.owned(side).count_ones() as i32);
    black - white
}
