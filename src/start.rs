//! The first thing that the program does: it looks at the processor.
//!
//! A build for newer processors is faster by a tenth to a third, and ends in an illegal instruction on older ones. So
//! packages have several: the program, which runs nearly everywhere, and beside it builds for newer processors. The
//! program hands over at once to the best of those that can run. One that lies alone is complete.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[cfg(feature = "program")]
use crate::app as program;
#[cfg(not(feature = "program"))]
use crate::bare as program;
use crate::release::RELEASE;
use crate::session::Registry;
use crate::system;

/// The variable that keeps the program from handing over: `HEELSTONE_CPU=any`.
const CHOICE: &str = "HEELSTONE_CPU";

/// Runs the whole program, as [`run`](crate::run) does, after a look at the processor.
///
/// If the processor lacks an instruction set that this build uses, a sentence on standard error says so,
/// and the exit code is 1. If a build for newer processors lies beside the program, as in the packages, that one runs.
pub fn start(games: fn() -> Registry) -> ExitCode {
    if let Some(feature) = missing_feature() {
        refuse(feature);
        return ExitCode::FAILURE;
    }
    match hand_over() {
        Some(code) => code,
        None => program::run(games()),
    }
}

/// An instruction set that this build of the library uses and the processor lacks, such as `avx2`; `None` if the
/// processor can run this build. A program that may be copied to another machine asks this before all else.
pub fn missing_feature() -> Option<&'static str> {
    system::processor::missing_feature()
}

/// The levels of processors above the one that this build is for and that this processor has, the best first:
/// `x86-64-v3`, `x86-64-v4`. A build for one of them is faster. Whoever has several asks the one for all processors, which
/// runs whatever the answer is.
pub fn better_levels() -> Vec<&'static str> {
    system::processor::better_levels()
}

/// Says what is missing. The texts are written as they are: to format them would take instructions that may be missing.
#[inline(never)]
fn refuse(feature: &str) {
    let mut error = io::stderr();
    for part in [
        "heelstone: this build is for newer processors, and this one lacks ",
        feature,
        ". Take the build that a release has for all processors, or build it for this one: \
         RUSTFLAGS=\"-C target-cpu=native\" cargo build --release\n",
    ] {
        // Nobody can be told that nothing can be told.
        let _ = error.write_all(part.as_bytes());
    }
}

/// Runs the best build for this processor in place of this one, if there is a better one.
fn hand_over() -> Option<ExitCode> {
    let levels = better_levels();
    if levels.is_empty() || env::var_os(CHOICE).is_some_and(|choice| choice == "any") {
        return None;
    }
    let program = this_program()?;
    let mut places = levels.iter().flat_map(|level| builds(&program, level));
    let better = places.find(|path| path.is_file())?;
    match system::run_instead(&better) {
        Ok(code) => Some(code),
        Err(error) => {
            let better = better.display();
            let told = format_args!("heelstone: the faster build {better} cannot be run: {error}");
            let _ = writeln!(io::stderr(), "{told}");
            None
        }
    }
}

/// The file of this program. Where the system does not tell, as without `/proc`, it is what it was called by, if that is a path.
fn this_program() -> Option<PathBuf> {
    let called = || {
        let path = PathBuf::from(env::args_os().next()?);
        (path.components().count() > 1).then_some(path)
    };
    env::current_exe().ok().or_else(called)
}

/// Where a build for a level may lie: beside the program, or in the folder for such files of a system. The name has
/// the release, so that a program never runs what another release has left there.
fn builds(program: &Path, level: &str) -> Vec<PathBuf> {
    let Some((folder, stem)) = program.parent().zip(program.file_stem()) else {
        return Vec::new();
    };
    let mut name = OsString::from(stem);
    name.push(format!("-{RELEASE}-{level}{}", env::consts::EXE_SUFFIX));
    vec![
        folder.join(&name),
        folder.join("../lib").join(stem).join(&name),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_processor_has_what_this_build_needs() {
        assert_eq!(missing_feature(), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_name_of_a_better_build_has_its_release_and_its_level() {
        let found = builds(Path::new("/usr/bin/heelstone"), "x86-64-v3");
        let name = format!("heelstone-{RELEASE}-x86-64-v3");
        let beside = Path::new("/usr/bin").join(&name);
        let library = Path::new("/usr/bin/../lib/heelstone").join(&name);
        assert_eq!(found, [beside, library]);
    }
}
