//! The evaluation `mobility`: features counted on the board, weighted by game phase.

use super::{SELECTIVITY, difference, seen_from_black};
use crate::game::{Evaluation, Param, Selectivity};
use crate::games::othello::Othello;
use crate::games::othello::bits::mobility;
use crate::games::othello::geometry::{BORDER, CORNERS, c_squares, with_neighbours, x_squares};
use crate::games::othello::stability::{full_lines, stable_discs};

/// Present and future mobility, corners and the squares beside them, edges, stable discs; 100 is a
/// disc.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    /// The weight of each feature in percent of the fitted one, for all phases.
    shares: [Param; KINDS],
    weights: [[i32; KINDS]; PHASES],
}

impl Default for Mobility {
    fn default() -> Mobility {
        Mobility {
            shares: NAMES.map(Param::percent),
            weights: WEIGHTS,
        }
    }
}

/// The number of features.
const KINDS: usize = 11;

/// The names of the features, in the order of [`counts`], which explains them.
const NAMES: [&str; KINDS] = [
    "moves",
    "future_moves",
    "frontier",
    "corners",
    "x_squares",
    "c_squares",
    "stable",
    "edges",
    "corner_moves",
    "discs",
    "turn",
];

const PHASES: usize = 16;

/// By the number of empty squares, four to a phase, the end first: a least squares fit to the
/// results of 300 000 positions of each phase, from human games of the WTHOR collection [FFO n.d.].
/// Weights for what people hardly ever do early in a game, such as taking or giving a corner, are
/// copied from later phases.
const WEIGHTS: [[i32; KINDS]; PHASES] = [
    [313, -191, -110, 60, 41, -66, 104, -26, 228, 8, -8],
    [272, -140, -120, 119, 28, -55, 99, -30, 316, 15, -76],
    [233, -102, -137, 213, -10, -57, 93, -20, 366, 17, -142],
    [204, -74, -153, 326, -58, -74, 86, 7, 372, 13, -204],
    [184, -50, -164, 430, -129, -95, 81, 36, 322, 7, -264],
    [166, -27, -171, 512, -198, -101, 80, 57, 273, 1, -313],
    [155, -9, -176, 560, -246, -99, 86, 70, 254, -3, -347],
    [148, 6, -186, 617, -299, -98, 94, 81, 233, -2, -371],
    [144, 21, -198, 778, -348, -98, 99, 93, 217, 3, -390],
    [143, 36, -210, 905, -424, -92, 130, 104, 152, 11, -401],
    [141, 54, -203, 905, -592, -92, 130, 111, 152, 21, -391],
    [127, 69, -164, 905, -592, -92, 130, 117, 152, 24, -353],
    [105, 58, -132, 905, -592, -92, 130, 109, 152, 30, -291],
    [83, 13, -156, 905, -592, -92, 130, 100, 152, 66, -178],
    [57, -13, -139, 905, -592, -92, 130, 100, 152, 69, -64],
    [57, -13, -139, 905, -592, -92, 130, 100, 152, 69, -64],
];

impl Evaluation<Othello> for Mobility {
    type Accumulator = ();

    fn start(&self, _: &Othello) {}

    fn value(&self, position: &Othello, (): &()) -> i32 {
        let phase = position.empty().count_ones() as usize / 4;
        let weights = &self.weights[phase.min(PHASES - 1)];
        let counts = counts(position);
        let value = counts
            .iter()
            .zip(weights)
            .map(|(count, weight)| count * weight)
            .sum::<i32>();
        seen_from_black(position, value.clamp(-20_000, 20_000))
    }

    fn per_margin(&self) -> Option<u16> {
        Some(100)
    }

    fn grain(&self) -> i16 {
        100
    }

    fn selectivity(&self) -> Selectivity {
        SELECTIVITY
    }

    fn params(&mut self) -> Vec<&mut Param> {
        self.shares.iter_mut().collect()
    }

    fn prepare(&mut self) {
        let shares = self.shares.map(|share| share.get());
        self.weights = WEIGHTS.map(|phase| std::array::from_fn(|n| phase[n] * shares[n] / 100));
    }
}

/// The features, the side to move's less the opponent's.
#[inline]
pub(crate) fn counts(position: &Othello) -> [i32; KINDS] {
    let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
    let [ours, theirs] = [mobility(own, opponent), mobility(opponent, own)];
    let open = empty & CORNERS;
    let (x, c) = (x_squares(open), c_squares(open));
    let edge = BORDER & !CORNERS & !c;
    let frontier = with_neighbours(empty);
    let future = [opponent, own].map(|discs| with_neighbours(discs) & empty);
    let full = full_lines(!empty);
    let stable = [own, opponent].map(|discs| stable_discs(discs, &full));
    [
        // Moves, except to X squares beside an empty corner.
        difference(ours & !x, theirs & !x),
        // Potential moves: empty squares beside the other side's discs.
        difference(future[0], future[1]),
        // Frontier: discs beside an empty square.
        difference(own & frontier, opponent & frontier),
        // Corners.
        difference(own & CORNERS, opponent & CORNERS),
        // X and C squares whose corner is empty.
        difference(own & x, opponent & x),
        difference(own & c, opponent & c),
        // Stable discs.
        difference(stable[0], stable[1]),
        // The other discs on the edges.
        difference(own & edge, opponent & edge),
        // Corners that can be taken at once.
        difference(ours & CORNERS, theirs & CORNERS),
        // Discs.
        difference(own, opponent),
        // The side to move.
        1,
    ]
}
