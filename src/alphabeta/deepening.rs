//! Iterative deepening [Slate and Atkin 1977] with aspiration windows: the root of the search.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;

use super::finishing::{Finisher, Finishing, helped_by_solver};
use super::near::Near;
use super::node::{MAX_PLY, Node, Tree};
use super::ordering::{Ordering, ordered_moves};
use super::path::Path;
use super::selective::Selective;
use super::window::{Window, just_below};
use super::{Line, Outcome, Search, Searcher};
use crate::game::{Evaluation, Knowledge, Rules, Score};
use crate::resources::{Claim, Entry, Foresight, Meter, Stop, Stopped, Team, set_to_work};

/// The search with one evaluation.
pub(crate) struct Deepening<R: Rules, K, E> {
    pub(crate) knowledge: Arc<K>,
    pub(crate) evaluation: E,
    /// See [`searcher`](crate::search::searcher).
    pub(crate) salt: u8,
    /// Helps to find exact values.
    pub(crate) finishing: Box<dyn Finishing<R>>,
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>> Searcher<R> for Deepening<R, K, E> {
    fn search(
        &self,
        search: &Search<'_, R>,
        stop: &Stop,
        report: &mut dyn FnMut(&Line<R::Move>),
    ) -> Outcome<R::Move> {
        search.table.for_playing(helped_by_solver(search));
        let meter = || Meter::new(&search.request.limits, stop);
        if search.request.plain {
            let root = self.root::<true>(search, meter(), None);
            root.deepen(report, &mut |_| {})
        } else if search.request.threads <= 1 {
            let root = self.root::<false>(search, meter(), None);
            root.with_solver(self, stop).deepen(report, &mut |_| {})
        } else {
            self.search_together(search, stop, report)
        }
    }

    fn evaluate(&self, position: &R) -> i32 {
        self.evaluation
            .value(position, &self.evaluation.start(position))
    }

    fn foresight(&self) -> &dyn Foresight<R> {
        self
    }
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>> Deepening<R, K, E> {
    /// One thread at the root.
    pub(super) fn root<'a, const PLAIN: bool>(
        &'a self,
        search: &'a Search<'a, R>,
        meter: Meter,
        team: Option<&'a Team>,
    ) -> Root<'a, R, K, E, PLAIN> {
        let salt = self.salt * 2 + u8::from(PLAIN);
        Root::new(
            search,
            &*self.knowledge,
            &self.evaluation,
            salt,
            meter,
            team,
        )
    }

    /// Searches with several threads. This one reports and decides; the others fill the table.
    fn search_together(
        &self,
        search: &Search<'_, R>,
        stop: &Stop,
        report: &mut dyn FnMut(&Line<R::Move>),
    ) -> Outcome<R::Move> {
        /// Smaller searches end before another thread would have started.
        const LEAST_NODES: u64 = 1000;
        const MOST_THREADS: usize = 1024;
        let threads = search.request.threads.min(MOST_THREADS);
        let team = &Arc::new(Team::new(threads, search.request.limits.nodes));
        let root = move |seat| {
            let meter = Meter::in_team(&search.request.limits, stop, Arc::clone(team), seat);
            self.root::<false>(search, meter, Some(team))
        };
        let mut outcome = thread::scope(|scope| {
            let _end = team.end_on_drop();
            let mut waiting = 1..threads;
            root(0)
                .with_solver(self, stop)
                .deepen(report, &mut |nodes| {
                    while nodes >= LEAST_NODES
                        && let Some(seat) = waiting.next()
                    {
                        if set_to_work(scope, "search", move || root(seat).help()).is_none() {
                            waiting = 0..0;
                        }
                    }
                })
        });
        outcome.nodes = team.nodes();
        outcome
    }
}

/// A move at the root, with the result of the last iteration that searched it.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) score: Score,
    pub(super) pv: Vec<M>,
}

pub(super) struct Root<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> {
    pub(super) search: &'a Search<'a, R>,
    pub(super) tree: Tree<'a, R, K, E, PLAIN>,
    pub(super) node: Node<R>,
    /// The best ones first, as far as they are known.
    pub(super) moves: Vec<RootMove<R::Move>>,
    /// The solver that assists, if there is one.
    pub(super) finisher: Option<Box<dyn Finisher<R::Move> + 'a>>,
    /// The best move so far of the iteration in progress.
    pub(super) partial: Option<Line<R::Move>>,
}

impl<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Root<'a, R, K, E, PLAIN> {
    fn new(
        search: &'a Search<'a, R>,
        knowledge: &'a K,
        evaluation: &'a E,
        salt: u8,
        meter: Meter,
        team: Option<&'a Team>,
    ) -> Self {
        let position = search.position.clone();
        let tree = Tree {
            knowledge,
            evaluation,
            accumulators: vec![evaluation.start(&position)],
            table: search.table,
            near: Near::new(),
            salt,
            quiescence: search.request.tuning.quiescence(),
            selective: Selective::new(search, evaluation),
            meter,
            team,
            ordering: Ordering::new(MAX_PLY + 1),
            pickers: Vec::new(),
            path: Path::new(search.past, &position),
            pv: vec![Vec::new(); MAX_PLY + 2],
            judgements: 0,
        };
        let key = tree.table_key(&position);
        let moves = root_moves(knowledge, search).into_iter();
        let moves = moves
            .map(|mv| RootMove {
                mv,
                score: -Score::INFINITE,
                pv: vec![mv],
            })
            .collect();
        let node = Node::new(position, key, 0, 0);
        Root {
            search,
            tree,
            node,
            moves,
            finisher: None,
            partial: None,
        }
    }

    /// Searches deeper and deeper until a limit is reached or nothing is left to find out. Before
    /// each iteration, `between` is called with the nodes so far.
    fn deepen(
        mut self,
        report: &mut dyn FnMut(&Line<R::Move>),
        between: &mut dyn FnMut(u64),
    ) -> Outcome<R::Move> {
        let mut lines = Vec::new();
        let mut near = Vec::new();
        for depth in 1..=self.deepest() {
            between(self.tree.meter.nodes());
            let judged_before = self.tree.judgements;
            self.partial = None;
            if self.iterate(depth).is_err() {
                break;
            }
            let mut exact = self.tree.judgements == judged_before;
            lines = self.lines(depth, exact);
            near = self.near();
            if !exact && self.is_decided(depth) && !self.is_late() {
                self.partial = None;
                if self.verify(depth).is_err() {
                    break;
                }
                exact = self.is_decided(depth);
                lines = self.lines(depth, exact);
            }
            lines.iter().for_each(&mut *report);
            self.partial = None;
            if exact || self.is_late() {
                break;
            }
            match self.try_to_finish(depth) {
                Ok(None) => {}
                Ok(Some(line)) => {
                    report(&line);
                    near = vec![(line.pv[0], line.score)];
                    return self.outcome(vec![line], near);
                }
                Err(Stopped) => break,
            }
        }
        self.outcome(lines, near)
    }

    /// Deepens in the same way, only to fill the table.
    fn help(mut self) {
        for depth in 1..=self.deepest() {
            if self.iterate(depth).is_err() {
                break;
            }
        }
        // Reports the nodes counted since the last report.
        self.tree.meter.nodes();
    }

    /// The last iteration; 0 if the game is over, so that there is nothing to search.
    fn deepest(&self) -> u32 {
        if self.moves.is_empty() {
            return 0;
        }
        let position = &self.search.position;
        let most = u32::from(Entry::MAX_DEPTH);
        let deepest = position
            .max_plies()
            .map_or(most, |plies| plies.clamp(1, most));
        let limit = self.search.request.limits.depth;
        limit.map_or(deepest, |depth| depth.min(deepest))
    }

    pub(super) fn wanted_lines(&self) -> usize {
        if self.search.position.is_chance() {
            return 1;
        }
        self.search.request.lines.clamp(1, self.moves.len().max(1))
    }

    pub(super) fn lowest_near(&self, best: Score) -> Score {
        if best.is_proved() {
            best
        } else {
            best.offset(-self.search.request.margin)
        }
    }

    /// Tells whether no deeper search can change the result: the win or loss is so near that no shorter
    /// one can have been overlooked.
    fn is_decided(&self, depth: u32) -> bool {
        let decided = |m: &RootMove<R::Move>| m.score.plies_to_end().is_some_and(|n| n <= depth);
        self.search.request.margin == 0 && self.moves.iter().take(self.wanted_lines()).all(decided)
    }

    fn is_late(&self) -> bool {
        let limits = &self.search.request.limits;
        limits
            .time
            .is_some_and(|time| limits.start.elapsed() >= time.soft)
    }

    /// One iteration: moves the best moves with their scores to the front.
    fn iterate(&mut self, depth: u32) -> Result<(), Stopped> {
        self.tree.begin_iteration(depth, self.search.position);
        if self.search.position.is_chance() {
            return self.iterate_chance(depth);
        }
        if self.search.request.margin > 0 {
            return self.search_near(depth);
        }
        for from in 0..self.wanted_lines() {
            self.search_with_aspiration(depth, from)?;
        }
        let lines = self.wanted_lines();
        sort_best_first(&mut self.moves[..lines]);
        Ok(())
    }

    /// Searches again at full width, so that no shorter win is overlooked.
    fn verify(&mut self, depth: u32) -> Result<(), Stopped> {
        if !self.tree.begin_full_width() {
            return Ok(());
        }
        let verified = self.iterate(depth);
        self.tree.end_full_width();
        verified
    }

    /// Finds the best of the moves from index `from` on, first in a small window around the result
    /// of the last iteration.
    fn search_with_aspiration(&mut self, depth: u32, from: usize) -> Result<(), Stopped> {
        let tuning = self.search.request.tuning;
        let expected = self.moves[from].score;
        let first = tuning.aspiration(depth, self.tree.evaluation.grain());
        let first = first.filter(|_| !expected.is_proved());
        let mut window = match first {
            Some(width) => Window {
                alpha: expected.offset(-width),
                beta: expected.offset(width),
            },
            None if self.tree.selective.is_full_width() => Window::no_worse_than::<R>(expected),
            None => Window::FULL,
        };
        let mut width = first.unwrap_or(i16::MAX);
        loop {
            let score = self.search_moves(depth, from, window)?;
            width = tuning.widened(width);
            let wide = width > Score::MAX_EVALUATION.units() / 8;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = if wide {
                    Window::FULL.alpha
                } else {
                    score.offset(-width)
                };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = if wide {
                    Window::FULL.beta
                } else {
                    score.offset(width)
                };
            } else {
                return Ok(());
            }
        }
    }

    /// Principal variation search over the moves from index `from` on. It moves the best one to
    /// `from`.
    fn search_moves(&mut self, depth: u32, from: usize, window: Window) -> Result<Score, Stopped> {
        self.tree.meter.count()?;
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut queue: VecDeque<R::Move> = self.moves[from..].iter().map(|m| m.mv).collect();
        let count = queue.len();
        let mut searched = 0;
        let mut deferred = 0;
        while let Some(mv) = queue.pop_front() {
            let left = depth as i32 - 1;
            let child = self.tree.child(&self.node, mv, left);
            let _claim = match self.tree.claim(&child, left) {
                // Each move is deferred at most once.
                Claim::Taken if searched > 0 && searched + deferred < count => {
                    deferred += 1;
                    queue.push_back(mv);
                    continue;
                }
                claim => claim,
            };
            let narrowed = window.above(alpha);
            let score = self
                .tree
                .visit_child::<true>(&self.node, &child, [left; 2], narrowed, searched)?;
            searched += 1;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.promote(depth, mv, from, score);
            }
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// Moves the best move so far to `to`; those between keep their order.
    fn promote(&mut self, depth: u32, mv: R::Move, to: usize, score: Score) {
        let Some(index) = self.moves.iter().position(|m| m.mv == mv) else {
            return;
        };
        self.tree.extend_pv(0, mv);
        let mut pv = self.tree.pv[0].clone();
        let before = &self.moves[index].pv;
        // A bound has no line; the one of the last iteration at least tells which reply to expect.
        if pv.len() == 1 && !score.is_proved() && before.first() == Some(&mv) {
            pv.clone_from(before);
        }
        if to == 0 {
            self.partial = Some(self.line(depth, score, pv.clone()));
        }
        self.moves[index] = RootMove { mv, score, pv };
        self.moves[to..=index].rotate_right(1);
    }

    /// Finds the exact scores of all moves within the margin of the best; the others get a bound
    /// below it.
    fn search_near(&mut self, depth: u32) -> Result<(), Stopped> {
        self.tree.meter.count()?;
        let mut best = -Score::INFINITE;
        for index in 0..self.moves.len() {
            let mv = self.moves[index].mv;
            let left = depth as i32 - 1;
            let child = self.tree.child(&self.node, mv, left);
            let lowest = if index == 0 {
                best
            } else {
                just_below::<R>(self.lowest_near(best))
            };
            let window = Window::FULL.above(lowest);
            let score = self
                .tree
                .visit_child::<true>(&self.node, &child, [left; 2], window, index)?;
            best = best.max(score);
            self.tree.extend_pv(0, mv);
            let pv = self.tree.pv[0].clone();
            self.moves[index] = RootMove { mv, score, pv };
        }
        sort_best_first(&mut self.moves);
        Ok(())
    }
}

/// The moves to choose among, the most promising first.
fn root_moves<R: Rules, K: Knowledge<R>>(knowledge: &K, search: &Search<'_, R>) -> Vec<R::Move> {
    let mut moves = ordered_moves(knowledge, search.position);
    moves.retain(|mv| search.among.is_empty() || search.among.contains(mv));
    moves
}

/// Sorts by score, keeping the order of equals. It does not depend on the evaluation, so that it is
/// compiled only once for each game.
fn sort_best_first<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|m| std::cmp::Reverse(m.score));
}
