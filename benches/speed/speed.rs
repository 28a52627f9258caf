//! How long things take, in every game of the registry: `cargo bench -p heelstone-speed`, or
//! `cargo bench -p heelstone-speed -- perft` for some of them.
//!
//! Whether a change makes the search better is not for these to say: compare `heelstone bench` for
//! the nodes and play a match for the strength.

mod learnt;

use std::hint::black_box;
use std::io::{self, Cursor};
use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use heelstone::protocol::serve;
use heelstone::search::Stop;
use heelstone::session::Registry;
use speed::engine;

/// Counting all sequences of the largest number of plies that makes less than a million.
fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for game in Registry::all().names() {
        let engine = engine(game);
        let count = |plies| {
            engine
                .session()
                .perft(plies, &Stop::new())
                .unwrap_or_default()
        };
        let leaves = |plies| count(plies).sequences + count(plies).finished;
        let plies = (1..engine.session().max_plies().unwrap_or(64))
            .take_while(|&plies| leaves(plies) < 1_000_000);
        let plies = plies.last().unwrap_or(1);
        group.throughput(Throughput::Elements(leaves(plies)));
        group.bench_function(BenchmarkId::new(game, plies), |b| {
            b.iter(|| count(black_box(plies)))
        });
    }
}

/// A first move at a fixed depth, with an empty table.
fn search(criterion: &mut Criterion) {
    const DEPTH: u32 = 8;
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for game in Registry::all().names() {
        let mut engine = engine(game);
        engine.settings_mut().timelimit = None;
        engine.settings_mut().depth = Some(DEPTH);
        group.bench_function(BenchmarkId::new(game, DEPTH), |b| {
            b.iter(|| {
                engine.clear_board();
                engine.genmove(None, Instant::now(), &Stop::new())
            });
        });
    }
}

/// Commands that do not search: a client replays whole games, again and again.
fn commands(criterion: &mut Criterion) {
    const TURNS: u64 = 1000;
    let mut group = criterion.benchmark_group("commands");
    for game in Registry::all().names() {
        let mut engine = engine(game);
        let first = engine.session().legal_moves().swap_remove(0);
        let text = format!("play b {first}\nlegal_moves\nundo\n").repeat(TURNS as usize);
        group.throughput(Throughput::Elements(3 * TURNS));
        group.bench_function(game, |b| {
            b.iter(|| serve(&mut engine, Cursor::new(text.clone()), io::sink(), None));
        });
    }
}

criterion_group!(benches, perft, search, commands, learnt::learnt);
criterion_main!(benches);
