//! `heelstone book`: building and checking opening books.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, open};
use crate::book::SearchLimit;
use crate::book::{Book, Built, Form, Progress, Verified};
use crate::cli::{self, BookCommand, Build, GameArgs, Verify};
use crate::game::Side;
use crate::search::Stop;
use crate::session::{BookOrder, BookValues, Registry};
use crate::system::on_interrupt;

/// Runs a command on books, and writes its result.
pub(super) fn run(
    registry: Registry,
    command: BookCommand,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        BookCommand::Build(args) => build(registry, args, out),
        BookCommand::Info { file } => info(&file, out).map_err(Failure::Run),
        BookCommand::Convert { file, to } => convert(&file, &to, out).map_err(Failure::Run),
        BookCommand::Verify(args) => verify(registry, args, out),
    }
}

fn build(registry: Registry, args: Build, out: &mut dyn Write) -> Result<(), Failure> {
    if args.all_moves && args.plies == 0 {
        let error = anyhow!("--all-moves: there are no moves in 0 plies");
        return Err(Failure::Usage(error));
    }
    let mut engine = open(registry, &args.game).map_err(Failure::Usage)?;
    if let Some(name) = &args.evaluation {
        let chosen = engine.set_evaluation(None, name);
        chosen.map_err(|error| Failure::Usage(error.into()))?;
    }
    let limits = [
        args.depth.map(SearchLimit::Depth),
        args.nodes.map(SearchLimit::Nodes),
        args.time.map(SearchLimit::Time),
    ];
    let order = BookOrder {
        path: args.file.clone(),
        plies: args.plies,
        draws: args.draws,
        values: match limits.into_iter().flatten().next() {
            Some(limit) => BookValues::Searched(limit),
            None if args.proof => BookValues::Proof {
                all_moves: args.all_moves,
            },
            None => BookValues::Exact,
        },
        threads: args.threads,
        hash: args.hash,
        roots: read_list(args.from.as_deref()).map_err(Failure::Usage)?,
        with: args.with,
    };
    let stop = stop_at_a_signal();
    let mut display = Display::new("positions judged");
    let built = engine.session().build_book(&order, &stop, &mut |progress| {
        display.show(progress);
    });
    display.end();
    let Built { entries, .. } = built.map_err(|error| Failure::Run(error.into()))?;
    log::info!("{}: {entries} positions", args.file.display());
    info(&args.file, out).map_err(Failure::Run)
}

/// Writes a description of a book, one property a line.
fn info(file: &Path, out: &mut dyn Write) -> Result<()> {
    let book = Book::open(file)?;
    book.check()?;
    let origin = book.origin();
    let values = match book.form() {
        Form::Margin => "margins",
        Form::Plies => "wins and losses with their distances",
        Form::Winner => "wins and losses",
        Form::Score => "scores",
    };
    writeln!(out, "file: {}", book.name())?;
    writeln!(out, "game: {} {}", origin.game, origin.size)?;
    writeln!(out, "positions: {}", book.len())?;
    writeln!(out, "origin: {origin}")?;
    writeln!(out, "values: {values}")?;
    let per_position = book.size() as f64 / (book.len() as f64).max(1.0);
    writeln!(out, "bytes: {} ({per_position:.2} a position)", book.size())?;
    Ok(writeln!(out, "sha1: {}", book.fingerprint()?)?)
}

/// Rewrites a book in the present format.
fn convert(file: &Path, to: &Path, out: &mut dyn Write) -> Result<()> {
    if to.exists() {
        return Err(anyhow!("{} already exists", to.display()));
    }
    let book = Book::open(file)?;
    book.save(to)?;
    info(to, out)
}

fn verify(registry: Registry, args: Verify, out: &mut dyn Write) -> Result<(), Failure> {
    let book = Book::open(&args.file).map_err(|error| Failure::Run(error.into()))?;
    let game = GameArgs {
        game: Some(book.origin().game.clone()),
        size: Some(book.origin().size.clone()),
        weights: None,
    };
    let engine = open(registry, &game).map_err(Failure::Run)?;
    let roots = read_list(args.from.as_deref()).map_err(Failure::Usage)?;
    let stop = stop_at_a_signal();
    let mut display = Display::new("positions checked");
    let sample = (args.sample, args.seed);
    let all = args.sample as u64;
    let session = engine.session();
    let verified = session.verify_book(&book, roots.as_deref(), sample, &stop, &mut |done| {
        display.show(Progress::Judging { all, done });
    });
    display.end();
    let Verified {
        inner,
        last,
        sample,
    } = verified.map_err(|error| Failure::Run(error.into()))?;
    let told = writeln!(
        out,
        "{}: no fault found: {}, {inner} follow from others or are decided at sight, \
         {sample} of {last} judged again",
        book.name(),
        super::count(book.len(), "position", "positions")
    );
    told.map_err(|error| Failure::Run(error.into()))
}

/// Reads the lines of a list of positions.
fn read_list(path: Option<&Path>) -> Result<Option<Vec<String>>> {
    let Some(path) = path else { return Ok(None) };
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(text.lines().map(String::from).collect()))
}

/// Returns a stop signal that Ctrl-C or a request of the system to end triggers.
fn stop_at_a_signal() -> Stop {
    let stop = Stop::new();
    let requested = stop.clone();
    // Without a handler the program ends at once; the journal survives that as well.
    on_interrupt(move || requested.request());
    stop
}

/// The time between two progress lines, where there is no terminal for a bar.
const TELL: Duration = Duration::from_secs(10);

/// Shows the progress on standard error: a bar on a terminal, else a line now and then.
struct Display {
    what: &'static str,
    bar: Option<ProgressBar>,
    told: Instant,
    /// The time of the first progress report, and the number of values known then.
    begun: Option<(Instant, u64)>,
}

impl Display {
    fn new(what: &'static str) -> Display {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Display {
            what,
            bar,
            told: Instant::now(),
            begun: None,
        }
    }

    fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Listing(count) => {
                if let Some(bar) = &self.bar {
                    bar.set_message(format!("{count} positions met"));
                }
            }
            Progress::Judging { all, done } => self.show_share(all, done),
            Progress::Proving { done, all, solved } => self.show_proof([done, all], solved),
            Progress::Proved { what, winner } => self.tell_winner(&what, winner),
        }
    }

    /// Reports a winner at once.
    fn tell_winner(&self, what: &str, winner: Option<Side>) {
        let result = winner.map_or_else(|| "a draw".into(), |side| format!("{side} wins"));
        let line = format!("{}: {what}: {result}", cli::NAME);
        match &self.bar {
            Some(bar) => bar.println(line),
            None => {
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }

    fn show_proof(&mut self, [done, all]: [u64; 2], solved: u64) {
        let text = format!("{done} of {all} positions proved, {solved} solved on the way");
        if let Some(bar) = &self.bar {
            bar.set_message(text);
        } else if self.told.elapsed() >= TELL {
            self.told = Instant::now();
            let _ = writeln!(io::stderr(), "{}: {text}", cli::NAME);
        }
    }

    fn show_share(&mut self, all: u64, done: u64) {
        let first = self.begun.is_none();
        let (start, before) = *self.begun.get_or_insert((Instant::now(), done));
        if let Some(bar) = &self.bar {
            if first {
                let form = format!(
                    "{{elapsed_precise}} {{bar:40}} {{pos}}/{{len}} {}, {{eta}} left",
                    self.what
                );
                if let Ok(style) = ProgressStyle::with_template(&form) {
                    bar.set_style(style);
                }
            }
            bar.set_length(all);
            bar.set_position(done);
        } else if first || self.told.elapsed() >= TELL {
            self.told = Instant::now();
            let line = format!("{}: {done} of {all} {}", cli::NAME, self.what);
            let rate = (done - before) as f64 / start.elapsed().as_secs_f64();
            let left = if done > before {
                format!(", about {:.0} s left", (all - done) as f64 / rate)
            } else {
                String::new()
            };
            let _ = writeln!(io::stderr(), "{line}{left}");
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
