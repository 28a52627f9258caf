//! Three kings against one in international draughts: what is won is won, whoever holds the long diagonal.

use std::thread;

use heelstone::protocol::{STACK_BYTES, answer};
use heelstone::search::Stop;
use heelstone::session::Engine;

use crate::engine::common::engine;

fn ask(engine: &mut Engine, line: &str) -> String {
    answer(engine, line, &Stop::new(), &mut |_| true).expect(line)
}

/// Plays on from each position, both sides by themselves, with the nodes of a move in a tenth of a second or less.
fn play_all() {
    let mut engine = engine("draughts");
    ask(&mut engine, "timelimit none");
    ask(&mut engine, "nodes 30000");
    let lines = include_str!("../data/three_kings.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    for line in lines {
        let (position, plies) = line.split_once(' ').expect("a distance");
        let plies: u32 = plies.parse().expect("a number");
        ask(&mut engine, &format!("setup {position}"));
        let mut sides = ["white", "black"].into_iter().cycle();
        // Who does not find the shortest way may take a few moves more, but loses none of the three without need.
        for _ in 0..plies + 4 {
            if ask(&mut engine, "result") == "unfinished" {
                ask(
                    &mut engine,
                    &format!("genmove {}", sides.next().expect("a side")),
                );
            }
        }
        assert_eq!(ask(&mut engine, "result"), "W+1", "{line}");
    }
}

#[test]
fn a_won_ending_against_a_lone_king_is_won() {
    let playing = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(play_all);
    playing.expect("a thread").join().expect("wins");
}
