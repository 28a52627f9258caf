//! What lines and stones are worth, for the evaluation and for the order of the moves.
//!
//! A line that is owned is worth 200. The rest is a logistic regression of the winner on 16,000
//! solved positions with eight to ten empty cells, where owning a line made 3.1 logits.

use super::hand::{HANDS, Hand, LARGEST};

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
    let row = &leads[usize::from(free).min(leads.len() - 1)];
    let size = usize::from(lead.unsigned_abs()).min(row.len() - 1);
    let worth = i32::from(row[size]);
    if lead < 0 { -worth } else { worth }
}

/// What a stone in the hand is worth.
pub(super) const fn stone(value: u8) -> i32 {
    STONES[value as usize] as i32
}

/// What the stones are worth, by value.
pub(super) const STONES: [i16; LARGEST as usize + 1] = [0, 12, 59, 148, 269, 369, 438];

/// By free cells, then by lead. Larger leads than the last are rare, and as good as a win.
pub(super) type Leads = [[i16; 12]; 6];

pub(super) static LEADS: Leads = [
    [0, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    [0, 6, 51, 104, 118, 126, 150, 170, 180, 190, 195, 200],
    [0, 53, 91, 118, 145, 168, 175, 183, 186, 190, 198, 200],
    [0, 32, 68, 104, 138, 164, 177, 188, 194, 196, 198, 200],
    [0, 50, 74, 95, 121, 148, 168, 180, 188, 194, 198, 200],
    [0, 40, 65, 90, 115, 140, 160, 175, 185, 192, 197, 200],
];

/// What all the stones of each hand are worth, when a stone is worth so much.
pub(super) fn hand_worths(stones: &[i16; LARGEST as usize + 1]) -> [i16; HANDS] {
    std::array::from_fn(|bits| {
        let hand = Hand::from_bits(bits as u16);
        let worth = |value| i16::from(hand.count(value)) * stones[usize::from(value)];
        (1..=LARGEST).map(worth).sum()
    })
}
