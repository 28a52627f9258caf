//! The work of a sitting, which the pool runs on a snapshot of the position.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::news::{About, News};
use super::pool::Work;
use crate::search::{Limits, Request, Stop, Table, TimeBudget, TreeMethod};
use crate::session::{Assessed, Found, Info, Question, Reply, Session, Solved, Witness};

/// A message from its work to a sitting.
#[derive(Debug)]
pub(crate) struct Event {
    /// The number of the work; the sitting may have gone on to other work.
    pub(super) id: u64,
    /// The message.
    pub(super) message: Message,
}

/// The message of an [`Event`].
#[derive(Debug)]
pub(super) enum Message {
    /// Something to show.
    News(News),
    /// A search has ended with this result.
    Found(Option<Box<Found>>),
    /// The move was known without a search.
    Known(Reply),
    /// The position after so many moves is assessed for the review, unless that was stopped.
    Assessed(usize, Option<Box<Assessed>>),
    /// The work is over; `complete` if nothing is left to find out.
    Over { complete: bool },
    /// The work has panicked.
    Failed,
}

/// Brings events to the owner of the sitting, from any thread.
pub(crate) type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Sends events to a sitting, also when its work panics.
pub(super) struct EventSender {
    /// The number of the work.
    pub(super) id: u64,
    /// The position and the purpose of the work.
    pub(super) about: About,
    /// The way to the sitting.
    pub(super) listener: Listener,
}

impl EventSender {
    /// Sends a message.
    pub(super) fn send(&self, message: Message) {
        (self.listener)(Event {
            id: self.id,
            message,
        });
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        if thread::panicking() {
            self.send(Message::Failed);
        }
    }
}

/// Collects the lines of a depth and sends them when they are complete, but not too often.
struct Report<'a> {
    sender: &'a EventSender,
    session: &'a Session,
    /// The number of lines of a depth.
    lines: usize,
    depth: Vec<Info>,
    /// News not sent yet.
    pending: Option<News>,
    told: Option<Instant>,
}

/// The shortest time between two reports, about as fast as the eye follows.
const BETWEEN: Duration = Duration::from_millis(80);

impl<'a> Report<'a> {
    fn new(sender: &'a EventSender, session: &'a Session, lines: usize) -> Report<'a> {
        Report {
            sender,
            session,
            lines: lines.min(session.legal_moves().len()),
            depth: Vec::new(),
            pending: None,
            told: None,
        }
    }

    fn line(&mut self, info: &Info) {
        if info.line == 1 {
            self.depth.clear();
        }
        self.depth.push(info.clone());
        if self.depth.len() < self.lines {
            return;
        }
        self.pending = self.depth.first().map(|best| News::Thinking {
            about: self.sender.about,
            clicks: self.session.clicks(&best.pv),
            lines: self.depth.clone(),
        });
        if self.told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(news) = self.pending.take() {
            self.sender.send(Message::News(news));
            self.told = Some(Instant::now());
        }
    }
}

/// Runs a search whose clock starts now, and reports its lines.
fn search(
    session: &Session,
    request: Request,
    sender: &EventSender,
    table: &Table,
    stop: &Stop,
) -> Option<Found> {
    let limits = Limits {
        start: Instant::now(),
        ..request.limits
    };
    let request = Request { limits, ..request };
    let job = session.search(sender.about.side, request)?;
    let mut report = Report::new(sender, session, request.lines);
    let found = job(table, stop, &mut |info| report.line(info));
    report.flush();
    Some(found)
}

/// A search for a move.
pub(super) fn find(session: Session, request: Request, sender: EventSender) -> Work {
    Box::new(move |table, stop| {
        let found = search(&session, request, &sender, table, stop);
        sender.send(Message::Found(found.map(Box::new)));
    })
}

/// Reports the exact lines that are known without a search. Returns the best move, if there are any.
pub(super) fn tell_known(
    session: &Session,
    witness: &Witness,
    request: &Request,
    sender: &EventSender,
) -> Option<String> {
    let lines = witness.lines(session, request);
    let pv = &lines.first()?.pv;
    let (best, clicks) = (pv.first()?.clone(), session.clicks(pv));
    sender.send(Message::News(News::Thinking {
        about: sender.about,
        lines,
        clicks,
    }));
    Some(best)
}

/// A move to suggest: one that is known to be best, or else the result of a search.
pub(super) fn advise(
    session: Session,
    witness: Witness,
    request: Request,
    sender: EventSender,
) -> Work {
    Box::new(move |table, stop| {
        if let Some(best) = tell_known(&session, &witness, &request, &sender) {
            return sender.send(Message::Known(Reply::Move(best)));
        }
        find(session, request, sender)(table, stop);
    })
}

/// The time to search for the scores of moves before solving them. Then follow [`SOLVING`] and, if
/// that does not decide them, [`STRETCH`].
const FIRST_LOOK: Duration = Duration::from_millis(1500);
const SOLVING: Duration = Duration::from_secs(3);
/// The time after which an analysis gives way to others.
pub(super) const STRETCH: Duration = Duration::from_secs(10);

/// An analysis: with the best line, or the scores of all moves.
pub(super) fn analyse(
    session: Session,
    witness: Witness,
    request: Request,
    sender: EventSender,
) -> Work {
    Box::new(move |table, stop| {
        let one_line = Request {
            lines: 1,
            ..request
        };
        let is_known = tell_known(&session, &witness, &one_line, &sender).is_some();
        let complete = if request.lines > 1 {
            let known = witness.moves(&session);
            analyse_moves(&session, (is_known, known), request, &sender, table, stop)
        } else if is_known {
            true
        } else {
            let found = search(&session, within(request, STRETCH), &sender, table, stop);
            found.is_none_or(|found| found.exact)
        };
        sender.send(Message::Over { complete });
    })
}

fn within(request: Request, time: Duration) -> Request {
    let limits = Limits {
        time: Some(TimeBudget::fixed(time)),
        ..request.limits
    };
    Request { limits, ..request }
}

/// Searches all moves, tries to solve them, and searches on; returns true if all values are exact.
/// Nothing is guessed if the best line is known: then only the values of other moves are missing.
fn analyse_moves(
    session: &Session,
    (is_known, known): (bool, Option<Solved>),
    request: Request,
    sender: &EventSender,
    table: &mut Table,
    stop: &Stop,
) -> bool {
    let complete = known.as_ref().is_some_and(|known| {
        known.is_complete() && known.moves.len() == session.legal_moves().len()
    });
    if let Some(known) = &known {
        sender.send(Message::News(News::Solved(sender.about, known.clone())));
    }
    if complete {
        return true;
    }
    if !is_known {
        search(session, within(request, FIRST_LOOK), sender, table, stop);
    }
    if stop.is_requested() {
        return false;
    }
    let question = Question {
        moves: true,
        line: false,
        time: Some(SOLVING),
        start: Instant::now(),
        threads: 1,
        unrelated: false,
    };
    let mut solved = session.solve(question)(table, stop);
    solved.add(known);
    let complete = solved.is_complete();
    if solved.moves.iter().any(|(_, value)| value.is_some()) {
        sender.send(Message::News(News::Solved(sender.about, solved)));
    }
    if complete {
        return true;
    }
    if !stop.is_requested() && !is_known {
        search(session, within(request, STRETCH), sender, table, stop);
    }
    false
}

/// Work that draws the search tree.
pub(super) fn grow(session: Session, plies: u32, method: TreeMethod, sender: EventSender) -> Work {
    Box::new(move |_, stop| {
        let news = match session.tree(plies, method, stop) {
            Ok(tree) => News::Tree(tree),
            Err(error) => News::Refused(error.to_string()),
        };
        sender.send(Message::News(news));
        sender.send(Message::Over { complete: false });
    })
}
