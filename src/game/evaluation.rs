//! Estimates for unfinished positions.

use super::{Forecast, LinearEvaluation, Param, Rules, Score, Selectivity, Value};

/// Evaluates positions of the game `R`. A game may have several evaluations, each with a name.
///
/// An evaluation that would be slow from scratch can update an accumulator with each move. One that
/// needs none uses `()` as [`Evaluation::Accumulator`], which costs nothing.
pub trait Evaluation<R: Rules>: Send + Sync + 'static {
    /// The data carried from one position to the next; `()` if there is none.
    type Accumulator: Clone + Send + 'static;

    /// Computes the accumulator of a position from scratch.
    fn start(&self, position: &R) -> Self::Accumulator;

    /// The accumulator after the move `mv` from `before` to `after`. It must equal
    /// `self.start(after)`.
    fn update(
        &self,
        accumulator: &Self::Accumulator,
        before: &R,
        mv: R::Move,
        after: &R,
    ) -> Self::Accumulator {
        let _ = (accumulator, before, mv);
        self.start(after)
    }

    /// Writes what [`Evaluation::update`] returns over `updated`, an accumulator that this evaluation has computed for some
    /// other position. The search does so; an evaluation with a large accumulator need not write all of it.
    fn update_into(
        &self,
        updated: &mut Self::Accumulator,
        accumulator: &Self::Accumulator,
        before: &R,
        mv: R::Move,
        after: &R,
    ) {
        *updated = self.update(accumulator, before, mv, after);
    }

    /// The value of the position in the evaluation's own units, **seen from Black**, whichever side
    /// is to move; within ±20 000. It must accept finished positions too, although the search never
    /// asks for them.
    fn value(&self, position: &R, accumulator: &Self::Accumulator) -> i32;

    /// The value of a result in the evaluation's units, which an average over what chance may bring
    /// counts it as: in a game with chance, [`Evaluation::value`] is the mean of it that is to be expected.
    /// It grows with the result, is the opposite for the opposite result, and within ±20 000. Defaults to
    /// the margin, or to ±20 000 for a win or a loss. Only games with chance are asked.
    fn worth(&self, result: Value) -> i32 {
        if R::SCALE.has_margin() {
            return result.0.into();
        }
        i32::from(Score::MAX_EVALUATION.units() * result.0.signum())
    }

    /// Tells whether the value is reliable without further search. At an unstable position the search
    /// goes one ply further (quiescence).
    fn is_stable(&self, position: &R) -> bool {
        let _ = position;
        true
    }

    /// The value of a small advantage in the evaluation's units: the first half-width of the
    /// aspiration window.
    fn grain(&self) -> i16 {
        50
    }

    /// The number of the evaluation's units in one unit of the margin, such as 100 if they are hundredths of a
    /// disc, so that a score can be told in the game's own unit. Defaults to `None`: it estimates no margin.
    fn per_margin(&self) -> Option<u16> {
        None
    }

    /// The number of the evaluation's units that stand for an expected result of tanh(1), 0.76, where a win counts 1
    /// and a loss -1: two for the logarithm of the odds. A network learns from scores in such units, too. Defaults to
    /// `None`: it estimates something else.
    fn per_result(&self) -> Option<u16> {
        None
    }

    /// Which branches the search may skip or search less deeply.
    fn selectivity(&self) -> Selectivity {
        Selectivity::NONE
    }

    /// By how many plies a move deserves a deeper search than its late place in the order suggests;
    /// negative for a less deep one. It adjusts late move reductions, and is not called for other
    /// moves.
    fn interest(&self, before: &R, mv: R::Move, after: &R) -> i32 {
        let _ = (before, mv, after);
        0
    }

    /// Forecasts of the result of a search to this depth from shallower ones, for ProbCut, the
    /// shallowest first. `examples/forecasts.rs` measures them.
    fn forecasts(&self, position: &R, depth: u32) -> &[Forecast] {
        let _ = (position, depth);
        &[]
    }

    /// With at most this many choices left by [`max_choices`](super::Knowledge::max_choices), the
    /// value is the final result in the evaluation's units, so no search is needed for it. 0 means
    /// never.
    fn knows_last(&self) -> u32 {
        0
    }

    /// The numbers that can be tuned, in the order to show them. Their names must be unique within
    /// the evaluation.
    fn params(&mut self) -> Vec<&mut Param> {
        Vec::new()
    }

    /// Recomputes everything that the evaluation derives from its parameters. It is called after
    /// they were set.
    fn prepare(&mut self) {}
}

/// Visits the evaluations of a game one by one, each as its own type.
pub trait EvaluationVisitor<R: Rules> {
    /// Called once for each evaluation, the default first. `about` is a sentence without a full
    /// stop that tells a person what the evaluation counts.
    fn visit<E: Evaluation<R>>(&mut self, name: &'static str, about: &'static str, evaluation: E);

    /// The same for an evaluation without an accumulator. All of a game's stateless evaluations
    /// share one compiled search, which calls them through a pointer. That shortens the build of a
    /// game that has several, and makes the search no slower.
    fn visit_stateless(
        &mut self,
        name: &'static str,
        about: &'static str,
        evaluation: impl Evaluation<R, Accumulator = ()>,
    ) {
        let evaluation: Box<dyn Evaluation<R, Accumulator = ()>> = Box::new(evaluation);
        self.visit(name, about, evaluation);
    }

    /// Called for an evaluation that was visited under this name, if its weights can be learnt.
    fn trainable<E: LinearEvaluation<R>>(&mut self, name: &'static str) {
        let _ = name;
    }
}

/// Any evaluation without an accumulator. All of them share one compiled search of a game.
impl<R: Rules> Evaluation<R> for Box<dyn Evaluation<R, Accumulator = ()>> {
    type Accumulator = ();

    fn start(&self, _: &R) {}

    fn update(&self, (): &(), _: &R, _: R::Move, _: &R) {}

    fn value(&self, position: &R, accumulator: &()) -> i32 {
        (**self).value(position, accumulator)
    }

    fn worth(&self, result: Value) -> i32 {
        (**self).worth(result)
    }

    fn is_stable(&self, position: &R) -> bool {
        (**self).is_stable(position)
    }

    fn grain(&self) -> i16 {
        (**self).grain()
    }

    fn per_margin(&self) -> Option<u16> {
        (**self).per_margin()
    }

    fn per_result(&self) -> Option<u16> {
        (**self).per_result()
    }

    fn selectivity(&self) -> Selectivity {
        (**self).selectivity()
    }

    fn interest(&self, before: &R, mv: R::Move, after: &R) -> i32 {
        (**self).interest(before, mv, after)
    }

    fn forecasts(&self, position: &R, depth: u32) -> &[Forecast] {
        (**self).forecasts(position, depth)
    }

    fn knows_last(&self) -> u32 {
        (**self).knows_last()
    }

    fn params(&mut self) -> Vec<&mut Param> {
        (**self).params()
    }

    fn prepare(&mut self) {
        (**self).prepare();
    }
}
