//! What the solver saves where moves can be played in any order.

use heelstone::game::{Candidates, Expansion, Game, Moves, Rules, Scale, Turn, Value};
use heelstone::games::stonehenge::{Placement, Stonehenge};
use heelstone::search::{Limits, Stop, Table};
use heelstone::solve::Solver;

/// Stonehenge with all that it tells the solver, but that moves can be played in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct InThisOrder(Stonehenge);

impl Rules for InThisOrder {
    type Move = Placement;
    const SCALE: Scale = Stonehenge::SCALE;
    const FINISHED_FROM: u32 = Stonehenge::FINISHED_FROM;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Value> {
        self.0.outcome()
    }

    fn moves(&self, moves: &mut Moves<Placement>) {
        self.0.moves(moves);
    }

    fn play(&mut self, mv: Placement) {
        self.0.play(mv);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn move_index(mv: Placement) -> u16 {
        Stonehenge::move_index(mv)
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies()
    }

    fn expand(&self, candidates: &mut Candidates<Placement>) -> Expansion {
        self.0.expand(candidates)
    }

    fn finish(&self, wanted: Value, nodes: &mut u64) -> Option<Value> {
        self.0.finish(wanted, nodes)
    }

    fn canonical_key(&self) -> u64 {
        self.0.canonical_key()
    }
}

/// The value, and the nodes that it took.
fn solve<R: Rules>(position: &R) -> (Value, u64) {
    let mut table = Table::new(64).expect("a table");
    let mut solver = Solver::new(&mut table, &Limits::none(), &Stop::new());
    let value = solver.value(position).expect("no limit").value;
    (value, solver.nodes())
}

#[test]
fn a_reply_to_many_moves_saves_nodes_and_changes_no_value() {
    const STONES: u32 = 6;
    let mut rng = fastrand::Rng::with_seed(41);
    let (mut with, mut without) = (0, 0);
    for _ in 0..12 {
        let mut position = Stonehenge::start();
        for _ in 0..STONES {
            let moves = position.legal_moves();
            position.play(moves[rng.usize(..moves.len())]);
        }
        let (value, nodes) = solve(&position);
        let (plain_value, plain_nodes) = solve(&InThisOrder(position));
        assert_eq!(value, plain_value);
        with += nodes;
        without += plain_nodes;
    }
    assert!(with * 10 < without * 9, "{with} nodes instead of {without}");
}
