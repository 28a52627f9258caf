//! The work that the solver saves where moves can be played in any order.

use heelstone::game::{Expansion, Game, Knowledge, Moves, Rules, Value};
use heelstone::games::stonehenge::{Placement, Stonehenge, StonehengeKnowledge};
use heelstone::search::{Limits, Stop, Table};
use heelstone::solve::Solver;

type Known = StonehengeKnowledge;

/// All that Stonehenge knows, but that moves can be played in any order.
#[derive(Default)]
struct InThisOrder(Known);

impl Knowledge<Stonehenge> for InThisOrder {
    type Memory = <Known as Knowledge<Stonehenge>>::Memory;

    const ALTERNATES: bool = Known::ALTERNATES;
    const ANSWERED_FROM: u32 = Known::ANSWERED_FROM;

    fn expand(&self, position: &Stonehenge, moves: &mut Moves<Placement>) -> Expansion {
        self.0.expand(position, moves)
    }

    fn answer(
        &self,
        position: &Stonehenge,
        wanted: Value,
        memory: &mut Self::Memory,
        nodes: &mut u64,
    ) -> Option<Value> {
        self.0.answer(position, wanted, memory, nodes)
    }

    fn key(&self, position: &Stonehenge) -> u64 {
        self.0.key(position)
    }
}

/// The value, and the nodes that it took.
fn solve<K: Knowledge<Stonehenge>>(knowledge: K, position: &Stonehenge) -> (Value, u64) {
    let mut table = Table::new(64).expect("a table");
    let mut solver = Solver::new(knowledge, &mut table, &Limits::none(), &Stop::new());
    let value = solver.value(position).expect("no limit").value;
    (value, solver.nodes())
}

#[test]
#[ignore = "takes long"]
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
        let (value, nodes) = solve(StonehengeKnowledge, &position);
        let (plain_value, plain_nodes) = solve(InThisOrder::default(), &position);
        assert_eq!(value, plain_value);
        with += nodes;
        without += plain_nodes;
    }
    assert!(with * 10 < without * 9, "{with} nodes instead of {without}");
}
