//! The findings of a review.

use std::collections::BTreeMap;

use super::rating::Rating;
use crate::game::Side;
use crate::session::{Grade, Judged, Tally};
use crate::sitting::Sitting;

/// The moves that a review has judged, and how far it is.
#[derive(Default)]
pub(super) struct Findings {
    /// By the number of the move, from 1.
    judged: BTreeMap<usize, Judged>,
    /// The number of positions that are assessed, and of all.
    progress: (usize, usize),
}

impl Findings {
    /// Takes a step of the review.
    pub(super) fn take(&mut self, judged: Option<Judged>, progress: (usize, usize)) {
        self.progress = progress;
        self.judged
            .extend(judged.map(|judged| (judged.number, judged)));
    }

    /// Forgets all moves after the first `common` ones.
    pub(super) fn keep(&mut self, common: usize) {
        self.judged.retain(|&number, _| number <= common);
    }

    /// The sign of a bad move, as it stands behind the move: `?!`, `?` or `??`.
    pub(super) fn sign(&self, number: usize) -> &'static str {
        match self.judged.get(&number).map(|judged| judged.verdict.grade) {
            Some(Grade::Inaccuracy) => "?!",
            Some(Grade::Mistake) => "?",
            Some(Grade::Blunder) => "??",
            _ => "",
        }
    }

    /// The number of the next bad move after the first `ply` moves, or of the one before the last of them.
    pub(super) fn next_mistake(&self, ply: usize, step: isize) -> Option<usize> {
        match step > 0 {
            true => self.mistakes().find(|&number| number > ply),
            false => self.mistakes().rfind(|&number| number < ply),
        }
    }

    /// The numbers of the bad moves.
    pub(super) fn mistakes(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let numbers = self.judged.keys().copied();
        numbers.filter(|&number| !self.sign(number).is_empty())
    }

    /// True if the review has judged anything.
    pub(super) fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }

    /// A sentence about a move, where it is judged.
    pub(super) fn judgement(&self, number: usize, sitting: &Sitting) -> Option<String> {
        let judged = self.judged.get(&number)?;
        let info = sitting.session().info();
        let (side, verdict) = (judged.played.side, &judged.verdict);
        let grade = match verdict.grade {
            Grade::Best => "the best move",
            Grade::Good => "a good move",
            Grade::Inaccuracy => "an inaccuracy (?!)",
            Grade::Mistake => "a mistake (?)",
            Grade::Blunder => "a blunder (??)",
        };
        let mut text = format!("{} is {grade}.", judged.played.name);
        if verdict.grade != Grade::Best {
            if let Some(gave) = verdict.gave.filter(|gave| *gave > 0.0) {
                let unit = info.unit.unwrap_or("units");
                text += &format!(" It gives away {gave:.1} {unit}.");
            }
            let (score, exact) = judged.best;
            let score = Rating::of_score(score, exact).words(side, info.sides);
            text += &format!(" Best: {} ({score}).", judged.pv.join(" "));
        }
        Some(text)
    }

    /// The judgements on all bad moves, a line each, and the summary.
    pub(super) fn report(&self, sitting: &Sitting) -> String {
        let judgement = |number| Some(format!("{number}. {}\n", self.judgement(number, sitting)?));
        let lines: String = self.mistakes().filter_map(judgement).collect();
        lines + &self.summary(sitting.session().info().sides) + "\n"
    }

    /// The progress of the review, or at its end the number of bad moves of each side.
    pub(super) fn summary(&self, sides: [&str; 2]) -> String {
        let (done, of) = self.progress;
        if done < of {
            return format!("Reviewing: {done} of {of} positions.");
        }
        let mut tally = Tally::default();
        self.judged.values().for_each(|judged| tally.count(judged));
        let of_side = |side: Side| {
            let bad = tally
                .of(side)
                .filter(|(grade, count)| *grade > Grade::Good && *count > 0);
            let bad: Vec<_> = bad.map(|(grade, count)| counted(grade, count)).collect();
            let bad = match bad.is_empty() {
                true => "no mistakes".into(),
                false => bad.join(", "),
            };
            format!("{}: {bad}.", sides[side.index()])
        };
        Side::BOTH.map(of_side).join(" ")
    }
}

/// A number of moves of a grade: `2 mistakes`.
fn counted(grade: Grade, count: usize) -> String {
    match (grade, count) {
        (_, 1) => format!("1 {grade}"),
        (Grade::Inaccuracy, _) => format!("{count} inaccuracies"),
        _ => format!("{count} {grade}s"),
    }
}
