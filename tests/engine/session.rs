//! A game in progress, for every game: history and undo, records, settings that last.

use std::path::Path;
use std::time::Instant;

use crate::engine::common::engine;
use heelstone::game::{MoveError, RecordKind, Side};
use heelstone::search::Stop;
use heelstone::session::{Engine, Played, RecordError, Registry, Reply, Session};

fn engines() -> impl Iterator<Item = Engine> {
    Registry::all()
        .games()
        .collect::<Vec<_>>()
        .into_iter()
        .map(|info| {
            let mut engine = Engine::new(Registry::all()).expect("an engine");
            engine
                .newgame(Some(info.name), Some(&info.size_name()))
                .expect("a known game");
            assert_eq!(engine.session().info().size, info.size);
            engine
        })
}

fn play_random_move(session: &mut Session, rng: &mut fastrand::Rng) {
    let moves = session.legal_moves();
    let name = if moves.is_empty() {
        "pass"
    } else {
        &moves[rng.usize(..moves.len())]
    };
    session.play(None, name).expect("a legal move");
}

#[test]
fn every_move_can_be_taken_back() {
    for mut engine in engines() {
        let mut rng = fastrand::Rng::with_seed(41);
        let session = engine.session_mut();
        let mut positions = vec![session.position()];
        while session.result().is_none() {
            play_random_move(session, &mut rng);
            positions.push(session.position());
        }
        // Two passes after the end stand in the history as well.
        session
            .play(Some(Side::White), "pass")
            .expect("the game is over");
        session
            .play(Some(Side::Black), "PASS")
            .expect("the game is over");
        assert_eq!(session.history().len(), positions.len() + 1);
        session.undo(2).expect("two passes");
        while let Some(position) = positions.pop() {
            assert_eq!(session.position(), position);
            assert_eq!(session.history().len(), positions.len());
            assert_eq!(session.undo(1).is_ok(), !positions.is_empty());
        }
    }
}

#[test]
fn taking_back_too_many_moves_changes_nothing() {
    for mut engine in engines() {
        let session = engine.session_mut();
        play_random_move(session, &mut fastrand::Rng::with_seed(1));
        let position = session.position();
        assert!(session.undo(2).is_err());
        assert_eq!(session.position(), position);
        session.undo(1).expect("one move");
    }
}

#[test]
fn a_move_out_of_turn_or_in_the_middle_of_nowhere_changes_nothing() {
    for mut engine in engines() {
        let session = engine.session_mut();
        let position = session.position();
        let legal = session.legal_moves().swap_remove(0);
        let waiting = !session.to_move();
        assert_eq!(session.play(Some(waiting), &legal), Err(MoveError::Illegal));
        assert_eq!(session.play(None, "pass"), Err(MoveError::Illegal));
        if session.info().has_vertices {
            assert_eq!(session.play(None, "Z25"), Err(MoveError::Illegal));
        }
        for malformed in ["", "I5", "resign", "D+4", "\u{1F600}"] {
            assert_eq!(
                session.play(None, malformed),
                Err(MoveError::Syntax),
                "{malformed}"
            );
        }
        assert_eq!(session.position(), position);
        assert!(session.history().is_empty());
    }
}

#[test]
fn records_are_read_as_they_were_written() {
    for mut engine in engines() {
        let mut rng = fastrand::Rng::with_seed(43);
        for round in 0..8 {
            engine.clear_board();
            let mut plies = 0;
            while engine.session().result().is_none() && (round < 4 || plies < 3 * round) {
                play_random_move(engine.session_mut(), &mut rng);
                plies += 1;
            }
            check_record(&mut engine);
            // A game that was set up keeps its first position.
            let position = engine.session().position();
            engine
                .session_mut()
                .set_up(&position)
                .expect("its own position");
            play_random_move(engine.session_mut(), &mut rng);
            check_record(&mut engine);
        }
    }
}

fn check_record(engine: &mut Engine) {
    let sgf = engine.printsgf();
    check_printed(engine, &sgf, |engine| Ok(engine.printsgf()));
    // Other formats know no pass after the end.
    let session = engine.session_mut();
    let is_pass = |played: &Played| played.name == "pass";
    while session.result().is_some() && session.history().last().is_some_and(is_pass) {
        session.undo(1).expect("a move to take back");
    }
    for format in engine.session().info().records {
        if matches!(format.kind, RecordKind::Text { .. }) {
            let print = |engine: &Engine| engine.print_record(format.name);
            let text = print(engine).expect("a format of the game");
            check_printed(engine, &text, print);
        }
    }
}

fn check_printed(
    engine: &mut Engine,
    record: &str,
    print: impl Fn(&Engine) -> Result<String, RecordError>,
) {
    assert!(!record.contains('\n'));
    let (position, history) = (engine.session().position(), engine.session().history());
    let info = engine.session().info();
    engine
        .newgame(Some("tictactoe"), None)
        .expect("a known game");
    engine
        .loadsgf(record, None)
        .unwrap_or_else(|e| panic!("{record}: {e}"));
    assert_eq!(engine.session().info().name, info.name);
    assert_eq!(engine.session().info().size, info.size);
    assert_eq!(engine.session().position(), position, "{record}");
    assert_eq!(engine.session().history(), history);
    assert_eq!(print(engine), Ok(record.to_string()));
    if !history.is_empty() {
        engine
            .loadsgf(record, Some(history.len()))
            .expect("the same record");
        assert_eq!(engine.session().history(), history[..history.len() - 1]);
    }
    engine.loadsgf(record, None).expect("the same record");
}

#[test]
fn a_wthor_file_keeps_whole_games_with_their_passes() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random.wtb");
    std::fs::write(&path, "").expect("a file");
    let mut engine = engine("othello");
    let mut rng = fastrand::Rng::with_seed(44);
    let mut games = Vec::new();
    let mut passes = 0;
    while games.len() < 30 {
        engine.clear_board();
        while engine.session().result().is_none() {
            play_random_move(engine.session_mut(), &mut rng);
        }
        engine
            .save_record("WTHOR", &path)
            .expect("a new file, or a whole one");
        let (history, result) = (engine.session().history(), engine.session().result());
        passes += history
            .iter()
            .filter(|played| played.name == "pass")
            .count();
        games.push((history, result));
    }
    assert!(passes > 5, "only {passes} passes");
    let bytes = std::fs::read(&path).expect("a file");
    assert_eq!(bytes.len(), 16 + 68 * games.len());
    for (index, (history, result)) in games.iter().enumerate() {
        engine
            .load_record("WTHOR", &path, index + 1, None)
            .expect("that game");
        assert_eq!(engine.session().history(), *history);
        let margin = result.expect("the game is over").value.0;
        let score = i16::from(bytes[16 + 68 * index + 6]);
        assert_eq!(2 * score - 64, margin, "{history:?}");
    }
}

#[test]
fn a_broken_record_changes_nothing() {
    let mut engine = engine("tictactoe");
    engine.session_mut().play(None, "B2").expect("legal");
    let position = engine.session().position();
    for record in [
        "",
        "nonsense",
        "(;GM[tictactoe]",
        "(;GM[chess]SZ[8])",
        "(;GM[tictactoe]SZ[19])",
        "(;GM[tictactoe]SZ[3];B[A1];B[A2])",
        "(;GM[tictactoe]SZ[3];B[A1];W[A1])",
        "(;GM[tictactoe]SZ[3]POSITION[XXX];W[A1])",
        "(;GM[tictactoe]SZ[3]AB[A1];W[A2])",
        "(;GM[tictactoe]SZ[3];B[\\",
    ] {
        assert!(engine.loadsgf(record, None).is_err(), "{record}");
        assert_eq!(engine.session().position(), position);
        assert_eq!(engine.session().info().name, "tictactoe");
    }
}

#[test]
fn a_record_for_go_counts_its_rows_from_the_other_end() {
    let mut engine = engine("tictactoe");
    // As gogui-twogtp writes it, variations left aside.
    let record = "(;FF[4]CA[UTF-8]SZ[3]PB[a \\] b]KM[0];B[ac]C[a comment](;W[bb];B[aa])(;W[cc]))";
    engine.loadsgf(record, None).expect("a record");
    let names: Vec<_> = engine
        .session()
        .history()
        .into_iter()
        .map(|played| played.name)
        .collect();
    assert_eq!(names, ["A1", "B2", "A3"]);
    // The size is left out where it is that of Go.
    engine
        .loadsgf("(;FF[4]CA[UTF-8];B[as];W[br])", None)
        .expect("a record");
    let names: Vec<_> = engine
        .session()
        .history()
        .into_iter()
        .map(|played| played.name)
        .collect();
    assert_eq!(names, ["A1", "B2"]);
}

#[test]
fn near_equal_moves_are_chosen_at_random_but_by_the_seed() {
    let mut engine = engine("tictactoe");
    engine.settings_mut().variety = 1;
    let mut first_moves = |seed| {
        engine.set_seed(seed);
        let mut moves = Vec::new();
        for _ in 0..4 {
            engine.clear_board();
            let reply = engine
                .genmove(None, Instant::now(), &Stop::new())
                .expect("its turn");
            let Reply::Move(name) = reply else {
                panic!("{reply:?}")
            };
            moves.push(name);
        }
        assert!(
            moves.iter().all(|name| *name == moves[0]),
            "a new game begins the sequence again"
        );
        moves.swap_remove(0)
    };
    let by_seed: Vec<_> = (0..20).map(&mut first_moves).collect();
    assert_eq!(by_seed, (0..20).map(&mut first_moves).collect::<Vec<_>>());
    let different: std::collections::HashSet<_> = by_seed.iter().collect();
    assert!(
        different.len() > 3,
        "all nine first moves draw: {by_seed:?}"
    );
}

#[test]
fn a_lost_position_is_resigned_only_when_that_is_switched_on() {
    let mut engine = engine("tictactoe");
    // White can stop only one of the two threats.
    let lost = "X.O/.O./X.X w";
    engine.session_mut().set_up(lost).expect("a position");
    engine.settings_mut().resignation = true;
    let reply = engine
        .genmove(None, Instant::now(), &Stop::new())
        .expect("its turn");
    assert_eq!(reply, Reply::Resign);
    assert_eq!(engine.session().position(), lost, "nothing was played");
    engine.settings_mut().resignation = false;
    let reply = engine
        .genmove(None, Instant::now(), &Stop::new())
        .expect("its turn");
    assert!(matches!(reply, Reply::Move(_)));
}
