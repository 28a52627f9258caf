//! The `heelstone` program: all the games of this crate.

use std::process::ExitCode;

use heelstone::session::Registry;

fn main() -> ExitCode {
    heelstone::run(Registry::all())
}
