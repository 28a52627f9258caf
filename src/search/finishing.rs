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
        // The next iteration would leave nothing out: the solver is much quicker at that.
        let share = if depth + 1 >= self.search.position.max_choices() {
            u64::MAX
        } else {
            (SHARE * own).saturating_sub(before)
        };
        let share = share.min(meter.nodes_left());
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

#[cfg(test)]
mod tests {
    use super::super::deepening::Deepening;
    use super::super::{Limits, Meter, Search, Stop, Table, Tuning};
    use super::*;
    use crate::game::Game;
    use crate::games::connect4::{Connect4, Zero};

    #[test]
    fn a_proved_move_goes_before_all_but_a_proved_win() {
        let mut position = Connect4::<7, 6>::start();
        for digit in "5554224333234511764415115".bytes() {
            let moves = position.legal_moves().into_iter();
            let index = usize::from(digit - b'1');
            let mut column = moves.filter(|&mv| position.move_index(mv) == index);
            position.play(column.next().expect("a free column"));
        }
        let table = Table::new(1).expect("a table");
        let search = Search {
            position: &position,
            table: &table,
            limits: Limits::none(),
            threads: 1,
            plain: false,
            lines: 1,
            margin: 0,
            tuning: Tuning::default(),
        };
        let stop = Stop::new();
        let deepening = Deepening {
            evaluation: Zero,
            salt: 0,
        };
        table.for_playing(true);
        let root = deepening.root::<_, false>(&search, Meter::new(&search.limits, &stop), None);
        let mut root = root.with_solver(&stop);
        let guess = root.moves[0].mv;
        let finish = root.finish.as_mut().expect("a solver helps");
        assert_eq!(finish.work(u64::MAX, guess), Ok(true));
        let (safe, score) = finish.safe_move().expect("a won position");
        assert!(score.is_proved() && score > Score::ZERO);
        let other = root
            .moves
            .iter()
            .find(|other| other.mv != safe)
            .expect("another move")
            .mv;

        let preferred = |line: Line<_>| {
            let mut lines = [line];
            root.prefer_proved(&mut lines);
            let [line] = lines;
            (line.pv[0], line.score)
        };
        let believed = root.line(5, Score::evaluation(300), vec![other]);
        assert_eq!(preferred(believed.clone()), (safe, score));
        let lost = root.line(5, Score::loss_in(4), vec![other]);
        assert_eq!(preferred(lost), (safe, score));
        let won = root.line(5, Score::win_in(3), vec![other]);
        assert_eq!(preferred(won.clone()), (other, won.score));
        let exact = Line {
            exact: true,
            ..believed
        };
        assert_eq!(preferred(exact.clone()), (other, exact.score));
    }
}
