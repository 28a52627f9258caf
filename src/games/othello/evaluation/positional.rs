//! The evaluation `positional`, described in a French course on game trees (which credits the
//! students' project LOthello): mobility, corners, edges, X and C squares. The course gives no
//! numbers; these are ours.

use super::{difference, seen_from_black};
use crate::game::{Evaluation, Param};
use crate::games::othello::Othello;
use crate::games::othello::bits::mobility;
use crate::games::othello::geometry::{
    BORDER, CORNERS, EDGES, c_squares, with_neighbours, x_squares,
};

/// Mobility, corners, edges, X and C squares, weighted by hand; 100 is about a disc.
#[derive(Clone, Copy, Debug)]
pub struct Positional {
    mobility: Param,
    /// The value of a corner, to which each empty square adds: it is worth more the earlier it is
    /// taken.
    corner: Param,
    corner_per_empty: Param,
    x_square: Param,
    c_square: Param,
    /// A disc on an edge, between the corners.
    edge: Param,
    /// The same on a full edge, or in an unbroken row from a corner of the same side: nothing can
    /// turn it.
    safe_edge: Param,
}

impl Default for Positional {
    fn default() -> Positional {
        Positional {
            mobility: Param::new("move", 150, 0..=1000),
            corner: Param::new("corner", 400, 0..=3000),
            corner_per_empty: Param::new("corner_per_empty", 15, 0..=50),
            x_square: Param::new("x_square", -400, -2000..=0),
            c_square: Param::new("c_square", -150, -1000..=0),
            edge: Param::new("edge", 40, -200..=400),
            safe_edge: Param::new("safe_edge", 150, 0..=1000),
        }
    }
}

impl Evaluation<Othello> for Positional {
    type Accumulator = ();

    fn start(&self, _: &Othello) {}

    fn value(&self, position: &Othello, (): &()) -> i32 {
        let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
        let open = empty & CORNERS;
        let (x, c) = (x_squares(open), c_squares(open));
        let moves = difference(mobility(own, opponent), mobility(opponent, own));
        let corner = self.corner.get() + self.corner_per_empty.get() * empty.count_ones() as i32;
        let [ours, theirs] = [own, opponent].map(|discs| edges(discs, empty, c));
        let value = self.mobility.get() * moves
            + corner * difference(own & CORNERS, opponent & CORNERS)
            + self.x_square.get() * difference(own & x, opponent & x)
            + self.c_square.get() * difference(own & c, opponent & c)
            + self.edge.get() * (ours[0] - theirs[0])
            + self.safe_edge.get() * (ours[1] - theirs[1]);
        seen_from_black(position, value)
    }

    fn per_margin(&self) -> Option<u16> {
        Some(100)
    }

    fn params(&mut self) -> Vec<&mut Param> {
        vec![
            &mut self.mobility,
            &mut self.corner,
            &mut self.corner_per_empty,
            &mut self.x_square,
            &mut self.c_square,
            &mut self.edge,
            &mut self.safe_edge,
        ]
    }
}

/// The number of a side's discs on edges that might be turned, and that nothing can turn, without C
/// squares beside an empty corner.
fn edges(discs: u64, empty: u64, c: u64) -> [i32; 2] {
    let on_edges = discs & BORDER & !CORNERS & !c;
    let mut safe = 0;
    for edge in EDGES {
        safe |= if edge & empty == 0 {
            edge
        } else {
            anchored(discs & edge)
        };
    }
    [on_edges & !safe, on_edges & safe].map(|discs| discs.count_ones() as i32)
}

/// The discs of one edge joined to a corner by an unbroken row, including the corner.
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
