//! Positions whose exact values others have published. `tests/data/README.md` names the sources.

use std::time::Instant;

use heelstone::game::Score;
use heelstone::search::Stop;
use heelstone::session::{Engine, Info, Registry};

fn engine(game: &str) -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    engine.newgame(Some(game), None).expect("a known game");
    engine.settings_mut().timelimit = None;
    engine.use_books(false);
    engine
}

fn analyze(engine: &mut Engine, lines: usize) -> Vec<Info> {
    let mut all: Vec<Info> = Vec::new();
    engine.analyze(None, lines, Instant::now(), &Stop::new(), &mut |info| {
        all.push(info.clone())
    });
    let deepest = all.last().map_or(0, |info| info.depth);
    all.retain(|info| info.depth == deepest);
    all
}

/// The score in Pons's count: by the stones that the winner has set at the end.
fn pons_count(score: Score, stones: u32) -> i32 {
    const STONES_PER_SIDE: i32 = 21;
    let Some(plies) = score.plies_to_end() else {
        return 0;
    };
    let at_end = (stones + plies).div_ceil(2) as i32;
    if score > Score::ZERO {
        STONES_PER_SIDE + 1 - at_end
    } else {
        at_end - STONES_PER_SIDE - 1
    }
}

fn check_connect4(data: &str) {
    let mut engine = engine("connect4");
    for line in data.lines() {
        let (columns, expected) = line.split_once(' ').expect("columns and a score");
        engine.clear_board();
        for column in columns.chars() {
            engine
                .session_mut()
                .play(None, &column.to_string())
                .expect("legal");
        }
        let found = &analyze(&mut engine, 1)[0];
        let score = pons_count(found.score, columns.len() as u32);
        assert_eq!(score.to_string(), expected, "{columns}: {}", found.score);
    }
}

#[test]
fn connect4_endings_have_their_published_scores() {
    check_connect4(include_str!("../data/connect4-end.txt"));
}

#[test]
fn connect4_middle_games_have_their_published_scores() {
    check_connect4(include_str!("../data/connect4-middle.txt"));
}

#[test]
fn othello_endings_have_their_published_scores_for_the_best_moves() {
    let mut engine = engine("othello");
    for line in include_str!("../data/othello-end.obf").lines() {
        let (position, moves) = line.split_once(';').expect("a position and moves");
        engine.session_mut().set_up(position).expect("a position");
        let mut scores = moves
            .split(';')
            .filter_map(|field| field.trim().split_once(':'));
        let (_, best) = scores.next().expect("a best move");
        let found = &analyze(&mut engine, 1)[0];
        let margin: i32 = best.parse().expect("a number");
        let word = if margin > 0 { "win" } else { "loss" };
        let expected = if margin == 0 {
            "0".into()
        } else {
            format!("{word} {margin:+}")
        };
        assert_eq!(found.score.to_string(), expected, "{position}");
        let listed = moves
            .split(';')
            .filter(|field| field.trim().ends_with(&format!(":{best}")));
        let best_moves: Vec<_> = listed
            .filter_map(|field| field.trim().split(':').next())
            .collect();
        assert!(
            best_moves.contains(&found.pv[0].as_str()),
            "{position}: {}",
            found.pv[0]
        );
    }
}

#[test]
fn tictactoe_is_a_draw_after_every_first_move() {
    let mut engine = engine("tictactoe");
    let found = analyze(&mut engine, 9);
    assert_eq!(found.len(), 9);
    assert!(found.iter().all(|info| info.score == Score::ZERO));
}
