//! What is thought about for a sitting: work for the pool, on a snapshot of the position.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::news::{About, News};
use super::pool::Work;
use crate::search::{Limits, Stop, Table, TimeBudget, TreeMethod};
use crate::session::{Found, Info, Question, Reply, Request, Session};

/// What a sitting is told by its work.
#[derive(Debug)]
pub(crate) struct Event {
    /// Which work this is; the sitting may have gone on to another.
    pub(super) id: u64,
    /// What it says.
    pub(super) what: What,
}

/// See [`Event`].
#[derive(Debug)]
pub(super) enum What {
    /// Something to show.
    Told(News),
    /// A search has found this move.
    Found(Option<Box<Found>>),
    /// The move was known.
    Known(Reply),
    /// The work is over; whether there is nothing left to find out.
    Over { complete: bool },
    /// The work has panicked.
    Failed,
}

/// Brings events to the owner of the sitting, from any thread.
pub(crate) type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Tells a sitting what its work says, and if it fails.
pub(super) struct Teller {
    /// Which work this is.
    pub(super) id: u64,
    /// What it is about.
    pub(super) about: About,
    /// The way to the sitting.
    pub(super) listener: Listener,
}

impl Teller {
    /// Tells it.
    pub(super) fn tell(&self, what: What) {
        (self.listener)(Event { id: self.id, what });
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        if thread::panicking() {
            self.tell(What::Failed);
        }
    }
}

/// Collects the lines of a depth and tells them when they are complete, but not too often.
struct Report<'a> {
    teller: &'a Teller,
    session: &'a Session,
    /// How many lines a depth has.
    lines: usize,
    depth: Vec<Info>,
    /// Not told yet.
    pending: Option<News>,
    told: Option<Instant>,
}

/// No eye follows more.
const BETWEEN: Duration = Duration::from_millis(80);

impl<'a> Report<'a> {
    fn new(teller: &'a Teller, session: &'a Session, lines: usize) -> Report<'a> {
        Report {
            teller,
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
            about: self.teller.about,
            clicks: self.session.clicks(&best.pv),
            lines: self.depth.clone(),
        });
        if self.told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(news) = self.pending.take() {
            self.teller.tell(What::Told(news));
            self.told = Some(Instant::now());
        }
    }
}

/// Runs a search whose clock starts now, and reports it.
fn search(
    session: &Session,
    request: Request,
    teller: &Teller,
    table: &Table,
    stop: &Stop,
) -> Option<Found> {
    let limits = Limits {
        start: Instant::now(),
        ..request.limits
    };
    let request = Request { limits, ..request };
    let job = session.search(teller.about.side, request)?;
    let mut report = Report::new(teller, session, request.lines);
    let found = job(table, stop, &mut |info| report.line(info));
    report.flush();
    Some(found)
}

/// A search for a move.
pub(super) fn find(session: Session, request: Request, teller: Teller) -> Work {
    Box::new(move |table, stop| {
        let found = search(&session, request, &teller, table, stop);
        teller.tell(What::Found(found.map(Box::new)));
    })
}

/// How long an analysis looks for the scores of moves before it tries to solve them, for how long
/// it does that, and how long it goes on after that.
const FIRST_LOOK: Duration = Duration::from_millis(1500);
const SOLVING: Duration = Duration::from_secs(3);
/// An analysis may give way to others after each time this long.
pub(super) const STRETCH: Duration = Duration::from_secs(10);

/// An analysis: with the best line, or the scores of all moves.
pub(super) fn analyse(session: Session, request: Request, teller: Teller) -> Work {
    Box::new(move |table, stop| {
        let complete = if request.lines > 1 {
            analyse_moves(&session, request, &teller, table, stop)
        } else {
            let found = search(&session, within(request, STRETCH), &teller, table, stop);
            found.is_none_or(|found| found.exact)
        };
        teller.tell(What::Over { complete });
    })
}

fn within(request: Request, time: Duration) -> Request {
    let limits = Limits {
        time: Some(TimeBudget::fixed(time)),
        ..request.limits
    };
    Request { limits, ..request }
}

/// Searches for the scores of the moves, and solves them in between; whether all are exact.
fn analyse_moves(
    session: &Session,
    request: Request,
    teller: &Teller,
    table: &mut Table,
    stop: &Stop,
) -> bool {
    search(session, within(request, FIRST_LOOK), teller, table, stop);
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
    let solved = session.solve(question)(table, stop);
    let is_known = |(_, value): &(String, Option<_>)| value.is_some();
    let complete = solved.moves.iter().all(is_known);
    if solved.moves.iter().any(is_known) {
        teller.tell(What::Told(News::Solved(teller.about, solved)));
    }
    if complete {
        return true;
    }
    if !stop.is_requested() {
        search(session, within(request, STRETCH), teller, table, stop);
    }
    false
}

/// The search tree.
pub(super) fn grow(session: Session, plies: u32, method: TreeMethod, teller: Teller) -> Work {
    Box::new(move |_, stop| {
        let news = match session.tree(plies, method, stop) {
            Ok(tree) => News::Tree(tree),
            Err(error) => News::Refused(error.to_string()),
        };
        teller.tell(What::Told(news));
        teller.tell(What::Over { complete: false });
    })
}
