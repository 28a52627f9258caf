//! The evaluation of draughts by hand.

use super::board::{bits, step};
use super::rules::Draughts;
use super::steps::Steps;
use super::variant::Variant;
use crate::game::{Evaluation, Rules, Selectivity, Side};

/// Material and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// The units of a man.
const MAN: i32 = 100;
/// A king that flies, and one that steps.
const FLYING: i32 = 270;
const STEPPING: i32 = 135;
/// Each row that a man has come.
const ROW: i32 = 2;
/// A man that keeps the other side's men from being crowned.
const GUARD: i32 = 6;
/// A man on an edge, where it can neither capture nor be captured, and a piece in the middle.
const EDGE: i32 = -3;
const CENTRE: i32 = 4;
/// A square to which a man can go.
const MOBILE: i32 = 2;
/// For being on move.
const TEMPO: i32 = 3;
/// What the lead of a piece is worth more, the fewer there are, over their number.
const TRADE: i32 = 300;
/// A square between a king and the king that it hunts.
const DISTANCE: i32 = 3;

impl Material {
    pub(super) const NAME: &'static str = "material";
    pub(super) const ABOUT: &'static str =
        "men and kings, how far men have come and where they stand; 100 is a man";
}

impl<V: Variant> Evaluation<Draughts<V>> for Material {
    type Accumulator = ();

    fn start(&self, _: &Draughts<V>) {}

    fn value(&self, position: &Draughts<V>, (): &()) -> i32 {
        let tempo = match position.to_move() {
            Side::Black => TEMPO,
            Side::White => -TEMPO,
        };
        let value = side::<V, 1>(position, Side::Black) - side::<V, -1>(position, Side::White);
        let [black, white] = Side::BOTH.map(|side| position.of(side).count_ones() as i32);
        let value = value + tempo + TRADE * (black - white) / (black + white).max(1);
        with_kings(position, value, MAN)
    }

    /// Captures are mandatory: who has to capture is not yet where the material can be counted.
    fn is_stable(&self, position: &Draughts<V>) -> bool {
        !position.must_capture()
    }

    fn grain(&self) -> i16 {
        12
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 100,
            ..Selectivity::NONE
        }
    }
}

/// What counts for a side, whose men go in the direction `DOWN`.
#[inline]
fn side<V: Variant, const DOWN: i32>(position: &Draughts<V>, side: Side) -> i32 {
    let (men, kings) = (position.men(side), position.kings_of(side));
    let count = |squares: u64| squares.count_ones() as i32;
    let king = if V::LAWS.flying { FLYING } else { STEPPING };
    let free = Steps::<V, DOWN>::FORWARD
        .into_iter()
        .map(|by| count(step(men, by) & position.empty()));
    MAN * count(men)
        + king * count(kings)
        + ROW * rows_come::<V, DOWN>(men)
        + GUARD * count(men & Draughts::<V>::last_row(!side))
        + EDGE * count(men & const { V::BOARD.edges() })
        + CENTRE * count((men | kings) & const { V::BOARD.centre() })
        + MOBILE * free.sum::<i32>()
}

/// The rows that men have come, all together.
#[inline]
fn rows_come<V: Variant, const DOWN: i32>(men: u64) -> i32 {
    let last = V::BOARD.side() - 1;
    let come = |row: u8| i32::from(if DOWN > 0 { row } else { last - row });
    (0..=last)
        .map(|row| come(row) * (men & V::BOARD.row(row)).count_ones() as i32)
        .sum()
}

/// The value where there are kings, `man` being that of a man: a lead is hard to turn into a win against kings
/// that fly, and kings that step have to come near.
#[inline]
pub(super) fn with_kings<V: Variant>(position: &Draughts<V>, value: i32, man: i32) -> i32 {
    if position.kings() == 0 {
        return value;
    }
    let leader = if value > 0 { Side::Black } else { Side::White };
    let [own, other] = [leader, !leader].map(|side| position.of(side).count_ones());
    let kings = position.kings_of(!leader);
    if kings == 0 {
        return value;
    }
    if V::LAWS.flying {
        // Three kings seldom catch one that holds the long diagonal.
        let is_held = kings & const { V::BOARD.long_diagonal() } != 0;
        return match own - other.min(own) {
            0 => value / 2,
            1 => value / 4,
            2 if other == 1 && is_held => value / 4,
            _ => value,
        };
    }
    if own + other > 8 || own <= other {
        return value;
    }
    let far: i32 = bits(position.kings_of(leader))
        .flat_map(|own| bits(kings).map(move |other| V::BOARD.distance(own, other)))
        .sum();
    let closing = DISTANCE * man / MAN * far / kings.count_ones() as i32;
    match leader {
        Side::Black => value - closing,
        Side::White => value + closing,
    }
}
