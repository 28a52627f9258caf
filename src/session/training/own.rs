//! Evaluations of a game's own whose weights can be learnt, without their types.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::teacher::Teacher;
use crate::game::{Evaluation, EvaluationVisitor, Game, LinearEvaluation};
use crate::learn::{Features, Labels, Linear};
use crate::search::{Searcher, searcher};

/// An evaluation whose weights can be learnt.
pub(super) struct Own<G> {
    /// What counts in a position, by what the sum is for the number 1.
    pub(super) features: fn(&G, unit: f32) -> Features,
    /// The stage of a position.
    pub(super) stage: fn(&G) -> usize,
    searcher: fn(&[i16]) -> Arc<dyn Searcher<G>>,
    stages: usize,
    each: usize,
    /// [`Evaluation::per_margin`] and [`Evaluation::per_result`].
    per_margin: Option<u16>,
    per_result: Option<u16>,
}

impl<G: Game> Own<G> {
    /// The evaluation of this name.
    ///
    /// # Errors
    /// A sentence if there is none, or none that can be learnt.
    pub(super) fn of(name: &str) -> Result<Own<G>, String> {
        let mut find = Find(BTreeMap::new());
        G::evaluations(&mut find);
        let Find(mut found) = find;
        found.remove(name).ok_or_else(|| {
            let names = found.into_keys().map(|name| format!("`{name}`"));
            match names.collect::<Vec<_>>().join(", ") {
                none if none.is_empty() => {
                    "the game has no evaluation whose weights can be learnt".into()
                }
                names => {
                    format!("the weights of `{name}` cannot be learnt, only those of {names} can")
                }
            }
        })
    }

    /// What its weights are of.
    pub(super) fn form(&self, name: &str, labels: Labels) -> Linear {
        let largest = self.per_margin.zip(labels.largest());
        Linear {
            evaluation: name.to_string(),
            stages: self.stages,
            each: self.each,
            largest: largest.map(|(per_margin, largest)| u32::from(per_margin) * largest),
        }
    }

    /// Who plays with these weights.
    pub(super) fn player(&self, weights: &[i16]) -> Teacher<G> {
        let searcher = (self.searcher)(weights);
        Teacher::new(searcher, self.per_margin, self.per_result)
    }
}

/// Finds the evaluations whose weights can be learnt.
struct Find<G>(BTreeMap<&'static str, Own<G>>);

impl<G: Game> EvaluationVisitor<G> for Find<G> {
    fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, _: E) {}

    fn trainable<E: LinearEvaluation<G>>(&mut self, name: &'static str) {
        let nothing = E::with_weights(&vec![0; E::STAGES * E::weights()]);
        let own = Own {
            features: features::<G, E>,
            stage: E::stage,
            searcher: |weights| {
                searcher(G::Knowledge::default(), E::with_weights(weights), 0).into()
            },
            stages: E::STAGES,
            each: E::weights(),
            per_margin: nothing.per_margin(),
            per_result: nothing.per_result(),
        };
        self.0.insert(name, own);
    }
}

/// What counts in a position; each weight is named once.
fn features<G: Game, E: LinearEvaluation<G>>(position: &G, unit: f32) -> Features {
    let mut counts: Vec<(u32, i16)> = Vec::new();
    E::features(position, &mut |weight, count| {
        counts.push((weight as u32, count))
    });
    counts.sort_unstable();
    counts.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    counts.retain(|&(_, count)| count != 0);
    let stage = E::stage(position);
    Features {
        stage,
        counts,
        ahead: E::ahead(stage).map(|ahead| f32::from(ahead) / unit),
    }
}
