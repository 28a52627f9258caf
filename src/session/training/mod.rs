//! Training: learning an evaluation of a game by playing it.

mod batch;
mod games;
mod manner;
mod own;
mod record;
mod teacher;
mod trial;
mod typed;

pub(super) use self::batch::open_batch;
pub(super) use self::typed::open;

use super::{GameInfo, Registry, Session};
use crate::learn::{Content, Forecasts, Origin, Weights};

/// A learner and the game that it plays, whose type is erased. Work may be shared among threads, whose number makes no
/// difference to what is learnt.
pub trait Training: Send {
    /// Plays the next games, up to the number `most` of all, and learns from them: a round of 32, of 256 for a
    /// network, or of 1,024 for an evaluation of the game's own. A round that `most` cuts short is played again, whole, once there are to be more.
    fn play(&mut self, most: u64, threads: usize);

    /// The number of games played so far.
    fn games(&self) -> u64;

    /// The seed of the games.
    fn seed(&self) -> u64;

    /// What is learnt.
    fn kind(&self) -> Kind;

    /// Plays a match of what was learnt against the best before, if one is due: after 1,024 games, and then whenever
    /// their number has grown by half.
    fn challenge(&mut self, threads: usize) -> Option<Trial>;

    /// What was learnt, as a file of weights, from which [`Registry::with_weights`] makes an evaluation: the best that a
    /// match has shown, or without one the newest.
    fn weights(&self) -> Vec<u8>;

    /// The weights at the end of a training: those of [`Training::weights`], or the newest if a last match, which leaves
    /// no trace in the training, does not show that they are weaker.
    fn last(&self, threads: usize) -> Last;

    /// The game of this number, as it is played now: a line of JSON for [`Training::take`].
    ///
    /// # Errors
    /// A sentence if the training learns patterns, which play their games themselves.
    fn game(&self, number: u64) -> Result<String, String>;

    /// Takes games that were played elsewhere, a line each, or the journal of `match.py spread`. [`Training::play`] learns
    /// from those that it would play itself instead of playing them, which makes no difference to what is learnt. Returns
    /// how many of them are still to be learnt from and are such as it would play now.
    ///
    /// # Errors
    /// A sentence if a line is no game, or the training learns patterns; nothing is taken then.
    fn take(&mut self, games: &str) -> Result<u64, String>;

    /// The number of games that were taken and learnt from.
    fn taken(&self) -> u64;

    /// A file from which [`Session::training`] goes on as if the training had never stopped. It has the whole rounds
    /// only.
    fn state(&self) -> Vec<u8>;
}

/// Learning the weights of an evaluation from many games at once, all played by the same searcher. Its type is erased.
pub trait Batch: Send {
    /// The number of games that are there, from the first one on without a gap.
    fn games(&self) -> u64;

    /// Takes a game that was played before, here or elsewhere: a line that [`Batch::play`] or [`Training::game`] gave, or
    /// of a journal of `match.py spread`. A game in another one's place replaces it.
    ///
    /// # Errors
    /// A sentence if it is no game, or another searcher played it, or with another seed.
    fn take(&mut self, line: &str) -> Result<(), String>;

    /// Plays the next 64 games that are missing, up to the number `most` of all, and returns a line for each.
    fn play(&mut self, most: u64, threads: usize) -> Vec<String>;

    /// Learns from the first `games` games, and plays a match against who played them.
    fn learn(&self, games: u64, threads: usize) -> Last;
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
    /// last match is compared; `None` if a third had no positions.
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
    /// True if they are weaker than the evaluation with whose games the training began.
    pub is_weaker: bool,
}

/// How a file of weights was trained, as the file itself records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learnt {
    /// The number of games.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
    /// What the weights are of.
    pub kind: Kind,
    /// True if they were learnt from all games at once.
    pub is_batch: bool,
    /// The file as the training wrote it, before [`Session::forecast`] fitted anything.
    pub unfitted: Vec<u8>,
}

/// What a training learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Patterns, which begin with nothing.
    Patterns,
    /// A network with so many neurons for each side.
    Network(usize),
    /// The weights of the evaluation of this name, which the game has.
    Evaluation(String),
}

impl Kind {
    /// True if it begins with games that searches with another evaluation play.
    pub fn has_teacher(&self) -> bool {
        *self != Kind::Patterns
    }
}

/// How a training begins.
#[derive(Clone, Copy, Debug)]
pub enum Begin<'a> {
    /// With nothing but a seed of the games. All but patterns are learnt from games that searches with the default
    /// evaluation play.
    Anew {
        /// The seed of the games.
        seed: u64,
        /// What to learn.
        kind: &'a Kind,
    },
    /// With the bytes of [`Training::state`].
    From(&'a [u8]),
}

impl Session {
    /// Opens a training of the game.
    ///
    /// # Errors
    /// A sentence if the state is not one of this game, or there is nothing to learn from.
    pub fn training(&self, begin: Begin<'_>) -> Result<Box<dyn Training>, String> {
        self.services.training(begin)
    }

    /// Opens the learning of this evaluation of the game from many games at once, which the default evaluation plays.
    ///
    /// # Errors
    /// A sentence if the game has no such evaluation, or none whose weights can be learnt.
    pub fn batch(&self, evaluation: &str, seed: u64) -> Result<Box<dyn Batch>, String> {
        self.services.batch(evaluation, seed)
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
            kind: kind(&weights),
            is_batch: weights.origin.is_batch,
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

/// What weights are of.
fn kind(weights: &Weights) -> Kind {
    match &weights.content {
        Content::Model(model) => model.neurons().map_or(Kind::Patterns, Kind::Network),
        Content::Linear(linear) => Kind::Evaluation(linear.form.evaluation.clone()),
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
        let learned = match kind(&weights) {
            Kind::Evaluation(name) => Some(name),
            Kind::Patterns | Kind::Network(_) => None,
        };
        let services = entry.services.learned(weights)?;
        let is_there = services.evaluations()[0].0 == "learned";
        if let Some(name) = learned.filter(|_| !is_there) {
            return Err(format!(
                "these are weights of an evaluation `{name}`, which the game does not have, or with other weights"
            ));
        }
        entry.services = services;
        Ok(self)
    }
}
