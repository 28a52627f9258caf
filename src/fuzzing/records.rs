//! Game records as text: SGF, and GGF.

use super::{Game, engine};
use crate::game::RecordKind;
use crate::session::Engine;

/// A game in progress that is to be replaced, and whose size has records without a size of their own.
const PRESENT: (&str, &str) = ("connect4", "7x6");

/// A file that should be a record.
pub fn records(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut engine = engine();
    engine
        .newgame(Some(PRESENT.0), Some(PRESENT.1))
        .expect("a game that ships");
    engine.session_mut().play(None, "D1").expect("a legal move");
    let before = Game::of(&engine);
    if engine.loadsgf(&text, None).is_err() {
        assert_eq!(
            Game::of(&engine),
            before,
            "a refused record changes nothing"
        );
        return;
    }
    let whole = Game::of(&engine);
    for record in written(&engine) {
        let mut again = super::engine();
        assert_eq!(again.loadsgf(&record, None), Ok(()), "{record}");
        assert_eq!(Game::of(&again), whole, "{record}");
        assert!(
            written(&again).contains(&record),
            "{record} is written in another way"
        );
    }
    can_be_loaded_in_part(&mut engine, &text, &whole);
}

/// The game so far in each format.
fn written(engine: &Engine) -> Vec<String> {
    let formats = engine.session().info().records.iter();
    let own = formats.filter(|format| matches!(format.kind, RecordKind::Text { .. }));
    let own = own.map(|format| engine.print_record(format.name).expect("its own format"));
    own.chain([engine.printsgf()]).collect()
}

/// Loads the record up to its middle. It may leave out passes, which are not counted.
fn can_be_loaded_in_part(engine: &mut Engine, text: &str, whole: &Game) {
    let half = whole.moves.len() / 2;
    let loaded = engine.loadsgf(text, Some(half + 1));
    assert_eq!(loaded, Ok(()), "the first {half} moves");
    let part = Game::of(engine);
    assert_eq!(
        (&part.name, &part.size, &part.start),
        (&whole.name, &whole.size, &whole.start)
    );
    assert!(
        part.moves.len() >= half,
        "{} of {half} moves",
        part.moves.len()
    );
    assert!(whole.moves.starts_with(&part.moves));
}
