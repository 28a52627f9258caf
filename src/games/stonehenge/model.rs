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
    let row = &LEADS[usize::from(free).min(LEADS.len() - 1)];
    let size = usize::from(lead.unsigned_abs()).min(row.len() - 1);
    let worth = i32::from(row[size]);
    if lead < 0 { -worth } else { worth }
}

/// What the stones in a hand are worth.
#[inline]
pub(super) fn hand(hand: Hand) -> i32 {
    i32::from(HAND_WORTH[usize::from(hand.bits())])
}

/// What a stone in the hand is worth.
pub(super) const fn stone(value: u8) -> i32 {
    STONES[value as usize] as i32
}

const STONES: [i16; LARGEST as usize + 1] = [0, 12, 59, 148, 269, 369, 438];

/// By free cells, then by lead. Larger leads than the last are rare, and as good as a win.
static LEADS: [[i16; 12]; 6] = [
    [0, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
    [0, 6, 51, 104, 118, 126, 150, 170, 180, 190, 195, 200],
    [0, 53, 91, 118, 145, 168, 175, 183, 186, 190, 198, 200],
    [0, 32, 68, 104, 138, 164, 177, 188, 194, 196, 198, 200],
    [0, 50, 74, 95, 121, 148, 168, 180, 188, 194, 198, 200],
    [0, 40, 65, 90, 115, 140, 160, 175, 185, 192, 197, 200],
];

static HAND_WORTH: [i16; HANDS] = hand_worths();

const fn hand_worths() -> [i16; HANDS] {
    let mut worths = [0; HANDS];
    let mut bits = 0;
    while bits < HANDS {
        let hand = Hand::from_bits(bits as u16);
        let mut value = 1;
        while value <= LARGEST {
            worths[bits] += hand.count(value) as i16 * STONES[value as usize];
            value += 1;
        }
        bits += 1;
    }
    worths
}
