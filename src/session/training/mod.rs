//! Training: learning an evaluation of a game by playing it.

mod games;
mod trial;

use std::sync::Arc;

use self::trial::Match;
use super::searchers::NamedSearcher;
use super::services::Start;
use super::{GameInfo, Registry, Session};
use crate::game::Game;
use crate::learn::{
    self, Champion, Errors, Fit, Forecasts, Labels, Learned, Learner, Origin, Weights,
};
use crate::search::{Searcher, searcher};

/// A learner and the game that it plays, whose type is erased. Work may be shared among threads, whose number makes no
/// difference to what is learnt.
pub trait Training: Send {
    /// Plays the next games, up to the number `most` of all, and learns from them: a round of 32, or of 256 for a
    /// network. A round that `most` cuts short is played again, whole, once there are to be more.
    fn play(&mut self, most: u64, threads: usize);

    /// The number of games played so far.
    fn games(&self) -> u64;

    /// The seed of the games.
    fn seed(&self) -> u64;

    /// The neurons of the network that is learnt, for each side; `None` if it is patterns.
    fn neurons(&self) -> Option<usize>;

    /// Plays a match of what was learnt against the best before, if one is due: after 1,024 games, and then whenever
    /// their number has grown by half.
    fn challenge(&mut self, threads: usize) -> Option<Trial>;

    /// What was learnt, as a file of weights, from which [`Registry::with_weights`] makes an evaluation: the best that a
    /// match has shown, or without one the newest.
    fn weights(&self) -> Vec<u8>;

    /// The weights at the end of a training: those of [`Training::weights`], or the newest if a last match, which leaves
    /// no trace in the training, does not show that they are weaker.
    fn last(&self, threads: usize) -> Last;

    /// A file from which [`Session::training`] goes on as if the training had never stopped. It has the whole rounds
    /// only.
    fn state(&self) -> Vec<u8>;
}

/// A match of the newest weights of a training against the best before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// How many games the newest weights were learnt from.
    pub games: u64,
    /// How many games the best ones were learnt from.
    pub against: u64,
    /// The games of the match.
    pub played: u32,
    /// The share of the points that the newest weights made.
    pub score: f64,
    /// True if they are the best now. They are not if the match shows that they are weaker.
    pub kept: bool,
    /// How many points of Elo the best ones are stronger than no knowledge, as the matches add up.
    pub rating: f64,
    /// The error of what was predicted before anything was learnt from a game, by thirds of the game: the root of the
    /// mean square, where a win counts 1, a loss -1, and a margin its share of the largest one. One game in 32 since the
    /// last match is compared; `None` if there was none.
    pub errors: Option<[f64; 3]>,
}

/// What a training ends with.
#[derive(Clone, Debug, PartialEq)]
pub struct Last {
    /// The best weights, as a file.
    pub weights: Vec<u8>,
    /// How many games they were learnt from.
    pub games: u64,
    /// The last match, if one had to decide.
    pub trial: Option<Trial>,
}

/// How a file of weights was trained, as the file itself records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// The number of games.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The neurons of a network, for each side; `None` if the weights are those of patterns.
    pub neurons: Option<usize>,
    /// The file as the training wrote it, before [`Session::forecast`] fitted anything.
    pub unfitted: Vec<u8>,
}

/// How a training begins.
#[derive(Clone, Copy, Debug)]
pub enum Begin<'a> {
    /// With nothing, and this seed of the games. It learns patterns.
    Anew(u64),
    /// With nothing. It learns a network, from games that searches with the default evaluation play.
    Network {
        /// The seed of the games.
        seed: u64,
        /// The number of neurons for each side, 32 or 64.
        neurons: usize,
    },
    /// With the bytes of [`Training::state`].
    From(&'a [u8]),
}

struct Typed<G: Game> {
    learner: Learner,
    /// The learner as it was before the last round, if that round was cut short.
    whole: Option<Learner>,
    labels: Labels,
    start: Start<G>,
    /// The evaluation that was there before.
    before: Teacher<G>,
    /// Who plays the games that a network learns from: the best network so far, once one is not weaker than what was
    /// there before.
    teacher: Teacher<G>,
}

/// Who plays games to learn from.
struct Teacher<G> {
    searcher: Arc<dyn Searcher<G>>,
    /// What its evaluation counts for an expected result of tanh(1), if that is known.
    unit: Option<f32>,
}

/// A training of the game. A network begins with games of the searcher of its default evaluation.
///
/// # Errors
/// A sentence if the state is not one of this game, or began with another evaluation, or there is nothing to learn from.
pub(super) fn open<G: Game>(
    info: &GameInfo,
    start: &Start<G>,
    default: &NamedSearcher<G>,
    begin: Begin<'_>,
) -> Result<Box<dyn Training>, String> {
    let positions = learn::explore(&**start);
    let anew = |seed, neurons| {
        let origin = Origin {
            game: info.name.to_string(),
            size: info.size_name(),
            seed,
            games: 0,
        };
        Learner::new(&positions, neurons, origin)
    };
    let mut learner = match begin {
        Begin::Anew(seed) => anew(seed, None)?,
        Begin::Network { seed, neurons } => anew(seed, Some(neurons))?,
        Begin::From(bytes) => {
            let learner = Learner::from_bytes(bytes).map_err(|error| error.to_string())?;
            is_of(&learner.origin, info, "this is a training")?;
            learner
        }
    };
    if let Fit::Network(network) = &mut learner.fit {
        let values = positions.iter().take(1000);
        let values = values.flat_map(|position| default.searcher.evaluate(position).to_le_bytes());
        let told = crc32fast::hash(&values.collect::<Vec<u8>>());
        if matches!(begin, Begin::From(_)) && network.teacher != told {
            return Err(
                "it began with another evaluation: give the same --weights as then, or none if none were given".into(),
            );
        }
        network.teacher = told;
    }
    let before = Teacher {
        searcher: Arc::clone(&default.searcher),
        unit: default.per_result.map(f32::from),
    };
    Ok(Box::new(Typed {
        labels: Labels::of(&positions),
        start: Arc::clone(start),
        teacher: teacher(&learner, &before),
        before,
        learner,
        whole: None,
    }))
}

/// The best player so far, who has the benefit of what was there before if nothing better was learnt.
fn teacher<G: Game>(learner: &Learner, before: &Teacher<G>) -> Teacher<G> {
    if learner.has_none_better() {
        return before.clone();
    }
    Teacher {
        searcher: player(learner.best()),
        unit: Some(Learned::UNIT.into()),
    }
}

impl<G> Clone for Teacher<G> {
    fn clone(&self) -> Self {
        Teacher {
            searcher: Arc::clone(&self.searcher),
            unit: self.unit,
        }
    }
}

/// Who plays with these weights.
fn player<G: Game>(weights: Weights) -> Arc<dyn Searcher<G>> {
    searcher(G::Knowledge::default(), Learned::from(weights), 0).into()
}

impl<G: Game> Training for Typed<G> {
    fn play(&mut self, most: u64, threads: usize) {
        if most <= self.games() {
            return;
        }
        self.leave_cut_round();
        let Origin { games, seed, .. } = self.learner.origin;
        let round = self.learner.fit.round();
        let end = (games - games % round).saturating_add(round);
        if most < end {
            self.whole = Some(self.learner.clone());
        }
        let numbers = games..most.min(end);
        let (board, errors) = (&self.learner.board, &mut self.learner.errors);
        let (labels, start) = (self.labels, &self.start);
        let played = match &mut self.learner.fit {
            Fit::Patterns(patterns) => {
                let start = &**start;
                let play = learn::Games {
                    board,
                    labels,
                    start,
                    seed,
                };
                play.play(patterns, errors, numbers, threads)
            }
            Fit::Network(network) => {
                let play = games::Games {
                    teacher: &*self.teacher.searcher,
                    unit: self.teacher.unit,
                    board,
                    labels,
                    start,
                    seed,
                };
                let round = play.round(numbers, threads);
                network.learn(&round, errors, seed ^ games)
            }
        };
        self.learner.origin.games += played;
    }

    fn games(&self) -> u64 {
        self.learner.origin.games
    }

    fn seed(&self) -> u64 {
        self.learner.origin.seed
    }

    fn neurons(&self) -> Option<usize> {
        match &self.learner.fit {
            Fit::Patterns(_) => None,
            Fit::Network(network) => Some(network.neurons()),
        }
    }

    fn challenge(&mut self, threads: usize) -> Option<Trial> {
        if !self.learner.champion.is_due(self.games()) {
            return None;
        }
        let trial = self.trial(threads);
        let errors = self.learner.errors;
        self.learner.keep(trial.clone());
        if trial.is_kept {
            self.teacher = teacher(&self.learner, &self.before);
        }
        Some(told(&trial, errors, &self.learner.champion))
    }

    fn weights(&self) -> Vec<u8> {
        self.best().to_bytes()
    }

    fn last(&self, threads: usize) -> Last {
        let Champion { trials, .. } = &self.learner.champion;
        let is_open = trials
            .last()
            .is_some_and(|trial| trial.games[0] < self.games());
        let trial = is_open.then(|| self.trial(threads));
        let best = match &trial {
            Some(trial) if trial.is_kept => self.learner.weights(),
            _ => self.best(),
        };
        Last {
            weights: best.to_bytes(),
            games: best.origin.games,
            trial: trial.map(|trial| {
                let mut champion = self.learner.champion.clone();
                champion.trials.push(trial.clone());
                told(&trial, self.learner.errors, &champion)
            }),
        }
    }

    fn state(&self) -> Vec<u8> {
        self.whole.as_ref().unwrap_or(&self.learner).to_bytes()
    }
}

impl<G: Game> Typed<G> {
    /// Goes back to the end of the last whole round.
    fn leave_cut_round(&mut self) {
        if let Some(whole) = self.whole.take() {
            self.learner = whole;
            self.teacher = teacher(&self.learner, &self.before);
        }
    }

    /// The best weights that a match has shown, or without one the newest.
    fn best(&self) -> Weights {
        if self.learner.champion.trials.is_empty() || self.learner.has_none_better() {
            self.learner.weights()
        } else {
            self.learner.best()
        }
    }

    /// Plays a match of the newest weights against the best player so far.
    fn trial(&self, threads: usize) -> learn::Trial {
        let newest = self.learner.weights();
        let Origin { games, seed, .. } = newest.origin;
        // Patterns learn what is best at a glance, networks what searches find: a few nodes would say little of them.
        let (best, nodes) = match &self.learner.fit {
            Fit::Patterns(_) => (player(self.learner.best()), 100),
            Fit::Network(_) => (Arc::clone(&self.teacher.searcher), 1_000),
        };
        let seed = seed.rotate_left(32) ^ games;
        let players = [player(newest), best];
        let (pairs, is_kept) = Match::new(players, &self.start, seed, nodes).play(threads);
        learn::Trial {
            games: [games, self.learner.champion.games()],
            pairs,
            is_kept,
        }
    }
}

/// A match as others are told of it, which was the last one before these are the best weights.
fn told(trial: &learn::Trial, errors: Errors, best: &Champion) -> Trial {
    let [games, against] = trial.games;
    Trial {
        games,
        against,
        played: trial.played(),
        score: trial.score(),
        kept: trial.is_kept,
        rating: best.rating(),
        errors: errors.of_stages(),
    }
}

impl Session {
    /// Opens a training of the game.
    ///
    /// # Errors
    /// A sentence if the state is not one of this game, or there is nothing to learn from.
    pub fn training(&self, begin: Begin<'_>) -> Result<Box<dyn Training>, String> {
        self.services.training(begin)
    }

    /// How these weights were learnt.
    ///
    /// # Errors
    /// A sentence if these are no weights, or those of another game.
    pub fn learnt(&self, weights: &[u8]) -> Result<Learnt, String> {
        let mut weights = Weights::from_bytes(weights).map_err(|error| error.to_string())?;
        is_of(&weights.origin, &self.info(), "these are weights")?;
        weights.forecasts = Forecasts::default();
        Ok(Learnt {
            games: weights.origin.games,
            seed: weights.origin.seed,
            neurons: weights.model.neurons(),
            unfitted: weights.to_bytes(),
        })
    }

    /// Fits to weights of the game how well shallow searches foretell deep ones, so that a search with them skips
    /// branches. Searches take so many nodes at most; games are played as long as `goes_on`, which is told their number, wants it.
    ///
    /// # Errors
    /// A sentence if these are no weights, or those of another game, or the games tell too little.
    pub fn forecast(
        &self,
        weights: &[u8],
        nodes: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, String> {
        let weights = Weights::from_bytes(weights).map_err(|error| error.to_string())?;
        is_of(&weights.origin, &self.info(), "these are weights")?;
        self.services.forecast(weights, nodes, goes_on)
    }
}

/// Refuses what was made for another game.
fn is_of(origin: &Origin, info: &GameInfo, what: &str) -> Result<(), String> {
    let Origin { game, size: of, .. } = origin;
    let size = info.size_name();
    if (&**game, of) == (info.name, &size) {
        return Ok(());
    }
    Err(format!(
        "{what} of {game} {of}, not of {} {size}",
        info.name
    ))
}

impl Registry {
    /// The same games; the one that these weights are of has another evaluation, `learned`, which it plays with
    /// unless another one is chosen.
    ///
    /// # Errors
    /// A sentence if these are no weights, or of a game that is not here.
    pub fn with_weights(mut self, bytes: &[u8]) -> Result<Registry, String> {
        let weights = Weights::from_bytes(bytes).map_err(|error| error.to_string())?;
        let Origin { game, size, .. } = &weights.origin;
        let is_meant = |info: &GameInfo| (info.name, &info.size_name()) == (&**game, size);
        let Some(entry) = self.find_mut(is_meant) else {
            return Err(format!(
                "these are weights of {game} {size}, which is not here"
            ));
        };
        entry.services = entry.services.learned(weights);
        Ok(self)
    }
}
