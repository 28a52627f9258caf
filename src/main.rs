//! The `sarsen` program: all the games of this crate.

use std::process::ExitCode;

use sarsen::session::Registry;

fn main() -> ExitCode {
    sarsen::run(Registry::all())
}
