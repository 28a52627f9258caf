//! The exact solver agrees with plain minimax, in every game, with and without the game's hooks.

use std::collections::HashMap;

use crate::engine::common::{
    dots_and_boxes::DotsAndBoxes, late_position, random_game, visit_without_chance,
};
use heelstone::game::{
    Expansion, Game, GameVisitor, Knowledge, Moves, NoKnowledge, Notation, Rules, Scale, Value,
};
use heelstone::games::connect4::{Column, Connect4, Connect4Knowledge, Threats};
use heelstone::games::othello::{Othello, OthelloKnowledge, Patterns};
use heelstone::games::stonehenge::Stonehenge;
use heelstone::games::tictactoe::TicTacToe;
use heelstone::search::{Limits, Stop, Table, searcher};
use heelstone::solve::{Exact, Extent, Solver};

/// The result of minimax over the whole tree: larger is better for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Truth {
    value: i16,
    /// Sooner is larger for a win, later for a loss; 0 where it does not count.
    promptness: i64,
}

impl Truth {
    fn new<R: Rules>(value: Value, plies: i64) -> Truth {
        let counts = R::SCALE.has_distance();
        let sign = i64::from(value.0.signum());
        let promptness = if counts { -sign * plies } else { 0 };
        let value = if R::SCALE.has_margin() {
            value.0
        } else {
            value.0.signum()
        };
        Truth { value, promptness }
    }

    fn plies(self) -> u32 {
        self.promptness.unsigned_abs() as u32
    }

    /// A ply earlier.
    fn before(self, again: bool) -> Truth {
        let promptness = self.promptness - i64::from(self.value.signum());
        let earlier = Truth { promptness, ..self };
        if again {
            earlier
        } else {
            Truth {
                value: -earlier.value,
                promptness: -earlier.promptness,
            }
        }
    }

    fn exact<R: Rules>(self) -> Exact {
        let extent = if R::SCALE.has_margin() {
            Extent::Margin
        } else if R::SCALE.has_distance() && self.value != 0 {
            Extent::Plies(self.plies())
        } else {
            Extent::Winner
        };
        let value = Value(self.value);
        Exact { value, extent }
    }
}

type Known = HashMap<u64, Truth>;

/// Minimax over the whole tree, without any hook.
fn truth<R: Rules>(position: &R, known: &mut Known) -> Truth {
    if let Some(value) = position.outcome_for_mover() {
        return Truth::new::<R>(value, 0);
    }
    if let Some(&truth) = known.get(&position.key()) {
        return truth;
    }
    let moves = position.legal_moves().into_iter();
    let best = moves.map(|mv| truth_of_move(position, mv, known)).max();
    let best = best.expect("an unfinished position has a move");
    known.insert(position.key(), best);
    best
}

fn truth_of_move<R: Rules>(position: &R, mv: R::Move, known: &mut Known) -> Truth {
    let child = position.after(mv);
    let counts = R::SCALE.has_distance();
    let again = child.to_move() == position.to_move();
    let found = truth(&child, known);
    if counts {
        return found.before(again);
    }
    let value = if again { found.value } else { -found.value };
    Truth { value, ..found }
}

/// A solver with all that the game knows, and without limits.
fn solver<G: Game>(table: &mut Table) -> Solver<'_, G, G::Knowledge> {
    Solver::new(
        G::Knowledge::default(),
        table,
        &Limits::none(),
        &Stop::new(),
    )
}

fn value<G: Game>(position: &G, table: &mut Table) -> Exact {
    solver(table).value(position).expect("no limit")
}

fn small_table() -> Table {
    Table::new(1).expect("a table")
}

/// Checks value, moves and line of a position.
fn check<G: Game>(position: &G, table: &mut Table, known: &mut Known) {
    let text = position.position();
    let expected = truth(position, known).exact::<G>();
    let mut solver = solver(table);
    assert_eq!(solver.value(position), Ok(expected), "{}: {text}", G::NAME);
    for mv in position.legal_moves() {
        let expected = truth_of_move(position, mv, known).exact::<G>();
        let found = solver.value_of_move(position, mv);
        assert_eq!(found, Ok(expected), "{}: {text}: {mv:?}", G::NAME);
    }
    let line = solver.line(position).expect("no limit");
    if let Extent::Plies(plies) = expected.extent {
        assert_eq!(line.len(), plies as usize, "{}: {text}", G::NAME);
    }
    let mut position = position.clone();
    for mv in line {
        assert!(position.legal_moves().contains(&mv), "{}: {text}", G::NAME);
        let best = truth(&position, known);
        let chosen = truth_of_move(&position, mv, known);
        assert_eq!(chosen, best, "{}: {text}: {mv:?}", G::NAME);
        position.play(mv);
    }
    assert!(
        position.outcome().is_some(),
        "{}: {text}: the line ends early",
        G::NAME
    );
}

/// Runs a check on every game.
macro_rules! every_game {
    ($name:ident, $check:ident) => {
        #[test]
        fn $name() {
            struct Check;
            impl GameVisitor for Check {
                fn visit<G: Game>(&mut self) {
                    $check::<G>();
                }
            }
            visit_without_chance(&mut Check);
        }
    };
}

const POSITIONS: usize = 40;
const LARGEST_TREE: u64 = 20_000;

every_game!(
    values_moves_and_lines_are_those_of_minimax,
    agrees_with_minimax
);
fn agrees_with_minimax<G: Game>() {
    let mut rng = fastrand::Rng::with_seed(23);
    let (mut known, mut table) = (Known::new(), small_table());
    for _ in 0..POSITIONS {
        let position = late_position::<G>(&mut rng, LARGEST_TREE);
        check(&position, &mut table, &mut known);
    }
}

every_game!(
    values_do_not_change_without_hooks,
    plain_values_are_the_same
);
fn plain_values_are_the_same<G: Game>() {
    let mut rng = fastrand::Rng::with_seed(29);
    let (mut table, mut plain_table) = (small_table(), small_table());
    for _ in 0..POSITIONS {
        let position = late_position::<G>(&mut rng, LARGEST_TREE);
        let with_knowledge = value(&position, &mut table);
        let (limits, stop) = (Limits::none(), Stop::new());
        let mut plain = Solver::<G, _>::new(NoKnowledge, &mut plain_table, &limits, &stop);
        let without = plain.value(&position).expect("no limit");
        assert_eq!(
            with_knowledge,
            without,
            "{}: {}",
            G::NAME,
            position.position()
        );
    }
}

every_game!(what_a_game_says_of_its_wins_is_true, wins_come_as_promised);
fn wins_come_as_promised<G: Game>() {
    if !G::SCALE.has_distance() {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(31);
    let mut known = Known::new();
    for _ in 0..10 * POSITIONS {
        let position = late_position::<G>(&mut rng, LARGEST_TREE / 10);
        let Truth { value, .. } = truth(&position, &mut known);
        let plies = truth(&position, &mut known).plies();
        let text = position.position();
        if value != 0 && G::SCALE == Scale::DistanceByMover {
            assert_eq!(plies % 2, u32::from(value > 0), "{}: {text}", G::NAME);
        }
        let mut candidates = Moves::new();
        let is_open = G::Knowledge::default().expand(&position, &mut candidates) == Expansion::Open;
        if is_open && position.outcome().is_none() && value != 0 {
            let soonest = <G::Knowledge as Knowledge<G>>::QUICKEST_WIN - u32::from(value < 0);
            assert!(plies >= soonest, "{}: {text}: {plies} plies", G::NAME);
        }
    }
}

#[test]
fn every_position_of_tictactoe_has_its_value() {
    let (mut known, mut table) = (Known::new(), small_table());
    assert_eq!(truth(&TicTacToe::start(), &mut known).value, 0);
    let mut all: HashMap<u64, TicTacToe> = HashMap::new();
    let mut open = vec![TicTacToe::start()];
    while let Some(position) = open.pop() {
        if all.insert(position.key(), position).is_none() {
            open.extend(
                position
                    .legal_moves()
                    .into_iter()
                    .map(|mv| position.after(mv)),
            );
        }
    }
    assert_eq!(all.len(), 5478);
    for position in all.values() {
        check(position, &mut table, &mut known);
    }
}

#[test]
fn a_small_board_of_connect4_is_solved_from_the_beginning_of_random_games() {
    let mut rng = fastrand::Rng::with_seed(37);
    let (mut known, mut table) = (Known::new(), small_table());
    for _ in 0..10 {
        let game = random_game::<Connect4<5, 4>>(&mut rng);
        for position in game
            .iter()
            .filter(|position| position.max_plies() <= Some(13))
        {
            check(position, &mut table, &mut known);
        }
    }
}

#[test]
fn dots_and_boxes_is_solved_from_the_start() {
    let (mut known, mut table) = (Known::new(), small_table());
    check(&DotsAndBoxes::<2>::start(), &mut table, &mut known);
}

fn check_connect4(data: &str) {
    let mut table = small_table();
    for line in data.lines() {
        let (columns, expected) = line.split_once(' ').expect("columns and a score");
        let mut position = Connect4::<7, 6>::default();
        for column in columns.bytes() {
            position.play(Column(column - b'1'));
        }
        let found = value(&position, &mut table);
        let score = match found.extent {
            Extent::Plies(plies) => {
                let left = position.max_plies().expect("a limit");
                let stones = (left - plies) / 2 + 1;
                i32::from(found.value.0) * stones as i32
            }
            _ => 0,
        };
        assert_eq!(score.to_string(), expected, "{columns}: {found}");
    }
}

#[test]
fn connect4_has_its_published_scores() {
    check_connect4(include_str!("../data/connect4-end.txt"));
    check_connect4(include_str!("../data/connect4-middle.txt"));
    // Two positions of which a published book had wrong values.
    check_connect4("226744515337 7\n475772722323 4");
}

#[test]
fn othello_has_its_published_margins() {
    let mut table = Table::new(16).expect("a table");
    let searcher = searcher(OthelloKnowledge, Patterns::default(), 0);
    for line in include_str!("../data/othello-end.obf").lines().take(4) {
        let (text, moves) = line.split_once(';').expect("a position and moves");
        let best = moves
            .split(';')
            .next()
            .and_then(|field| field.split_once(':'));
        let best: i16 = best
            .and_then(|(_, margin)| margin.trim().parse().ok())
            .expect("a margin");
        let position = Othello::parse_position(text).expect("a position");
        let mut solver = solver(&mut table).with_foresight(searcher.foresight());
        let value = solver.value(&position).expect("no limit").value;
        assert_eq!(value, Value(best), "{text}");
    }
}

#[test]
fn stonehenge_says_who_wins_and_not_when() {
    let mut rng = fastrand::Rng::with_seed(41);
    let position = late_position::<Stonehenge>(&mut rng, LARGEST_TREE);
    let found = value(&position, &mut small_table());
    assert_eq!(found.extent, Extent::Winner);
    assert_ne!(found.value, Value::DRAW);
}

#[test]
fn a_finished_game_has_its_result() {
    let position = TicTacToe::parse_position("XXX/OO./... w").expect("a position");
    let mut table = small_table();
    assert_eq!(value(&position, &mut table).to_string(), "loss in 0");
    let mut solver = solver(&mut table);
    assert_eq!(solver.line(&position).map(|line| line.len()), Ok(0));
}

#[test]
fn a_solver_ends_when_it_is_stopped_or_out_of_nodes_and_what_it_learnt_stays_true() {
    let stop = Stop::new();
    stop.request();
    let mut table = small_table();
    let mut solver = Solver::new(OthelloKnowledge, &mut table, &Limits::none(), &stop);
    assert!(solver.value(&Othello::start()).is_err());
    assert!(solver.nodes() < 100_000);

    let mut table = small_table();
    let position = Connect4::<5, 4>::parse_position("...../...../..O../.OXX. b").expect("valid");
    for nodes in [0, 1, 10, 100, 1000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::none()
        };
        let mut solver = Solver::new(Connect4Knowledge, &mut table, &limits, &Stop::new());
        let result = solver.value(&position);
        assert!(solver.nodes() <= nodes);
        assert!(nodes >= 1000 || result.is_err(), "{nodes}");
    }
    let again = value(&position, &mut table);
    assert_eq!(again, value(&position, &mut small_table()));
    assert_eq!(
        again,
        truth(&position, &mut Known::new()).exact::<Connect4<5, 4>>()
    );
}

#[test]
fn a_search_for_play_and_a_solver_may_share_a_table_in_turns() {
    let mut table = small_table();
    let position = Connect4::<5, 4>::parse_position("...../...../..O../.OXX. b").expect("valid");
    let expected = value(&position, &mut small_table());
    let searcher = searcher(Connect4Knowledge, Threats::default(), 0);
    for _ in 0..3 {
        let search =
            crate::engine::common::search(&position, &table, crate::engine::common::to_depth(8));
        let played = searcher.search(&search, &Stop::new(), &mut |_| {});
        let fresh_table = small_table();
        let search = crate::engine::common::search(
            &position,
            &fresh_table,
            crate::engine::common::to_depth(8),
        );
        let fresh = searcher.search(&search, &Stop::new(), &mut |_| {});
        assert_eq!(played.nodes, fresh.nodes, "nothing of the solver is left");
        assert_eq!(value(&position, &mut table), expected);
    }
}

#[test]
#[ignore = "takes long"]
fn threads_find_the_same_values_and_keep_the_limits() {
    let position = Connect4::<6, 5>::start();
    let alone = value(&position, &mut small_table());
    for threads in [2, 5] {
        let mut table = small_table();
        let mut solver = Solver::with_threads(
            Connect4Knowledge,
            &mut table,
            &Limits::none(),
            &Stop::new(),
            threads,
        );
        assert_eq!(solver.value(&position), Ok(alone), "{threads} threads");
        let line = solver.line(&position).expect("no limit");
        let end = line
            .iter()
            .fold(position, |position, &mv| position.after(mv));
        assert!(end.outcome().is_some());

        let limits = Limits {
            nodes: Some(300_000),
            ..Limits::none()
        };
        let mut table = small_table();
        let mut solver = Solver::with_threads(
            Connect4Knowledge,
            &mut table,
            &limits,
            &Stop::new(),
            threads,
        );
        assert!(solver.value(&Connect4::<7, 6>::start()).is_err());
        assert!((100_001..=300_000).contains(&solver.nodes()));
    }
}

#[test]
#[ignore = "takes long"]
fn what_was_forgotten_is_found_again() {
    let mut table = small_table();
    let mut solver = solver(&mut table);
    let positions = [
        Connect4::<6, 5>::start(),
        Connect4::parse_position("....../....../....../....../X..... w").expect("valid"),
    ];
    let mut first = Vec::new();
    for round in 0..2 {
        for (index, position) in positions.iter().enumerate() {
            solver.forget();
            let nodes = solver.nodes();
            let found = (solver.value(position), solver.nodes() - nodes);
            if round == 0 {
                first.push(found);
            }
            assert_eq!(found, first[index]);
        }
    }
}
