//! The solver's numbers: exact results, and bounds on them, in one order.
//!
//! | game | number |
//! |---|---|
//! | with margins | the margin |
//! | where the distance counts | ±([`WIN`] − plies to the end), 0 a draw |
//! | where only the winner counts | ±1, 0 a draw |
//!
//! All are seen from the side to move **of the position itself**, and count from it: an entry of
//! the table is true wherever the position occurs.

use std::marker::PhantomData;

use crate::game::{Exact, Extent, Knowledge, Rules, Scale, Score, Value};

/// An exact result of a position, or a bound on it. See the module's documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Number(i16);

/// An immediate win.
const WIN: i16 = 10_000;

/// The longest distance that can be represented.
const LONGEST: u32 = WIN as u32 - 1;

/// The maximum number of plies left. If the game sets no limit, it is larger than any distance.
#[inline]
pub(super) fn plies_left<R: Rules>(position: &R) -> u32 {
    position.max_plies().unwrap_or(LONGEST)
}

impl Number {
    /// Above every result; its opposite is below.
    pub(super) const LIMIT: Number = Number(WIN + 1);

    pub(super) const fn get(self) -> i16 {
        self.0
    }

    pub(super) const fn from_raw(raw: i16) -> Number {
        Number(raw)
    }

    const fn sign(self) -> i16 {
        self.0.signum()
    }
}

impl std::ops::Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        Number(-self.0)
    }
}

/// The bits of a packed number in a table entry.
const SMALL_BITS: u32 = 6;
const SMALL_MASK: i16 = (1 << SMALL_BITS) - 1;
const SMALL: i16 = SMALL_MASK / 2;

/// The bits that [`Arithmetic::pack`] uses.
pub(super) const PACKED_BITS: u32 = 2 * SMALL_BITS;

/// The arithmetic of results for one game.
pub(super) struct Arithmetic<R>(PhantomData<R>);

impl<R: Rules> Arithmetic<R> {
    /// True if a quicker win is worth more.
    pub(super) const DISTANCE: bool = R::SCALE.has_distance();

    /// Wins take an odd number of plies and losses an even one.
    const PARITY: bool = matches!(R::SCALE, Scale::DistanceByMover);

    /// The number of a result that comes after `plies` plies.
    #[inline]
    pub(super) fn result(value: Value, plies: u32) -> Number {
        if R::SCALE.has_margin() {
            return Number(value.0);
        }
        let sign = value.0.signum();
        if Self::DISTANCE {
            Number(sign * (WIN - plies.min(LONGEST) as i16))
        } else {
            Number(sign)
        }
    }

    /// The same as an exact value.
    pub(super) fn exact(number: Number) -> Exact {
        Exact::of_result(R::SCALE, Value(number.0), Self::plies(number))
    }

    /// The same as a score of a search for play. If only the winner counts, the end comes within
    /// `left` plies.
    pub(super) fn score(number: Number, left: u32) -> Score {
        Self::exact(number).score(left)
    }

    fn plies(number: Number) -> u32 {
        u32::from((WIN - number.0.abs()).unsigned_abs())
    }

    /// The result of a move that leads to a position with this result. `again`: the same side moves
    /// there.
    #[inline]
    pub(super) fn of_move(child: Number, again: bool) -> Number {
        let step = if Self::DISTANCE { child.sign() } else { 0 };
        let later = Number(child.0 - step);
        if again { later } else { -later }
    }

    /// The opposite of [`Arithmetic::of_move`]: the required result of the position after the move.
    #[inline]
    pub(super) fn after_move(parent: Number, again: bool) -> Number {
        let step = if Self::DISTANCE { parent.sign() } else { 0 };
        let sooner = Number(parent.0 + step);
        if again { sooner } else { -sooner }
    }

    /// The bound to test after a move: the move is worth at least `wanted` if the position after it
    /// is worth less than this (or at least this, if the same side moves there).
    #[inline]
    pub(super) fn question(wanted: Number, again: bool) -> Number {
        let after = Self::after_move(wanted, again);
        if again { after } else { Number(after.0 + 1) }
    }

    /// Bounds from the rules for an unfinished position with at most `left` plies to go, in which
    /// everything quicker than [`Knowledge::QUICKEST_WIN`] has been ruled out.
    #[inline]
    pub(super) fn limits<K: Knowledge<R>>(bounds: (Value, Value), left: u32) -> (Number, Number) {
        if !Self::DISTANCE {
            return (Number(bounds.0.0), Number(bounds.1.0));
        }
        let left = left.min(LONGEST);
        let win = |plies: u32| WIN - plies as i16;
        let parity = u32::from(Self::PARITY);
        let low = match bounds.0.0.signum() {
            1 => win(left - parity * ((left + 1) % 2)),
            0 => 0,
            _ if K::QUICKEST_WIN > left + 1 => 0,
            _ => -win(K::QUICKEST_WIN - 1),
        };
        let high = match bounds.1.0.signum() {
            1 if K::QUICKEST_WIN > left => 0,
            1 => win(K::QUICKEST_WIN),
            0 => 0,
            _ => -win(left - parity * (left % 2)),
        };
        (Number(low), Number(high))
    }

    /// Results in an order without gaps, for a position with at most `left` plies to go: 0 is a
    /// draw, 1 the latest possible win, 2 the next earlier one. If the side to move wins with its
    /// own stone, that is the number of stones it has left after the win, plus one.
    pub(super) fn rank(number: Number, left: u32) -> i32 {
        if !Self::DISTANCE || number.0 == 0 {
            return i32::from(number.0);
        }
        let later = Self::longest(number.sign(), left).saturating_sub(Self::plies(number));
        i32::from(number.sign()) * (later / Self::gap() + 1) as i32
    }

    /// The number of a rank.
    pub(super) fn number(rank: i32, left: u32) -> Number {
        if !Self::DISTANCE || rank == 0 {
            return Number(rank as i16);
        }
        let sign = rank.signum() as i16;
        let plies =
            Self::longest(sign, left).saturating_sub(Self::gap() * (rank.unsigned_abs() - 1));
        Self::result(Value(sign), plies)
    }

    /// Two bounds in six bits each. A bound that does not fit becomes a weaker one, or none.
    #[inline]
    pub(super) fn pack(low: Number, high: Number) -> u16 {
        let low = Self::to_small(low.0);
        let high = (-Self::to_small(-high.0)).min(SMALL);
        (low & SMALL_MASK) as u16 | ((high & SMALL_MASK) as u16) << SMALL_BITS
    }

    /// Recovers both bounds from [`Arithmetic::pack`]; other bits are ignored.
    #[inline]
    pub(super) fn unpack(packed: u16) -> (Number, Number) {
        const UNUSED: u32 = u16::BITS - SMALL_BITS;
        let low = ((packed << UNUSED) as i16) >> UNUSED;
        let high = ((packed << (UNUSED - SMALL_BITS)) as i16) >> UNUSED;
        if Self::DISTANCE {
            return (Self::from_small(low), Self::from_small(high));
        }
        (
            if low < -SMALL {
                -Number::LIMIT
            } else {
                Number(low)
            },
            if high == SMALL {
                Number::LIMIT
            } else {
                Number(high)
            },
        )
    }

    /// A lower bound; [`SMALL`] is an immediate win.
    #[inline]
    fn to_small(low: i16) -> i16 {
        if !Self::DISTANCE {
            return low.clamp(-SMALL - 1, SMALL);
        }
        let steps = SMALL - (WIN - low.abs()) / Self::gap() as i16;
        match low.signum() {
            1 => steps.max(0),
            -1 => (-steps).min(-1),
            _ => 0,
        }
    }

    #[inline]
    fn from_small(small: i16) -> Number {
        let plies = (SMALL - small.abs()) * Self::gap() as i16;
        match small.signum() {
            1 => Number(WIN - plies - i16::from(Self::PARITY)),
            -1 => Number(plies - WIN),
            _ => Number(0),
        }
    }

    /// The lowest and highest possible rank of an unfinished position.
    pub(super) fn ranks((low, high): (Value, Value), left: u32) -> (i32, i32) {
        if R::SCALE.has_margin() {
            return (low.0.into(), high.0.into());
        }
        let soonest = |sign: i16| {
            let plies = if sign < 0 && Self::PARITY { 2 } else { 1 };
            Self::rank(Self::result(Value(sign), plies), left)
        };
        // Bounds tell the winner, not the distance.
        (
            if low.0 < 0 {
                soonest(-1)
            } else {
                low.0.signum().into()
            },
            if high.0 > 0 {
                soonest(1)
            } else {
                high.0.signum().into()
            },
        )
    }

    /// The plies of the latest win or loss.
    fn longest(sign: i16, left: u32) -> u32 {
        let left = left.min(LONGEST);
        let odd = u32::from(sign > 0);
        left - u32::from(Self::PARITY && left % 2 != odd).min(left)
    }

    const fn gap() -> u32 {
        1 + Self::PARITY as u32
    }
}

impl Exact {
    /// The same as one number, in an order without gaps. 0 is a draw. A margin is its own rank.
    /// With distances, 1 is the latest win that is still possible from `position`, 2 the next
    /// earlier one; if only the winner matters, it is ±1. In Connect 4 this is the score of
    /// [Pons 2019].
    pub fn rank<R: Rules>(self, position: &R) -> i32 {
        let plies = match self.extent {
            Extent::Plies(plies) => plies,
            Extent::Margin | Extent::Winner => 0,
        };
        Arithmetic::<R>::rank(
            Arithmetic::<R>::result(self.value, plies),
            plies_left(position),
        )
    }
}
