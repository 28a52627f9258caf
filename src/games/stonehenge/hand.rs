//! The stones left to a side.

use super::rules::set_bits;

/// The largest value of a stone; the smallest is 1.
pub(super) const LARGEST: u8 = 6;

/// The number of a side's stones at the start.
pub(super) const STONES: usize = 9;

/// A set of stones in nine bits: the counts of value 1, 2 and 3, two bits each, then a bit each for
/// 4, 5 and 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand(u16);

/// Properties of a hand that are needed often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The sum of the k largest stones, or of all if there are fewer.
    pub(super) best: [u8; 8],
    /// The sum of all.
    pub(super) sum: u8,
    /// The values in the hand, bit n for value n + 1.
    pub(super) values: u8,
}

impl Facts {
    /// The smallest value.
    pub(super) fn least(&self) -> u8 {
        self.values.trailing_zeros() as u8 + 1
    }
}

impl Hand {
    /// All nine stones: 6 5 4 3 3 2 2 1 1.
    pub(super) const FULL: Hand = Hand(0b1_1110_1010);

    /// The number of stones of a value.
    pub(super) const fn count(self, value: u8) -> u8 {
        let (shift, mask) = PLACES[value as usize];
        (self.0 >> shift & mask) as u8
    }

    /// The hand without one stone of a value.
    #[must_use]
    pub(super) const fn without(self, value: u8) -> Hand {
        Hand(self.0.wrapping_sub(1 << PLACES[value as usize].0) & MASK)
    }

    /// The precomputed properties.
    pub(super) fn facts(self) -> &'static Facts {
        &FACTS[usize::from(self.0 & MASK)]
    }

    /// Creates a hand from its nine bits.
    pub(super) const fn from_bits(bits: u16) -> Hand {
        Hand(bits & MASK)
    }

    /// The nine bits.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// The different values, the smallest first.
    pub(super) fn values(self) -> impl Iterator<Item = u8> {
        set_bits(self.facts().values.into()).map(|index| index as u8 + 1)
    }
}

/// The number of bit patterns, including those with three stones of a value.
pub(super) const HANDS: usize = 1 << 9;
const MASK: u16 = (HANDS - 1) as u16;

/// The first bit of each value's count and the mask of the count; value 0 does not exist.
const PLACES: [(u16, u16); 7] = [(9, 0), (0, 3), (2, 3), (4, 3), (6, 1), (7, 1), (8, 1)];

static FACTS: [Facts; HANDS] = all_facts();

const fn all_facts() -> [Facts; HANDS] {
    let mut all = [Facts {
        best: [0; 8],
        sum: 0,
        values: 0,
    }; HANDS];
    let mut bits = 0;
    while bits < HANDS {
        all[bits] = facts(Hand::from_bits(bits as u16));
        bits += 1;
    }
    all
}

const fn facts(hand: Hand) -> Facts {
    let mut facts = Facts {
        best: [0; 8],
        sum: 0,
        values: 0,
    };
    let mut taken = 0;
    let mut value = LARGEST;
    while value > 0 {
        let mut left = hand.count(value);
        if left > 0 {
            facts.values |= 1 << (value - 1);
        }
        while left > 0 {
            facts.sum += value;
            taken += 1;
            if taken < facts.best.len() {
                facts.best[taken] = facts.sum;
            }
            left -= 1;
        }
        value -= 1;
    }
    while taken + 1 < facts.best.len() {
        taken += 1;
        facts.best[taken] = facts.sum;
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_knows_its_stones() {
        let hand = Hand::FULL;
        assert_eq!(
            (1..=6).map(|v| hand.count(v)).collect::<Vec<_>>(),
            [2, 2, 2, 1, 1, 1]
        );
        assert_eq!(hand.facts().best, [0, 6, 11, 15, 18, 21, 23, 25]);
        assert_eq!((hand.facts().sum, hand.facts().values), (27, 0b11_1111));

        let small = [6, 5, 4, 3, 3, 2]
            .iter()
            .fold(hand, |hand, &v| hand.without(v));
        assert_eq!(small.facts().best, [0, 2, 3, 4, 4, 4, 4, 4]);
        assert_eq!(small.values().collect::<Vec<_>>(), [1, 2]);
    }
}
