//! A training of a game whose type is known.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::games::Games;
use super::manner::Manner;
use super::own::Own;
use super::record::{self, Elsewhere, Maker};
use super::teacher::Teacher;
use super::trial::{Match, NODES};
use super::{Begin, Kind, Last, Training, Trial, is_of};
use crate::game::Game;
use crate::learn::{
    self, Champion, Errors, Evaluator, Fit, Labels, Learned, Learner, Origin, Subject, Weights,
};
use crate::search::{Searcher, searcher};
use crate::session::GameInfo;
use crate::session::searchers::NamedSearcher;
use crate::session::services::Start;

struct Typed<G: Game> {
    learner: Learner,
    /// The learner as it was before the last round, if that round was cut short.
    whole: Option<Learner>,
    labels: Labels,
    start: Start<G>,
    /// The evaluation of the game's own that is learnt, if it is one.
    own: Option<Own<G>>,
    /// The usual number of plies in a game.
    plies: usize,
    /// The evaluation that was there before.
    before: Teacher<G>,
    /// Who plays the games that something is learnt from: what was learnt, once it is not weaker than what was there
    /// before.
    teacher: Teacher<G>,
    /// Positions that tell evaluations apart.
    positions: Vec<G>,
    elsewhere: Elsewhere,
    /// The games of others that something was learnt from.
    taken: BTreeSet<u64>,
}

/// Why others play no games of patterns.
const THEIR_OWN: &str = "patterns play their games themselves: only those of a network or of an evaluation may be played elsewhere";

/// The number of positions that tell evaluations apart.
pub(super) const APART: usize = 1_000;

/// A training of the game. All but patterns begin with games of the searcher of its default evaluation.
///
/// # Errors
/// A sentence if the state is not one of this game, or began with another evaluation, or there is nothing to learn from.
pub(in crate::session) fn open<G: Game>(
    info: &GameInfo,
    start: &Start<G>,
    default: &NamedSearcher<G>,
    begin: Begin<'_>,
) -> Result<Box<dyn Training>, String> {
    let positions = learn::explore(&**start);
    let labels = Labels::of(&positions);
    let mut learner = match begin {
        Begin::Anew { seed, kind } => {
            let origin = Origin {
                seed,
                ..Origin::new(info.name, info.size_name())
            };
            Learner::new(&positions, subject::<G>(kind, labels)?, origin)?
        }
        Begin::From(bytes) => {
            let learner = Learner::from_bytes(bytes).map_err(|error| error.to_string())?;
            is_of(&learner.origin, info, "this is a training")?;
            learner.board.check::<G>("a training")?;
            learner
        }
    };
    let own = own(&learner.fit, labels)?;
    if let Some(teacher) = learner.fit.teacher() {
        let told = told_apart(&*default.searcher, &positions);
        if matches!(begin, Begin::From(_)) && teacher != told {
            return Err(
                "it began with another evaluation: give the same --weights as then, or none if none were given".into(),
            );
        }
        learner.fit.begin_with(told);
    }
    let is_open = matches!(&learner.fit, Fit::Linear(linear) if linear.form.largest.is_some());
    let mut training = Typed {
        labels: if is_open { labels.open() } else { labels },
        start: Arc::clone(start),
        own,
        plies: positions.len() / learn::EXPLORED,
        teacher: Teacher::of(default),
        before: Teacher::of(default),
        learner,
        whole: None,
        positions: positions.into_iter().take(APART).collect(),
        elsewhere: Elsewhere::default(),
        taken: BTreeSet::new(),
    };
    training.teacher = training.best_teacher();
    Ok(Box::new(training))
}

/// The subject of a training.
fn subject<G: Game>(kind: &Kind, labels: Labels) -> Result<Subject, String> {
    Ok(match kind {
        Kind::Patterns => Subject::Patterns,
        Kind::Network(neurons) => Subject::Network(*neurons),
        Kind::Evaluation(name) => Subject::Linear(Own::<G>::of(name)?.form(name, labels)),
    })
}

/// The evaluation of the game's own that is learnt, if it is one.
fn own<G: Game>(fit: &Fit, labels: Labels) -> Result<Option<Own<G>>, String> {
    let Fit::Linear(linear) = fit else {
        return Ok(None);
    };
    let name = &linear.form.evaluation;
    let own = Own::of(name)?;
    if own.form(name, labels) != linear.form {
        return Err(format!("the evaluation `{name}` has other weights now"));
    }
    Ok(Some(own))
}

/// A number that other evaluations hardly have: what this one says of some positions.
pub(super) fn told_apart<G: Game>(searcher: &dyn Searcher<G>, positions: &[G]) -> u32 {
    let values = positions.iter().take(APART);
    let values = values.flat_map(|position| searcher.evaluate(position).to_le_bytes());
    crc32fast::hash(&values.collect::<Vec<u8>>())
}

impl<G: Game> Training for Typed<G> {
    fn play(&mut self, most: u64, threads: usize) {
        if most <= self.games() {
            return;
        }
        self.leave_cut_round();
        let games = self.games();
        let round = self.learner.fit.round();
        let end = (games - games % round).saturating_add(round);
        if most < end {
            self.whole = Some(self.learner.clone());
        }
        let numbers = games..most.min(end);
        self.learner.origin.games += self.learn_round(numbers, threads);
    }

    fn game(&self, number: u64) -> Result<String, String> {
        let games = self.searched().ok_or(THEIR_OWN)?;
        Ok(record::line(number, &games.maker, &games.play(number)))
    }

    fn take(&mut self, games: &str) -> Result<u64, String> {
        let Games { maker, .. } = self.searched().ok_or(THEIR_OWN)?;
        self.elsewhere.add::<G>(games, &maker)?;
        Ok(self.elsewhere.count(self.games(), &maker))
    }

    fn taken(&self) -> u64 {
        self.taken.len() as u64
    }

    fn games(&self) -> u64 {
        self.learner.origin.games
    }

    fn seed(&self) -> u64 {
        self.learner.origin.seed
    }

    fn kind(&self) -> Kind {
        match &self.learner.fit {
            Fit::Patterns(_) => Kind::Patterns,
            Fit::Network(network) => Kind::Network(network.neurons()),
            Fit::Linear(linear) => Kind::Evaluation(linear.form.evaluation.clone()),
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
            self.teacher = self.best_teacher();
        }
        Some(told(&trial, errors, &self.learner.champion))
    }

    fn weights(&self) -> Vec<u8> {
        self.best().to_bytes()
    }

    fn last(&self, threads: usize) -> Last {
        let Champion { trials, .. } = &self.learner.champion;
        let newest = trials.last();
        let is_open = newest.is_some_and(|trial| trial.games[0] < self.games());
        let trial = is_open.then(|| self.trial(threads));
        let is_kept = trial.as_ref().is_some_and(|trial| trial.is_kept);
        let best = if is_kept {
            self.learner.weights()
        } else {
            self.best()
        };
        Last {
            weights: best.to_bytes(),
            games: best.origin.games,
            is_weaker: !trials.is_empty() && !is_kept && self.learner.has_none_better(),
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
    /// How the games of searches are played; `None` if it learns from others.
    fn searched(&self) -> Option<Games<G>> {
        let manner = match &self.learner.fit {
            Fit::Patterns(_) => return None,
            Fit::Network(_) => Manner::plain(),
            Fit::Linear(_) => Manner::varied(self.plies),
        };
        Some(Games {
            maker: Maker {
                game: format!("{} {}", self.learner.origin.game, self.learner.origin.size),
                seed: self.seed(),
                teacher: told_apart(&*self.teacher.searcher, &self.positions),
                is_varied: manner.is_varied(),
            },
            teacher: self.teacher.clone(),
            labels: self.labels,
            start: Arc::clone(&self.start),
            manner,
        })
    }

    /// Plays the games with these numbers, except those that others have played, and learns from them all.
    fn learn_round(&mut self, numbers: Range<u64>, threads: usize) -> u64 {
        let (seed, games) = (self.seed(), self.searched());
        let of_round = seed ^ numbers.start;
        let elsewhere = &self.elsewhere;
        if let Some(Games { maker, .. }) = &games {
            let is_there = |number: &u64| elsewhere.has(*number, maker);
            self.taken.extend(numbers.clone().filter(is_there));
        }
        let Learner {
            board, errors, fit, ..
        } = &mut self.learner;
        match (fit, games) {
            (Fit::Patterns(patterns), _) => {
                let play = learn::Games {
                    board,
                    labels: self.labels,
                    start: &*self.start,
                    seed,
                };
                play.play(patterns, errors, numbers, threads)
            }
            (Fit::Network(network), Some(games)) => {
                let see = |position: &G| board.planes(position);
                let round = games.round(numbers, threads, elsewhere, see);
                network.learn(&round, errors, of_round)
            }
            (Fit::Linear(linear), Some(games)) => {
                let own = self.own.as_ref().expect("it is known what is learnt");
                let unit = linear.form.unit();
                let see = |position: &G| (own.features)(position, unit);
                let round = games.round(numbers, threads, elsewhere, see);
                linear.learn(&round, errors, of_round, threads)
            }
            (Fit::Network(_) | Fit::Linear(_), None) => unreachable!("they learn from searches"),
        }
    }

    /// Goes back to the end of the last whole round.
    fn leave_cut_round(&mut self) {
        if let Some(whole) = self.whole.take() {
            self.learner = whole;
            self.teacher = self.best_teacher();
        }
    }

    /// The best player so far, who has the benefit of what was there before if nothing better was learnt.
    fn best_teacher(&self) -> Teacher<G> {
        if self.learner.has_none_better() {
            return self.before.clone();
        }
        self.player(self.learner.best())
    }

    /// Who plays with these weights.
    fn player(&self, weights: Weights) -> Teacher<G> {
        match (Evaluator::from(weights), &self.own) {
            (Evaluator::Learned(learned), _) => {
                let searcher = searcher(G::Knowledge::default(), learned, 0);
                Teacher::new(searcher.into(), None, Some(Learned::UNIT))
            }
            (Evaluator::Linear(linear), Some(own)) => own.player(&linear.numbers),
            (Evaluator::Linear(_), None) => self.before.clone(),
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
            Fit::Patterns(_) => (self.player(self.learner.best()), 100),
            Fit::Network(_) | Fit::Linear(_) => (self.teacher.clone(), NODES),
        };
        let seed = seed.rotate_left(32) ^ games;
        let players = [self.player(newest), best].map(|player| player.searcher);
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
