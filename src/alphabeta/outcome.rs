//! The result at the root of a search.

use super::deepening::{Root, RootMove};
use super::{Line, Outcome};
use crate::game::{Evaluation, Knowledge, Rules, Score};

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Root<'_, R, K, E, PLAIN> {
    pub(super) fn outcome(
        mut self,
        mut lines: Vec<Line<R::Move>>,
        near: Vec<(R::Move, Score)>,
    ) -> Outcome<R::Move> {
        // A better move found in an unfinished iteration still counts.
        let simple = self.search.request.lines == 1 && self.search.request.margin == 0;
        if let Some(line) = self.partial.take().filter(|_| simple) {
            lines = vec![line];
        }
        // If the search was stopped before anything was known, it returns some legal move.
        if lines.is_empty()
            && let Some(first) = self.moves.first()
        {
            lines = vec![self.line(0, Score::ZERO, vec![first.mv])];
        }
        self.prefer_proved(&mut lines);
        Outcome {
            lines,
            near,
            nodes: self.tree.meter.nodes(),
            time: self.search.request.limits.start.elapsed(),
        }
    }

    pub(super) fn line(&self, depth: u32, score: Score, pv: Vec<R::Move>) -> Line<R::Move> {
        let time = self.search.request.limits.start.elapsed();
        Line {
            depth,
            score,
            nodes: self.tree.meter.nodes(),
            time,
            exact: false,
            pv,
        }
    }

    pub(super) fn lines(&self, depth: u32, exact: bool) -> Vec<Line<R::Move>> {
        let best = self.moves.iter().take(self.wanted_lines());
        let line = |m: &RootMove<R::Move>| Line {
            exact,
            ..self.line(depth, m.score, m.pv.clone())
        };
        best.map(line).collect()
    }

    /// All moves within the margin of the best. If the best is proved, only equal ones.
    pub(super) fn near(&self) -> Vec<(R::Move, Score)> {
        let Some(best) = self.moves.first() else {
            return Vec::new();
        };
        let lowest = self.lowest_near(best.score);
        let near = self.moves.iter().filter(|m| m.score >= lowest);
        near.map(|m| (m.mv, m.score)).collect()
    }
}
