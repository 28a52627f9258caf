//! `heelstone web`: applies the command line and starts the server.

use std::io;
use std::thread::available_parallelism;

use super::{Failure, open};
use crate::cli::Web;
use crate::session::Registry;
use crate::web::{self, Options};

/// Serves the page until the program is interrupted.
pub(super) fn run(registry: Registry, args: &Web) -> Result<(), Failure> {
    let first = open(registry, &args.game).map_err(Failure::Usage)?;
    let info = first.session().info();
    let processors = || available_parallelism().map_or(1, usize::from);
    let options = Options {
        host: if args.lan { web::ANY } else { args.host },
        lan: args.lan,
        port: args.port,
        names: args.names.clone(),
        open: args.open,
        game: info.name,
        size: info.size_name(),
        threads: args.threads.map_or_else(processors, usize::from),
        hash: args.hash,
    };
    web::run(first.registry().clone(), &options, &mut io::stdout()).map_err(Failure::Run)
}
