//! A score as people read it.

use crate::game::{Score, Side};
use crate::solve::{Exact, Extent};

/// What a move or a position is worth for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rating {
    /// An opinion, in the units of the evaluation.
    Opinion(i16),
    /// A draw, proved.
    Draw,
    /// A win or loss, proved.
    Proved {
        /// Whether the side to move wins.
        won: bool,
        /// In how many plies or by how much.
        extent: Extent,
        /// The margin, where there is one.
        margin: u16,
    },
}

impl Rating {
    /// What a search says.
    pub(super) fn of_score(score: Score, exact: bool) -> Rating {
        let won = score > Score::ZERO;
        if let Some(plies) = score.plies_to_end() {
            let extent = Extent::Plies(plies);
            let margin = 0;
            Rating::Proved {
                won,
                extent,
                margin,
            }
        } else if let Some(value) = score.proved_margin() {
            let (extent, margin) = (Extent::Margin, value.0.unsigned_abs());
            Rating::Proved {
                won,
                extent,
                margin,
            }
        } else if exact && score == Score::ZERO {
            Rating::Draw
        } else {
            Rating::Opinion(score.units())
        }
    }

    /// What was solved.
    pub(super) fn of_exact(exact: Exact) -> Rating {
        match exact.value.0 {
            0 => Rating::Draw,
            value => Rating::Proved {
                won: value > 0,
                extent: exact.extent,
                margin: value.unsigned_abs(),
            },
        }
    }

    /// In a few characters, seen from the side to move: `+12`, `=`, `W7` (wins in 7), `L-6` (loses
    /// by 6).
    pub(super) fn short(self) -> String {
        match self {
            Rating::Opinion(number) => format!("{number:+}"),
            Rating::Draw => "=".into(),
            Rating::Proved {
                won,
                extent,
                margin,
            } => {
                let (letter, sign) = if won { ('W', '+') } else { ('L', '-') };
                match extent {
                    Extent::Plies(plies) => format!("{letter}{plies}"),
                    Extent::Margin => format!("{letter}{sign}{margin}"),
                    Extent::Winner => letter.into(),
                }
            }
        }
    }

    /// In words, for a position in which `side` is to move; people call the sides so.
    pub(super) fn words(self, side: Side, sides: [&str; 2]) -> String {
        let (for_it, size) = match self {
            Rating::Opinion(0) => return "even".into(),
            Rating::Draw => return "a draw".into(),
            Rating::Opinion(number) => (number > 0, format!("+{}", number.unsigned_abs())),
            Rating::Proved {
                won,
                extent,
                margin,
            } => match extent {
                Extent::Plies(plies) => (won, format!("wins in {plies}")),
                Extent::Margin => (won, format!("wins by {margin}")),
                Extent::Winner => (won, "wins".into()),
            },
        };
        let ahead = if for_it { side } else { !side };
        format!("{} {size}", sides[ahead.index()])
    }

    /// Where it stands between -1 and 1 for Black, when `scale` is a usual opinion.
    pub(super) fn place(self, side: Side, scale: i32) -> f64 {
        let own = match self {
            Rating::Opinion(number) => {
                let number = f64::from(number);
                number / (number.abs() + 2.0 * f64::from(scale))
            }
            Rating::Draw => 0.0,
            Rating::Proved { won, .. } => [-1.0, 1.0][usize::from(won)],
        };
        if side == Side::Black { own } else { -own }
    }

    /// Orders the moves of a position, the best last.
    pub(super) fn rank(self) -> i64 {
        const PROVED: i64 = 1 << 20;
        match self {
            Rating::Opinion(number) => number.into(),
            Rating::Draw => 0,
            Rating::Proved {
                won,
                extent,
                margin,
            } => {
                let size = match extent {
                    Extent::Plies(plies) => -i64::from(plies),
                    Extent::Margin => i64::from(margin),
                    Extent::Winner => 0,
                };
                if won { PROVED + size } else { -PROVED - size }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    const SIDES: [&str; 2] = ["Red", "Yellow"];

    #[test]
    fn a_rating_reads_well() {
        let of = |score| Rating::of_score(score, true);
        assert_eq!(of(Score::evaluation(-12)).short(), "-12");
        assert_eq!(
            of(Score::evaluation(-12)).words(Side::Black, SIDES),
            "Yellow +12"
        );
        assert_eq!(of(Score::ZERO).words(Side::Black, SIDES), "a draw");
        assert_eq!(of(Score::win_in(7)).short(), "W7");
        assert_eq!(
            of(Score::loss_in(8)).words(Side::White, SIDES),
            "Red wins in 8"
        );
        assert_eq!(of(Score::margin(Value(-6))).short(), "L-6");
        let exact = Exact {
            value: Value(1),
            extent: Extent::Winner,
        };
        assert_eq!(
            Rating::of_exact(exact).words(Side::White, SIDES),
            "Yellow wins"
        );
        assert_eq!(Rating::Opinion(0).words(Side::White, SIDES), "even");
    }

    #[test]
    fn better_moves_rank_higher() {
        let order = [
            Score::loss_in(2),
            Score::loss_in(8),
            Score::evaluation(-3),
            Score::ZERO,
            Score::evaluation(40),
            Score::win_in(9),
            Score::win_in(1),
        ];
        let ranks = order.map(|score| Rating::of_score(score, true).rank());
        assert!(ranks.is_sorted(), "{ranks:?}");
        assert_eq!(Rating::Opinion(5).place(Side::White, 5), -1.0 / 3.0);
    }
}
