//! What lines and stones are worth, for the evaluation and for the order of the moves.
//!
//! A line that is owned is worth 200. The rest is a logistic regression of the winner on 20,000
//! solved positions with eight to twelve empty cells: see `tools/stonehenge/README.md`.

use super::hand::{HANDS, Hand, LARGEST};
pub(super) use super::weights::{LEADS, STONES};

/// What a line is worth that is owned.
pub(super) const OWNED_LINE: i32 = 200;

/// What the line is worth for a side whose sum on it is larger by `lead`, with that many cells
/// still empty; the opposite for the other side.
#[inline]
pub(super) fn open_line(free: u8, lead: i8) -> i32 {
    weigh_line(&LEADS, free, lead)
}

/// The same by another table.
#[inline]
pub(super) fn weigh_line(leads: &Leads, free: u8, lead: i8) -> i32 {
    let row = &leads[usize::from(free).clamp(1, leads.len()) - 1];
    let size = usize::from(lead.unsigned_abs()).min(row.len() - 1);
    let worth = i32::from(row[size]);
    if lead < 0 { -worth } else { worth }
}

/// What a stone in the hand is worth.
pub(super) const fn stone(value: u8) -> i32 {
    STONES[value as usize] as i32
}

/// By free cells, from 1, then by lead.
pub(super) type Leads = [[i16; 12]; 4];

/// What all the stones of each hand are worth, when a stone is worth so much.
pub(super) fn hand_worths(stones: &[i16; LARGEST as usize + 1]) -> [i16; HANDS] {
    std::array::from_fn(|bits| {
        let hand = Hand::from_bits(bits as u16);
        let worth = |value| i16::from(hand.count(value)) * stones[usize::from(value)];
        (1..=LARGEST).map(worth).sum()
    })
}
