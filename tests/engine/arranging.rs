//! Positions that are set up piece by piece.

use std::collections::BTreeMap;

use crate::engine::common::engine;
use heelstone::game::{PlaceKind, Side};
use heelstone::session::{Engine, GameInfo, Registry, Session};

fn open(info: &GameInfo) -> Engine {
    let mut engine = Engine::with_table(Registry::all(), 1).expect("an engine");
    let opened = engine.newgame(Some(info.name), Some(&info.size_name()));
    opened.expect("a known game");
    engine
}

fn cells(session: &Session) -> BTreeMap<String, String> {
    let places = session.drawing().places.into_iter();
    let pieces = places.filter(|place| place.kind == PlaceKind::Cell && place.owner.is_some());
    pieces.map(|place| (place.name, place.text)).collect()
}

/// Looks at each position of a random game.
fn positions(session: &mut Session, seed: u64, mut look: impl FnMut(&Session)) {
    let mut rng = fastrand::Rng::with_seed(seed);
    look(session);
    while let Some(mv) = rng.choice(session.legal_moves()) {
        session.play(None, &mv).expect("a legal move");
        look(session);
    }
}

#[test]
fn whatever_stands_on_the_board_in_a_game_can_be_set_up_piece_by_piece() {
    for info in Registry::all().games() {
        assert!(!info.pieces.is_empty(), "{}", info.title);
        let mut other = open(&info);
        for seed in 0..6 {
            positions(open(&info).session_mut(), seed, |session| {
                let other = other.session_mut();
                let arranged = other.arrange(&cells(session), session.to_move());
                arranged.unwrap_or_else(|error| panic!("{}: {error}", session.position()));
                assert_eq!(cells(other), cells(session), "{}", session.position());
                assert_eq!(other.to_move(), session.to_move());
            });
        }
    }
}

#[test]
fn what_cannot_arise_is_refused_and_nothing_changes() {
    let mut engine = engine("connect4");
    let session = engine.session_mut();
    session.play(None, "D1").expect("a move");
    let mut refused = |pieces: &[(&str, &str)], to_move| {
        let text = |&(place, text): &(&str, &str)| (place.to_string(), text.to_string());
        let pieces = pieces.iter().map(text).collect();
        let error = session.arrange(&pieces, to_move).expect_err("refused");
        assert_eq!(session.history().len(), 1);
        error.to_string()
    };
    let floats = "the disc on A2 floats above an empty cell";
    assert_eq!(refused(&[("A2", "X")], Side::White), floats);
    assert_eq!(
        refused(&[("A1", "X")], Side::Black),
        "with 1 red and 0 yellow discs it is Yellow's move"
    );
    assert_eq!(
        refused(&[("Z9", "X")], Side::White),
        "the board has no cell \"Z9\""
    );
    assert_eq!(
        refused(&[("A1", "K")], Side::White),
        "this game has no piece \"K\""
    );
}
