//! The range of scores that a search asks about.

use crate::game::{Rules, Score};

/// The scores of interest: above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window {
        alpha: Score::from_units(-i16::MAX),
        beta: Score::INFINITE,
    };

    /// Asks only whether a score of the game `R` is above `alpha`.
    pub(super) fn null<R: Rules>(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.offset_steps(least_step::<R>()),
        }
    }

    /// Tells whether no score of the game `R` lies within.
    pub(super) fn is_null<R: Rules>(self) -> bool {
        self.beta.steps() - self.alpha.steps() <= least_step::<R>()
    }

    /// For a proved win or loss, a window that also admits quicker wins.
    pub(super) fn no_worse_than<R: Rules>(proved: Score) -> Window {
        if proved > Score::ZERO {
            return Window::FULL.above(just_below::<R>(proved));
        }
        Window {
            beta: proved.offset_steps(least_step::<R>()),
            ..Window::FULL
        }
    }

    pub(super) fn above(self, alpha: Score) -> Window {
        Window { alpha, ..self }
    }

    pub(super) fn swapped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// The steps between a score of the game `R` and the next one. Without chance, scores are whole units,
/// and so are windows.
const fn least_step<R: Rules>() -> i32 {
    if R::CHANCE { 1 } else { Score::STEPS }
}

/// The next lower score of the game `R`.
pub(super) fn just_below<R: Rules>(score: Score) -> Score {
    score.offset_steps(-least_step::<R>())
}
