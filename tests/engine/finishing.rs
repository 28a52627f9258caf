//! Near the end of a game the engine solves instead of searching: what it then says is the exact
//! value, and what it plays keeps it.

use std::time::Instant;

use heelstone::search::Stop;
use heelstone::session::{Engine, Info, Question, Registry, Reply};

/// An engine in the position after these columns.
fn engine_after(columns: &str) -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine.newgame(Some("connect4"), None).expect("a game");
    engine.use_books(false);
    engine.settings_mut().timelimit = None;
    for digit in columns.bytes() {
        let name = char::from(b'A' + digit - b'1').to_string();
        let landing = engine.session().legal_moves();
        let vertex = landing.iter().find(|vertex| vertex.starts_with(&name));
        let vertex = vertex.expect("a free column").clone();
        engine
            .session_mut()
            .play(None, &vertex)
            .expect("a legal move");
    }
    engine
}

/// The positions and their exact scores in Pons's count.
fn known() -> Vec<(&'static str, i32)> {
    let text = include_str!("../data/connect4-middle.txt");
    let line = |line: &'static str| {
        let (columns, score) = line.split_once(' ').expect("two fields");
        (columns, score.parse().expect("a number"))
    };
    text.lines().map(line).collect()
}

fn analyze(engine: &mut Engine) -> Vec<Info> {
    engine.use_books(false);
    let mut all = Vec::new();
    let stop = Stop::new();
    engine.analyze(None, 1, Instant::now(), &stop, &mut |info| {
        all.push(info.clone())
    });
    all
}

fn question() -> Question {
    Question {
        moves: false,
        line: false,
        time: None,
        start: Instant::now(),
        threads: 1,
        unrelated: false,
    }
}

#[test]
fn an_analysis_ends_with_the_exact_value() {
    let mut by_solver = 0;
    for (columns, score) in known().into_iter().take(60) {
        let mut engine = engine_after(columns);
        engine.settings_mut().nodes = Some(3_000_000);
        let lines = analyze(&mut engine);
        let (last, before) = lines.split_last().expect("a line");
        assert!(last.exact, "{columns}: {last:?}");
        assert!(before.iter().all(|line| !line.exact), "{columns}");
        assert!(lines.is_sorted_by(|a, b| a.depth < b.depth && a.nodes <= b.nodes));
        by_solver += usize::from(last.depth > lines.len() as u32);
        let left = 42 - columns.len() as i32;
        let plies = match score {
            0 => {
                assert_eq!(last.score.units(), 0, "{columns}");
                left
            }
            // The k-th stone from the last one, with which that side wins.
            1.. => left - (left + 1) % 2 - 2 * (score - 1),
            _ => left - left % 2 - 2 * (-score - 1),
        };
        assert_eq!(last.pv.len() as i32, plies, "{columns}: {last:?}");
        if score != 0 {
            assert_eq!(last.score.plies_to_end(), Some(plies as u32), "{columns}");
            assert_eq!(last.score.units().signum(), score.signum() as i16);
        }
    }
    assert!(by_solver >= 5, "only {by_solver} were solved so");
}

#[test]
fn an_ending_of_othello_is_left_to_the_solver() {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine.newgame(Some("othello"), None).expect("a game");
    engine.settings_mut().timelimit = None;
    // Some of them take the search itself a hundred thousand.
    engine.settings_mut().nodes = Some(40_000);
    for line in include_str!("../data/othello-end.obf").lines() {
        let (position, moves) = line.split_once(';').expect("a position and moves");
        engine.session_mut().set_up(position).expect("a position");
        let (_, best) = moves
            .split(';')
            .next()
            .and_then(|best| best.split_once(':'))
            .expect("a best move");
        let lines = analyze(&mut engine);
        let last = lines.last().expect("a line");
        assert!(last.exact, "{position}: {last:?}");
        assert_eq!(
            last.score.proved_margin().map(|margin| margin.0),
            best.parse().ok(),
            "{position}"
        );
    }
}

#[test]
fn a_move_within_a_limit_keeps_the_exact_value() {
    for (columns, score) in known().into_iter().take(40) {
        let mut engine = engine_after(columns);
        engine.settings_mut().nodes = Some(2_000_000);
        let reply = engine.genmove(None, Instant::now(), &Stop::new());
        assert!(matches!(reply, Ok(Reply::Move(_))));
        if engine.session().result().is_some() {
            continue;
        }
        let solved = engine.solve(question(), &Stop::new());
        let value = solved.value.expect("no limit").value.0;
        assert_eq!(i32::from(-value.signum()), score.signum(), "{columns}");
    }
}

#[test]
fn no_limit_is_overrun_and_the_same_limit_gives_the_same_search() {
    let columns = known()[1].0;
    let columns = &columns[..columns.len() - 8];
    for nodes in [0, 1, 100, 5_000, 77_777, 300_000] {
        let search = || {
            let mut engine = engine_after(columns);
            engine.settings_mut().nodes = Some(nodes);
            let lines = analyze(&mut engine);
            lines
                .into_iter()
                .map(|line| (line.depth, line.nodes, line.pv))
                .collect::<Vec<_>>()
        };
        let lines = search();
        assert!(
            lines.iter().all(|line| line.1 <= nodes),
            "{nodes}: {lines:?}"
        );
        assert_eq!(lines, search());
    }
}

#[test]
fn a_fixed_depth_is_searched_and_not_solved() {
    for (columns, _) in known().into_iter().take(20) {
        let mut engine = engine_after(columns);
        engine.settings_mut().depth = Some(5);
        assert!(analyze(&mut engine).iter().all(|line| line.depth <= 5));
    }
}

#[test]
fn solving_a_position_and_playing_it_agree_one_after_the_other() {
    // They share the memory of the table in turns.
    let (columns, score) = known()[5];
    let mut engine = engine_after(columns);
    engine.settings_mut().nodes = Some(3_000_000);
    for _ in 0..3 {
        let last = analyze(&mut engine).pop().expect("a line");
        assert!(last.exact);
        let solved = engine.solve(question(), &Stop::new());
        assert_eq!(solved.rank, Some(score));
    }
}
