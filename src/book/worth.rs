//! The values in a book.

use std::fmt;

use crate::game::{Exact, Extent, Rules, Scale, Score, Value};

/// The value of a position in a book, seen from its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The exact value.
    Exact(Exact),
    /// The result of a search.
    Searched {
        /// The score; distances count from the position.
        score: Score,
        /// The depth of the search in plies.
        depth: u8,
    },
}

/// A position's key and its value.
pub(super) type Entry = (u64, Worth);

/// The form of all values in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Exact margins.
    Margin,
    /// Exact wins and losses with their distances.
    Plies,
    /// Exact wins and losses.
    Winner,
    /// Scores.
    Score,
}

impl Form {
    /// The form of exact values in the game `R`.
    pub const fn exact<R: Rules>() -> Form {
        if R::SCALE.has_margin() {
            Form::Margin
        } else if R::SCALE.has_distance() {
            Form::Plies
        } else {
            Form::Winner
        }
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Form::Margin => 0,
            Form::Plies => 1,
            Form::Winner => 2,
            Form::Score => 3,
        }
    }

    pub(super) fn from_code(code: u8) -> Option<Form> {
        let all = [Form::Margin, Form::Plies, Form::Winner, Form::Score];
        all.into_iter().find(|form| form.code() == code)
    }

    /// The value of a result of the game `R` that is `plies` plies away.
    pub(super) fn result<R: Rules>(self, value: Value, plies: u32) -> Worth {
        if self != Form::Score {
            return self.exact_result(value, plies);
        }
        let score = Score::of_result(R::SCALE, value, plies);
        let depth = u8::try_from(plies).unwrap_or(u8::MAX);
        Worth::Searched { score, depth }
    }

    fn exact_result(self, value: Value, plies: u32) -> Worth {
        let scale = match self {
            Form::Margin => Scale::Margin,
            Form::Plies => Scale::Distance,
            Form::Winner | Form::Score => Scale::Winner,
        };
        Worth::Exact(Exact::of_result(scale, value, plies))
    }

    /// Decodes a value from its numbers; `None` if they encode none.
    pub(super) fn worth(self, number: i16, depth: u8) -> Option<Worth> {
        let value = Value(number);
        match self {
            Form::Margin => {
                (Value::MIN <= value && value <= Value::MAX).then(|| self.exact_result(value, 0))
            }
            Form::Plies => (number != i16::MIN)
                .then(|| self.exact_result(value, u32::from(number.unsigned_abs()))),
            Form::Winner => (-1..=1)
                .contains(&number)
                .then(|| self.exact_result(value, 0)),
            Form::Score => {
                let score = Score::from_units(number);
                let known = !score.is_proved()
                    || score.plies_to_end().is_some()
                    || score.proved_margin().is_some_and(|margin| {
                        margin.0.signum() == number.signum()
                            && margin <= Value::MAX
                            && margin >= Value::MIN
                    });
                known.then_some(Worth::Searched { score, depth })
            }
        }
    }
}

impl Worth {
    /// The value as a score, and whether it is exact. Where only the winner is known, the end comes within
    /// `left` plies.
    pub(crate) fn known(self, left: u32) -> (Score, bool) {
        match self {
            Worth::Exact(exact) => (exact.score(left), true),
            Worth::Searched { score, .. } => (score, false),
        }
    }

    /// The numbers that encode it in a book: the value, and the depth of the search.
    pub(super) fn numbers(self) -> (i16, u8) {
        match self {
            Worth::Exact(Exact { value, extent }) => match extent {
                Extent::Plies(plies) => {
                    let plies = i16::try_from(plies).unwrap_or(i16::MAX);
                    (value.0.signum() * plies, 0)
                }
                Extent::Margin | Extent::Winner => (value.0, 0),
            },
            Worth::Searched { score, depth } => (score.units(), depth),
        }
    }

    /// The value of a move to a position with this value; `again` if the same side moves there.
    #[must_use]
    pub fn of_move(self, again: bool) -> Worth {
        match self {
            Worth::Exact(Exact { value, extent }) => {
                let extent = match extent {
                    Extent::Plies(plies) => Extent::Plies(plies.saturating_add(1)),
                    other => other,
                };
                let value = if again { value } else { -value };
                Worth::Exact(Exact { value, extent })
            }
            Worth::Searched { score, depth } => {
                let later = score.seen_from_earlier(1);
                let score = if again { later } else { -later };
                let depth = depth.saturating_add(1);
                Worth::Searched { score, depth }
            }
        }
    }

    /// A number that orders the values of one book: larger for better, equal for equally good ones.
    pub fn rank(self) -> i32 {
        match self {
            Worth::Exact(exact) => exact.order(),
            Worth::Searched { score, .. } => score.units().into(),
        }
    }

    /// The largest loss of rank that `variety` accepts, where it is `units`: none for proved
    /// values.
    pub(crate) fn nearness(self, units: u16) -> i32 {
        match self {
            Worth::Searched { score, .. } if !score.is_proved() => units.into(),
            _ => 0,
        }
    }

    /// Returns true if the value is exactly a draw.
    pub fn is_drawn(self) -> bool {
        matches!(self, Worth::Exact(exact) if exact.value == Value::DRAW)
    }

    /// Returns true if the side to move is sure to lose.
    pub fn is_lost(self) -> bool {
        match self {
            Worth::Exact(exact) => exact.value < Value::DRAW,
            Worth::Searched { score, .. } => score.is_proved() && score < Score::ZERO,
        }
    }
}

/// Writes `win in 13` for exact values, `score 21 depth 9` for others.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Exact(exact) => exact.fmt(f),
            Worth::Searched { score, depth } => write!(f, "score {score} depth {depth}"),
        }
    }
}
