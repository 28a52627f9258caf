//! The input, read on a thread of its own, so that an interrupt, a `quit` or the end of the input
//! reaches a running search.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::framing::{LineKind, RawLine, Splitter, beginning, prepare};
use super::parse;
use super::signal::{Cause, Lasting, Signal};
use super::traffic::Traffic;

/// A line that wants a reply.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The line's number among all that came, comments and empty ones included, from 1.
    pub(super) number: u64,
    /// When it came.
    pub(super) arrived: Instant,
    pub(super) text: Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Command(String),
    /// A line that is too long, with its id.
    TooLong(Option<String>),
}

/// The lines that wait for their turn, and the search in progress.
pub(super) struct Input(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    line_came: Condvar,
    room_came: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Line>,
    /// The approximate memory of the waiting lines, in bytes.
    waiting_bytes: usize,
    /// The number of the last line that arrived.
    last: u64,
    /// Lines up to this number must not search any more.
    interrupted_up_to: u64,
    running: Option<Running>,
    /// The input has ended.
    ended: bool,
    /// A `quit` has arrived, which ends the input in its turn.
    quits: bool,
    /// The [`Input`] was dropped: nobody takes lines any more.
    closed: bool,
}

struct Running {
    lasting: Lasting,
    signal: Signal,
}

/// The memory of waiting lines, in bytes, from which on reading pauses.
const MOST_WAITING: usize = 4 << 20;

impl Line {
    fn bytes(&self) -> usize {
        let text = match &self.text {
            Text::Command(text) => text.capacity(),
            Text::TooLong(_) => 0,
        };
        text + size_of::<Line>()
    }

    /// Returns true if this is the command that ends the dialogue.
    fn is_quit(&self) -> bool {
        let Text::Command(text) = &self.text else {
            return false;
        };
        let command = parse::command_line(text);
        command.name == Some("quit") && command.rest.is_empty()
    }
}

impl State {
    fn is_full(&self) -> bool {
        self.waiting_bytes >= MOST_WAITING
    }

    /// Returns true if nothing that could end an unlimited search will be read: the input has
    /// ended, or will with a `quit`, or cannot go on before the search ends.
    fn is_left_alone(&self) -> bool {
        self.ended || self.quits || self.is_full()
    }

    fn stop_if_left_alone(&self) {
        if self.is_left_alone() {
            self.stop_if(|lasting| lasting != Lasting::Limited);
        }
    }

    /// Ends the search in progress, because of the input, if it lasts like that.
    fn stop_if(&self, ends: impl Fn(Lasting) -> bool) {
        if let Some(running) = self.running.as_ref().filter(|r| ends(r.lasting)) {
            running.signal.end(Cause::Input);
        }
    }

    /// Takes note of a line of any kind, which ends an analysis that waits for one.
    fn count_line(&mut self) {
        self.last += 1;
        self.stop_if(|lasting| lasting == Lasting::UntilInput);
    }
}

impl Input {
    /// Starts the reading thread.
    pub(super) fn new(
        input: impl Read + Send + 'static,
        traffic: Traffic,
    ) -> std::io::Result<Input> {
        let shared = Arc::new(Shared::default());
        let reader = Arc::clone(&shared);
        thread::Builder::new()
            .name("input".into())
            .spawn(move || reader.read(input, &traffic))?;
        Ok(Input(shared))
    }

    /// Waits for the next line; `None` at the end of the input.
    pub(super) fn next(&self) -> Option<Line> {
        let mut state = self.0.lock();
        state.running = None;
        loop {
            if let Some(line) = state.waiting.pop_front() {
                state.waiting_bytes -= line.bytes();
                self.0.room_came.notify_one();
                return Some(line);
            }
            if state.ended {
                return None;
            }
            state = wait(&self.0.line_came, state);
        }
    }

    /// Returns true if no line is waiting and more may come.
    pub(super) fn is_quiet(&self) -> bool {
        let state = self.0.lock();
        state.waiting.is_empty() && !state.ended
    }

    /// Returns the signal that ends the search of a line: on an interrupt or, as `lasting` says, by
    /// other input. It may be set already.
    pub(super) fn begin_search(&self, line: u64, lasting: Lasting) -> Signal {
        let signal = Signal::new();
        let mut state = self.0.lock();
        if state.interrupted_up_to >= line {
            signal.end(Cause::Interrupt);
        }
        if state.last > line && lasting == Lasting::UntilInput {
            signal.end(Cause::Input);
        }
        state.running = Some(Running {
            lasting,
            signal: signal.clone(),
        });
        state.stop_if_left_alone();
        signal
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.room_came.notify_one();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, input: impl Read, traffic: &Traffic) {
        Splitter::default().read(input, &mut |line| {
            self.arrive(line, traffic);
            !self.lock().closed
        });
        let mut state = self.lock();
        state.ended = true;
        state.stop_if_left_alone();
        self.line_came.notify_one();
    }

    fn arrive(&self, line: RawLine<'_>, traffic: &Traffic) {
        let text = match line {
            RawLine::Whole(raw) => {
                traffic.incoming(raw);
                match prepare(raw) {
                    LineKind::Command(text) => Text::Command(text),
                    LineKind::Interrupt => return self.interrupt(),
                    LineKind::Nothing => return self.lock().count_line(),
                }
            }
            RawLine::TooLong(head) => {
                traffic.incoming(b"(a line that is too long)");
                Text::TooLong(id_of(head))
            }
        };
        let mut state = self.lock();
        while state.is_full() && !state.closed {
            state.stop_if_left_alone();
            state = wait(&self.room_came, state);
        }
        state.count_line();
        let line = Line {
            number: state.last,
            arrived: Instant::now(),
            text,
        };
        state.quits |= line.is_quit();
        state.waiting_bytes += line.bytes();
        state.waiting.push_back(line);
        state.stop_if_left_alone();
        self.line_came.notify_one();
    }

    /// Ends the running search and those of the waiting lines.
    fn interrupt(&self) {
        let mut state = self.lock();
        state.interrupted_up_to = state.last;
        if let Some(running) = &state.running {
            running.signal.end(Cause::Interrupt);
        }
        state.count_line();
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    condition
        .wait(state)
        .unwrap_or_else(PoisonError::into_inner)
}

/// The id of a line of which only the start was kept.
fn id_of(head: &[u8]) -> Option<String> {
    let LineKind::Command(text) = prepare(&beginning(head)) else {
        return None;
    };
    // If the line goes on with a digit, its id is out of range.
    let line = parse::command_line(&text);
    line.id.filter(|_| line.name.is_some()).map(str::to_string)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    const LINE: &[u8] = b"name\n";

    /// Lines without end. It counts the bytes that were taken.
    struct Flood(Arc<AtomicUsize>);

    impl Read for Flood {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            let count = bytes.len() / LINE.len() * LINE.len();
            for line in bytes[..count].chunks_exact_mut(LINE.len()) {
                line.copy_from_slice(LINE);
            }
            self.0.fetch_add(count, Ordering::SeqCst);
            Ok(count)
        }
    }

    /// Waits until that is so. However slow the machine is, it will be soon, or never.
    fn becomes(mut holds: impl FnMut() -> bool) -> bool {
        (0..2000).any(|_| {
            thread::sleep(Duration::from_millis(5));
            holds()
        })
    }

    #[test]
    fn lines_that_nobody_takes_wait_outside() {
        let taken = Arc::new(AtomicUsize::new(0));
        let input = Input::new(Flood(Arc::clone(&taken)), Traffic::default()).expect("a thread");
        let taken_now = || taken.load(Ordering::SeqCst);
        assert!(becomes(|| input.0.lock().is_full()));
        // The reading thread holds one part of the input and waits: no more is read.
        let limit = taken_now();
        assert!(limit > 1 << 17 && limit < MOST_WAITING, "{limit}");
        thread::sleep(Duration::from_millis(50));
        assert_eq!(taken_now(), limit);
        let line = input.next().expect("a line");
        assert_eq!((line.number, line.text), (1, Text::Command("name".into())));
        assert!(!input.is_quiet());
        (0..limit / LINE.len() / 2).for_each(|_| drop(input.next()));
        assert!(
            becomes(|| taken_now() > limit),
            "it goes on where there is room"
        );
        drop(input);
        assert!(
            becomes(|| Arc::strong_count(&taken) == 1),
            "the thread has ended"
        );
    }

    #[test]
    fn input_is_quiet_while_more_may_come() {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        let input = Input::new(reader, Traffic::default()).expect("a thread");
        assert!(input.is_quiet());
        std::io::Write::write_all(&mut writer, LINE).expect("written");
        assert!(becomes(|| !input.is_quiet()));
        assert!(input.next().is_some() && input.is_quiet());
        drop(writer);
        assert!(becomes(|| !input.is_quiet()));
        assert!(input.next().is_none());
    }
}
