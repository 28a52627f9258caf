//! `heelstone train --batch`: learns an evaluation from many games at once.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::train::{
    Limits, PAUSE, check_folder, conclude, games, save_weights, tell_errors, tell_score,
};
use crate::cli::Train;
use crate::files::{beside, open_plain};
use crate::session::{Batch, Learnt, Session};

/// Plays games until a limit is reached, and learns from them.
pub(super) fn run(
    session: &Session,
    evaluation: &str,
    args: &Train,
    out: &mut dyn Write,
) -> Result<()> {
    check_folder(&args.file)?;
    let path = beside(&args.file, ".games");
    if args.file.exists() && !path.exists() {
        let (file, path) = (args.file.display(), path.display());
        bail!("{file} exists already, without {path} to go on from: name another file");
    }
    let batch = session.batch(evaluation, args.seed.unwrap_or(0));
    let mut batch = batch.map_err(anyhow::Error::msg)?;
    let mut file = gather(&mut *batch, &path)?;
    let limits = Limits::of(args);
    let there = games(batch.games());
    if batch.games() > limits.games {
        let path = path.display();
        bail!("{path}: it has {there} already: give more --games");
    }
    if batch.games() > 0 {
        writeln!(out, "{}: {there}", path.display())?;
    }
    let threads = usize::from(args.threads.unwrap_or(1));
    play(&mut *batch, &limits, threads, out, &mut |lines| {
        let written = file.write_all(lines.as_bytes());
        written.with_context(|| path.display().to_string())
    })?;
    let last = batch.learn(limits.games, threads);
    if let Some(trial) = &last.trial {
        tell_score(trial, "the evaluation before", out)?;
        tell_errors(trial, out)?;
    }
    save_weights(session, &args.file, &last.weights)?;
    conclude(&args.file, &last, out)
}

/// The weights that come of as many games.
pub(super) fn again(
    session: &Session,
    evaluation: &str,
    learnt: &Learnt,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Vec<u8>> {
    let batch = session.batch(evaluation, learnt.seed);
    let mut batch = batch.map_err(anyhow::Error::msg)?;
    let limits = Limits::of_games(learnt.games);
    play(&mut *batch, &limits, threads, out, &mut |_| Ok(()))?;
    Ok(batch.learn(learnt.games, threads).weights)
}

/// Plays games until a limit is reached, and hands their lines over.
fn play(
    batch: &mut dyn Batch,
    limits: &Limits,
    threads: usize,
    out: &mut dyn Write,
    keep: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<()> {
    let mut told = Instant::now();
    while !limits.are_reached(batch.games()) {
        let lines = batch.play(limits.games, threads);
        keep(&(lines.join("\n") + "\n"))?;
        let is_over = limits.are_reached(batch.games());
        if is_over || told.elapsed() >= PAUSE {
            told = Instant::now();
            limits.tell(batch.games(), out)?;
        }
    }
    Ok(())
}

/// Takes the games of a file, and opens it for more. A last line that was cut short goes.
fn gather(batch: &mut dyn Batch, path: &Path) -> Result<File> {
    let name = || path.display().to_string();
    let mut options = OpenOptions::new();
    options.create(true).read(true).append(true);
    let file = open_plain(path, &options).with_context(name)?;
    let mut reader = BufReader::new(&file);
    let (mut line, mut number, mut whole) = (Vec::new(), 0, 0);
    while reader.read_until(b'\n', &mut line).with_context(name)? > 0 && line.ends_with(b"\n") {
        number += 1;
        let taken = batch.take(&String::from_utf8_lossy(&line));
        taken.map_err(|why| anyhow::anyhow!("{}: line {number}: {why}", name()))?;
        whole += line.len() as u64;
        line.clear();
    }
    if number > 0 && batch.games() == 0 {
        bail!("{}: it has no game of this training", name());
    }
    file.set_len(whole).with_context(name)?;
    Ok(file)
}
