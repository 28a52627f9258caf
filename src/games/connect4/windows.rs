//! The evaluation `windows`, from a French course on programming in Objective Caml
//! [Chailloux 2000].

use super::board::Geometry;
use super::judge_fours;
use super::rules::Connect4;
use crate::game::{Evaluation, Param, Side};

/// Counts each window of four cells with discs of one side only for that side: 2, 10 or 50 for one,
/// two or three discs by default. Four in a row is worth ±10 000 exactly.
///
/// The loops printed in the course visit some windows twice and others never; here each counts
/// once, as its text says.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    one: Param,
    two: Param,
    three: Param,
}

impl Default for Windows {
    fn default() -> Windows {
        Windows {
            one: Param::new("one", 2, 0..=100),
            two: Param::new("two", 10, 0..=200),
            three: Param::new("three", 50, 0..=500),
        }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Windows {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    fn value(&self, position: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        let stones = position.stones();
        judge_fours::<COLUMNS, ROWS>(stones).unwrap_or_else(|| {
            let [black, white] = Side::BOTH.map(|side| {
                let (own, other) = (stones[side.index()], stones[(!side).index()]);
                self.worth::<COLUMNS, ROWS>(own, other)
            });
            black - white
        })
    }

    fn grain(&self) -> i16 {
        10
    }

    fn params(&mut self) -> Vec<&mut Param> {
        vec![&mut self.one, &mut self.two, &mut self.three]
    }
}

impl Windows {
    /// The value of one side's windows, while it has no four.
    fn worth<const COLUMNS: usize, const ROWS: usize>(&self, own: u64, other: u64) -> i32 {
        let [one, two, three] = Geometry::<COLUMNS, ROWS>::open_windows(own, other);
        self.one.get() * one + self.two.get() * two + self.three.get() * three
    }
}
