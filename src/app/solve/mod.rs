//! `heelstone solve`: exact values of many positions.

mod lines;
mod report;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::lines::{Expected, Problem};
use self::report::{Cpu, Report, Tally};
use crate::cli::{self, Limit, Solve};
use crate::search::Stop;
use crate::session::{Engine, Question, Solved};
use crate::system::leave_with_the_reader;

/// Values as they may be written, for messages.
const VALUES: &str = "+6, draw or win in 13";

/// The size of the input and output buffers, in bytes.
const BUFFER: usize = 1 << 16;

/// A source of positions, with its name for messages.
pub(super) struct Source {
    name: String,
    input: BufReader<Box<dyn Read>>,
}

impl Source {
    /// Opens the file, or standard input if there is none or it is `-`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub(super) fn open(path: Option<&Path>) -> Result<Source> {
        let (name, input): (String, Box<dyn Read>) =
            match path.filter(|path| *path != Path::new("-")) {
                None => ("standard input".into(), Box::new(io::stdin())),
                Some(path) => {
                    let name = path.display().to_string();
                    let file = open(path).with_context(|| format!("cannot read {name}"))?;
                    (name, Box::new(file))
                }
            };
        let input = BufReader::with_capacity(BUFFER, input);
        Ok(Source { name, input })
    }
}

/// Opens a file, a pipe or a device. Only reading a folder would tell that it cannot be read.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

/// Solves the positions one by one, writes a line for each, and a summary to standard error at the
/// end.
///
/// # Errors
/// Returns an error at the end if a line was not a position or a value was not the expected one; at
/// once if input or output fails.
pub(super) fn run(
    engine: &mut Engine,
    args: &Solve,
    mut source: Source,
    out: &mut dyn Write,
) -> Result<()> {
    leave_with_the_reader();
    let mut run = Run {
        engine,
        args,
        out: Output::new(out),
        progress: progress(),
        stop: Stop::new(),
        tally: Tally::default(),
    };
    let cpu = Cpu::start();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if !run.out.read_line(&mut source, &mut line)? {
            break;
        }
        // A line that is not text is not a position either.
        let text = String::from_utf8_lossy(&line);
        if let Some(problem) = Problem::read(&text, args.check) {
            run.problem(&source.name, number, &problem)?;
        }
    }
    let Run {
        mut out,
        progress,
        tally,
        ..
    } = run;
    out.flush()?;
    if let Some(bar) = progress {
        bar.finish_and_clear();
    }
    let summary = tally.summary(args.check, cpu.spent());
    writeln!(io::stderr(), "{summary}")?;
    if let Some(failure) = tally.failure() {
        bail!(failure);
    }
    Ok(())
}

/// The state of the loop over the positions.
struct Run<'a> {
    engine: &'a mut Engine,
    args: &'a Solve,
    out: Output<'a>,
    progress: Option<ProgressBar>,
    stop: Stop,
    tally: Tally,
}

impl Run<'_> {
    fn question(&self) -> Question {
        Question {
            moves: self.args.moves,
            line: self.args.line,
            time: self.args.time.and_then(|Limit(time)| time),
            start: Instant::now(),
            threads: self.args.threads.map_or(1, usize::from),
            unrelated: !self.args.keep,
        }
    }

    fn problem(&mut self, source: &str, number: u64, problem: &Problem<'_>) -> Result<()> {
        let question = self.question();
        let start = question.start;
        let solved = match self.engine.solve_text(problem.text, question, &self.stop) {
            Ok(solved) => solved,
            Err(error) => {
                self.tally.unread += 1;
                self.out.flush()?;
                let error = match self.no_value(problem) {
                    Some(text) => format!("{text:?} is not a value, such as {VALUES}"),
                    None => error.to_string(),
                };
                return self.tell(&format!("{}: {source}:{number}: {error}", cli::NAME));
            }
        };
        let wrong = wrong_value(&problem.expected, &solved);
        self.tally.add(&solved, problem.expected.is_some(), wrong);
        let report = Report {
            number,
            text: problem.text,
            solved: &solved,
            expected: problem.expected.filter(|_| wrong),
        };
        if self.args.json {
            let time = start.elapsed();
            writeln!(self.out.buffer, "{}", report.json(time))?;
        } else {
            report.write(&mut self.out.buffer)?;
        }
        if let Some(bar) = &self.progress {
            bar.inc(1);
        }
        self.out.flush_now_and_then()
    }

    /// The text after a position that is not a value, where one is expected.
    fn no_value<'t>(&self, problem: &Problem<'t>) -> Option<&'t str> {
        let session = self.engine.session();
        let is_position = |text: &str| session.solve_text(text, self.question()).is_ok();
        let ends = problem.ends.iter().flatten();
        let mut ends = ends.filter(|(text, _)| is_position(text));
        ends.next().map(|(_, end)| *end)
    }

    /// Writes a line to standard error without disturbing the progress bar.
    fn tell(&self, text: &str) -> Result<()> {
        let tell = || writeln!(io::stderr(), "{text}");
        match &self.progress {
            Some(bar) => bar.suspend(tell)?,
            None => tell()?,
        }
        Ok(())
    }
}

fn wrong_value(expected: &Option<Expected<'_>>, solved: &Solved) -> bool {
    match (expected, solved.value, solved.rank) {
        (Some(expected), Some(value), Some(rank)) => !expected.is(value, rank),
        _ => false,
    }
}

/// Output that groups results which come fast.
struct Output<'a> {
    buffer: BufWriter<&'a mut dyn Write>,
    flushed: Instant,
}

/// The shortest time between two writes, which would otherwise slow down easy positions.
const FAST: Duration = Duration::from_micros(200);

impl<'a> Output<'a> {
    fn new(out: &'a mut dyn Write) -> Output<'a> {
        Output {
            buffer: BufWriter::with_capacity(BUFFER, out),
            flushed: Instant::now(),
        }
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.buffer.flush()?)
    }

    /// Flushes the buffer, unless it was flushed a moment ago.
    fn flush_now_and_then(&mut self) -> Result<()> {
        let now = Instant::now();
        if now.duration_since(self.flushed) >= FAST {
            self.flush()?;
            self.flushed = now;
        }
        Ok(())
    }

    /// Reads the next line; returns false at the end of the input. Flushes the output before it
    /// blocks, for callers that wait for each answer.
    fn read_line(&mut self, source: &mut Source, line: &mut Vec<u8>) -> Result<bool> {
        let Source { name, input } = source;
        loop {
            if input.buffer().is_empty() {
                self.flush()?;
            }
            let buffer = input.fill_buf();
            let buffer = buffer.with_context(|| format!("cannot read {name}"))?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            line.extend_from_slice(&buffer[..taken]);
            input.consume(taken);
            if end.is_some() || taken == 0 {
                return Ok(!line.is_empty());
            }
        }
    }
}

/// A progress bar on a terminal, if the results go elsewhere.
fn progress() -> Option<ProgressBar> {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{spinner} {pos} positions, {per_sec}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    Some(bar)
}
