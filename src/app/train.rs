//! `heelstone train`: learns an evaluation by playing.

use std::io::{self, Write};
use std::path::{Path, is_separator};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::{batch, game_of_files};
use crate::cli::{GameArgs, Limit, Train};
use crate::files::{beside, write_whole};
use crate::session::{Begin, Kind, Last, Learnt, Session, Training, Trial};

/// Without a limit of games or time it ends after this.
const TIME: Duration = Duration::from_secs(120);
/// How often the files are written, at the longest.
pub(super) const PAUSE: Duration = Duration::from_secs(20);

/// The most nodes of a search that is compared with deeper ones.
const NODES: u64 = 50_000;

/// How long to train.
pub(super) struct Limits {
    pub(super) games: u64,
    time: Option<Duration>,
    start: Instant,
}

impl Limits {
    pub(super) fn of(args: &Train) -> Limits {
        let time = match args.time {
            Some(Limit(time)) => time,
            None => args.games.is_none().then_some(TIME),
        };
        Limits {
            games: args.games.unwrap_or(u64::MAX),
            time,
            start: Instant::now(),
        }
    }

    /// So many games, however long they take.
    pub(super) fn of_games(games: u64) -> Limits {
        Limits {
            games,
            time: None,
            start: Instant::now(),
        }
    }

    pub(super) fn are_reached(&self, games: u64) -> bool {
        let is_over = |time| self.start.elapsed() >= time;
        games >= self.games || self.time.is_some_and(is_over)
    }

    /// Tells how far it is.
    pub(super) fn tell(&self, played: u64, out: &mut dyn Write) -> io::Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        writeln!(out, "{}, {seconds:.0} s", games(played))
    }
}

/// Trains until a limit is reached.
pub(super) fn run(session: &Session, args: &Train, out: &mut dyn Write) -> Result<()> {
    if args.selectivity {
        return forecast(session, args, out);
    }
    if args.verify {
        return verify(session, args, out);
    }
    if let Some(evaluation) = args.evaluation.as_deref().filter(|_| args.batch) {
        return batch::run(session, evaluation, args, out);
    }
    if let (Some(_), Some(number @ ("32" | "64"))) = (args.network, args.file.to_str()) {
        bail!(
            "{number} would be the file: write --network={number} without a blank, and then FILE"
        );
    }
    check_teacher(args)?;
    check_folder(&args.file)?;
    let state = beside(&args.file, ".training");
    let threads = usize::from(args.threads.unwrap_or(1));
    let mut training = open(session, args, &state)?;
    if let Some(path) = &args.played {
        take(&mut *training, path)?;
    }
    let limits = Limits::of(args);
    // The state has the whole rounds only.
    let of_file = learnt_games(session, &args.file);
    let played = training.games().max(of_file.unwrap_or(0));
    if played > limits.games {
        bail!(
            "{}: it has learnt from {} already: give more --games",
            state.display(),
            games(played)
        );
    }
    train(session, args, &mut *training, &limits, out)?;
    let last = training.last(threads);
    if let Some(trial) = &last.trial {
        tell(&training.kind(), trial, out)?;
    }
    save_weights(session, &args.file, &last.weights)?;
    if let Some(path) = &args.played {
        let taken = games(training.taken());
        writeln!(out, "{}: learnt from {taken}", path.display())?;
    }
    conclude(&args.file, &last, out)
}

/// Tells what came of it in the end.
pub(super) fn conclude(file: &Path, last: &Last, out: &mut dyn Write) -> Result<()> {
    write!(out, "{}: learnt from {}", file.display(), games(last.games))?;
    if last.is_weaker {
        write!(out, ", and weaker than the evaluation before")?;
    }
    writeln!(out)?;
    Ok(())
}

/// Plays and learns until a limit is reached, and saves what was learnt every now and then.
fn train(
    session: &Session,
    args: &Train,
    training: &mut dyn Training,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<()> {
    let state = beside(&args.file, ".training");
    let threads = usize::from(args.threads.unwrap_or(1));
    while !limits.are_reached(training.games()) {
        let begin = Instant::now();
        let mut told = Ok(());
        while !limits.are_reached(training.games()) && begin.elapsed() < PAUSE && told.is_ok() {
            training.play(limits.games, threads);
            if let Some(trial) = training.challenge(threads) {
                told = tell(&training.kind(), &trial, out);
                break;
            }
        }
        save(&state, &training.state())?;
        // What was learnt stays, even if nobody can be told.
        let told = told.and_then(|()| Ok(limits.tell(training.games(), out)?));
        if !limits.are_reached(training.games()) || told.is_err() {
            save_weights(session, &args.file, &training.weights())?;
        }
        told?;
    }
    Ok(())
}

/// The game to train: that of what is there already, if none is named.
pub(super) fn game(args: &Train) -> GameArgs {
    let state = beside(&args.file, ".training");
    game_of_files(&args.game, [&*state, &*args.file])
}

/// Takes games that were played elsewhere. If none would be learnt from next, this is not what the user wants.
fn take(training: &mut dyn Training, path: &Path) -> Result<()> {
    let name = || path.display().to_string();
    let bytes = std::fs::read_to_string(path).with_context(name)?;
    let of_use = training.take(&bytes).map_err(anyhow::Error::msg);
    if of_use.with_context(name)? == 0 {
        bail!(
            "{}: it has no game that this training would play next, with its seed and its evaluation of now",
            name()
        );
    }
    Ok(())
}

/// The number of games that a file was learnt from; `None` if there is none of the game.
fn learnt_games(session: &Session, file: &Path) -> Option<u64> {
    let weights = std::fs::read(file).ok()?;
    session.learnt(&weights).ok().map(|learnt| learnt.games)
}

/// Tells whether a file was learnt from all games at once.
fn is_of_batch(session: &Session, file: &Path) -> bool {
    let weights = std::fs::read(file).ok();
    let learnt = weights.and_then(|weights| session.learnt(&weights).ok());
    learnt.is_some_and(|learnt| learnt.is_batch)
}

/// Refuses weights that would be of no use to what is learnt.
fn check_teacher(args: &Train) -> Result<()> {
    if let Some(path) = &args.game.weights
        && !asked_for(args).has_teacher()
        && !beside(&args.file, ".training").exists()
    {
        bail!(
            "{}: patterns begin with nothing: say --network or --evaluation for what begins with weights",
            path.display()
        );
    }
    Ok(())
}

/// Refuses a folder, and a file in one that is not there, before hours of training are lost.
pub(super) fn check_folder(file: &Path) -> Result<()> {
    if file.is_dir() {
        bail!("{}: this is a folder", file.display());
    }
    let names_folder = file.to_string_lossy().ends_with(is_separator);
    let folder = if names_folder {
        Some(file)
    } else {
        file.parent()
    };
    match folder {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no such folder", folder.display())
        }
        _ => Ok(()),
    }
}

/// Tells how a match went.
fn tell(kind: &Kind, trial: &Trial, out: &mut dyn Write) -> Result<()> {
    let against = if kind.has_teacher() && trial.against == 0 {
        "the evaluation before".into()
    } else {
        format!("those after {}", trial.against)
    };
    tell_score(trial, &against, out)?;
    let kept = if trial.kept { "kept" } else { "not kept" };
    // No -0.
    let rating = trial.rating.round() + 0.0;
    write!(out, ", {kept}; {rating:+.0} Elo since the start")?;
    tell_errors(trial, out)
}

/// Tells the score of the newest weights in a match.
pub(super) fn tell_score(trial: &Trial, against: &str, out: &mut dyn Write) -> Result<()> {
    let &Trial { played, score, .. } = trial;
    let newest = games(trial.games);
    let percent = 100.0 * score;
    write!(
        out,
        "{newest}: {percent:.1} % of {played} against {against}"
    )?;
    Ok(())
}

/// Tells the errors, if there are any, and ends the line.
pub(super) fn tell_errors(trial: &Trial, out: &mut dyn Write) -> Result<()> {
    if let Some([first, second, last]) = trial.errors {
        write!(out, "; errors {first:.2}, {second:.2}, {last:.2}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// Trains as a file of weights tells, and compares what comes of it.
fn verify(session: &Session, args: &Train, out: &mut dyn Write) -> Result<()> {
    let name = || args.file.display().to_string();
    let weights = std::fs::read(&args.file).with_context(name)?;
    let learnt = session.learnt(&weights);
    let learnt = learnt.map_err(anyhow::Error::msg).with_context(name)?;
    if args.game.weights.is_some() && !learnt.kind.has_teacher() {
        bail!(
            "{}: these are patterns, which begin with nothing: leave --weights out",
            name()
        );
    }
    let threads = usize::from(args.threads.unwrap_or(1));
    let again = match &learnt.kind {
        Kind::Evaluation(evaluation) if learnt.is_batch => {
            batch::again(session, evaluation, &learnt, threads, out)
        }
        _ => again(session, &learnt, threads, out),
    };
    if again.with_context(name)? != learnt.unfitted {
        bail!(
            "{}: as many games give other weights: they were learnt with another release or other --weights",
            name()
        );
    }
    let games = games(learnt.games);
    writeln!(out, "{}: {games} give the same weights", name())?;
    Ok(())
}

/// The weights that come of such a training.
fn again(
    session: &Session,
    learnt: &Learnt,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Vec<u8>> {
    let Learnt { seed, kind, .. } = learnt;
    let begin = Begin::Anew { seed: *seed, kind };
    let training = session.training(begin);
    let mut training = training.map_err(anyhow::Error::msg)?;
    let limits = Limits::of_games(learnt.games);
    let mut told = Instant::now();
    while !limits.are_reached(training.games()) {
        training.play(limits.games, threads);
        training.challenge(threads);
        if told.elapsed() >= PAUSE {
            told = Instant::now();
            limits.tell(training.games(), out)?;
        }
    }
    Ok(training.last(threads).weights)
}

/// Fits forecasts to weights, and writes them back.
fn forecast(session: &Session, args: &Train, out: &mut dyn Write) -> Result<()> {
    let name = || args.file.display().to_string();
    let weights = std::fs::read(&args.file).with_context(name)?;
    let limits = Limits::of(args);
    let (mut played, mut told) = (0, Instant::now());
    let fitted = session.forecast(&weights, NODES, &mut |games| {
        played = games;
        if told.elapsed() < PAUSE {
            return !limits.are_reached(games);
        }
        told = Instant::now();
        limits.tell(games, out).is_ok() && !limits.are_reached(games)
    });
    let fitted = fitted.map_err(anyhow::Error::msg).with_context(name)?;
    save(&args.file, &fitted)?;
    writeln!(out, "{}: fitted to {}", name(), games(played))?;
    Ok(())
}

pub(super) fn games(number: u64) -> String {
    super::count(number, "game", "games")
}

/// Goes on with a training, or begins one. It writes over no file that is not its own.
fn open(session: &Session, args: &Train, state: &Path) -> Result<Box<dyn Training>> {
    let (file, name) = (args.file.display(), state.display());
    let (seed, kind) = (args.seed.unwrap_or(0), &asked_for(args));
    let training = match std::fs::read(state) {
        Ok(bytes) => {
            let training = session.training(Begin::From(&bytes));
            training.map_err(|why| format!("{name}: {why}"))
        }
        Err(error) if state.exists() => return Err(error).with_context(|| name.to_string()),
        Err(_) if is_of_batch(session, &args.file) => {
            bail!("{file}: it was learnt from all games at once: say --batch to go on")
        }
        Err(_) if args.file.exists() => {
            bail!("{file} exists already, without {name} to go on from: name another file")
        }
        Err(_) => session.training(Begin::Anew { seed, kind }),
    };
    let training = training.map_err(anyhow::Error::msg)?;
    let seed = training.seed();
    if args.seed.is_some_and(|wanted| wanted != seed) {
        bail!("{name}: its seed is {seed}: name another file for a training with another one");
    }
    let learning = training.kind();
    if args.game.weights.is_some() && !learning.has_teacher() {
        bail!("{name}: it learns patterns, which begin with nothing: leave --weights out");
    }
    if kind.has_teacher() && *kind != learning {
        let learning = match learning {
            Kind::Patterns => "patterns".into(),
            Kind::Network(neurons) => format!("a network with {neurons} neurons for each side"),
            Kind::Evaluation(name) => format!("weights of the evaluation `{name}`"),
        };
        bail!("{name}: it learns {learning}: name another file for another training");
    }
    Ok(training)
}

/// What is to be learnt.
fn asked_for(args: &Train) -> Kind {
    match (&args.evaluation, args.network) {
        (Some(name), _) => Kind::Evaluation(name.clone()),
        (None, Some(neurons)) => Kind::Network(neurons),
        (None, None) => Kind::Patterns,
    }
}

/// Writes weights, unless they are there: what was fitted to them stays.
pub(super) fn save_weights(session: &Session, path: &Path, weights: &[u8]) -> Result<()> {
    let there = std::fs::read(path).ok();
    let there = there.and_then(|there| session.learnt(&there).ok());
    if there.is_some_and(|there| there.unfitted == weights) {
        return Ok(());
    }
    save(path, weights)
}

fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(path, bytes).with_context(|| path.display().to_string())
}
