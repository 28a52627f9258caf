//! Results of finished games, and scores of unfinished ones.

use std::fmt;
use std::ops::Neg;

use super::Side;

/// The result of a finished game: the margin in the game's own unit (discs, seeds), or ±1 in a game
/// that only has a winner; 0 is a draw. Positive is good for the side it is seen from, which is the
/// side to move unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub i16);

impl Value {
    /// Nobody wins.
    pub const DRAW: Value = Value(0);
    /// A win in a game without a margin.
    pub const WIN: Value = Value(1);
    /// A loss in a game without a margin.
    pub const LOSS: Value = Value(-1);
    /// No result is below this one.
    pub const MIN: Value = Value(-Value::MAX.0);
    /// No result is above this one.
    pub const MAX: Value = Value(4999);

    /// Converts a result between Black's point of view and that of `side`.
    #[inline]
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Value {
        match side {
            Side::Black => self,
            Side::White => Value(-self.0),
        }
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

/// A score of the search, seen from one side: an evaluation, or a proved result, which outranks
/// every evaluation.
///
/// | range, in units | meaning |
/// |---|---|
/// | within ±[`Score::MAX_EVALUATION`] | an evaluation, or a draw |
/// | ±(25 000 + margin) | a result with a margin |
/// | ±(32 000 − plies) | a win or loss after that many plies from the root of the search |
///
/// It is kept in steps of 1/256 unit, so that an [average](Score::from_steps) loses next to nothing. All
/// other scores are whole units, and shown as such. It fits in 24 bits, as a table entry wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

const MATE: i32 = 32_000;
const LONGEST_MATE: i32 = 31_000;
const MARGIN: i32 = 25_000;

impl Score {
    /// The steps of a unit.
    pub const STEPS: i32 = 256;
    /// A draw, or an even position.
    pub const ZERO: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score::from_units(i16::MAX);
    /// The largest evaluation; larger ones are clamped.
    pub const MAX_EVALUATION: Score = Score::from_units(20_000);

    /// An evaluation in the evaluation's own units, clamped to ±[`Score::MAX_EVALUATION`].
    pub fn evaluation(units: i32) -> Score {
        let limit = Score::MAX_EVALUATION.0 / Score::STEPS;
        Score(units.clamp(-limit, limit) * Score::STEPS)
    }

    /// A win after `plies` further plies (at most 1000).
    pub const fn win_in(plies: u32) -> Score {
        let longest = (MATE - LONGEST_MATE) as u32;
        let plies = if plies < longest { plies } else { longest } as i32;
        Score((MATE - plies) * Score::STEPS)
    }

    /// A loss after `plies` further plies (at most 1000).
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// A proved result with a margin, independent of the distance.
    pub const fn margin(value: Value) -> Score {
        let margin = value.0 as i32;
        Score((margin + margin.signum() * MARGIN) * Score::STEPS)
    }

    /// The score in whole units, rounded to the nearest, halves away from zero: so it is the opposite
    /// for the other side.
    #[inline]
    pub const fn units(self) -> i16 {
        let half = if self.0 < 0 {
            -Score::STEPS / 2
        } else {
            Score::STEPS / 2
        };
        ((self.0 + half) / Score::STEPS) as i16
    }

    /// The score of so many units.
    #[inline]
    pub const fn from_units(units: i16) -> Score {
        Score(units as i32 * Score::STEPS)
    }

    /// The score in steps of a unit, for arithmetic and for table entries.
    #[inline]
    pub const fn steps(self) -> i32 {
        self.0
    }

    /// The score of so many steps.
    #[inline]
    pub const fn from_steps(steps: i32) -> Score {
        Score(steps)
    }

    /// Tells whether this is a proved win or loss.
    pub const fn is_proved(self) -> bool {
        self.0 > Score::MAX_EVALUATION.0 || self.0 < -Score::MAX_EVALUATION.0
    }

    /// The number of plies to a proved win or loss, if the distance is known.
    pub const fn plies_to_end(self) -> Option<u32> {
        let size = self.0.unsigned_abs() / Score::STEPS as u32;
        if size >= LONGEST_MATE as u32 && size <= MATE as u32 {
            Some(MATE as u32 - size)
        } else {
            None
        }
    }

    /// The margin of a proved win or loss, if the distance is not known.
    pub const fn proved_margin(self) -> Option<Value> {
        if !self.is_proved() || self.plies_to_end().is_some() {
            return None;
        }
        Some(Value(
            (self.0 / Score::STEPS - self.0.signum() * MARGIN) as i16,
        ))
    }

    /// The same result seen `plies` earlier in the game: the end is that much further away.
    pub const fn seen_from_earlier(self, plies: u32) -> Score {
        self.nearer_by(-(plies as i32))
    }

    /// The same result seen `plies` later in the game, the opposite of
    /// [`Score::seen_from_earlier`].
    pub const fn seen_from_later(self, plies: u32) -> Score {
        self.nearer_by(plies as i32)
    }

    const fn nearer_by(self, plies: i32) -> Score {
        match self.plies_to_end() {
            Some(_) => Score(self.0 + self.0.signum() * plies * Score::STEPS),
            None => self,
        }
    }

    /// This score plus `units`, clamped to the range of scores.
    pub const fn offset(self, units: i16) -> Score {
        self.offset_steps(units as i32 * Score::STEPS)
    }

    /// This score plus so many steps, kept inside the range of scores.
    pub const fn offset_steps(self, steps: i32) -> Score {
        let sum = self.0.saturating_add(steps);
        if sum > Score::INFINITE.0 {
            Score::INFINITE
        } else if sum < -Score::INFINITE.0 {
            Score(-Score::INFINITE.0)
        } else {
            Score(sum)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Writes an evaluation in whole units and a proof as `win 7`, `loss 8` (plies to the end), or
/// `win +6`, `loss -6` (a margin).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_proved() {
            return write!(f, "{}", self.units());
        }
        let word = if self.0 > 0 { "win" } else { "loss" };
        match (self.plies_to_end(), self.proved_margin()) {
            (Some(plies), _) => write!(f, "{word} {plies}"),
            (None, Some(margin)) => write!(f, "{word} {:+}", margin.0),
            (None, None) => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_outrank_evaluations_and_shorter_wins_longer_ones() {
        assert!(Score::evaluation(i32::MAX) < Score::margin(Value(1)));
        assert!(Score::margin(Value(1)) < Score::margin(Value(64)));
        assert!(Score::evaluation(20_000) < Score::win_in(1000));
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(3) < Score::loss_in(5));
        assert!(!Score::evaluation(i32::MIN).is_proved());
    }

    #[test]
    fn a_distance_moves_with_the_observer() {
        let win = Score::win_in(3);
        assert_eq!(win.seen_from_earlier(2), Score::win_in(5));
        assert_eq!((-win).seen_from_earlier(2), Score::loss_in(5));
        assert_eq!(win.seen_from_earlier(2).seen_from_later(2), win);
        assert_eq!(win.proved_margin(), None);
        assert_eq!(Score::evaluation(6).proved_margin(), None);
        assert_eq!(Score::margin(Value(-6)).proved_margin(), Some(Value(-6)));
        assert_eq!(
            Score::margin(Value(6)).seen_from_earlier(2),
            Score::margin(Value(6))
        );
    }

    #[test]
    fn scores_are_written_as_the_protocol_shows_them() {
        assert_eq!(Score::evaluation(-12).to_string(), "-12");
        assert_eq!(Score::win_in(7).to_string(), "win 7");
        assert_eq!(Score::loss_in(8).to_string(), "loss 8");
        assert_eq!(Score::margin(Value(6)).to_string(), "win +6");
        assert_eq!(Score::margin(Value(-6)).to_string(), "loss -6");
        assert_eq!(Score::margin(Value::DRAW).to_string(), "0");
    }
    #[test]
    fn a_part_of_a_unit_is_rounded_alike_for_both_sides() {
        for (steps, units) in [(0, 0), (127, 0), (128, 1), (383, 1), (384, 2), (640, 3)] {
            let score = Score::from_steps(steps);
            assert_eq!((score.units(), (-score).units()), (units, -units));
            assert_eq!(score.to_string(), units.to_string());
        }
        assert_eq!(Score::evaluation(-7).offset(9), Score::evaluation(2));
        assert_eq!(Score::INFINITE.offset(1), Score::INFINITE);
        assert_eq!((-Score::INFINITE).offset(-1), -Score::INFINITE);
    }
}
