//! Selectivity: branches that are skipped or searched less deep, as the evaluation allows.
//!
//! Every skipped branch counts as a judgement, so that no score above it is taken for complete.
//! Nothing is skipped while the window is among proved results, or if the search reaches the end of
//! the game. So a proved win or loss is correct, but a shorter one may have been missed:
//! [`Tree::begin_full_width`] rules that out.

use super::Search;
use super::node::{Node, Tree};
use super::window::{Window, just_below};
use crate::game::{Evaluation, Forecast, Knowledge, Rules, Score, Selectivity};
use crate::resources::Stopped;

/// The selectivity of a search in progress.
pub(super) struct Selective {
    wanted: Selectivity,
    grain: i32,
    /// True if selectivity is switched off for now.
    full_width: bool,
    /// True if the search reaches the end of the game.
    to_the_end: bool,
    /// See [`Evaluation::knows_last`].
    known: u32,
    /// 64 · ln n.
    logarithms: [i32; LOGARITHMS],
}

const LOGARITHMS: usize = 64;

/// The first depth at which moves are reduced, and the index of the first move that is.
const LEAST_DEPTH_TO_REDUCE: i32 = 3;
const FIRST_TO_REDUCE: usize = 2;

/// The first depth at which a null move is tried.
const LEAST_DEPTH_TO_PASS: i32 = 3;

impl Selective {
    pub(super) fn new<R: Rules>(search: &Search<'_, R>, evaluation: &impl Evaluation<R>) -> Self {
        let wanted = if search.request.plain {
            Selectivity::NONE
        } else {
            search.request.tuning.selectivity(evaluation.selectivity())
        };
        let logarithms = if wanted.reduction > 0 {
            std::array::from_fn(|n| ((n.max(1) as f64).ln() * 64.0) as i32)
        } else {
            [0; LOGARITHMS]
        };
        Selective {
            wanted,
            grain: evaluation.grain().into(),
            full_width: false,
            to_the_end: false,
            known: if search.request.plain {
                0
            } else {
                evaluation.knows_last()
            },
            logarithms,
        }
    }

    /// Tells whether selectivity is switched off for now.
    pub(super) fn is_full_width(&self) -> bool {
        self.full_width
    }

    /// Tells whether a node may be decided without a search to this depth.
    fn passes_over(&self, depth: i32) -> bool {
        let Selectivity {
            null_move,
            confidence,
            ..
        } = self.wanted;
        self.has_futility(depth) || null_move > 0 || confidence > 0
    }

    /// Tells whether selective searches are made.
    fn asks(&self) -> bool {
        self.wanted.null_move > 0 || self.wanted.confidence > 0
    }

    fn has_futility(&self, depth: i32) -> bool {
        self.wanted.futility > 0 && depth <= self.wanted.futility_depth
    }
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Tree<'_, R, K, E, PLAIN> {
    /// Switches selectivity off, and forgets the results of selective searches. Returns `false` if
    /// it was off anyway.
    pub(super) fn begin_full_width(&mut self) -> bool {
        let selective = &mut self.selective;
        selective.full_width = selective.wanted.reduction > 0 || selective.passes_over(1);
        self.salt ^= u8::from(selective.full_width) << 7;
        selective.full_width
    }

    pub(super) fn end_full_width(&mut self) {
        self.salt ^= u8::from(self.selective.full_width) << 7;
        self.selective.full_width = false;
    }

    /// To be called before each iteration.
    pub(super) fn begin_iteration(&mut self, depth: u32, root: &R) {
        let most = self.knowledge.max_choices(root);
        let to_the_end = most.is_some_and(|most| depth >= most);
        let selective = &mut self.selective;
        if selective.known > 0 && selective.to_the_end != to_the_end {
            // Judgements near the end must not be used once the search reaches it.
            self.salt ^= 1 << 6;
        }
        selective.to_the_end = to_the_end;
    }

    /// Tells whether the search ends before the game does.
    fn ends_early(&self, node: &Node<R>, depth: i32) -> bool {
        let selective = &self.selective;
        let ends = if selective.known > 0 {
            !selective.to_the_end
        } else {
            let most = self.knowledge.max_choices(&node.position);
            most.is_none_or(|most| depth.unsigned_abs() < most)
        };
        ends && !selective.full_width
    }

    /// Tells whether the evaluation knows the final result, and that is enough.
    #[inline]
    pub(super) fn is_known(&self, node: &Node<R>) -> bool {
        let selective = &self.selective;
        let is_close = |most: u32| most <= selective.known;
        selective.known > 0
            && !selective.to_the_end
            && !selective.full_width
            && self
                .knowledge
                .max_choices(&node.position)
                .is_some_and(is_close)
    }

    /// The certainty required for skipping a branch, in percent. Plies of depth beyond the point
    /// where the evaluation knows the result are traded for more certainty.
    #[inline]
    fn caution(&self, node: &Node<R>, depth: i32) -> i32 {
        const MOST: i32 = 4;
        const OF_PLY: i32 = 50;
        let selective = &self.selective;
        if selective.known == 0 {
            return 100;
        }
        let Some(most) = self.knowledge.max_choices(&node.position) else {
            return 100;
        };
        let wanted = most as i32 - selective.known as i32;
        100 + OF_PLY * (depth - wanted).clamp(0, MOST)
    }

    /// Tells whether moves of a node may be reduced.
    #[inline]
    pub(super) fn may_reduce(&self, node: &Node<R>, depth: i32) -> bool {
        self.selective.wanted.reduction > 0
            && depth >= LEAST_DEPTH_TO_REDUCE
            && self.ends_early(node, depth)
    }

    /// By how many plies a child other than the first is reduced in its first search
    /// [Romstad n.d.].
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<R>,
        mv: R::Move,
        child: &Node<R>,
        depth: i32,
        index: usize,
    ) -> i32 {
        if index < FIRST_TO_REDUCE + usize::from(PV) {
            return 0;
        }
        let logarithm = |n: usize| self.selective.logarithms[n.min(LOGARITHMS - 1)];
        let product = logarithm(depth.unsigned_abs() as usize) * logarithm(index + 1);
        let plies = product * self.selective.wanted.reduction / (64 * 64 * 2 * 100);
        let interest = self
            .evaluation
            .interest(&node.position, mv, &child.position);
        (plies - i32::from(PV) - interest).clamp(0, depth - 2)
    }

    /// Tells whether a node may be decided without a search to its depth.
    #[inline]
    pub(super) fn may_pass_over(&self, node: &Node<R>, depth: i32, window: Window) -> bool {
        depth > 0
            && self.selective.passes_over(depth)
            && !window.alpha.is_proved()
            && !window.beta.is_proved()
            && (!R::CHANCE || window.is_null::<R>())
            && self.ends_early(node, depth)
    }

    /// A bound that is probably right, if a search to less than this depth finds one. The window is
    /// a null window.
    #[inline(never)]
    pub(super) fn pass_over(
        &mut self,
        node: &Node<R>,
        depth: i32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if self.selective.wanted.at_sight && !self.selective.asks() {
            return Ok(None);
        }
        let value = self.static_value(node);
        let mut bound = None;
        if !self.selective.wanted.at_sight {
            bound = self.sure_at_sight(node, value, depth, window);
        }
        if bound.is_none() {
            bound = self.null_move(node, value, depth, window)?;
        }
        if bound.is_none() {
            bound = self.probable(node, value, depth, window)?;
        }
        // A deeper search could change it.
        self.judgements += u64::from(bound.is_some());
        Ok(bound)
    }

    /// Tells whether the static value is of interest before the moves are known.
    #[inline]
    pub(super) fn judges_at_sight(&self, node: &Node<R>, depth: i32, window: Window) -> bool {
        self.selective.wanted.at_sight && self.may_pass_over(node, depth, window)
    }

    /// Decides a node by its static value before the moves are known, in games whose moves tell
    /// nothing about the position.
    #[inline]
    pub(super) fn pass_over_at_sight(
        &mut self,
        node: &Node<R>,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        if !self.judges_at_sight(node, depth, window) {
            return None;
        }
        let value = self.static_value(node);
        let bound = self.sure_at_sight(node, value, depth, window);
        if bound.is_none() || node.position.outcome().is_some() {
            return None;
        }
        self.judgements += 1;
        bound
    }

    /// Decides a node by its static value alone.
    fn sure_at_sight(
        &self,
        node: &Node<R>,
        value: Score,
        depth: i32,
        window: Window,
    ) -> Option<Score> {
        let futile = self.futile(node, value, depth, window);
        futile.or_else(|| {
            let forecasts = self
                .evaluation
                .forecasts(&node.position, depth.unsigned_abs());
            let at_sight = forecasts.iter().find(|forecast| forecast.shallow == 0)?;
            let question = self.question(at_sight, node, value, depth, window)?;
            question.answer(value, window)
        })
    }

    /// Futility: the static value is so far off that the few plies left cannot make up for it
    /// [Heinz 1998].
    fn futile(&self, node: &Node<R>, value: Score, depth: i32, window: Window) -> Option<Score> {
        if !self.selective.has_futility(depth) {
            return None;
        }
        let margin = self.selective.grain * self.selective.wanted.futility * depth / 100;
        let margin = margin * self.caution(node, depth) / 100;
        let distance = i32::from(value.units()) - i32::from(window.alpha.units());
        (distance.abs() > margin).then_some(value)
    }

    /// Null move: the position is good enough even without a move [Donninger 1993].
    fn null_move(
        &mut self,
        node: &Node<R>,
        value: Score,
        depth: i32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let less = self.selective.wanted.null_move;
        if less == 0 || depth < LEAST_DEPTH_TO_PASS || value < window.beta {
            return Ok(None);
        }
        let Some(position) = self.knowledge.null_move(&node.position) else {
            return Ok(None);
        };
        self.accumulators.truncate(node.ply + 1);
        self.accumulators.push(self.evaluation.start(&position));
        let key = self.table_key(&position);
        let passed = Node::new(position, key, node.ply + 1, node.since);
        let score = self.reply::<false>(node, &passed, (depth - 1 - less).max(0), window)?;
        // A win after a move that is not allowed is not a win.
        Ok((score >= window.beta).then_some(window.beta))
    }

    /// ProbCut: a shallow search makes it unlikely enough that the deep one ends on the other side
    /// of the window [Buro 1995]; of several depths the shallowest is tried first [Buro 1997].
    fn probable(
        &mut self,
        node: &Node<R>,
        value: Score,
        depth: i32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let evaluation = self.evaluation;
        let forecasts = evaluation.forecasts(&node.position, depth.unsigned_abs());
        for forecast in forecasts.iter().filter(|forecast| forecast.shallow > 0) {
            let Some(question) = self.question(forecast, node, value, depth, window) else {
                continue;
            };
            let plies = forecast.shallow.into();
            let score = self.visit::<false>(node, plies, question.window)?;
            if let Some(bound) = question.answer(score, window) {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    /// The task of a shallow search; `None` if its result could not decide anything.
    #[inline]
    fn question(
        &self,
        forecast: &Forecast,
        node: &Node<R>,
        value: Score,
        depth: i32,
        window: Window,
    ) -> Option<Question> {
        let Selectivity {
            confidence,
            forecasts_from,
            ..
        } = self.selective.wanted;
        if confidence == 0 || node.ply < forecasts_from {
            return None;
        }
        let confidence = confidence * self.caution(node, depth) / 100;
        let high = value >= window.beta;
        if !high && self.selective.wanted.above_only {
            return None;
        }
        let threshold = shallow_score(forecast, confidence, window, high)?;
        let window = if high {
            Window::null::<R>(just_below::<R>(threshold))
        } else {
            Window::null::<R>(threshold)
        };
        Some(Question { high, window })
    }
}

/// The task of a shallow search that predicts a deep one.
struct Question {
    /// True if the deep score may be above its window; otherwise below.
    high: bool,
    window: Window,
}

impl Question {
    /// The bound for the deep search with this window, if the shallow score gives one.
    #[inline]
    fn answer(&self, score: Score, deep: Window) -> Option<Score> {
        if self.high {
            (score > self.window.alpha).then_some(deep.beta)
        } else {
            (score <= self.window.alpha).then_some(deep.alpha)
        }
    }
}

/// The threshold of the shallow score at which the deep one is on that side of the window. `None`
/// if no evaluation is so large.
fn shallow_score(
    forecast: &Forecast,
    confidence: i32,
    window: Window,
    high: bool,
) -> Option<Score> {
    let margin = i32::from(forecast.deviation) * confidence / 100;
    let wanted = if high {
        i32::from(window.beta.units()) + margin
    } else {
        i32::from(window.alpha.units()) - margin
    };
    let units = (wanted - i32::from(forecast.offset)) * 1000 / i32::from(forecast.slope).max(1);
    let largest = i32::from(Score::MAX_EVALUATION.units());
    (units.abs() < largest).then_some(Score::evaluation(units))
}
