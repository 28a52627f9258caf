//! `heelstone review`: judges each move of a game.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::cli::{Limit, Review};
use crate::files::open_plain;
use crate::game::RecordKind;
use crate::search::Stop;
use crate::session::{Budget, Engine, Tally, json};
use crate::system::leave_with_the_reader;

/// The limit for each position if none is given.
const TIME: Duration = Duration::from_secs(1);

/// Loads the game, and applies the options.
///
/// # Errors
/// Returns an error if there is no such file, or no game in it.
pub(super) fn load(engine: &mut Engine, args: &Review) -> Result<()> {
    if let Some(mib) = args.hash {
        engine.set_hash(mib).context("--hash")?;
    }
    engine.settings_mut().threads = args.threads.map_or(1, usize::from);
    let path = args.file.as_deref().filter(|path| *path != Path::new("-"));
    let Some(path) = path else {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(engine.load(&text)?);
    };
    let name = path.display();
    if let Some(format) = archive(engine, path) {
        let loaded = engine.load_record(format, path, args.number, None);
        return loaded.with_context(|| format!("{name}"));
    }
    let text = read(path).with_context(|| format!("cannot read {name}"))?;
    engine.load(&text).with_context(|| format!("{name}"))
}

/// The format of a file of many games, by its extension.
fn archive(engine: &Engine, path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    let formats = engine.registry().games().flat_map(|info| info.records);
    let mut archives = formats.filter(|own| matches!(own.kind, RecordKind::Archive { .. }));
    let own = archives.find(|own| own.extension.eq_ignore_ascii_case(extension))?;
    Some(own.name)
}

fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    open_plain(path, OpenOptions::new().read(true))?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Judges the moves, and writes a line for each and a summary.
///
/// # Errors
/// Returns an error if there is nothing to review, or if the output fails.
pub(super) fn run(engine: &mut Engine, args: &Review, out: &mut dyn Write) -> Result<()> {
    leave_with_the_reader();
    let budget = match (args.nodes, args.time) {
        (Some(nodes), _) => Budget::Nodes(nodes),
        (None, Some(Limit(Some(time)))) => Budget::Time(time),
        // Each position is then searched until it is solved.
        (None, Some(Limit(None))) => Budget::Time(Duration::MAX),
        (None, None) => Budget::Time(TIME),
    };
    let mut review = engine.prepare_review(budget)?;
    let (mut tally, stop) = (Tally::default(), Stop::new());
    let mut written = Ok(());
    engine.review(&mut review, &stop, &mut |judged| {
        tally.count(judged);
        let line = match args.json {
            true => json::judged(judged).to_string(),
            false => judged.to_string(),
        };
        written = writeln!(out, "{line}").and_then(|()| out.flush());
        if written.is_err() {
            stop.request();
        }
    });
    written?;
    if args.json {
        writeln!(out, "{}", json::review_end("complete", &tally, &review))?;
    } else {
        writeln!(out, "{}", review.summary(&tally))?;
    }
    Ok(())
}
