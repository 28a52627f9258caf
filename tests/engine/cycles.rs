//! Games in which positions come again, against what retrograde analysis says.

use std::collections::HashMap;
use std::sync::Arc;

use heelstone::game::{
    Evaluation, Moves, NoKnowledge, Notation, Repetition, Rules, Scale, Side, Turn, Value,
};
use heelstone::search::{Limits, Stop, Table, searcher};
use heelstone::solve::{Exact, Extent, Solver};

use super::common::chase::Chase;
use super::common::{exact, minimax_after, search, to_depth};

/// A game without any sense: a token on the nodes of a graph.
#[derive(Debug)]
struct Graph {
    /// The nodes that can be reached from each.
    arrows: Vec<Vec<u16>>,
    /// Who moves at each node.
    sides: Vec<Side>,
    /// The results of the nodes where the game is over, seen from Black.
    results: Vec<Option<Value>>,
}

#[derive(Clone, Debug)]
struct Token {
    graph: Arc<Graph>,
    node: u16,
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.node == other.node
    }
}

impl Eq for Token {}

impl Rules for Token {
    type Move = u16;
    const SCALE: Scale = Scale::Distance;
    const REPETITION: Repetition = Repetition::Draw;
    const KEY_BITS: Option<u32> = Some(16);

    fn turn(&self) -> Turn {
        self.graph.sides[usize::from(self.node)].into()
    }

    fn outcome(&self) -> Option<Value> {
        self.graph.results[usize::from(self.node)]
    }

    fn moves(&self, moves: &mut Moves<u16>) {
        if self.outcome().is_none() {
            moves.extend(self.graph.arrows[usize::from(self.node)].iter().copied());
        }
    }

    fn play(&mut self, mv: u16) {
        self.node = mv;
    }

    fn key(&self) -> u64 {
        self.node.into()
    }
}

/// An opinion that has nothing to do with anything.
struct Noise;

impl Evaluation<Token> for Noise {
    type Accumulator = ();

    fn start(&self, _: &Token) {}

    fn value(&self, position: &Token, (): &()) -> i32 {
        i32::from(position.node % 7) * 10 - 30
    }
}

/// A graph with so many nodes, up to three arrows from each, and some ends. In half of them the
/// sides take strict turns.
fn graph(nodes: u16, rng: &mut fastrand::Rng) -> Arc<Graph> {
    let alternates = rng.bool();
    let side = |node: u16| {
        if alternates {
            Side::BOTH[usize::from(node % 2)]
        } else {
            Side::BOTH[rng.usize(..2)]
        }
    };
    let sides: Vec<Side> = (0..nodes).map(side).collect();
    let target = |from: u16, rng: &mut fastrand::Rng| {
        let node = rng.u16(..nodes);
        if alternates && node % 2 == from % 2 {
            (node + 1) % (nodes - nodes % 2)
        } else {
            node
        }
    };
    let mut arrows = Vec::new();
    let mut results = Vec::new();
    for node in 0..nodes {
        let count = rng.usize(1..=3);
        let mut from_here: Vec<u16> = (0..count).map(|_| target(node, rng)).collect();
        from_here.sort_unstable();
        from_here.dedup();
        arrows.push(from_here);
        let is_end = rng.usize(..100) < 20;
        results.push(is_end.then(|| Value(rng.i16(-1..=1))));
    }
    Arc::new(Graph {
        arrows,
        sides,
        results,
    })
}

/// The value of each node, seen from Black, with the plies to a win.
fn retrograde(graph: &Graph) -> Vec<(Value, u32)> {
    let mut known: Vec<Option<(Value, u32)>> = Vec::new();
    known.extend(graph.results.iter().map(|end| end.map(|value| (value, 0))));
    for plies in 1..=known.len() as u32 {
        let mut next = known.clone();
        for (node, arrows) in graph.arrows.iter().enumerate() {
            if known[node].is_some() {
                continue;
            }
            let win = Value::WIN.seen_by(graph.sides[node]);
            let after = |node: &u16| known[usize::from(*node)];
            if arrows
                .iter()
                .any(|node| after(node).is_some_and(|(v, _)| v == win))
            {
                next[node] = Some((win, plies));
            } else if arrows
                .iter()
                .all(|node| after(node).is_some_and(|(v, _)| v == -win))
            {
                next[node] = Some((-win, plies));
            }
        }
        known = next;
    }
    let drawn = (Value::DRAW, 0);
    known
        .into_iter()
        .map(|known| known.unwrap_or(drawn))
        .collect()
}

fn exact_at(graph: &Graph, node: usize, known: &[(Value, u32)]) -> Exact {
    let (value, plies) = known[node];
    Exact {
        value: value.seen_by(graph.sides[node]),
        extent: if value == Value::DRAW {
            Extent::Winner
        } else {
            Extent::Plies(plies)
        },
    }
}

#[test]
fn the_solver_finds_what_retrograde_analysis_finds() {
    let mut rng = fastrand::Rng::with_seed(40);
    let mut table = Table::new(1).expect("a table");
    let mut asked = 0;
    for round in 0..1000 {
        let graph = graph(4 + round % 40, &mut rng);
        let known = retrograde(&graph);
        let limits = Limits {
            nodes: Some(200_000),
            ..Limits::none()
        };
        let mut solver = Solver::new(NoKnowledge, &mut table, &limits, &Stop::new());
        for node in 0..graph.sides.len().min(8) {
            let token = Token {
                graph: Arc::clone(&graph),
                node: node as u16,
            };
            let wanted = exact_at(&graph, node, &known);
            asked += 1;
            match solver.value(&token) {
                Ok(found) => assert_eq!(found, wanted, "{node} of {graph:?}"),
                Err(error) => panic!("{error}: {node} of {graph:?}"),
            }
            if let Ok(line) = solver.line(&token)
                && let Extent::Plies(plies) = wanted.extent
            {
                assert_eq!(line.len(), plies as usize);
            }
        }
    }
    assert!(asked > 5000, "{asked}");
}

#[test]
fn the_only_move_that_wins_soon_is_the_one_that_retrograde_analysis_finds() {
    let mut rng = fastrand::Rng::with_seed(43);
    let mut table = Table::new(1).expect("a table");
    let (mut found, mut many) = (0, 0);
    for round in 0..500 {
        let graph = graph(4 + round % 40, &mut rng);
        let known = retrograde(&graph);
        let mut solver = Solver::new(NoKnowledge, &mut table, &Limits::none(), &Stop::new());
        for node in 0..graph.sides.len() as u16 {
            let token = Token {
                graph: Arc::clone(&graph),
                node,
            };
            if token.outcome().is_some() {
                continue;
            }
            let win = Value::WIN.seen_by(token.to_move());
            let plies_to_win = |mv: &u16| {
                let (value, plies) = known[usize::from(*mv)];
                (value == win).then_some((plies + 1, *mv))
            };
            let mut wins: Vec<_> = token
                .legal_moves()
                .iter()
                .filter_map(plies_to_win)
                .collect();
            wins.sort_unstable();
            let wanted = match wins[..] {
                [(first, mv)] if first <= 15 => Some((mv, first)),
                [(first, mv), (second, _), ..] if first <= 15 && second > first + 8 => {
                    Some((mv, first))
                }
                _ => None,
            };
            many += usize::from(wins.len() > 1);
            let only = solver.only_win(&token).expect("there are no limits");
            let only = only.map(|(mv, exact)| (mv, exact.extent));
            let wanted = wanted.map(|(mv, plies)| (mv, Extent::Plies(plies)));
            assert_eq!(only, wanted, "{node} of {graph:?}");
            found += usize::from(only.is_some());
        }
    }
    assert!(found > 1000 && many > 500, "{found}, {many}");
}

#[test]
fn a_search_proves_nothing_that_is_wrong_however_often_positions_come_again() {
    let mut rng = fastrand::Rng::with_seed(41);
    let table = Table::new(1).expect("a table");
    let searcher = searcher(NoKnowledge, Noise, 0);
    let mut proved = 0;
    for round in 0..1200 {
        // The next search of a graph finds the table as the last one left it.
        table.clear();
        let (nodes, depth) = if round % 2 == 0 {
            (4 + round % 30, 9)
        } else {
            (4 + round % 17, 60)
        };
        let limits = Limits {
            nodes: Some(20_000),
            ..to_depth(depth)
        };
        let graph = graph(nodes, &mut rng);
        let known = retrograde(&graph);
        for (node, &side) in graph.sides.iter().enumerate() {
            let token = Token {
                graph: Arc::clone(&graph),
                node: node as u16,
            };
            let outcome =
                searcher.search(&search(&token, &table, limits), &Stop::new(), &mut |_| {});
            for line in &outcome.lines {
                let value = known[node].0.seen_by(side);
                if line.score.is_proved() || line.exact {
                    let sign = line.score.units().signum();
                    assert_eq!(sign, value.0, "{node} of {graph:?}: {line:?}");
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 1000, "{proved}");
}

#[test]
fn a_plain_search_is_minimax_with_the_game_so_far() {
    let mut rng = fastrand::Rng::with_seed(42);
    let table = Table::new(1).expect("a table");
    let searcher = searcher(NoKnowledge, Noise, 0);
    for round in 0..200 {
        let graph = graph(4 + round % 12, &mut rng);
        for node in 0..graph.sides.len() as u16 {
            let token = Token {
                graph: Arc::clone(&graph),
                node,
            };
            if token.outcome().is_some() {
                continue;
            }
            let past = [u64::from(rng.u16(..graph.sides.len() as u16))];
            let mut plain = search(&token, &table, to_depth(6));
            (plain.request.plain, plain.past) = (true, &past);
            let found = searcher.search(&plain, &Stop::new(), &mut |_| {});
            let line = &found.lines[0];
            let mut way = past.to_vec();
            way.retain(|earlier| *earlier != u64::from(node));
            let wanted = minimax_after(&mut way, &token, line.depth, 0, &Noise);
            assert_eq!(line.score, wanted, "{node} after {past:?} of {graph:?}");
        }
    }
}

#[test]
fn every_position_of_a_chase_has_its_exact_value() {
    let mut known = HashMap::new();
    let mut table = Table::new(1).expect("a table");
    let positions: Vec<Chase> = Chase::all().collect();
    for position in &positions {
        let wanted = exact(position, &mut known);
        let mut solver = Solver::new(NoKnowledge, &mut table, &Limits::none(), &Stop::new());
        let found = solver.value(position).expect("few positions");
        assert_eq!(found.value, wanted, "{}", position.position());
    }
    let draws = known
        .values()
        .filter(|value| **value == Value::DRAW)
        .count();
    assert!(draws > 50 && draws + 50 < known.len(), "{draws} draws");
}
