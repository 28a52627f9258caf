//! The log: off unless it is asked for, and never on standard output.

use anyhow::Result;
use env_logger::{Builder, Env, Target};
use log::LevelFilter;

use super::append_to;
use crate::cli::Log;

/// Starts the log as the arguments say, else as the variable RUST_LOG says.
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
        builder.target(Target::Pipe(Box::new(append_to(path)?)));
    }
    builder.format_timestamp_millis();
    // A program around this one may have a log already; then that one holds.
    let _ = builder.try_init();
    Ok(())
}
