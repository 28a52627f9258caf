//! The evaluations of a game, ready to search; their results are put into words here.

use std::sync::Arc;

use super::given::{AnyEvaluation, Given};
use super::params;
use super::position::PASS;
use super::{Found, Info, ParamInfo, ParamValues, Registry, Source};
use crate::book::Judge;
use crate::game::{Evaluation, EvaluationVisitor, Game, LinearEvaluation, Score};
use crate::learn::{Evaluator, Learned, LinearWeights};
use crate::search::{Handicap, Line, Outcome, Request, Search, Searcher, Stop, Table, searcher};

/// An evaluation of the game `G` with its name, ready to search.
pub(super) struct NamedSearcher<G: Game> {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) params: Vec<ParamInfo>,
    /// The evaluation's units in one unit of the margin.
    pub(super) per_margin: Option<u16>,
    /// Its units in an expected result of tanh(1).
    pub(super) per_result: Option<u16>,
    pub(super) searcher: Arc<dyn Searcher<G>>,
}

impl<G: Game> NamedSearcher<G> {
    /// The solver for a book, which looks ahead with this evaluation.
    pub(super) fn solver(&self) -> Judge<'_, G> {
        Judge::Solver(Some(self.searcher.foresight()))
    }
}

/// The evaluations of a game beside its own.
#[derive(Clone, Default)]
pub(super) struct Added {
    /// What was learnt of the game, for the default one, if it comes from a file.
    pub(super) learned: Option<Evaluator>,
    /// The one that a caller gave, the last one.
    pub(super) given: Option<Arc<dyn AnyEvaluation>>,
}

/// All evaluations of a game with these parameters, the default first: the learnt one, if there is one. That
/// is from a file, or else with the weights that ship.
pub(super) fn named_searchers<G: Game>(
    added: &Added,
    values: &ParamValues,
) -> Arc<[NamedSearcher<G>]> {
    let mut collect = Collect(Vec::new(), values);
    match &added.learned {
        Some(Evaluator::Linear(weights)) => G::evaluations(&mut CollectOwn(&mut collect, weights)),
        Some(Evaluator::Learned(learned)) => collect.visit("learned", LEARNED, learned.clone()),
        None => {
            if let Some(learned) = shipped::<G>() {
                collect.visit("learned", LEARNED, learned);
            }
        }
    }
    G::evaluations(&mut collect);
    if let Some(given) = &added.given {
        let about = "the evaluation that was given";
        collect.visit_stateless(Registry::GIVEN, about, Given(Arc::clone(given)));
    }
    collect.0.into()
}

const LEARNED: &str = "what `train` has learnt by playing the game against itself";

/// Collects evaluations with these parameters.
struct Collect<'a, G: Game>(Vec<NamedSearcher<G>>, &'a ParamValues);

impl<G: Game> EvaluationVisitor<G> for Collect<'_, G> {
    fn visit<E: Evaluation<G>>(&mut self, name: &'static str, about: &'static str, mut e: E) {
        let params = params::tune(name, e.params(), self.1);
        e.prepare();
        let (per_margin, per_result) = (e.per_margin(), e.per_result());
        let searcher = searcher(G::Knowledge::default(), e, self.0.len() as u8);
        self.0.push(NamedSearcher {
            name,
            about,
            params,
            per_margin,
            per_result,
            searcher: searcher.into(),
        });
    }
}

/// Collects the evaluation of the game's own that these weights are of.
struct CollectOwn<'a, 'b, G: Game>(&'a mut Collect<'b, G>, &'a LinearWeights);

impl<G: Game> EvaluationVisitor<G> for CollectOwn<'_, '_, G> {
    fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, _: E) {}

    fn trainable<E: LinearEvaluation<G>>(&mut self, name: &'static str) {
        if self.1.are_of::<G, E>(name) {
            self.0
                .visit("learned", LEARNED, E::with_weights(&self.1.numbers));
        }
    }
}

/// The evaluation with the weights that ship, if there are any.
fn shipped<G: Game>() -> Option<Learned> {
    let mut files = G::DATA.iter().filter(|data| !data.is_book);
    let bytes = G::WEIGHTS.or_else(|| files.find_map(|file| file.supplied()))?;
    Learned::shipped(bytes)
}

/// Runs a search and puts its results into words.
pub(super) fn run<G: Game>(
    position: &G,
    past: &[u64],
    searcher: &dyn Searcher<G>,
    request: Request,
    table: &Table,
    stop: &Stop,
    report: &mut dyn FnMut(&Info),
) -> Found {
    let (own, among) = match request.handicap {
        Some(handicap) => (small_table(), choices(position, handicap)),
        None => (None, Vec::new()),
    };
    let search = Search {
        position,
        table: own.as_ref().unwrap_or(table),
        past,
        among: &among,
        request,
    };
    let mut line = 0;
    let mut depth = 0;
    let outcome = searcher.search(&search, stop, &mut |found| {
        line = if found.depth == depth { line + 1 } else { 1 };
        depth = found.depth;
        report(&info(position, line, found));
    });
    put_into_words(position, &outcome)
}

/// The table of a search below full strength, which learns nothing from other searches.
fn small_table() -> Option<Table> {
    /// More than the nodes of any level fill.
    const MIB: usize = 2;
    let table = Table::new(MIB);
    table.inspect_err(|error| log::warn!("{error}")).ok()
}

/// The moves that are seen, or none if that is all of them.
fn choices<G: Game>(position: &G, handicap: Handicap) -> Vec<G::Move> {
    let moves = position.legal_moves();
    let all = moves.len();
    let choices = handicap.choices(moves.into_iter().map(|mv| (mv, position.name_move(mv))));
    if choices.len() == all {
        Vec::new()
    } else {
        choices
    }
}

fn info<G: Game>(position: &G, line: usize, found: &Line<G::Move>) -> Info {
    let &Line {
        depth,
        score,
        nodes,
        time,
        exact,
        solved,
        ref pv,
    } = found;
    Info {
        line,
        depth,
        score,
        nodes,
        time,
        exact: exact && is_result::<G>(score),
        source: Source::of_search(solved),
        pv: name_line(position, pv),
    }
}

fn put_into_words<G: Game>(position: &G, outcome: &Outcome<G::Move>) -> Found {
    let name = |mv: &G::Move| position.name_move(*mv);
    let best = outcome.lines.first();
    let near = outcome.near.iter();
    let pv = best.map_or(Vec::new(), |line| name_line(position, &line.pv));
    Found {
        best: pv.first().map_or(PASS.into(), String::clone),
        score: best.map_or(Score::ZERO, |line| line.score),
        near: near.map(|(mv, score)| (name(mv), *score)).collect(),
        pv,
        nodes: outcome.nodes,
        time: outcome.time,
        depth: best.map_or(0, |line| line.depth),
        exact: best.is_some_and(|line| line.exact && is_result::<G>(line.score)),
        source: Source::of_search(best.is_some_and(|line| line.solved)),
    }
}

/// Tells whether an exact score is a result. Where chance has a turn, one that is no proof may be the average of
/// several, and 0 no draw.
fn is_result<G: Game>(score: Score) -> bool {
    !G::CHANCE || score.is_proved()
}

/// The names of consecutive moves.
pub(super) fn name_line<G: Game>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let name_and_play = |&mv: &G::Move| {
        let name = position.name_move(mv);
        position.play(mv);
        name
    };
    moves.iter().map(name_and_play).collect()
}
