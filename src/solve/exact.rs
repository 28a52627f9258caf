//! An exact value as a user reads it.

use std::fmt;

use super::number::{Arithmetic, plies_left};
use crate::game::{Rules, Value};

/// What is known about a result beyond who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// The value is a margin.
    Margin,
    /// So many plies are left to the end, with best play of both sides.
    Plies(u32),
    /// Only the winner counts.
    Winner,
}

/// The exact value of a position, seen from its side to move. A win is the better the sooner it
/// comes and a loss the later, where the game counts distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The margin, or ±1; 0 is a draw.
    pub value: Value,
    /// How the result is counted. A draw has no distance.
    pub extent: Extent,
}

impl Exact {
    /// The same as one number, in an order without gaps: 0 is a draw, a margin is itself, and where
    /// the distance counts 1 is the latest win that `position` leaves room for, 2 the next one
    /// before it; where only the winner counts it is ±1. In Connect 4 this is the count of
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
