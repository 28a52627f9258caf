//! Expansion of a position: the moves worth searching, or the result if it is decided.
//!
//! The winning cells of all children are computed at once, in the lanes of a vector. They order the
//! moves, and they reveal children in which the opponent is lost.

use super::board::{Geometry, LANES};
use super::rules::{Column, Connect4};
use crate::game::{Expansion, Moves, Value};

/// A cell for each lane.
type Lanes = [u64; LANES];

/// The step between ranks, which leaves room for the column: of equals the more central comes
/// first. History and killers do not change this order; they were measured to do worse here.
const ORDER_STEP: i32 = 32;

/// See [`crate::game::Knowledge::expand`]. Distances are exact up to three plies.
#[inline]
pub(super) fn expand<const COLUMNS: usize, const ROWS: usize>(
    position: &Connect4<COLUMNS, ROWS>,
    candidates: &mut Moves<Column>,
) -> Expansion {
    let (own, other) = (position.mover(), position.opponent());
    let (landing, empty) = (position.landing(), position.empty());
    if landing == 0 || Geometry::<COLUMNS, ROWS>::has_four(other) {
        return Expansion::Open;
    }
    let wins = Geometry::<COLUMNS, ROWS>::completions(own) & empty;
    if wins & landing != 0 {
        return decided(Value::WIN, 1);
    }
    let threats = Geometry::<COLUMNS, ROWS>::completions(other) & empty;
    let safe = safe_cells(landing, threats);
    if safe == 0 {
        return decided(Value::LOSS, 2);
    }
    // With two cells left nobody wins: neither of these moves does, nor the reply.
    let left = empty.count_ones();
    if left <= 2 {
        return decided(Value::DRAW, left);
    }
    for first in (0..COLUMNS).step_by(LANES) {
        let columns = &Geometry::<COLUMNS, ROWS>::CENTRE_FIRST[first..first + LANES];
        let cells: Lanes = std::array::from_fn(|lane| columns[lane] & safe);
        let children = Children::of(position, &cells);
        if children.any_wins(&cells) {
            candidates.clear();
            return decided(Value::WIN, 3);
        }
        children.add_candidates::<COLUMNS, ROWS>(first, &cells, wins, candidates);
    }
    Expansion::Open
}

fn decided(value: Value, plies: u32) -> Expansion {
    Expansion::Decided { value, plies }
}

/// The cells among `landing` after which the other side, which wins on its `threats`, cannot win at
/// once: all cells, or the one that must be blocked, but none right below a threat.
#[inline]
fn safe_cells(landing: u64, threats: u64) -> u64 {
    let forced = landing & threats;
    let playable = match forced {
        0 => landing,
        _ if forced.is_power_of_two() => forced,
        _ => 0,
    };
    playable & !(threats >> 1)
}

/// The positions after each move, one per lane.
struct Children {
    /// The cells where the side that moved would win next.
    wins: Lanes,
    /// All ones if the opponent cannot prevent that win.
    won: Lanes,
}

impl Children {
    #[inline]
    fn of<const COLUMNS: usize, const ROWS: usize>(
        position: &Connect4<COLUMNS, ROWS>,
        cells: &Lanes,
    ) -> Children {
        let bottom = Geometry::<COLUMNS, ROWS>::BOTTOM;
        let occupied = position.mover() | position.opponent();
        let (mut wins, mut won) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let after = occupied | cells[lane];
            let stones = position.mover() | cells[lane];
            let free = Geometry::<COLUMNS, ROWS>::CELLS & !after;
            let landing = (after + bottom) & free;
            let threats = Geometry::<COLUMNS, ROWS>::completions(stones) & free;
            let forced = landing & threats;
            let several = u64::from(forced & forced.wrapping_sub(1) != 0).wrapping_neg();
            let quiet = u64::from(forced == 0).wrapping_neg();
            let safe = (forced & !several | landing & quiet) & !(threats >> 1);
            wins[lane] = threats;
            won[lane] = u64::from(safe == 0).wrapping_neg();
        }
        Children { wins, won }
    }

    /// Returns true if one of the moves wins whatever the reply. At least two cells must be left
    /// for replies.
    #[inline]
    fn any_wins(&self, cells: &Lanes) -> bool {
        (0..LANES).fold(0, |any, lane| any | self.won[lane] & cells[lane]) != 0
    }

    /// Adds the moves, ranked by their winning cells. A cell right below one of the mover's winning
    /// cells counts one less, since the opponent will then occupy that one.
    #[inline]
    fn add_candidates<const COLUMNS: usize, const ROWS: usize>(
        &self,
        first: usize,
        cells: &Lanes,
        wins: u64,
        candidates: &mut Moves<Column>,
    ) {
        let orders: [i32; LANES] = std::array::from_fn(|lane| {
            let threats = self.wins[lane].count_ones() as i32;
            let wasted = i32::from(cells[lane] << 1 & wins != 0);
            (threats - wasted) * ORDER_STEP - (first + lane) as i32
        });
        for lane in 0..LANES {
            if cells[lane] != 0 {
                let column = Geometry::<COLUMNS, ROWS>::centre_first(first + lane) as u8;
                candidates.push_ranked(Column(column), orders[lane]);
            }
        }
    }
}

/// See [`crate::game::Knowledge::bounds`]. If every column has an even number of free cells, the
/// side not to move can always answer in the same column. It then gets at least every second cell,
/// and a side that cannot make four with the others cannot win. The same holds if two columns are
/// odd: their lowest free cells answer each other. These are the rules claimeven and baseinverse of
/// [Allis 1988].
#[inline]
pub(super) fn bounds<const COLUMNS: usize, const ROWS: usize>(
    position: &Connect4<COLUMNS, ROWS>,
) -> (Value, Value) {
    // The side that answers gets the highest cell of each column.
    let (answered, led) = if ROWS.is_multiple_of(2) {
        (
            Geometry::<COLUMNS, ROWS>::EVEN_ROWS,
            Geometry::<COLUMNS, ROWS>::ODD_ROWS,
        )
    } else {
        (
            Geometry::<COLUMNS, ROWS>::ODD_ROWS,
            Geometry::<COLUMNS, ROWS>::EVEN_ROWS,
        )
    };
    let unknown = (Value::LOSS, Value::WIN);
    let odd = position.landing() & answered;
    let first = odd & odd.wrapping_neg();
    let second = odd ^ first;
    if (first == 0) != (second == 0) || !(second == 0 || second.is_power_of_two()) {
        return unknown;
    }
    let four = Geometry::<COLUMNS, ROWS>::has_four;
    let empty = position.empty();
    let most = position.mover() | empty & led;
    if four(most | first) || (odd != 0 && four(most | second)) {
        return unknown;
    }
    if four(position.opponent() | empty & answered & !odd) {
        return (Value::LOSS, Value::LOSS);
    }
    (Value::LOSS, Value::DRAW)
}
