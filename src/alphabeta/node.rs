//! A node of the search: negamax alpha-beta [Knuth and Moore 1975] with principal variation search
//! [Marsland and Campbell 1982].

use std::cell::Cell;

use super::near::Near;
use super::ordering::{Ordering, Picker};
use super::path::Path;
use super::selective::Selective;
use super::window::Window;
use crate::game::{Evaluation, Expansion, Knowledge, Moves, Rules, Score, Side, Value};
use crate::resources::{Claim, Entry, Meter, Stopped, Table, Team};

/// The largest distance from the root of any line.
pub(super) const MAX_PLY: usize = 250;

/// A position on the path of the search, with the data carried along.
pub(super) struct Node<R: Rules> {
    pub(super) position: R,
    /// The key in the table.
    pub(super) key: u64,
    /// The distance from the root.
    pub(super) ply: usize,
    /// The index in [`Path`] of the first position that may be repeated here.
    pub(super) since: usize,
    /// The evaluation, seen from the side to move, once it was computed.
    static_value: Cell<Option<Score>>,
}

impl<R: Rules> Node<R> {
    pub(super) fn new(position: R, key: u64, ply: usize, since: usize) -> Self {
        Node {
            position,
            key,
            ply,
            since,
            static_value: Cell::new(None),
        }
    }
}

/// A search in progress. With `PLAIN` it is only alpha-beta and the table.
pub(super) struct Tree<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> {
    pub(super) knowledge: &'a K,
    pub(super) evaluation: &'a E,
    /// The accumulators of the current path, by ply, and below it old ones to write over.
    pub(super) accumulators: Vec<E::Accumulator>,
    pub(super) table: &'a Table,
    /// The small table for nodes just before the horizon.
    pub(super) near: Near,
    /// Keeps the entries of different evaluations apart.
    pub(super) salt: u8,
    /// The number of plies by which unstable positions are searched beyond the nominal depth [Shannon 1950].
    pub(super) quiescence: i32,
    /// Which branches are skipped or searched less deep.
    pub(super) selective: Selective,
    pub(super) meter: Meter,
    /// The other threads at the same root.
    pub(super) team: Option<&'a Team>,
    pub(super) ordering: Ordering,
    /// Unused lists of moves.
    pub(super) pickers: Vec<Picker<R::Move>>,
    /// The positions that would be repeated.
    pub(super) path: Path,
    /// The best line found below each ply of the current path.
    pub(super) pv: Vec<Vec<R::Move>>,
    /// Counts the judgements that a deeper search could change: if it has increased, a score is not
    /// final.
    pub(super) judgements: u64,
}

impl<'a, R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Tree<'a, R, K, E, PLAIN> {
    /// The score of a node, seen from its side to move: exact within the window, otherwise a bound
    /// on the side where it lies. `depth` is the number of nominal plies left.
    pub(super) fn visit<const PV: bool>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.meter.count()?;
        self.pv[node.ply].clear();
        if let Some(score) = self.repeated(node) {
            return Ok(score);
        }
        if self.is_leaf(node, depth) || self.is_known(node) {
            return Ok(self.judge(node));
        }
        if !PV && !PLAIN && self.judges_at_sight(node, depth, window) {
            // Meanwhile the entry is loaded from memory.
            self.static_value(node);
        }
        let entry = self.probe(node.key, depth);
        // The line of a principal variation ends before a roll.
        let is_chance = node.position.is_chance();
        if (!PV || is_chance)
            && let Some(score) = entry.and_then(|entry| self.recall(entry, node, depth, window))
        {
            return Ok(score);
        }
        if let Some(score) = self.out_of_reach(node, window) {
            return Ok(score);
        }
        if is_chance {
            return self.visit_chance(node, depth);
        }
        if !PV
            && !PLAIN
            && let Some(score) = self.pass_over_at_sight(node, depth, window)
        {
            return Ok(score);
        }
        let mut picker = self.pickers.pop().unwrap_or_default();
        picker.clear();
        let score = self.visit_open::<PV>(node, depth, window, &mut picker, entry)?;
        self.pickers.push(picker);
        Ok(score)
    }

    /// Searches a node that neither the table nor its static data decides.
    fn visit_open<const PV: bool>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        window: Window,
        picker: &mut Picker<R::Move>,
        mut entry: Option<Entry>,
    ) -> Result<Score, Stopped> {
        let expansion = self.expand(&node.position, &mut picker.moves);
        let mut depth = depth;
        if let Expansion::Decided { value, plies } = expansion {
            if !PV {
                return Ok(self.result(value, node.ply + plies as usize));
            }
            // The principal variation is to be shown to its end.
            depth = depth.max(plies as i32);
            picker.moves.clear();
            Self::add_legal_moves(&node.position, &mut picker.moves);
        }
        if picker.moves.is_empty() {
            return Ok(node
                .position
                .outcome_for_mover()
                .map_or(Score::ZERO, |v| self.result(v, node.ply)));
        }
        if !PV && !PLAIN && picker.len() > 1 && self.may_pass_over(node, depth, window) {
            if let Some(score) = self.pass_over(node, depth, window)? {
                return Ok(score);
            }
            // The selective searches may have found a good move.
            entry = self.probe(node.key, depth).or(entry);
        }
        self.visit_children::<PV>(node, depth, window, picker, entry)
    }

    /// Searches the moves of a node in order, and stores the result.
    fn visit_children<const PV: bool>(
        &mut self,
        node: &Node<R>,
        depth: i32,
        window: Window,
        picker: &mut Picker<R::Move>,
        entry: Option<Entry>,
    ) -> Result<Score, Stopped> {
        let judged_before = self.judgements;
        self.path.push(&node.position);
        let table_move = entry.map_or(Entry::NO_MOVE, |entry| entry.mv);
        self.ordering
            .rank::<R, K>(&node.position, node.ply, table_move, picker);
        // A single reply does not use up depth.
        let left = if !PLAIN && picker.len() == 1 {
            depth
        } else {
            depth - 1
        };
        let reduces = !PLAIN && picker.len() > 1 && self.may_reduce(node, depth);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut alpha = window.alpha;
        let mut searched = 0;
        while let Some(mv) = picker.next() {
            let child = self.child(node, mv, left);
            let _claim = match self.claim(&child, left) {
                Claim::Taken if searched > 0 && picker.defer() => continue,
                claim => claim,
            };
            let window_left = window.above(alpha);
            let first_left = if reduces && searched > 0 && !alpha.is_proved() {
                left - self.reduction::<PV>(node, mv, &child, depth, searched)
            } else {
                left
            };
            let depths = [first_left, left];
            let score = self.visit_child::<PV>(node, &child, depths, window_left, searched)?;
            searched += 1;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(node.ply, mv);
                    }
                }
                if score >= window.beta {
                    self.ordering
                        .reward(&node.position, node.ply, depth, mv, picker);
                    break;
                }
            }
        }
        self.path.pop::<R>();
        let complete = !PLAIN && self.judgements == judged_before;
        self.store(node, depth, complete, window, best, best_move);
        Ok(best)
    }

    /// Tells the other threads, if any, that this one is searching a child.
    pub(super) fn claim(&self, child: &Node<R>, depth: i32) -> Claim<'a> {
        match self.team {
            Some(team) if !PLAIN && depth >= Team::LEAST_DEPTH => team.claim(child.key),
            _ => Claim::Unshared,
        }
    }

    /// Searches the first child with the full window. The others are first tested with a null
    /// window, to the first of the two depths and then to the second.
    pub(super) fn visit_child<const PV: bool>(
        &mut self,
        node: &Node<R>,
        child: &Node<R>,
        [first, depth]: [i32; 2],
        window: Window,
        index: usize,
    ) -> Result<Score, Stopped> {
        if index == 0 {
            return self.reply::<PV>(node, child, depth, window);
        }
        let null = Window::null::<R>(window.alpha);
        let mut score = self.reply::<false>(node, child, first, null)?;
        if first < depth && score > window.alpha {
            score = self.reply::<false>(node, child, depth, null)?;
        }
        // Below a roll, the window may be wide off the principal variation, too.
        if (PV || R::CHANCE) && score > window.alpha && score < window.beta {
            return self.reply::<PV>(node, child, depth, window);
        }
        Ok(score)
    }

    /// The score of a child seen from its parent, whose side may be on move again.
    pub(super) fn reply<const PV: bool>(
        &mut self,
        node: &Node<R>,
        child: &Node<R>,
        depth: i32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if (K::ALTERNATES && !R::CHANCE) || child.position.to_move() != node.position.to_move() {
            return Ok(-self.visit::<PV>(child, depth, window.swapped())?);
        }
        self.visit::<PV>(child, depth, window)
    }

    /// The node after a move, which is searched to at most this depth.
    pub(super) fn child(&mut self, node: &Node<R>, mv: R::Move, depth: i32) -> Node<R> {
        let position = node.position.after(mv);
        let key = if depth > -self.quiescence {
            self.table_key(&position)
        } else {
            // The table has no entries for leaves.
            0
        };
        if PLAIN || depth > Near::DEPTH {
            self.table.prefetch(key);
        }
        self.update(node, mv, &position);
        let since = self.path.since(&node.position, mv, node.since);
        Node::new(position, key, node.ply + 1, since)
    }

    /// Updates the accumulator after a move.
    #[inline]
    fn update(&mut self, node: &Node<R>, mv: R::Move, after: &R) {
        let (path, below) = self.accumulators.split_at_mut(node.ply + 1);
        let (accumulator, before) = (&path[node.ply], &node.position);
        if let Some(updated) = below.first_mut() {
            self.evaluation
                .update_into(updated, accumulator, before, mv, after);
        } else {
            let updated = self.evaluation.update(accumulator, before, mv, after);
            self.accumulators.push(updated);
        }
    }

    /// The evaluation of an unfinished position, seen from its side to move.
    #[inline]
    pub(super) fn static_value(&self, node: &Node<R>) -> Score {
        node.static_value.get().unwrap_or_else(|| {
            let accumulator = &self.accumulators[node.ply];
            let units = self.evaluation.value(&node.position, accumulator);
            let score = Score::evaluation(units);
            let value = if node.position.to_move() == Side::Black {
                score
            } else {
                -score
            };
            node.static_value.set(Some(value));
            value
        })
    }

    fn is_leaf(&self, node: &Node<R>, depth: i32) -> bool {
        if depth > 0 {
            return node.ply >= MAX_PLY;
        }
        PLAIN
            || depth <= -self.quiescence
            || node.ply >= MAX_PLY
            || self.evaluation.is_stable(&node.position)
    }

    /// The score of a leaf: its result if the game is over, otherwise the evaluation.
    fn judge(&mut self, node: &Node<R>) -> Score {
        if let Some(value) = node.position.outcome_for_mover() {
            return self.result(value, node.ply);
        }
        self.judgements += 1;
        self.static_value(node)
    }

    fn expand(&self, position: &R, moves: &mut Moves<R::Move>) -> Expansion {
        if !PLAIN {
            return self.knowledge.expand(position, moves);
        }
        Self::add_legal_moves(position, moves);
        Expansion::Open
    }

    fn add_legal_moves(position: &R, moves: &mut Moves<R::Move>) {
        position.moves(moves);
    }

    /// Decides a node whose score cannot be within the window: a win or loss cannot come sooner
    /// than now (mate distance pruning), and the game may know bounds on its result.
    fn out_of_reach(&self, node: &Node<R>, window: Window) -> Option<Score> {
        let ply = node.ply as u32;
        if !R::SCALE.has_margin() {
            let (worst, best) = (Score::loss_in(ply), Score::win_in(ply));
            if worst >= window.beta {
                return Some(worst);
            }
            if best <= window.alpha {
                return Some(best);
            }
        }
        if PLAIN {
            return None;
        }
        let (lowest, highest) = self.knowledge.bounds(&node.position);
        let (lowest, highest) = (self.at_least(lowest), self.at_most(highest));
        if lowest >= window.beta {
            return Some(lowest);
        }
        (highest <= window.alpha).then_some(highest)
    }

    /// The lowest score that a result of at least `value` can have, at any distance.
    fn at_least(&self, value: Value) -> Score {
        match value.0 {
            _ if R::SCALE.has_margin() => self.result(value, 0),
            1.. => Score::win_in(u32::MAX),
            0 => Score::ZERO,
            _ => -Score::INFINITE,
        }
    }

    fn at_most(&self, value: Value) -> Score {
        -self.at_least(-value)
    }

    /// The score of a result that is reached at that ply. Where margins are averaged it is no proof, which
    /// would outrank the chance of a larger one.
    #[inline]
    pub(super) fn result(&self, value: Value, ply: usize) -> Score {
        if R::CHANCE && R::SCALE.has_margin() {
            return Score::evaluation(self.evaluation.worth(value));
        }
        result::<R>(value, ply)
    }

    /// Sets the best line from `ply`: `mv` followed by the line below.
    pub(super) fn extend_pv(&mut self, ply: usize, mv: R::Move) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}

/// The score of a result that is reached at this ply.
pub(super) fn result<R: Rules>(value: Value, ply: usize) -> Score {
    Score::of_result(R::SCALE, value, ply as u32)
}
