//! The cost of evaluating a node with learnt weights: the same tree is walked without them and with them.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use heelstone::game::{Evaluation, Game, Notation, Rules};
use heelstone::learn::Learned;
use heelstone::session::{Begin, Engine, Kind, Registry};

#[path = "../../examples/breakthrough.rs"]
#[allow(dead_code)]
mod breakthrough;
use breakthrough::Breakthrough;

/// The plies of the tree, and those that lead to its root.
const PLIES: u32 = 2;
const BEFORE: usize = 12;
/// The games that weights are learnt from.
const GAMES: u64 = 256;

/// Breakthrough has 70 groups of eight places.
pub fn learnt(criterion: &mut Criterion) {
    let models = [
        ("patterns", Kind::Patterns),
        ("network of 2 x 32", Kind::Network(32)),
        ("network of 2 x 64", Kind::Network(64)),
    ];
    let mut root = Breakthrough::start();
    for ply in 0..BEFORE {
        let moves = root.legal_moves();
        root = root.after(moves[7 * ply % moves.len()]);
    }
    let mut group = criterion.benchmark_group("learnt");
    group.throughput(Throughput::Elements(nodes(&root, PLIES)));
    group.bench_function("tree", |b| b.iter(|| nodes(black_box(&root), PLIES)));
    for (name, kind) in &models {
        let learned = Learned::from_bytes(&weights(kind)).expect("weights");
        group.bench_function(format!("tree and {name}"), |b| {
            let accumulator = Evaluation::start(&learned, &root);
            b.iter(|| worth(&learned, black_box(&root), &accumulator, PLIES))
        });
    }
}

/// Weights from a few games; an evaluation by better ones takes as long.
fn weights(kind: &Kind) -> Vec<u8> {
    let engine = Engine::new(Registry::empty().with::<Breakthrough>()).expect("an engine");
    let begun = engine.session().training(Begin::Anew { seed: 0, kind });
    let mut training = begun.expect("a training");
    while training.games() < GAMES {
        training.play(GAMES, 1);
    }
    training.weights()
}

/// The nodes of a tree.
fn nodes<R: Rules>(position: &R, plies: u32) -> u64 {
    let below = |mv| {
        let after = black_box(position.after(mv));
        let is_inner = plies > 1 && after.outcome().is_none();
        1 + if is_inner {
            nodes(&after, plies - 1)
        } else {
            0
        }
    };
    position.legal_moves().into_iter().map(below).sum()
}

/// The sum of the values of a tree's nodes.
fn worth<R: Notation>(
    learned: &Learned,
    position: &R,
    accumulator: &<Learned as Evaluation<R>>::Accumulator,
    plies: u32,
) -> i32 {
    let mut updated = *accumulator;
    let below = |mv| {
        let after = black_box(position.after(mv));
        learned.update_into(&mut updated, accumulator, position, mv, &after);
        let value = learned.value(&after, &updated);
        let is_inner = plies > 1 && after.outcome().is_none();
        value
            + if is_inner {
                worth(learned, &after, &updated, plies - 1)
            } else {
                0
            }
    };
    position.legal_moves().into_iter().map(below).sum()
}
