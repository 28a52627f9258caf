//! The question before a game is lost.

use ratatui::crossterm::event::KeyCode;

use super::popup::Task;

/// The answers: one that keeps the game, which is chosen at first, and one that loses it.
pub(super) struct Confirm {
    task: Task,
    at: usize,
}

impl Confirm {
    pub(super) fn new(task: Task) -> Confirm {
        Confirm { task, at: 0 }
    }

    /// Takes a key. The letters of the answers work, too.
    pub(super) fn press(&mut self, code: KeyCode) -> Task {
        match code {
            KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::BackTab => self.at = 1 - self.at,
            KeyCode::Enter | KeyCode::Char(' ') => return self.click(self.at),
            KeyCode::Char('y') => return self.click(1),
            KeyCode::Char('n') => return Task::Close,
            _ => {}
        }
        Task::None
    }

    /// Takes a click on a row.
    pub(super) fn click(&mut self, row: usize) -> Task {
        match row {
            1 => Task::Sure(Box::new(self.task.clone())),
            _ => Task::Close,
        }
    }

    /// The rows, and the index of the chosen one.
    pub(super) fn rows(&self) -> (Vec<String>, Option<usize>) {
        let lose = match &self.task {
            Task::Quit => "y  Quit: it is lost unless w has saved it",
            Task::Load(_) => "y  Open the other game",
            _ => "y  Start the new game",
        };
        let rows = ["n  Go on with this game", lose].map(String::from);
        (rows.into(), Some(self.at))
    }
}
