//! Takes over the terminal, and restores it whatever happens.

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

/// `true` while the terminal is taken over.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, restored when this is dropped.
pub(super) struct Guard {
    /// The terminal to draw on.
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Guard {
    /// Takes over the terminal, and the mouse if it is wanted.
    ///
    /// # Errors
    /// Returns an error if the terminal cannot be set up; it is restored first.
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

/// Restores the terminal, once.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // A terminal without a second screen is left cleared.
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

/// Restores the terminal before a panic is reported. A panic of a search thread does not end the
/// program, and its report goes to the log instead of the screen.
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
