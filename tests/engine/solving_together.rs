//! Several threads of a solver share out the moves of a position, and none of them is left out.
//! Positions that take some thousand nodes never get to them: these take more.

use heelstone::game::Game;
use heelstone::games::connect4::Connect4;
use heelstone::games::othello::Othello;
use heelstone::games::stonehenge::Stonehenge;
use heelstone::search::{Limits, Stop, Table};
use heelstone::solve::Solver;

/// Two and three threads find the value that one finds, with nothing known before.
fn check<G: Game>(text: &str, expected: &str) {
    let position = G::parse_position(text).expect("a position");
    for threads in [2, 3] {
        let mut table = Table::new(4).expect("a table");
        let mut solver = Solver::with_threads(
            G::Knowledge::default(),
            &mut table,
            &Limits::none(),
            &Stop::new(),
            threads,
        );
        let found = solver.value(&position).expect("no limit").to_string();
        assert_eq!(found, expected, "{text} with {threads} threads");
    }
}

#[test]
fn threads_find_the_move_that_wins_where_it_is_tried_late() {
    for text in [
        "D.......ba....dEC. ..........O.... b",
        "..A..caB....A....c ............... b",
        "cF.......D.b..E..a X.........X.... b",
        "b...FC.c....d.D... .............O. b",
        "c.F.....D....cA..a .........O..... b",
        ".ba.....A....Fe..D .........XO.... b",
    ] {
        check::<Stonehenge>(text, "win");
    }
}

#[test]
#[ignore = "takes long"]
fn threads_find_the_values_of_hard_positions() {
    check::<Stonehenge>(".B....DF.a.b..c... ..........O.... b", "loss");
    for (board, expected) in [
        (
            "......./......./O....../X....../O.XOX../XOXXOO.",
            "win in 23",
        ),
        ("......./......./......./......O/.XO..OO/XXOXXOX", "draw"),
        (
            "......./......./......./..O..../O.XO..X/XOXOXOX",
            "loss in 24",
        ),
    ] {
        check::<Connect4<7, 6>>(&format!("{board} b"), expected);
    }
    let twenty_empty = "---O-O----OOO--OXOOOXXO--OOOXXX--OXXOOXX-OOXOXXX-OOOXXXXXO--OX-- X";
    check::<Othello>(twenty_empty, "win by 24");
}
