//! The values of lines and stones, for the evaluation and the ordering of moves.
//!
//! A line owned is worth 200. The rest was learnt: see `fitted.weights.md`.

use super::hand::{HANDS, Hand, LARGEST};
pub(super) use super::weights::{LEADS, STONES};

/// The value of a line owned.
pub(super) const OWNED_LINE: i16 = 200;

/// The value of an undecided line with `free` empty cells for a side whose sum on it is larger by
/// `lead`; the other side has the opposite.
#[inline]
pub(super) fn open_line(free: u8, lead: i8) -> i16 {
    SIGNED[usize::from(free)][place(lead)]
}

/// The values if a stone of value 1, 2 and so on is added to the lead.
#[inline]
pub(super) fn open_line_with_stones(free: u8, lead: i8) -> [i16; LARGEST as usize] {
    let row = &SIGNED[usize::from(free)];
    let next = place(lead) + 1;
    std::array::from_fn(|index| row[next + index])
}

/// The value by another table.
#[inline]
pub(super) fn weigh_line(leads: &LineWorths, free: u8, lead: i8) -> i32 {
    i32::from(worth_of(leads, free as usize, lead as isize))
}

const fn worth_of(leads: &LineWorths, free: usize, lead: isize) -> i16 {
    let rows = leads.len();
    let row = &leads[if free == 0 {
        0
    } else if free > rows {
        rows - 1
    } else {
        free - 1
    }];
    let size = lead.unsigned_abs();
    let worth = row[if size < row.len() {
        size
    } else {
        row.len() - 1
    }];
    if lead < 0 { -worth } else { worth }
}

/// The index of a lead in a row of [`SIGNED`].
#[inline]
fn place(lead: i8) -> usize {
    (i16::from(lead) + i16::from(LEVEL)) as usize & (SIZE - 1)
}

const LEVEL: u8 = 32;
const SIZE: usize = 64;

/// The values of lines, by free cells and by lead, which is always smaller than [`LEVEL`]; the end
/// of each row has room for one more stone.
static SIGNED: [[i16; SIZE + LARGEST as usize + 1]; 8] = {
    let mut signed = [[0; SIZE + LARGEST as usize + 1]; 8];
    let mut free = 0;
    while free < signed.len() {
        let mut place = 0;
        while place < signed[free].len() {
            signed[free][place] = worth_of(&LEADS, free, place as isize - LEVEL as isize);
            place += 1;
        }
        free += 1;
    }
    signed
};

/// The value of a stone in hand.
pub(super) const fn stone(value: u8) -> i32 {
    STONES[value as usize] as i32
}

/// The values of open lines, by free cells from 1 and by lead.
pub(super) type LineWorths = [[i16; 12]; 4];

/// The values of the stones, by their number.
pub(super) type StoneWorths = [i16; LARGEST as usize + 1];

/// The total value of the stones in each hand, for given values of the stones.
pub(super) fn hand_worths(stones: &StoneWorths) -> [i16; HANDS] {
    std::array::from_fn(|bits| {
        let hand = Hand::from_bits(bits as u16);
        let worth = |value| i16::from(hand.count(value)) * stones[usize::from(value)];
        (1..=LARGEST).map(worth).sum()
    })
}
