//! `heelstone train`: learns an evaluation by playing.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::cli::{Limit, Train};
use crate::files::{beside, write_whole};
use crate::session::{Begin, Session, Training};

/// Without a limit of games or time it ends after this.
const TIME: Duration = Duration::from_secs(120);
/// How often the files are written, at the longest.
const PAUSE: Duration = Duration::from_secs(20);

/// Trains until a limit is reached.
pub(super) fn run(session: &Session, args: &Train, out: &mut dyn Write) -> Result<()> {
    let state = beside(&args.file, ".training");
    let mut training = open(session, &state, args.seed)?;
    let time = match args.time {
        Some(Limit(time)) => time,
        None => args.games.is_none().then_some(TIME),
    };
    let most = args.games.unwrap_or(u64::MAX);
    let start = Instant::now();
    let is_over = |games: u64| games >= most || time.is_some_and(|time| start.elapsed() >= time);
    while !is_over(training.games()) {
        let begin = Instant::now();
        while !is_over(training.games()) && begin.elapsed() < PAUSE {
            training.play();
        }
        save(&*training, &args.file, &state)?;
        writeln!(
            out,
            "{}, {:.0} s",
            games(training.games()),
            start.elapsed().as_secs_f64()
        )?;
    }
    writeln!(
        out,
        "{}: learnt from {}",
        args.file.display(),
        games(training.games())
    )?;
    Ok(())
}

fn games(number: u64) -> String {
    super::count(number, "game", "games")
}

/// Goes on with a training, or begins one.
fn open(session: &Session, state: &Path, seed: u64) -> Result<Box<dyn Training>> {
    let training = match std::fs::read(state) {
        Ok(bytes) => session.training(Begin::From(&bytes)),
        Err(_) if !state.exists() => session.training(Begin::Anew(seed)),
        Err(error) => return Err(error).with_context(|| state.display().to_string()),
    };
    training
        .map_err(anyhow::Error::msg)
        .with_context(|| state.display().to_string())
}

/// Writes what was learnt, and what is needed to go on.
fn save(training: &dyn Training, file: &Path, state: &Path) -> Result<()> {
    for (path, bytes) in [(file, training.weights()), (state, training.state())] {
        write_whole(path, &bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
