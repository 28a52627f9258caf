//! The log: off by default, and never on standard output.

use anyhow::Result;
use env_logger::{Builder, Env, Target};
use log::LevelFilter;

use super::append::Appended;
use crate::cli::Log;

/// Starts the log as the arguments say, or else the variable RUST_LOG.
pub(super) fn start(args: &Log) -> Result<()> {
    let mut builder = Builder::new();
    match (args.verbose, &args.log_file) {
        (0, None) => {
            builder.filter_level(LevelFilter::Off);
            builder.parse_env(Env::default());
        }
        (0, Some(_)) => {
            builder.filter_level(LevelFilter::Info);
            builder.parse_env(Env::default());
        }
        (1, _) => {
            builder.filter_level(LevelFilter::Info);
        }
        (2, _) => {
            builder.filter_level(LevelFilter::Debug);
        }
        _ => {
            builder.filter_level(LevelFilter::Trace);
        }
    }
    if let Some(path) = &args.log_file {
        builder.target(Target::Pipe(Box::new(Appended::open(path)?)));
    }
    builder.format_timestamp_millis();
    // If an embedding program has installed a log already, that one stays.
    let _ = builder.try_init();
    Ok(())
}
