//! Positions as text: in the notation of the game, or as the moves that lead to them.

use super::position::BoxedPosition;
use super::registry::Entry;
use crate::game::PositionError;

/// Reads a position; see [`super::Engine::solve_text`].
pub(super) fn read(entry: &Entry, text: &str) -> Result<BoxedPosition, PositionError> {
    let mut game = entry.open();
    if text == "start" {
        return Ok(game.position);
    }
    let Err(error) = game.play_list(text) else {
        return Ok(game.position);
    };
    entry.services.read(text).map_err(|position_error| {
        if error.number > 1 {
            PositionError::new(error.to_string())
        } else {
            PositionError::new(format!("neither moves nor a position: {position_error}"))
        }
    })
}
