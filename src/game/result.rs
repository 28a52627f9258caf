//! Exact values, and how results become scores.
//!
//! A result is written down in five ways, each for a purpose of its own:
//!
//! | type | for |
//! |---|---|
//! | [`Value`] | the rules: who wins, or by how much |
//! | [`Score`] | the search for play: results, with their distance, and evaluations on one scale |
//! | [`Exact`] | users: a result with what else is known of it |
//! | `solve::number::Number` | the solver: results and bounds in one order, counted from a position, so that a table may keep them |
//! | [`Worth`](crate::book::Worth) | books: an [`Exact`] value, or a [`Score`] with its depth |
//!
//! A rank ([`Exact::rank`]) is no sixth: it numbers the results that are left to a position, without
//! gaps, for the next question of a solver and for comparing solvers.
//!
//! The conversions of the first three stand here, those of a `Number` in its file, and the bytes of
//! a book in `book::worth`.

use std::fmt;

use super::{Scale, Score, Value};

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
    /// The exact value of a result that comes after `plies` plies.
    pub(crate) fn of_result(scale: Scale, value: Value, plies: u32) -> Exact {
        let winner = Value(value.0.signum());
        let (value, extent) = match scale {
            Scale::Margin => (value, Extent::Margin),
            Scale::Distance | Scale::DistanceByMover if winner != Value::DRAW => {
                (winner, Extent::Plies(plies))
            }
            _ => (winner, Extent::Winner),
        };
        Exact { value, extent }
    }

    /// The same as a score of a search for play. Where only the winner counts, the end comes within
    /// `left` plies.
    pub(crate) fn score(self, left: u32) -> Score {
        match self.extent {
            Extent::Margin => Score::margin(self.value),
            Extent::Plies(plies) => Score::win_or_loss(self.value, plies),
            Extent::Winner => Score::win_or_loss(self.value, left),
        }
    }

    /// A number that is larger for what is better, and equal for what is as good. Only values of one
    /// game are to be compared.
    pub(crate) fn order(self) -> i32 {
        /// More than any margin, so that no distance meets a draw.
        const WIN: i32 = 100_000;
        match self.extent {
            Extent::Plies(plies) => {
                let plies = i32::try_from(plies).unwrap_or(WIN).min(WIN - 1);
                i32::from(self.value.0.signum()) * (WIN - plies)
            }
            Extent::Margin | Extent::Winner => self.value.0.into(),
        }
    }
}

impl Score {
    /// The score of a result that comes after `plies` plies.
    #[inline]
    pub(crate) fn of_result(scale: Scale, value: Value, plies: u32) -> Score {
        if scale.has_margin() {
            Score::margin(value)
        } else {
            Score::win_or_loss(value, plies)
        }
    }

    #[inline]
    fn win_or_loss(value: Value, plies: u32) -> Score {
        match value.0.signum() {
            0 => Score::ZERO,
            1 => Score::win_in(plies),
            _ => Score::loss_in(plies),
        }
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
