//! A training of a game whose type is known.

use std::sync::Arc;

use super::games::Games;
use super::manner::Manner;
use super::own::Own;
use super::teacher::Teacher;
use super::trial::Match;
use super::{Begin, Kind, Last, Training, Trial, is_of};
use crate::game::Game;
use crate::learn::{
    self, Champion, Errors, Evaluator, Fit, Labels, Learned, Learner, Origin, Subject, Weights,
};
use crate::search::searcher;
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
    /// How many plies a game has, or so.
    plies: usize,
    /// The evaluation that was there before.
    before: Teacher<G>,
    /// Who plays the games that something is learnt from: what was learnt, once it is not weaker than what was there
    /// before.
    teacher: Teacher<G>,
}

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
                game: info.name.to_string(),
                size: info.size_name(),
                seed,
                games: 0,
            };
            Learner::new(&positions, subject::<G>(kind, labels)?, origin)?
        }
        Begin::From(bytes) => {
            let learner = Learner::from_bytes(bytes).map_err(|error| error.to_string())?;
            is_of(&learner.origin, info, "this is a training")?;
            learner
        }
    };
    let own = own(&learner.fit, labels)?;
    if let Some(teacher) = learner.fit.teacher() {
        let told = told_apart(default, &positions);
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
    };
    training.teacher = training.best_teacher();
    Ok(Box::new(training))
}

/// What there is to learn.
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
fn told_apart<G: Game>(named: &NamedSearcher<G>, positions: &[G]) -> u32 {
    let values = positions.iter().take(1000);
    let values = values.flat_map(|position| named.searcher.evaluate(position).to_le_bytes());
    crc32fast::hash(&values.collect::<Vec<u8>>())
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
        let searched = |manner| Games {
            teacher: &self.teacher,
            labels,
            start,
            seed,
            manner,
        };
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
                let play = searched(Manner::plain());
                let round = play.round(numbers, threads, |position| board.planes(position));
                network.learn(&round, errors, seed ^ games)
            }
            Fit::Linear(linear) => {
                let own = self.own.as_ref().expect("it is known what is learnt");
                let unit = linear.form.unit();
                let play = searched(Manner::varied(self.plies));
                let round = play.round(numbers, threads, |position| (own.features)(position, unit));
                linear.learn(&round, errors, seed ^ games, threads)
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
            Fit::Network(_) | Fit::Linear(_) => (self.teacher.clone(), 1_000),
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
