//! The best weights so far, and the matches that newer ones do not lose to take their place.

use serde_json::{Value, json};

/// A match of newer weights against the best ones before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trial {
    /// The number of games behind the newer weights, and behind the best ones.
    pub(crate) games: [u64; 2],
    /// The pairs of games, by the half points that the newer ones made in them.
    pub(crate) pairs: [u32; 5],
    /// True if the newer ones are the best from then on.
    pub(crate) is_kept: bool,
}

impl Trial {
    /// The share of the points that the newer ones made.
    pub(crate) fn score(&self) -> f64 {
        let halves = (0..).zip(self.pairs).map(|(halves, pairs)| halves * pairs);
        f64::from(halves.sum::<u32>()) / f64::from(2 * self.played())
    }

    /// The games that were played.
    pub(crate) fn played(&self) -> u32 {
        2 * self.pairs.iter().sum::<u32>()
    }

    /// The Elo difference in favour of the newer ones; finite even if they won every game.
    pub(crate) fn elo(&self) -> f64 {
        let games = f64::from(self.played());
        let won = games * self.score() + 0.5;
        400.0 * (won / (games + 1.0 - won)).log10()
    }

    fn to_json(&self) -> Value {
        json!([self.games, self.pairs, self.is_kept])
    }

    fn from_json(value: &Value) -> Option<Trial> {
        let (games, pairs, is_kept) = serde_json::from_value(value.clone()).ok()?;
        let trial = Trial {
            games,
            pairs,
            is_kept,
        };
        let is_sound = pairs.iter().all(|&pairs| pairs < 1 << 20) && trial.played() > 0;
        is_sound.then_some(trial)
    }
}

/// The best weights so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Champion {
    /// The weights, rounded; at first those of who knows nothing.
    pub(super) numbers: Vec<i16>,
    /// All matches, in their order.
    pub(crate) trials: Vec<Trial>,
}

impl Champion {
    /// Knows nothing.
    pub(super) fn new(weights: usize) -> Champion {
        Champion {
            numbers: vec![0; weights],
            trials: Vec::new(),
        }
    }

    /// The number of games that its weights were learnt from.
    pub(crate) fn games(&self) -> u64 {
        let kept = self.trials.iter().rfind(|trial| trial.is_kept);
        kept.map_or(0, |trial| trial.games[0])
    }

    /// Its Elo above a player that knows nothing: the sum over the matches.
    pub(crate) fn rating(&self) -> f64 {
        let kept = self.trials.iter().filter(|trial| trial.is_kept);
        kept.map(Trial::elo).sum()
    }

    /// True if a match is due after this many games.
    pub(crate) fn is_due(&self, games: u64) -> bool {
        /// The games before the first match.
        const FIRST: u64 = 1_024;
        let last = self.trials.last().map(|trial| trial.games[0]);
        // Half as many games again make a difference that a match can show.
        games >= last.map_or(FIRST, |last| last.saturating_add(last / 2))
    }

    pub(super) fn trials_to_json(&self) -> Value {
        Value::from_iter(self.trials.iter().map(Trial::to_json))
    }

    /// Reads what [`Champion::trials_to_json`] writes.
    pub(super) fn trials_from_json(value: &Value) -> Option<Vec<Trial>> {
        value.as_array()?.iter().map(Trial::from_json).collect()
    }
}
