//! The evaluation of draughts by hand.

use super::rules::Draughts;
use super::variant::Variant;
use crate::game::{Evaluation, Selectivity, Side};

/// Material, how far men have come, the back row, the centre, and who is on move where little else counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// The units of a man.
const MAN: i32 = 100;

impl<V: Variant> Evaluation<Draughts<V>> for Material {
    type Accumulator = ();

    fn start(&self, _: &Draughts<V>) {}

    fn value(&self, position: &Draughts<V>, (): &()) -> i32 {
        let [black, white] = Side::BOTH.map(|side| of_side(position, side));
        black - white
    }

    fn is_stable(&self, position: &Draughts<V>) -> bool {
        !position.must_capture()
    }

    fn grain(&self) -> i16 {
        20
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity::NONE
    }
}

fn of_side<V: Variant>(position: &Draughts<V>, side: Side) -> i32 {
    let (men, kings) = (position.men(side), position.kings_of(side));
    let king = if V::LAWS.flying { 3 * MAN } else { 130 };
    let mut value = MAN * men.count_ones() as i32 + king * kings.count_ones() as i32;
    for row in 0..V::BOARD.side() {
        let come = match side {
            Side::Black => row,
            Side::White => V::BOARD.side() - 1 - row,
        };
        value += i32::from(come) * (men & V::BOARD.row(row)).count_ones() as i32;
    }
    let home = Draughts::<V>::last_row(!side);
    value + 5 * (men & home).count_ones() as i32
}
