//! The names of openings.

use heelstone::session::{Engine, Registry};

#[test]
fn every_opening_of_the_lists_can_be_played_and_is_found_by_its_name() {
    for info in Registry::all().games() {
        let mut engine = Engine::with_table(Registry::all(), 1).expect("an engine");
        for line in info.openings.lines().filter(|line| !line.starts_with('#')) {
            let (moves, name) = line.split_once(": ").expect("moves and a name");
            let size = info.size_name();
            engine
                .newgame(Some(info.name), Some(&size))
                .expect("a game");
            engine.session_mut().play_list(moves).expect(line);
            assert_eq!(engine.session().opening(), Some(name));
        }
    }
}

#[test]
fn an_opening_keeps_its_name_turned_and_after_other_moves() {
    let mut engine = Engine::with_table(Registry::all(), 1).expect("an engine");
    engine.newgame(Some("othello"), None).expect("a game");
    assert_eq!(engine.session().opening(), None);
    let session = engine.session_mut();
    session.play_list("f5d6c3d3c4").expect("the Tiger, turned");
    assert_eq!(session.opening(), Some("Tiger"));
    let next = session.legal_moves().pop().expect("a move");
    session.play(None, &next).expect("a legal move");
    assert!(session.opening().is_some());
}
