//! The switch from playing to solving: as soon as the end of the game may be in reach, a solver gets
//! its share of the nodes, and what it proves goes before what the search believes.

use super::Line;
use super::deepening::Root;
use super::limits::Stopped;
use crate::game::{Evaluation, Rules, Score};
use crate::solve::Finish;

/// The nodes of the solver for each of the search for play.
const SHARE: u64 = 2;

impl<R: Rules, E: Evaluation<R>, const PLAIN: bool> Root<'_, R, E, PLAIN> {
    /// Whether the end of the game may be in reach of a solver after an iteration to that depth.
    fn may_be_solved(&self, depth: u32) -> bool {
        /// The solver's plies are counted in hundredths of the search's.
        const WHOLE: u32 = 100;
        let left = self.search.position.max_plies();
        depth.saturating_mul(R::SOLVER_REACH) >= left.saturating_mul(WHOLE)
    }

    /// Lets the solver work on after an iteration; what it has found, if it knows the exact value.
    ///
    /// # Errors
    /// When a limit was reached.
    pub(super) fn try_to_finish(&mut self, depth: u32) -> Result<Option<Line<R::Move>>, Stopped> {
        if !self.may_be_solved(depth) {
            return Ok(None);
        }
        let Some(finish) = &mut self.finish else {
            return Ok(None);
        };
        let before = finish.nodes();
        let meter = &mut self.tree.meter;
        let own = meter.nodes().saturating_sub(before);
        let share = (SHARE * own).saturating_sub(before).min(meter.nodes_left());
        let known = finish.work(share, self.moves[0].mv);
        meter.add(finish.nodes() - before);
        if !known? {
            return Ok(None);
        }
        Ok(self.solution(depth))
    }

    fn solution(&mut self, depth: u32) -> Option<Line<R::Move>> {
        let finish = self.finish.as_mut()?;
        let before = finish.nodes();
        let (score, pv) = finish.solution()?;
        let after = finish.nodes();
        self.tree.meter.add(after - before);
        let end = u32::try_from(pv.len()).unwrap_or(depth);
        let line = self.line(end.max(depth + 1), score, pv);
        Some(Line {
            exact: true,
            ..line
        })
    }

    /// What to play when there is no time left to know the exact value: a move that is proved to
    /// win, or not to lose, before one of which nothing is proved.
    pub(super) fn prefer_proved(&self, lines: &mut [Line<R::Move>]) {
        let safe = self.finish.as_ref().and_then(Finish::safe_move);
        let (Some((mv, score)), [line]) = (safe, lines) else {
            return;
        };
        if line.exact || line.score.is_proved() && line.score > Score::ZERO {
            return;
        }
        if line.pv.first() != Some(&mv) {
            let known = self.moves.iter().find(|known| known.mv == mv);
            line.pv = known.map_or(vec![mv], |known| known.pv.clone());
        }
        if score.is_proved() && !R::HAS_MARGIN {
            line.score = score;
        }
    }
}

impl<'a, R: Rules, E: Evaluation<R>, const PLAIN: bool> Root<'a, R, E, PLAIN> {
    /// Has a solver help, where only the best move is asked for and no depth is set.
    pub(super) fn with_solver(mut self, stop: &super::Stop) -> Self {
        let search = self.search;
        if helped_by_solver(search) {
            let finish = Finish::new(search.position, search.table, &search.limits, stop);
            self.finish = Some(finish);
        }
        self
    }
}

/// Whether a solver helps in that search.
pub(super) fn helped_by_solver<R: Rules>(search: &super::Search<'_, R>) -> bool {
    let one_move = search.lines <= 1 && search.margin == 0;
    // The nodes of several threads are granted to them in turns, and the solver is none of them.
    let countable = search.limits.nodes.is_none() || search.threads <= 1;
    one_move && countable && !search.plain && search.limits.depth.is_none()
}
