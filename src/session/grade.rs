//! Grades of moves: how much a move gives away, and what that is called.
//!
//! | given away | grade |
//! |---|---|
//! | nothing | best |
//! | less than an inaccuracy | good |
//! | from 2 units of the margin, or from 10 hundredths of the score bar | inaccuracy |
//! | from 6, or from 20 hundredths | mistake |
//! | from 12, or from 30 hundredths | blunder |
//!
//! Where a result is known, it decides: in a game without margins, to throw a win away is a blunder, to throw a
//! draw away is a mistake, and a slower win is good, as is a quicker loss. With margins, to throw a win or a
//! draw away is a mistake at least.

use std::fmt;

use super::Session;
use crate::game::Score;

/// How good a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// No move is better.
    Best,
    /// It gives away little or nothing.
    Good,
    /// It gives away something.
    Inaccuracy,
    /// It gives away much.
    Mistake,
    /// It gives away what decides a game.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub(crate) const ALL: [Grade; 5] = [
        Grade::Best,
        Grade::Good,
        Grade::Inaccuracy,
        Grade::Mistake,
        Grade::Blunder,
    ];
}

/// Writes `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        })
    }
}

/// The judgement of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    /// How good it is.
    pub(crate) grade: Grade,
    /// True if no longer search could change that.
    pub(crate) exact: bool,
    /// What it gives away in units of the margin, in a game with margins and an evaluation that
    /// estimates them.
    pub(crate) gave: Option<f64>,
}

impl Verdict {
    /// The judgement of a move without an alternative.
    pub(crate) const ONLY_MOVE: Verdict = Verdict {
        grade: Grade::Best,
        exact: true,
        gave: None,
    };
}

/// From what is given away on, a move is an inaccuracy, a mistake and a blunder.
const UNITS: [f64; 3] = [2.0, 6.0, 12.0];
const HUNDREDTHS: [f64; 3] = [10.0, 20.0, 30.0];

/// A score, and whether it is exact.
pub(crate) type Known = (Score, bool);

/// A score as the protocol writes it: a draw if it is exactly 0.
pub(crate) fn score_text((score, exact): Known) -> String {
    match score {
        Score::ZERO if exact => "draw".into(),
        score => score.to_string(),
    }
}

/// Measures what a move gives away, in the unit of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yardstick {
    has_margin: bool,
    /// The evaluation's units in one unit of the margin.
    per_margin: Option<u16>,
    /// The usual size of an evaluation.
    scale: i32,
}

impl Yardstick {
    /// That of a game with its evaluation.
    pub(super) fn of(session: &Session) -> Yardstick {
        Yardstick {
            has_margin: session.info().has_margin,
            per_margin: session.per_margin(),
            scale: session.usual_size(),
        }
    }

    /// Judges a move of the value `played` where the best is worth `best`, both for the side that moves;
    /// `is_best` if it is the best one itself.
    pub(super) fn verdict(&self, best: Known, played: Known, is_best: bool) -> Verdict {
        let (best_result, result) = (result(best), result(played));
        let lost = match (best_result, result) {
            (Some(best), Some(result)) => Some((best, best - result)),
            _ => None,
        };
        let gave = self.gave(best.0, played.0);
        let is_sure = best.1 && played.1;
        if is_best || played.0 >= best.0 {
            return Verdict {
                grade: Grade::Best,
                exact: if is_best { best.1 } else { is_sure },
                gave: gave.map(|_| 0.0),
            };
        }
        let grade = match lost {
            Some((1, 1..)) if !self.has_margin => Grade::Blunder,
            Some((_, 1..)) if !self.has_margin => Grade::Mistake,
            Some(_) if !self.has_margin => Grade::Good,
            Some((_, 1..)) => self.by_amount(best.0, played.0, gave).max(Grade::Mistake),
            _ => self.by_amount(best.0, played.0, gave),
        };
        // A result that is thrown away for sure needs no distance.
        let is_decided = !self.has_margin && lost.is_some_and(|(_, lost)| lost > 0);
        Verdict {
            grade,
            exact: is_sure || is_decided,
            gave: gave.map(|gave| gave.max(0.0)),
        }
    }

    /// What a move gives away in units of the margin, if both values can be told in it.
    fn gave(&self, best: Score, played: Score) -> Option<f64> {
        let units = |score: Score| match score.proved_margin() {
            Some(margin) => Some(f64::from(margin.0)),
            None if score == Score::ZERO => Some(0.0),
            None => Some(f64::from(score.units()) / f64::from(self.per_margin?)),
        };
        (self.has_margin).then(|| Some(units(best)? - units(played)?))?
    }

    fn by_amount(&self, best: Score, played: Score, gave: Option<f64>) -> Grade {
        let (amount, least) = match gave {
            Some(units) => (units, UNITS),
            None => (100.0 * (self.share(best) - self.share(played)), HUNDREDTHS),
        };
        let reached = least.iter().filter(|&&least| amount >= least).count();
        Grade::ALL[1 + reached]
    }

    /// The place of a score on the bar beside the board, from -1 to 1.
    fn share(&self, score: Score) -> f64 {
        let units = f64::from(score.units());
        if score.is_proved() {
            return units.signum();
        }
        units / (units.abs() + 2.0 * f64::from(self.scale))
    }
}

/// Whether a value is known to be a win (1), a draw (0) or a loss (-1).
fn result((score, exact): Known) -> Option<i32> {
    if score == Score::ZERO {
        return exact.then_some(0);
    }
    let sign = if score > Score::ZERO { 1 } else { -1 };
    score.is_proved().then_some(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value;

    const PLAIN: Yardstick = Yardstick {
        has_margin: false,
        per_margin: None,
        scale: 50,
    };
    const DISCS: Yardstick = Yardstick {
        has_margin: true,
        per_margin: Some(100),
        scale: 600,
    };

    fn exact(score: Score) -> Known {
        (score, true)
    }

    fn guess(units: i32) -> Known {
        (Score::evaluation(units), false)
    }

    fn discs(margin: i16) -> Known {
        exact(Score::margin(Value(margin)))
    }

    #[test]
    fn a_win_thrown_away_is_a_blunder_and_a_slower_one_is_good() {
        let grade = |best, played| {
            let verdict = PLAIN.verdict(best, played, false);
            assert!(verdict.exact);
            verdict.grade
        };
        let (win, draw, loss) = (Score::win_in(7), Score::ZERO, Score::loss_in(8));
        assert_eq!(grade(exact(win), exact(Score::win_in(21))), Grade::Good);
        assert_eq!(grade(exact(win), exact(draw)), Grade::Blunder);
        assert_eq!(grade(exact(win), exact(loss)), Grade::Blunder);
        assert_eq!(grade(exact(draw), exact(loss)), Grade::Mistake);
        assert_eq!(grade(exact(loss), exact(Score::loss_in(2))), Grade::Good);
        assert_eq!(grade(exact(win), exact(win)), Grade::Best);
        // The distances may be wrong, and the winner is not.
        assert_eq!(grade((win, false), (loss, false)), Grade::Blunder);
    }

    #[test]
    fn discs_given_away_are_counted() {
        let verdict = |best, played| DISCS.verdict(best, played, false);
        for (given, grade) in [
            (0, Grade::Best),
            (1, Grade::Good),
            (2, Grade::Inaccuracy),
            (6, Grade::Mistake),
            (12, Grade::Blunder),
        ] {
            let verdict = verdict(discs(20), discs(20 - given));
            assert_eq!((verdict.grade, verdict.exact), (grade, true), "{given}");
            assert_eq!(verdict.gave, Some(f64::from(given)));
        }
        assert_eq!(verdict(discs(2), discs(-2)).grade, Grade::Mistake);
        let guessed = verdict(guess(450), guess(-150));
        assert_eq!(guessed.grade, Grade::Mistake);
        assert_eq!((guessed.exact, guessed.gave), (false, Some(6.0)));
        let mixed = verdict(discs(6), guess(550));
        assert_eq!((mixed.grade, mixed.exact), (Grade::Good, false));
    }

    #[test]
    fn estimates_without_a_margin_are_measured_on_the_bar() {
        let grade = |best, played| PLAIN.verdict(best, played, false).grade;
        assert_eq!(grade(guess(0), guess(-5)), Grade::Good);
        assert_eq!(grade(guess(0), guess(-12)), Grade::Inaccuracy);
        assert_eq!(grade(guess(0), guess(-30)), Grade::Mistake);
        assert_eq!(grade(guess(0), guess(-100)), Grade::Blunder);
        let lost = PLAIN.verdict(guess(50), exact(Score::loss_in(4)), false);
        assert_eq!((lost.grade, lost.exact), (Grade::Blunder, false));
    }

    #[test]
    fn the_best_move_is_best_whatever_is_guessed_of_it() {
        let verdict = PLAIN.verdict(guess(5), guess(5), true);
        assert_eq!((verdict.grade, verdict.exact), (Grade::Best, false));
    }
}
