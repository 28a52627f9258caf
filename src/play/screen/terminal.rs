//! The terminal while it is ours; it is given back as it was, whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{MoveTo, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal is ours.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Has the terminal, and gives it back at its end.
pub(super) struct Guard {
    /// What to draw on.
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Guard {
    /// Takes the terminal, and the mouse if it is wanted.
    ///
    /// # Errors
    /// When it cannot be set up; it is as before then.
    pub(super) fn enter(mouse: bool) -> io::Result<Guard> {
        give_back_on_panic();
        enable_raw_mode()?;
        IS_TAKEN.store(true, Ordering::SeqCst);
        let entered = execute!(stdout(), EnterAlternateScreen).and_then(|()| {
            if mouse {
                execute!(stdout(), EnableMouseCapture)?;
            }
            Terminal::new(CrosstermBackend::new(stdout()))
        });
        match entered {
            Ok(terminal) => Ok(Guard { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Leaves the terminal as it was, once.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // Not every terminal has another screen to leave: this one is left empty.
        let _ = execute!(
            stdout(),
            DisableMouseCapture,
            ResetColor,
            Clear(ClearType::All),
            MoveTo(0, 0),
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// What a panic says is to be read on the usual screen. One of a thread that searches ends nothing,
/// and would only spoil the picture.
fn give_back_on_panic() {
    let ours = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == ours {
            give_back();
            before(info);
        } else {
            log::error!("{info}");
        }
    }));
}
