//! Tools that the tests over all games share: random positions and exact values by plain minimax.

use std::collections::{HashMap, HashSet};

#[path = "../../../examples/breakthrough.rs"]
#[allow(dead_code, reason = "its main")]
pub mod breakthrough;
pub mod chase;
#[path = "../../../examples/dots_and_boxes.rs"]
#[allow(dead_code, reason = "its main")]
pub mod dots_and_boxes;

use crate::engine::dash::Dash;
use breakthrough::Breakthrough;
use chase::Chase;
use dots_and_boxes::DotsAndBoxes;
use heelstone::game::{Evaluation, Game, GameVisitor, Repetition, Rules, Score, Side, Value};
use heelstone::games::draughts;
use heelstone::search::{Limits, Request, Search, Table};
use heelstone::session::{Engine, Registry};

/// The game whose tests are run alone, where the time that they take is measured.
const CHOSEN: &str = "HEELSTONE_GAME";

/// Shows the visitor no other game than the chosen one.
struct Chosen<'a, V>(&'a mut V);

impl<V: GameVisitor> GameVisitor for Chosen<'_, V> {
    fn visit<G: Game>(&mut self) {
        if std::env::var(CHOSEN).is_ok_and(|game| game != G::NAME) {
            return;
        }
        self.0.visit::<G>();
    }
}

/// Shows every game of this crate to the visitor, those of the examples, which are of outside crates (one in
/// which a side moves again, and one whose moves are no vertices), one whose positions come again, and two
/// with chance.
pub fn visit_all(visitor: &mut impl GameVisitor) {
    visit_without_chance(visitor);
    let visitor = &mut Chosen(visitor);
    visitor.visit::<Dash<false>>();
    visitor.visit::<Dash<true>>();
}

/// The same with the variants that share a type as types of their own, whose positions can be read.
pub fn visit_all_variants(visitor: &mut impl GameVisitor) {
    visit_all(visitor);
    let visitor = &mut Chosen(visitor);
    visitor.visit::<draughts::Russian>();
    visitor.visit::<draughts::Brazilian>();
    visitor.visit::<draughts::Italian>();
}

/// Shows the games that can be solved to the visitor.
pub fn visit_without_chance(visitor: &mut impl GameVisitor) {
    let visitor = &mut Chosen(visitor);
    heelstone::games::visit_all(visitor);
    visitor.visit::<DotsAndBoxes<2>>();
    visitor.visit::<Breakthrough>();
    visitor.visit::<Chase>();
}

/// All those games without chance, to be played.
pub fn registry() -> Registry {
    let mut registry = Registry::empty();
    visit_without_chance(&mut registry);
    registry
}

/// An engine at the start of that game.
pub fn engine(game: &str) -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine.newgame(Some(game), None).expect("a known game");
    engine
}

/// Any evaluation of a game. All of them share one compiled search with those of the library that need no accumulator.
pub type AnyEvaluation<G> = Box<dyn Evaluation<G, Accumulator = ()>>;

/// The evaluation without its accumulator, which is computed from scratch at each position.
pub fn afresh<G: Game>(evaluation: impl Evaluation<G>) -> AnyEvaluation<G> {
    Box::new(Afresh(evaluation))
}

struct Afresh<E>(E);

impl<R: Rules, E: Evaluation<R>> Evaluation<R> for Afresh<E> {
    type Accumulator = ();

    fn start(&self, _: &R) {}

    fn value(&self, position: &R, (): &()) -> i32 {
        self.0.value(position, &self.0.start(position))
    }

    fn worth(&self, result: Value) -> i32 {
        self.0.worth(result)
    }

    fn is_stable(&self, position: &R) -> bool {
        self.0.is_stable(position)
    }

    fn grain(&self) -> i16 {
        self.0.grain()
    }
}

/// A search for the best move, with all that the full search does.
pub fn search<'a, R: Rules>(position: &'a R, table: &'a Table, limits: Limits) -> Search<'a, R> {
    Search {
        position,
        table,
        past: &[],
        among: &[],
        request: Request::within(limits),
    }
}

/// No limit but the depth.
pub fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::none()
    }
}

/// No limit but the nodes.
pub fn with_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::none()
    }
}

/// The positions of one random game from the start, the start and the end included.
pub fn random_game<G: Game>(rng: &mut fastrand::Rng) -> Vec<G> {
    let mut game = vec![G::start()];
    loop {
        let position = &game[game.len() - 1];
        let moves = position.legal_moves();
        if moves.is_empty() {
            return game;
        }
        let next = position.after(moves[rng.usize(..moves.len())]);
        game.push(next);
    }
}

/// A position of a random game from which at most `most` paths lead on to the end: as early in the
/// game as that allows. Where positions come again no number of paths is enough, and it is the end.
pub fn late_position<G: Game>(rng: &mut fastrand::Rng, most: u64) -> G {
    let mut game = random_game::<G>(rng);
    while let [.., before, _] = &game[..] {
        if G::REPETITION.is_possible() || !is_small_tree(before, &mut most.clone()) {
            break;
        }
        game.pop();
    }
    game.swap_remove(game.len() - 1)
}

fn is_small_tree<R: Rules>(position: &R, left: &mut u64) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    position
        .legal_moves()
        .into_iter()
        .all(|mv| is_small_tree(&position.after(mv), left))
}

/// A position whose [`exact`] value is soon known.
pub fn solvable_position<G: Game>(rng: &mut fastrand::Rng) -> G {
    if !G::REPETITION.is_possible() {
        return late_position(rng, 5_000);
    }
    let game = random_game::<G>(rng);
    let first = rng.usize(..game.len());
    let mut later = game.into_iter().skip(first);
    let is_near = |position: &G| reaches_at_most(position, 300);
    later.find(is_near).expect("the end reaches nothing")
}

/// Tells whether no more than `most` positions can be reached.
fn reaches_at_most<R: Rules>(position: &R, most: usize) -> bool {
    let mut seen = HashSet::from([position.key()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        let next = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.after(mv));
        open.extend(next.filter(|next| seen.insert(next.key())));
        if seen.len() > most {
            return false;
        }
    }
    true
}

/// The exact value by minimax over the whole tree, without any hook, seen from the side to move.
pub fn exact<R: Rules>(position: &R, known: &mut HashMap<u64, Value>) -> Value {
    if let Some(value) = position.outcome_for_mover() {
        return value;
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    if R::REPETITION == Repetition::Draw {
        look_back(position, known);
        return known[&position.key()];
    }
    let children = position.legal_moves().into_iter().map(|mv| {
        let next = position.after(mv);
        let value = exact(&next, known);
        if next.to_move() == position.to_move() {
            value
        } else {
            -value
        }
    });
    let best = children.max().expect("an unfinished position has a move");
    known.insert(position.key(), best);
    best
}

/// Finds the exact values of all positions that can be reached, by retrograde analysis: what neither side
/// can win is drawn.
fn look_back<R: Rules>(position: &R, known: &mut HashMap<u64, Value>) {
    let mut open = vec![position.clone()];
    let mut seen = HashSet::from([position.key()]);
    let mut index = 0;
    while index < open.len() {
        for mv in open[index].legal_moves() {
            let next = open[index].after(mv);
            if next.outcome().is_none() && seen.insert(next.key()) {
                open.push(next);
            }
        }
        index += 1;
    }
    let mut before = usize::MAX;
    while open.len() < before {
        before = open.len();
        open.retain(|position| {
            let moves = position.legal_moves().into_iter();
            let values = moves.map(|mv| {
                let next = position.after(mv);
                let value = next
                    .outcome_for_mover()
                    .or_else(|| known.get(&next.key()).copied());
                value.map(|value| value.seen_by(next.to_move()).seen_by(position.to_move()))
            });
            // A move of which nothing is known yet may be a draw.
            let least = values
                .clone()
                .map(|value| value.unwrap_or(Value::DRAW))
                .max();
            let least = least.expect("an unfinished position has a move");
            let is_known = least == Value::WIN || values.clone().all(|value| value.is_some());
            if is_known {
                known.insert(position.key(), least);
            }
            !is_known
        });
    }
    known.extend(open.iter().map(|position| (position.key(), Value::DRAW)));
}

/// The score by plain minimax to `depth` plies without a table, a window or an order, seen from the
/// side to move; `ply` is the distance from the root.
pub fn minimax<R: Rules, E: Evaluation<R>>(position: &R, depth: u32, ply: u32, e: &E) -> Score {
    minimax_after(&mut Vec::new(), position, depth, ply, e)
}

/// The same where the positions with the keys `past` may come again, which draws.
pub fn minimax_after<R: Rules, E: Evaluation<R>>(
    past: &mut Vec<u64>,
    position: &R,
    depth: u32,
    ply: u32,
    e: &E,
) -> Score {
    if let Some(value) = position.outcome_for_mover() {
        return match value.0.signum() {
            _ if R::SCALE.has_margin() && R::CHANCE => Score::evaluation(e.worth(value)),
            _ if R::SCALE.has_margin() => Score::margin(value),
            0 => Score::ZERO,
            1 => Score::win_in(ply),
            _ => Score::loss_in(ply),
        };
    }
    if R::REPETITION.is_possible() && past.contains(&position.repetition_key()) {
        assert_eq!(R::REPETITION, Repetition::Draw);
        return Score::ZERO;
    }
    if depth == 0 {
        let score = Score::evaluation(e.value(position, &e.start(position)));
        return if position.to_move() == Side::Black {
            score
        } else {
            -score
        };
    }
    past.push(position.repetition_key());
    let children = position.legal_moves().into_iter().map(|mv| {
        let next = position.after(mv);
        let score = minimax_after(past, &next, depth - 1, ply + 1, e);
        if next.to_move() == position.to_move() {
            score
        } else {
            -score
        }
    });
    let best = if position.is_chance() {
        Some(mean(position, &children.collect::<Vec<_>>(), e))
    } else {
        children.max()
    };
    past.pop();
    best.expect("an unfinished position has a move")
}

/// The mean of the scores of the rolls, all seen as the position is: a proof where all prove the same.
fn mean<R: Rules, E: Evaluation<R>>(position: &R, scores: &[Score], e: &E) -> Score {
    let wins = |score: &&Score| score.is_proved() && **score > Score::ZERO;
    let loses = |score: &&Score| score.is_proved() && **score < Score::ZERO;
    if scores.iter().filter(wins).count() == scores.len() {
        return *scores.iter().min().expect("a roll");
    }
    if scores.iter().filter(loses).count() == scores.len() {
        return *scores.iter().max().expect("a roll");
    }
    let weights = position
        .legal_moves()
        .into_iter()
        .map(|roll| f64::from(position.weight(roll)));
    let (mut sum, mut total) = (0.0, 0.0);
    for (weight, score) in weights.zip(scores) {
        let worth = match score {
            score if wins(&score) => Score::evaluation(e.worth(Value::WIN)),
            score if loses(&score) => Score::evaluation(e.worth(Value::LOSS)),
            score => *score,
        };
        sum += weight * f64::from(worth.steps());
        total += weight;
    }
    // To the nearest, halves away from zero.
    Score::from_steps((sum / total).round() as i32)
}
