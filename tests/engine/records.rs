//! Games of every kind as records, written and read back.

use crate::engine::common::registry;
use heelstone::session::Engine;

/// Plays a random game, or its first `plies`.
fn play(engine: &mut Engine, rng: &mut fastrand::Rng, plies: usize) {
    for _ in 0..plies {
        let moves = engine.session().legal_moves();
        if moves.is_empty() {
            break;
        }
        let name = &moves[rng.usize(..moves.len())];
        engine.session_mut().play(None, name).expect("a legal move");
    }
}

#[test]
fn a_record_of_any_game_reads_back_as_the_same_game() {
    let mut rng = fastrand::Rng::with_seed(41);
    for info in registry().games() {
        for plies in [0, 1, 7, usize::MAX] {
            let mut engine = Engine::new(registry()).expect("an engine");
            let size = info.size_name();
            engine
                .newgame(Some(info.name), Some(&size))
                .expect("it is known");
            play(&mut engine, &mut rng, plies);
            if plies == usize::MAX {
                // Either side may pass after the end.
                engine.session_mut().play(None, "pass").expect("it is over");
            }
            let record = engine.printsgf();
            let mut reader = Engine::new(registry()).expect("an engine");
            reader
                .loadsgf(&record, None)
                .unwrap_or_else(|error| panic!("{record}: {error}"));
            let (written, read) = (engine.session(), reader.session());
            assert_eq!(read.history(), written.history(), "{record}");
            assert_eq!(read.position(), written.position(), "{record}");
            assert_eq!(reader.printsgf(), record);
        }
    }
}

#[test]
fn a_record_of_a_numbered_game_may_name_its_moves() {
    let mut engine = Engine::new(registry()).expect("an engine");
    for record in ["(;GM[2]SZ[8];B[f5];W[d6])", "(;GM[2]SZ[8];B[fe];W[df])"] {
        engine.loadsgf(record, None).expect("a record");
        let names: Vec<String> = engine
            .session()
            .history()
            .into_iter()
            .map(|played| played.name)
            .collect();
        assert_eq!(names, ["F5", "D6"], "{record}");
    }
}

#[test]
fn a_record_names_moves_that_are_no_vertices() {
    let mut engine = Engine::new(registry()).expect("an engine");
    engine
        .newgame(Some("breakthrough"), None)
        .expect("it is known");
    for name in ["b2b3", "A7B6", "b3b4"] {
        engine.session_mut().play(None, name).expect("a legal move");
    }
    let record = engine.printsgf();
    assert!(
        record.ends_with("GM[breakthrough]SZ[8];B[b2b3];W[a7b6];B[b3b4])"),
        "{record}"
    );
}

#[test]
fn a_game_without_vertices_has_no_other_records() {
    let mut engine = Engine::new(registry()).expect("an engine");
    engine
        .newgame(Some("breakthrough"), None)
        .expect("it is known");
    assert!(engine.print_record("GGF").is_err());
    let path = std::env::temp_dir().join("heelstone-breakthrough.wtb");
    assert!(engine.save_record("WTHOR", &path).is_err());
    assert!(!path.exists());
    // Stones that a record sets are on vertices.
    let stones = "(;GM[breakthrough]SZ[8]AB[A1];B[a2a3])";
    assert!(engine.loadsgf(stones, None).is_err());
}
