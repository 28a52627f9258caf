//! Learning the weights of an evaluation from many games at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::games::Games;
use super::manner::Manner;
use super::own::Own;
use super::record::{self, Maker, Step};
use super::teacher::Teacher;
use super::trial::{Match, NODES};
use super::typed::{APART, told_apart};
use super::{Batch, Last, Trial};
use crate::game::Game;
use crate::learn::{self, Board, Errors, Labels, Linear, Origin, Sample, Weights, shared};
use crate::session::GameInfo;
use crate::session::searchers::NamedSearcher;
use crate::session::services::Start;

/// Games of a type that is known.
struct Gathered<G: Game> {
    games: Games<G>,
    own: Own<G>,
    form: Linear,
    board: Board,
    origin: Origin,
    /// The positions of the games that are there, by the games' numbers.
    played: BTreeMap<u64, Vec<Sample<G>>>,
}

/// The games of a call of [`Batch::play`].
const CHUNK: usize = 64;

/// Begins with no games. The searcher of the default evaluation is to play them.
///
/// # Errors
/// A sentence if the game has no such evaluation, or no board to learn on.
pub(in crate::session) fn open_batch<G: Game>(
    info: &GameInfo,
    start: &Start<G>,
    default: &NamedSearcher<G>,
    evaluation: &str,
    seed: u64,
) -> Result<Box<dyn Batch>, String> {
    let positions = learn::explore(&**start);
    let own = Own::of(evaluation)?;
    let labels = Labels::of(&positions);
    let form = own.form(evaluation, labels);
    let origin = Origin {
        seed,
        is_batch: true,
        ..Origin::new(info.name, info.size_name())
    };
    let manner = Manner::varied(positions.len() / learn::EXPLORED);
    let teacher = Teacher::of(default);
    let maker = Maker {
        game: format!("{} {}", origin.game, origin.size),
        seed,
        teacher: told_apart(&*teacher.searcher, &positions[..positions.len().min(APART)]),
        is_varied: manner.is_varied(),
    };
    Ok(Box::new(Gathered {
        games: Games {
            teacher,
            labels: if form.largest.is_some() {
                labels.open()
            } else {
                labels
            },
            start: Arc::clone(start),
            manner,
            maker,
        },
        own,
        form,
        board: Board::of(&positions)?,
        origin,
        played: BTreeMap::new(),
    }))
}

impl<G: Game> Batch for Gathered<G> {
    fn games(&self) -> u64 {
        let numbers = (0..).zip(self.played.keys());
        numbers
            .take_while(|(number, there)| number == *there)
            .count() as u64
    }

    fn take(&mut self, line: &str) -> Result<(), String> {
        let Some((number, steps)) = record::game::<G>(line, &self.games.maker)? else {
            return Ok(());
        };
        self.played.insert(number, samples(&steps));
        Ok(())
    }

    fn play(&mut self, most: u64, threads: usize) -> Vec<String> {
        let missing = (self.games()..most).filter(|number| !self.played.contains_key(number));
        let missing: Vec<u64> = missing.take(CHUNK).collect();
        let played = shared(0..missing.len() as u64, threads, |index| {
            self.games.play(missing[index as usize])
        });
        let lines = missing.into_iter().zip(played).map(|(number, steps)| {
            self.played.insert(number, samples(&steps));
            record::line(number, &self.games.maker, &steps)
        });
        lines.collect()
    }

    fn learn(&self, games: u64, threads: usize) -> Last {
        let games = games.min(self.games());
        let unit = self.form.unit();
        let played = self.played.range(..games);
        let played: Vec<&[Sample<G>]> = played.map(|(_, game)| &game[..]).collect();
        let batch = learn::Batch {
            form: &self.form,
            games: &played,
            see: &|position| (self.own.features)(position, unit),
            stage: &self.own.stage,
        };
        let (numbers, errors) = batch.learn(self.origin.seed, threads);
        let trial = self.trial(games, &numbers, errors, threads);
        let origin = Origin {
            games,
            ..self.origin.clone()
        };
        Last {
            weights: Weights::linear(origin, self.board.clone(), self.form.clone(), numbers)
                .to_bytes(),
            games,
            is_weaker: !trial.kept,
            trial: Some(trial),
        }
    }
}

impl<G: Game> Gathered<G> {
    /// Plays a match of these weights against who played the games.
    fn trial(&self, games: u64, numbers: &[i16], errors: Errors, threads: usize) -> Trial {
        let learnt = self.own.player(numbers).searcher;
        let before = Arc::clone(&self.games.teacher.searcher);
        let seed = self.origin.seed.rotate_left(32) ^ games;
        let start = &self.games.start;
        let (pairs, is_kept) = Match::new([learnt, before], start, seed, NODES).play(threads);
        let trial = learn::Trial {
            games: [games, 0],
            pairs,
            is_kept,
        };
        Trial {
            games,
            against: 0,
            played: trial.played(),
            score: trial.score(),
            kept: is_kept,
            rating: if is_kept { trial.elo() } else { 0.0 },
            errors: errors.of_stages(),
        }
    }
}

/// The positions of a game.
fn samples<G: Game>(steps: &[Step<G>]) -> Vec<Sample<G>> {
    steps.iter().map(|step| step.sample(&G::clone)).collect()
}
