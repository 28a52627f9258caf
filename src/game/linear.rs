//! Evaluations that are sums of weights.

use super::{Evaluation, Rules};

/// An evaluation that adds up weights. `heelstone train` learns them: see
/// [`EvaluationVisitor::trainable`](super::EvaluationVisitor::trainable).
///
/// The sum is in the evaluation's own units if it has a [`per_margin`](Evaluation::per_margin). If it has none, the tanh
/// of the sum in thousandths is the expected result, where a win counts 1 and a loss -1.
pub trait LinearEvaluation<R: Rules>: Evaluation<R> {
    /// The stages of a game, each of which has all weights once. A position also teaches the stages beside its own.
    const STAGES: usize = 1;

    /// The number of weights of a stage.
    fn weights() -> usize;

    /// The stage of a position, which is less than [`LinearEvaluation::STAGES`].
    fn stage(position: &R) -> usize {
        let _ = position;
        0
    }

    /// Calls a function with the number of each weight that counts in a position, **seen from the side to move**, and
    /// with how often it counts. A weight may be named more than once.
    fn features(position: &R, count: &mut dyn FnMut(usize, i16));

    /// The evaluation with these weights, those of the first stage first.
    fn with_weights(weights: &[i16]) -> Self;

    /// The sum with which a position of a stage teaches half as much as an even one: who is far ahead anyway has little
    /// to say of what decides a game. Defaults to `None`: all teach alike.
    fn ahead(stage: usize) -> Option<u16> {
        let _ = stage;
        None
    }
}
