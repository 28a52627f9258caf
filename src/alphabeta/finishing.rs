//! The switch from playing to solving: as soon as the end of the game may be in reach, a solver
//! gets its share of the nodes, and its proofs take precedence over the scores of the search.

use super::deepening::{Deepening, Root};
use super::{Line, Search};
use crate::game::{Evaluation, Knowledge, Rules, Score};
use crate::resources::{Foresight, Stop, Stopped};

/// Finds the exact value of one position beside a search for play, in small portions: what matters most
/// comes first.
pub(crate) trait Finisher<M> {
    /// Returns the nodes searched so far.
    fn nodes(&self) -> u64;

    /// Works on with `nodes` more, and returns whether the value is known then. `moves` are those of the
    /// position, the one first that seems best. What was begun is begun again, with what the table
    /// has kept of it: only portions that grow come to an end.
    ///
    /// # Errors
    /// When the time is over or the stop was requested; what was found out before stays.
    fn work(&mut self, nodes: u64, moves: &[M]) -> Result<bool, Stopped>;

    /// Returns the score and a line of best play to the end of the game, or as far as there was time to
    /// find it, once the value is known.
    fn solution(&mut self) -> Option<(Score, Vec<M>)>;

    /// Returns a move that is known to win, or not to lose where no win is known, and its lowest
    /// score.
    fn safe_move(&self) -> Option<(M, Score)>;

    /// Returns whether that move is known to lose.
    fn is_refuted(&self, mv: M) -> bool;
}

/// Begins with a [`Finisher`] for a search.
pub(crate) trait Finishing<R: Rules>: Send + Sync {
    /// Begins with what is known of the position that is searched. It heeds the time of the search's
    /// limits, and may look ahead.
    fn begin<'a>(
        &'a self,
        search: &Search<'a, R>,
        foresight: &'a dyn Foresight<R>,
        stop: &Stop,
    ) -> Box<dyn Finisher<R::Move> + 'a>;
}

/// The solver's nodes for each node of the search for play.
const SHARE: u64 = 2;

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Root<'_, R, K, E, PLAIN> {
    /// Tells whether the end of the game may be in reach of a solver after an iteration to this depth.
    fn may_be_solved(&self, depth: u32) -> bool {
        /// Hundredths in a ply of the search; the solver's reach is counted in them.
        const WHOLE: u32 = 100;
        let left = self.tree.knowledge.max_choices(self.search.position);
        left.is_some_and(|left| depth.saturating_mul(K::SOLVER_REACH) >= left.saturating_mul(WHOLE))
    }

    /// Lets the solver continue after an iteration. Returns its line if it knows the exact value.
    ///
    /// # Errors
    /// If a limit was reached.
    pub(super) fn try_to_finish(&mut self, depth: u32) -> Result<Option<Line<R::Move>>, Stopped> {
        if !self.may_be_solved(depth) {
            return Ok(None);
        }
        let Some(finisher) = &mut self.finisher else {
            return Ok(None);
        };
        let before = finisher.nodes();
        let meter = &mut self.tree.meter;
        let own = meter.nodes().saturating_sub(before);
        // The next iteration would be complete, and the solver is much quicker at that.
        let left = self.tree.knowledge.max_choices(self.search.position);
        let share = if left.is_some_and(|left| depth + 1 >= left) {
            u64::MAX
        } else {
            (SHARE * own).saturating_sub(before)
        };
        let share = share.min(meter.nodes_left());
        let moves: Vec<_> = self.moves.iter().map(|known| known.mv).collect();
        let known = finisher.work(share, &moves);
        meter.add(finisher.nodes() - before);
        if !known? {
            return Ok(None);
        }
        Ok(self.solution(depth))
    }

    fn solution(&mut self, depth: u32) -> Option<Line<R::Move>> {
        let finisher = self.finisher.as_mut()?;
        let before = finisher.nodes();
        let (score, pv) = finisher.solution()?;
        let after = finisher.nodes();
        self.tree.meter.add(after - before);
        let end = u32::try_from(pv.len()).unwrap_or(depth);
        let line = self.line(end.max(depth + 1), score, pv);
        Some(Line {
            exact: true,
            solved: true,
            ..line
        })
    }

    /// Chooses the move to play if there is no time left to find the exact value: a move that is
    /// proved to win, or not to lose, before an unproved one, and that before a losing one.
    pub(super) fn prefer_proved(&self, lines: &mut [Line<R::Move>]) {
        let (Some(finisher), [line]) = (&self.finisher, lines) else {
            return;
        };
        if line.exact || line.score.is_proved() && line.score > Score::ZERO {
            return;
        }
        let safe = finisher.safe_move();
        // If all moves lose, losing narrowly or late is better than losing heavily or soon.
        let may_hold = !R::SCALE.has_margin() && !line.score.is_proved();
        let loses = |&mv: &R::Move| may_hold && finisher.is_refuted(mv);
        let loses = line.pv.first().is_some_and(loses);
        let open = || {
            self.moves
                .iter()
                .find(|known| !finisher.is_refuted(known.mv))
        };
        let other = || loses.then(open).flatten().map(|known| known.mv);
        let Some(mv) = safe.map(|(mv, _)| mv).or_else(other) else {
            return;
        };
        if line.pv.first() != Some(&mv) {
            let known = self.moves.iter().find(|known| known.mv == mv);
            line.pv = known.map_or(vec![mv], |known| known.pv.clone());
        }
        if let Some((_, score)) =
            safe.filter(|(_, score)| score.is_proved() && !R::SCALE.has_margin())
        {
            line.score = score;
        }
    }
}

impl<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Root<'a, R, K, E, PLAIN> {
    /// Adds a solver, if only the best move is wanted and no depth is set.
    pub(super) fn with_solver(mut self, owner: &'a Deepening<R, K, E>, stop: &Stop) -> Self {
        if helped_by_solver(self.search) {
            self.finisher = Some(owner.finishing.begin(self.search, owner, stop));
        }
        self
    }
}

/// Tells whether a solver assists in this search.
pub(super) fn helped_by_solver<R: Rules>(search: &Search<'_, R>) -> bool {
    let one_move = search.request.lines <= 1 && search.request.margin == 0;
    // With several threads, nodes are granted in shares, and the solver is not one of the threads.
    let countable = search.request.limits.nodes.is_none() || search.request.threads <= 1;
    // It would need to know the path to the position.
    let is_free = !R::REPETITION.is_possible();
    // It knows nothing of moves that are left out.
    let at_full_strength = search.among.is_empty() && search.request.handicap.is_none();
    one_move
        && countable
        && is_free
        && at_full_strength
        && !R::CHANCE
        && !search.request.plain
        && search.request.limits.depth.is_none()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Request;
    use super::*;
    use crate::game::Game;
    use crate::games::connect4::{Connect4, Connect4Knowledge, Zero};
    use crate::resources::{Limits, Meter, Table};
    use crate::search::BySolver;
    use crate::solve::Solver;

    type Standard = Connect4<7, 6>;

    fn after(columns: &str) -> Standard {
        let mut position = Standard::start();
        for digit in columns.bytes() {
            let moves = position.legal_moves().into_iter();
            let index = u16::from(digit - b'1');
            let mut column = moves.filter(|&mv| Standard::move_index(mv) == index);
            position.play(column.next().expect("a free column"));
        }
        position
    }

    /// Checks the start of a search that a solver assists.
    fn with_root(
        position: &Standard,
        check: impl FnOnce(Root<'_, Standard, Connect4Knowledge, Zero, false>),
    ) {
        let table = Table::new(1).expect("a table");
        let search = Search {
            position,
            table: &table,
            past: &[],
            among: &[],
            request: Request::within(Limits::none()),
        };
        let stop = Stop::new();
        let knowledge = Arc::new(Connect4Knowledge);
        let deepening = Deepening {
            knowledge: Arc::clone(&knowledge),
            evaluation: Zero,
            salt: 0,
            finishing: Box::new(BySolver(knowledge)),
        };
        table.for_playing(true);
        let root =
            deepening.root::<false>(&search, Meter::new(&search.request.limits, &stop), None);
        check(root.with_solver(&deepening, &stop));
    }

    #[test]
    fn a_move_that_is_proved_to_lose_gives_way() {
        let position = after("11234366324437777");
        let mut table = Table::new(1).expect("a table");
        let (limits, stop) = (Limits::none(), Stop::new());
        let mut solver = Solver::new(Connect4Knowledge, &mut table, &limits, &stop);
        let mut loses = |mv| solver.value_of_move(&position, mv).expect("solved").value.0 < 0;
        let (lost, kept): (Vec<_>, Vec<_>) = position
            .legal_moves()
            .into_iter()
            .partition(|&mv| loses(mv));
        assert!(!lost.is_empty() && !kept.is_empty(), "{lost:?} {kept:?}");
        with_root(&position, |mut root| {
            let order = [lost.as_slice(), &kept].concat();
            let mut portion = 1;
            let finisher = root.finisher.as_mut().expect("a solver helps");
            while !finisher.is_refuted(lost[0]) {
                portion += 1 + portion / 4;
                assert_eq!(finisher.work(portion, &order), Ok(false));
            }
            assert_eq!(finisher.safe_move(), None);
            let mut lines = [root.line(5, Score::evaluation(300), vec![lost[0]])];
            root.prefer_proved(&mut lines);
            assert_ne!(lines[0].pv[0], lost[0]);
            let finisher = root.finisher.as_ref().expect("a solver helps");
            assert!(!finisher.is_refuted(lines[0].pv[0]));
            let best = root.line(5, Score::evaluation(300), vec![kept[0]]);
            let mut lines = [best.clone()];
            root.prefer_proved(&mut lines);
            assert_eq!(lines[0], best);
            let slow = root.line(5, Score::loss_in(20), vec![lost[0]]);
            let mut lines = [slow.clone()];
            root.prefer_proved(&mut lines);
            assert_eq!(lines[0], slow);
        });
    }

    #[test]
    fn a_proved_move_goes_before_all_but_a_proved_win() {
        let position = after("5554224333234511764415115");
        with_root(&position, |mut root| {
            let moves: Vec<_> = root.moves.iter().map(|known| known.mv).collect();
            let finisher = root.finisher.as_mut().expect("a solver helps");
            assert_eq!(finisher.work(u64::MAX, &moves), Ok(true));
            let (safe, score) = finisher.safe_move().expect("a won position");
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
        });
    }
}
