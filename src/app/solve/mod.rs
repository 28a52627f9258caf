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

/// Bytes that are read or written at once.
const BUFFER: usize = 1 << 16;

/// Where positions come from, with its name for messages.
pub(super) struct Source {
    name: String,
    input: BufReader<Box<dyn Read>>,
}

impl Source {
    /// The file, or standard input where there is none or it is `-`.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub(super) fn open(path: Option<&Path>) -> Result<Source> {
        let (name, input): (String, Box<dyn Read>) =
            match path.filter(|path| *path != Path::new("-")) {
                None => ("standard input".into(), Box::new(io::stdin())),
                Some(path) => {
                    let name = path.display().to_string();
                    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
                    (name, Box::new(file))
                }
            };
        let input = BufReader::with_capacity(BUFFER, input);
        Ok(Source { name, input })
    }
}

/// Solves the positions one by one and writes a line for each, and at the end, on standard error,
/// what they came to.
///
/// # Errors
/// At the end, when a line was no position or a value was not the expected one; at once when input
/// or output fail.
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
        if !run.out.read_line(&mut source.input, &mut line)? {
            break;
        }
        // What is no text is no position either.
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

/// What the loop over the positions needs.
struct Run<'a> {
    engine: &'a mut Engine,
    args: &'a Solve,
    out: Output<'a>,
    progress: Option<ProgressBar>,
    stop: Stop,
    tally: Tally,
}

impl Run<'_> {
    fn problem(&mut self, source: &str, number: u64, problem: &Problem<'_>) -> Result<()> {
        let start = Instant::now();
        let question = Question {
            moves: self.args.moves,
            line: self.args.line,
            time: self.args.time.and_then(|Limit(time)| time),
            start,
            threads: self.args.threads.map_or(1, usize::from),
            unrelated: !self.args.keep,
        };
        let solved = match self.engine.solve_text(problem.text, question, &self.stop) {
            Ok(solved) => solved,
            Err(error) => {
                self.tally.unread += 1;
                self.out.flush()?;
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

    /// Writes a line to standard error, where a bar of progress may stand.
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

/// Results go out together where they come fast.
struct Output<'a> {
    buffer: BufWriter<&'a mut dyn Write>,
    flushed: Instant,
}

/// Where positions take less, writing each by itself would be felt.
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

    /// Sends what is there, unless some was sent a moment ago.
    fn flush_now_and_then(&mut self) -> Result<()> {
        let now = Instant::now();
        if now.duration_since(self.flushed) >= FAST {
            self.flush()?;
            self.flushed = now;
        }
        Ok(())
    }

    /// Reads the next line, or says that there is none. Whoever waits for an answer before they
    /// write the next position gets it.
    fn read_line(
        &mut self,
        input: &mut BufReader<Box<dyn Read>>,
        line: &mut Vec<u8>,
    ) -> Result<bool> {
        loop {
            if input.buffer().is_empty() {
                self.flush()?;
            }
            let buffer = input.fill_buf()?;
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

/// A bar of progress on a terminal, where the results go elsewhere.
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
