//! What a book says about a position.

use std::fmt;

use crate::game::{Exact, Extent, Rules, Scale, Score, Value};

/// What a book says about a position, seen from its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The exact value.
    Exact(Exact),
    /// What a search thought.
    Searched {
        /// The score; a distance in it counts from the position.
        score: Score,
        /// The plies that were looked ahead.
        depth: u8,
    },
}

/// A position by its key, and its worth.
pub(super) type Entry = (u64, Worth);

/// What all values of a book are.
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
    /// What exact values of the game `R` are.
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

    /// What is known of a result of the game `R` that comes after so many plies.
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

    /// The worth that is written as these numbers, if there is one.
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
    /// The numbers that stand for it in a book: the value, and the plies that were looked ahead.
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

    /// The worth of a move to a position that has this one. `again`: the same side moves there.
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

    /// A number that is larger for what is better, and equal for what is as good. Only values of
    /// one book are to be compared.
    pub fn rank(self) -> i32 {
        match self {
            Worth::Exact(exact) => exact.order(),
            Worth::Searched { score, .. } => score.units().into(),
        }
    }

    /// How much worse another value may be to be near this one, for a wish of so many units: of
    /// what is proved, only equal values are near.
    pub(crate) fn nearness(self, units: u16) -> i32 {
        match self {
            Worth::Searched { score, .. } if !score.is_proved() => units.into(),
            _ => 0,
        }
    }

    /// Whether the value is exactly a draw.
    pub fn is_drawn(self) -> bool {
        matches!(self, Worth::Exact(exact) if exact.value == Value::DRAW)
    }

    /// Whether the side to move is sure to lose.
    pub fn is_lost(self) -> bool {
        match self {
            Worth::Exact(exact) => exact.value < Value::DRAW,
            Worth::Searched { score, .. } => score.is_proved() && score < Score::ZERO,
        }
    }
}

/// Writes `win in 13` as it writes exact values, or `score 21 depth 9`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Exact(exact) => exact.fmt(f),
            Worth::Searched { score, depth } => write!(f, "score {score} depth {depth}"),
        }
    }
}
