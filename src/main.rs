//! The `heelstone` program: all the games of this crate.

use std::process::ExitCode;

use heelstone::session::Registry;

fn main() -> ExitCode {
    heelstone::start(Registry::all)
}
