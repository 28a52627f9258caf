//! An exact value as users read it.

use std::fmt;

use super::number::{Arithmetic, plies_left};
use crate::game::{Rules, Value};

/// The detail of a result beyond the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// The value is a margin.
    Margin,
    /// The number of plies to the end, with best play by both sides.
    Plies(u32),
    /// Only the winner is known.
    Winner,
}

/// The exact value of a position, seen from its side to move. In games that count distances, a
/// quicker win is better, and a later loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The margin, or ±1; 0 is a draw.
    pub value: Value,
    /// The detail of the result. A draw has no distance.
    pub extent: Extent,
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

/// Writes `win in 13`, `loss by 2`, `win` or `draw`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.value.0 {
            0 => return f.write_str("draw"),
            1.. => "win",
            _ => "loss",
        };
        match self.extent {
            Extent::Margin => write!(f, "{word} by {}", self.value.0.unsigned_abs()),
            Extent::Plies(plies) => write!(f, "{word} in {plies}"),
            Extent::Winner => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_the_protocol_shows_them() {
        let text = |value, extent| {
            let value = Value(value);
            Exact { value, extent }.to_string()
        };
        assert_eq!(text(1, Extent::Plies(13)), "win in 13");
        assert_eq!(text(-1, Extent::Plies(20)), "loss in 20");
        assert_eq!(text(6, Extent::Margin), "win by 6");
        assert_eq!(text(-2, Extent::Margin), "loss by 2");
        assert_eq!(text(-1, Extent::Winner), "loss");
        for extent in [Extent::Margin, Extent::Plies(0), Extent::Winner] {
            assert_eq!(text(0, extent), "draw");
        }
    }
}
