//! The searches of a dialogue, and their limits.

use std::io::Write;
use std::time::{Duration, Instant};

use super::desk::Seat;
use super::input::Event;
use crate::game::{Dialogue, Info, Source, Task};
use crate::search::{Request, TimeBudget};
use crate::session::{Background, Choice, Found, Reply, Settings, Thought};

/// The limits that the user has set for every search.
pub(super) struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// The time of a search that has no limit of its own.
    usual: Option<Duration>,
}

impl Limits {
    pub(super) fn of(settings: &Settings, is_timed: bool) -> Limits {
        let &Settings {
            depth,
            nodes,
            timelimit,
            ..
        } = settings;
        // Another limit stands in for the usual time.
        let has_limit = depth.is_some() || nodes.is_some();
        Limits {
            depth,
            nodes,
            time: timelimit.filter(|_| is_timed),
            usual: timelimit.filter(|_| is_timed || !has_limit),
        }
    }
}

/// A search in progress.
pub(super) struct Searching {
    background: Background,
    task: Task,
    /// Nothing but a stop ends it.
    is_endless: bool,
    /// The time that it gets, from `Instant` on, once the clock runs.
    clock: Option<(Instant, TimeBudget)>,
}

/// The tighter of two limits.
fn tighter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}

impl<W: Write> Seat<'_, W> {
    pub(super) fn searches(&self) -> bool {
        self.searching.is_some()
    }

    /// Tells whether nothing but a stop ends the search in progress.
    pub(super) fn is_endless(&self) -> bool {
        self.searching
            .as_ref()
            .is_some_and(|search| search.is_endless)
    }

    pub(super) fn end_search(&self) {
        if let Some(search) = &self.searching {
            search.background.stop();
        }
    }

    /// The time at which the search in progress has to end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (start, budget) = self.searching.as_ref()?.clock?;
        start.checked_add(budget.hard)
    }

    /// Ends the search after an iteration that leaves no time for the next.
    pub(super) fn look_at_clock(&self) {
        let clock = self.searching.as_ref().and_then(|search| search.clock);
        if clock.is_some_and(|(start, budget)| start.elapsed() >= budget.soft) {
            self.end_search();
        }
    }

    /// Starts the clock of a search that has waited for it.
    pub(super) fn run_clock(&mut self) {
        let Some(task) = self.searching.as_ref().map(|search| search.task.clone()) else {
            return;
        };
        if !task.ponders {
            return;
        }
        let task = Task {
            ponders: false,
            ..task
        };
        self.set_limits(&task);
        let start = self.arrived;
        let limits = self.engine.limits(self.engine.session().to_move(), start);
        if let Some(search) = &mut self.searching {
            search.is_endless = limits.is_unlimited();
            search.clock = limits.time.map(|budget| (start, budget));
            search.task = task;
        }
    }

    /// Starts the search of a task, or tells what is known without one.
    pub(super) fn start(&mut self, task: Task, dialogue: &mut dyn Dialogue) {
        self.set_limits(&task);
        let start = self.arrived;
        let Some(request) = self.request(&task, start, dialogue) else {
            return;
        };
        let is_endless = task.ponders || request.limits.is_unlimited();
        let side = self.engine.session().to_move();
        let teller = self.teller.clone();
        let tell = move |news| {
            let _ = teller.send(Event::News(news));
        };
        let job = self.engine.session().search(side, request);
        let background = job.and_then(|job| {
            let started = self.engine.start_search(job, tell);
            started
                .inspect_err(|error| log::error!("no search: {error}"))
                .ok()
        });
        match background {
            None => dialogue.found(None, &line(Vec::new(), start), self),
            Some(background) => {
                self.searching = Some(Searching {
                    background,
                    task,
                    is_endless,
                    clock: None,
                });
            }
        }
    }

    /// The request for a search; `None` if what is known was told instead.
    fn request(
        &mut self,
        task: &Task,
        start: Instant,
        dialogue: &mut dyn Dialogue,
    ) -> Option<Request> {
        let Some(lines) = task.lines else {
            let (side, variety) = (
                self.engine.session().to_move(),
                self.engine.settings().variety,
            );
            return match self.engine.consider(side, start, variety) {
                Choice::Search(request) => Some(*request),
                Choice::Known(reply, thought) => {
                    self.tell_move(reply, thought, start, dialogue);
                    None
                }
            };
        };
        let request = self.engine.analysis(None, lines.max(1), start);
        let witness = self.engine.witness(true);
        let known = witness.lines(self.engine.session(), &request);
        let Some(first) = known.first() else {
            return Some(request);
        };
        known.iter().for_each(|info| dialogue.report(info, self));
        dialogue.found(first.pv.first().map(String::as_str), first, self);
        None
    }

    /// Tells the result of the search in progress.
    pub(super) fn finish(&mut self, found: Option<Found>, dialogue: &mut dyn Dialogue) {
        let search = self.searching.take();
        let is_analysis = search.is_some_and(|search| search.task.lines.is_some());
        let start = self.arrived;
        match found {
            None => dialogue.found(None, &line(Vec::new(), start), self),
            Some(found) if is_analysis => {
                let best = found.best.clone();
                dialogue.found(Some(&best), &found.into(), self);
            }
            Some(found) => {
                let variety = self.engine.settings().variety;
                let (reply, thought) = self.engine.decide(found, variety);
                self.tell_move(reply, Some(thought), start, dialogue);
            }
        }
    }

    fn tell_move(
        &mut self,
        reply: Reply,
        thought: Option<Thought>,
        start: Instant,
        dialogue: &mut dyn Dialogue,
    ) {
        let best = match &reply {
            // After the end of a game a pass stands for no move at all.
            Reply::Move(_) if self.engine.session().result().is_some() => None,
            Reply::Move(name) => Some(name.as_str()),
            Reply::Resign => None,
        };
        let moves = best.map(String::from).into_iter().collect();
        let info = match thought {
            Some(Thought::Searched(info)) => info,
            Some(Thought::FromBook(book)) => {
                let left = self.engine.session().max_plies().unwrap_or(0);
                let (score, exact) = book.worth.known(left);
                Info {
                    score,
                    exact,
                    source: Source::Book,
                    ..line(moves, start)
                }
            }
            None => line(moves, start),
        };
        dialogue.found(best, &info, self);
    }

    /// Sets the limits of a task in the engine.
    fn set_limits(&mut self, task: &Task) {
        let has_own = task.depth.is_some()
            || task.nodes.is_some()
            || task.time.is_some()
            || task.clock.is_some()
            || task.endless;
        let time = match has_own {
            true => tighter(self.limits.time, task.time),
            false => self.limits.usual,
        };
        let depth = tighter(self.limits.depth, task.depth);
        let nodes = tighter(self.limits.nodes, task.nodes);
        let settings = self.engine.settings_mut();
        settings.depth = depth;
        settings.nodes = nodes;
        settings.timelimit = time.filter(|_| !task.ponders);
        let side = self.engine.session().to_move();
        match task.clock.filter(|_| !task.ponders) {
            Some(clock) => {
                self.engine
                    .set_clock(side, clock.left, clock.moves, clock.increment);
            }
            None => self.engine.time_settings(Default::default()),
        }
    }
}

/// A line without a search.
fn line(pv: Vec<String>, start: Instant) -> Info {
    Info {
        line: 1,
        depth: 0,
        score: crate::game::Score::ZERO,
        nodes: 0,
        time: start.elapsed(),
        exact: false,
        source: Source::Search,
        pv,
    }
}
