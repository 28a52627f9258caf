//! The parts specific to GGF, the Generic Game Format of the game server GGS [Buro n.d.], which
//! NBoard writes too: `(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[-2.00]TY[8]BO[8 --- ... ---
//! *]B[F5//1.05]W[PA/-2.5/3];)`.
//!
//! `BO` is the width of the board, its squares and the side to move; spaces in it have no meaning.
//! A move may be followed by an evaluation and a time.

use crate::game::Side;
use crate::session::game::Session;
use crate::session::typed::PASS;

/// The symbol for Black.
const BLACK: char = '*';

/// The game so far, on one line; `None` if the game has no GGF.
pub(super) fn write(session: &dyn Session) -> Option<String> {
    let info = session.info();
    let name = info.ggf_name?;
    let width = info.size.0;
    let usual = || {
        let mut fresh = session.snapshot();
        fresh.reset();
        fresh.position()
    };
    let start = session.set_up_from().unwrap_or_else(usual);
    let start = start.replace(Side::Black.symbol(), BLACK.encode_utf8(&mut [0; 4]));
    let result = session.result();
    let margin = result.map_or("?".into(), |result| format!("{:+}.00", result.value.0));
    let mut text =
        format!("(;GM[{name}]PC[Heelstone]PB[]PW[]RE[{margin}]TY[{width}]BO[{width} {start}]");
    let mut history = session.history();
    // Only Go players pass after the end of a game; readers of GGF may take such a pass for
    // illegal.
    while result.is_some() && history.pop_if(|last| last.name == PASS).is_some() {}
    for played in history {
        let letter = played.side.letter().to_ascii_uppercase();
        let name = if played.name == PASS {
            "PA"
        } else {
            &played.name
        };
        text.push_str(&format!("{letter}[{name}]"));
    }
    text.push_str(";)");
    Some(text)
}

/// The board size in a starting position.
pub(super) fn size(board: &str) -> Option<&str> {
    board.split_whitespace().next()
}

/// The starting position, in the notation of the game.
pub(super) fn position(board: &str) -> String {
    let squares = board.split_whitespace().skip(1);
    let mut text = squares.collect::<String>().replace(BLACK, "X");
    let side = text.pop();
    side.into_iter()
        .fold(text, |text, side| format!("{text} {side}"))
}

/// Whether a game of that kind has the usual rules: `8`, or `s8r20`, a pair of games from a start
/// with 20 discs. In `8a` the side with fewer discs wins.
pub(super) fn has_usual_rules(kind: Option<&str>) -> bool {
    !kind.is_some_and(|kind| kind.contains('a'))
}

/// The name of a move without its remarks. Servers and programs write a pass in various ways.
pub(super) fn move_name(text: &str) -> &str {
    let name = text.split('/').next().unwrap_or_default().trim();
    let is_pass = ["PA", "--"]
        .iter()
        .any(|pass| pass.eq_ignore_ascii_case(name));
    if is_pass { PASS } else { name }
}
