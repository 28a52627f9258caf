//! The evaluation that a French course on game trees describes (it credits the students' project
//! LOthello): mobility, corners, edges, X and C squares. It gives no numbers; these are ours.

use super::{difference, seen_from_black};
use crate::game::Evaluation;
use crate::games::othello::Othello;
use crate::games::othello::bits::mobility;
use crate::games::othello::geometry::{CORNERS, EDGES, c_squares, with_neighbours, x_squares};

/// Mobility, corners, edges, X and C squares, weighed by hand; 100 is about a disc.
#[derive(Clone, Copy, Debug)]
pub struct Positional;

const MOVE: i32 = 150;
/// A corner is worth more the earlier it is taken: so much, and more for each empty square.
const CORNER: i32 = 400;
const CORNER_PER_EMPTY: i32 = 15;
const X_SQUARE: i32 = -400;
const C_SQUARE: i32 = -150;
/// A disc on an edge, between the corners.
const EDGE: i32 = 40;
/// The same on a full edge, or in an unbroken row from a corner of its side: nothing can turn it.
const SAFE_EDGE: i32 = 150;

impl Evaluation<Othello> for Positional {
    type Accumulator = ();

    fn start(&self, _: &Othello) {}

    fn value(&self, position: &Othello, (): &()) -> i32 {
        let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
        let open = empty & CORNERS;
        let (x, c) = (x_squares(open), c_squares(open));
        let corner = CORNER + CORNER_PER_EMPTY * empty.count_ones() as i32;
        let value = MOVE * difference(mobility(own, opponent), mobility(opponent, own))
            + corner * difference(own & CORNERS, opponent & CORNERS)
            + X_SQUARE * difference(own & x, opponent & x)
            + C_SQUARE * difference(own & c, opponent & c)
            + edges(own, empty, c)
            - edges(opponent, empty, c);
        seen_from_black(position, value)
    }
}

/// What a side's discs on the edges are worth, C squares beside an empty corner left out.
fn edges(discs: u64, empty: u64, c: u64) -> i32 {
    let mut value = 0;
    for edge in EDGES {
        let on_edge = discs & edge & !CORNERS & !c;
        let safe = if edge & empty == 0 {
            on_edge
        } else {
            on_edge & anchored(discs & edge)
        };
        value +=
            EDGE * (on_edge & !safe).count_ones() as i32 + SAFE_EDGE * safe.count_ones() as i32;
    }
    value
}

/// The discs of one edge that an unbroken row joins to a corner, the corner included.
fn anchored(discs: u64) -> u64 {
    let mut joined = discs & CORNERS;
    loop {
        let next = with_neighbours(joined) & discs;
        if next == joined {
            return joined;
        }
        joined = next;
    }
}
