//! Levels of play below full strength.

/// How a level below full strength plays: from how many nodes, and how much it overlooks. It depends on
/// no clock, so that a level is as strong on every machine, and asks neither book nor solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Strength {
    /// The nodes searched for a move, at most.
    pub nodes: u64,
    /// The share of the moves that are overlooked on average, in thousandths. Each legal move is overlooked or
    /// not by chance, anew at each turn; the best of the others is played, or any move if there is none. A game
    /// is played with anything from none to twice that share, which chance decides when it begins.
    pub overlooks: u16,
}

impl Strength {
    /// A level that searches that many nodes, and overlooks that many of a thousand moves.
    pub const fn new(nodes: u64, overlooks: u16) -> Strength {
        Strength { nodes, overlooks }
    }

    /// The share of the moves overlooked in a game that has `percent` percent of the usual errors.
    pub(crate) const fn overlooks_in(self, percent: u16) -> u16 {
        let share = self.overlooks as u32 * percent as u32 / 100;
        if share < 1000 { share as u16 } else { 1000 }
    }

    /// The levels of a game that has none of its own, the weakest first; full strength follows.
    pub const USUAL: &'static [Strength] = &[
        Strength::new(100, 950),
        Strength::new(150, 460),
        Strength::new(200, 270),
        Strength::new(300, 166),
        Strength::new(500, 100),
        Strength::new(1000, 60),
        Strength::new(2000, 30),
        Strength::new(5000, 16),
        Strength::new(10_000, 9),
    ];
}
