//! The rules of the game step by step, each step with its position.

use super::Session;
use crate::game::Lesson;

impl Session {
    /// The steps that tell the rules of the game, each with a game in which its moves are played.
    pub(crate) fn lessons(&self) -> Vec<(Lesson, Session)> {
        let lessons = self.info().lessons.iter();
        let shown = lessons.filter_map(|lesson| {
            let mut session = Session::new(&self.entry);
            let is_set_up = lesson
                .position
                .is_none_or(|text| session.set_up(text).is_ok());
            let is_played =
                is_set_up && lesson.moves.iter().all(|mv| session.play(None, mv).is_ok());
            debug_assert!(is_played, "{lesson:?}");
            is_played.then_some((*lesson, session))
        });
        shown.collect()
    }
}
