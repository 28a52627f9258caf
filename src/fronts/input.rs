//! The messages of the other side, read on a thread of its own.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use crate::game::Carrier;
use crate::protocol::{RawLine, Splitter, Traffic};
use crate::session::News;

/// What can happen beside a dialogue.
pub(super) enum Event {
    /// A message came.
    Message,
    /// No more messages will come.
    End,
    /// The search tells something.
    News(News),
}

/// The messages that wait, and all that happens.
pub(super) struct Inbox {
    messages: Receiver<(String, Instant)>,
    /// The messages that have come and were not taken.
    waiting: usize,
    events: Receiver<Event>,
    teller: Sender<Event>,
    carrier: Carrier,
}

/// The messages from which on reading pauses.
const MOST_WAITING: usize = 64;

impl Inbox {
    /// Starts the reading thread, which outlives the inbox where the input does.
    pub(super) fn new(
        input: impl Read + Send + 'static,
        carrier: Carrier,
        traffic: Traffic,
    ) -> io::Result<Inbox> {
        let (sender, messages) = mpsc::sync_channel(MOST_WAITING);
        let (teller, events) = mpsc::channel();
        let end = match carrier {
            Carrier::Lines => b'\n',
            Carrier::Socket { .. } => 0,
        };
        let (splitter, tell) = (Splitter::ending_with(end), teller.clone());
        thread::Builder::new().name("input".into()).spawn(move || {
            splitter.read(input, &mut |line| arrive(line, &traffic, &sender, &tell));
            let _ = tell.send(Event::End);
        })?;
        Ok(Inbox {
            messages,
            waiting: 0,
            events,
            teller,
            carrier,
        })
    }

    /// Where a search tells its news.
    pub(super) fn teller(&self) -> Sender<Event> {
        self.teller.clone()
    }

    pub(super) fn is_connection(&self) -> bool {
        self.carrier != Carrier::Lines
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Takes the next message that has come.
    pub(super) fn take(&mut self) -> Option<(String, Instant)> {
        self.waiting = self.waiting.checked_sub(1)?;
        self.messages.try_recv().ok()
    }

    /// Waits for what happens next; `None` if nothing happens until then.
    pub(super) fn wait(&mut self, until: Option<Instant>) -> Option<Event> {
        let event = match until {
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left)
            }
            None => self.events.recv().map_err(|_| RecvTimeoutError::Timeout),
        };
        let event = event.ok()?;
        self.waiting += usize::from(matches!(event, Event::Message));
        Some(event)
    }
}

/// Passes a message on. Returns false if nobody takes it.
fn arrive(
    line: RawLine<'_>,
    traffic: &Traffic,
    messages: &SyncSender<(String, Instant)>,
    tell: &Sender<Event>,
) -> bool {
    let RawLine::Whole(raw) = line else {
        traffic.incoming(b"(a message that is too long)");
        log::warn!("a message that is too long is left out");
        return true;
    };
    traffic.incoming(raw);
    let text = String::from_utf8_lossy(raw);
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    messages.send((text, Instant::now())).is_ok() && tell.send(Event::Message).is_ok()
}
