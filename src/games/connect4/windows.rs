//! The evaluation `windows`, from a French course on programming in Objective Caml (Chailloux,
//! Manoury, Pagano: Développement d'applications avec Objective Caml, chapter 17).

use super::board::Geometry;
use super::judge_fours;
use super::rules::Connect4;
use crate::game::{Evaluation, Side};

/// Each window of four cells with discs of one side only counts for that side: 2, 10 or 50 for
/// one, two or three discs. Four in a row is worth ±10 000 exactly.
///
/// The loops that the course prints look at some windows twice and at others never; here each
/// counts once, as its text says.
#[derive(Clone, Copy, Debug)]
pub struct Windows;

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Windows {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    fn value(&self, position: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        let stones = position.stones();
        judge_fours::<COLUMNS, ROWS>(stones).unwrap_or_else(|| {
            let [black, white] = Side::BOTH.map(|side| {
                let (own, other) = (stones[side.index()], stones[(!side).index()]);
                windows_of::<COLUMNS, ROWS>(own, other)
            });
            black - white
        })
    }

    fn grain(&self) -> i16 {
        10
    }
}

/// What the windows of one side are worth, while it has no four.
fn windows_of<const COLUMNS: usize, const ROWS: usize>(own: u64, other: u64) -> i32 {
    let directions = Geometry::<COLUMNS, ROWS>::DIRECTIONS;
    let windows = Geometry::<COLUMNS, ROWS>::WINDOWS;
    let worth = |(step, all): (usize, u64)| {
        let at = |stones: u64, place: usize| stones.unbounded_shr((place * step) as u32);
        let blocked = at(other, 0) | at(other, 1) | at(other, 2) | at(other, 3);
        let open = all & !blocked;
        // Adds up the four cells of all windows at once, a bit of the sum in each word.
        let (odd_left, both_left) = (at(own, 0) ^ at(own, 1), at(own, 0) & at(own, 1));
        let (odd_right, both_right) = (at(own, 2) ^ at(own, 3), at(own, 2) & at(own, 3));
        let ones = odd_left ^ odd_right;
        let twos = both_left ^ both_right ^ (odd_left & odd_right);
        let count = |windows: u64| (windows & open).count_ones() as i32;
        2 * count(ones & !twos) + 10 * count(twos & !ones) + 50 * count(ones & twos)
    };
    directions.into_iter().zip(windows).map(worth).sum()
}
