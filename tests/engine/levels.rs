//! Levels below full strength: the same on every machine, from the same seed the same, and weaker.

use std::time::Instant;

use heelstone::game::Side;
use heelstone::search::Stop;
use heelstone::session::{Engine, GameInfo, Level, Registry, Reply};

use super::common::engine;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// An engine without a time limit.
fn patient(game: &str) -> Engine {
    let mut engine = engine(game);
    engine.settings_mut().timelimit = None;
    engine
}

fn move_of(engine: &mut Engine) -> String {
    match engine.genmove(None, Instant::now(), &Stop::new()) {
        Ok(Reply::Move(name)) => name,
        other => panic!("{other:?}"),
    }
}

/// The first moves of a game of two such players.
fn opening(engine: &mut Engine, number: u8, seed: u64) -> Vec<String> {
    engine.settings_mut().level = level(number);
    engine.set_seed(seed);
    engine.clear_board();
    (0..12).map(|_| move_of(engine)).collect()
}

#[test]
fn the_same_moves_come_again_from_the_same_seed_and_others_from_another() {
    let mut engine = patient("othello");
    for number in [1, 4, 7] {
        let first = opening(&mut engine, number, 1);
        assert_eq!(opening(&mut engine, number, 1), first);
        let others = (2..6).map(|seed| opening(&mut engine, number, seed));
        assert!(others.into_iter().any(|other| other != first), "{number}");
    }
}

#[test]
fn a_level_is_as_strong_with_another_table_more_threads_and_what_was_learnt_before() {
    let mut engine = patient("connect4");
    for number in [3, 8] {
        let alone = opening(&mut engine, number, 5);
        engine.settings_mut().threads = 2;
        engine.set_hash(1).expect("a table");
        engine.settings_mut().level = Level::FULL;
        engine.settings_mut().nodes = Some(30_000);
        engine.settings_mut().threads = 1;
        engine.use_books(false);
        engine.clear_board();
        move_of(&mut engine);
        engine.use_books(true);
        engine.settings_mut().nodes = None;
        engine.settings_mut().threads = 2;
        assert_eq!(opening(&mut engine, number, 5), alone);
        engine.settings_mut().threads = 1;
    }
}

/// The points of a player in `games` games against random moves, 2 for a win.
fn points_against_chance(game: &str, number: u8, games: u64) -> u64 {
    let mut engine = patient(game);
    engine.settings_mut().level = level(number);
    let mut chance = fastrand::Rng::with_seed(1);
    let mut points = 0;
    for seed in 0..games {
        engine.set_seed(seed);
        engine.clear_board();
        let own = Side::BOTH[seed as usize % 2];
        while engine.session().result().is_none() {
            if engine.session().to_move() == own {
                move_of(&mut engine);
            } else {
                let moves = engine.session().legal_moves();
                let any = &moves[chance.usize(..moves.len())];
                engine.session_mut().play(None, any).expect("a legal move");
            }
        }
        let winner = engine.session().result().and_then(|result| result.winner());
        points += match winner {
            Some(side) if side == own => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    points
}

#[test]
fn the_first_level_beats_random_moves_but_not_every_time() {
    for game in ["tictactoe", "connect4", "othello", "stonehenge"] {
        let points = points_against_chance(game, 1, 100);
        assert!((100..=160).contains(&points), "{game}: {points} of 200");
    }
}

#[test]
fn a_higher_level_searches_more_and_overlooks_less() {
    for info in Registry::all().games() {
        let strengths: Vec<_> = info.levels().map(|level| info.strength(level)).collect();
        let [below @ .., None] = &strengths[..] else {
            panic!("the last level of {} is full strength", info.name);
        };
        let below: Vec<_> = below.iter().flatten().collect();
        assert_eq!(below.len() + 1, strengths.len(), "{}", info.name);
        for pair in below.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes, "{}: {pair:?}", info.name);
            assert!(
                pair[0].overlooks >= pair[1].overlooks,
                "{}: {pair:?}",
                info.name
            );
            assert!(pair[0] != pair[1], "{}: {pair:?}", info.name);
        }
    }
}

#[test]
fn levels_above_the_last_of_a_game_are_full_strength() {
    let info = |game: &str| -> GameInfo { patient(game).session().info() };
    let few = info("tictactoe");
    assert!(few.last_level() < Level::FULL);
    assert_eq!(few.level(Level::FULL), few.last_level());
    assert_eq!(few.strength(Level::FULL), None);
    let many = info("othello");
    assert_eq!(many.level(level(9)), level(9));
    assert!(many.strength(level(9)).is_some());
}

#[test]
fn the_document_gives_the_levels_that_are_played() {
    let document = include_str!("../../docs/levels.md");
    let rows = document.lines().filter(|line| {
        let first = line.split('|').nth(1).unwrap_or_default();
        first.trim().parse::<Level>().is_ok()
    });
    let rows: Vec<Vec<&str>> = rows
        .map(|row| row.split('|').skip(2).map(str::trim).collect())
        .collect();
    for (column, game) in ["connect4", "othello", "stonehenge", "tictactoe"]
        .into_iter()
        .enumerate()
    {
        let info = patient(game).session().info();
        for (row, level) in rows.iter().zip(info.levels()) {
            let expected = info
                .strength(level)
                .map_or("full strength".into(), |strength| {
                    let percent = f64::from(strength.overlooks) / 10.0;
                    format!("{}, {percent} %", strength.nodes)
                });
            assert_eq!(row[column], expected, "{game}, level {level}");
        }
    }
}

#[test]
fn a_player_that_overlooks_everything_plays_at_random() {
    let mut engine = patient("tictactoe");
    engine
        .set_param("search.overlooks", 1000)
        .expect("a parameter");
    let mut first: Vec<_> = (0..200)
        .map(|seed| {
            engine.set_seed(seed);
            engine.clear_board();
            move_of(&mut engine)
        })
        .collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 9);
}
