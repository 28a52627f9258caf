//! The match controller in `tools/`, tested by its own suite with this build of the engine as the
//! referee and as a player.

use std::path::Path;
use std::process::Command;

/// Set where a missing Python is a failure, as in the continuous integration.
const NO_SKIP: &str = "HEELSTONE_NO_SKIP";

#[test]
fn the_suite_of_the_match_controller_passes() {
    let python = "python3";
    let runs = Command::new(python)
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"])
        .status();
    if !runs.is_ok_and(|status| status.success()) {
        assert!(
            std::env::var_os(NO_SKIP).is_none(),
            "{python} 3.11 or newer is needed for the match controller"
        );
        println!("skipped: {python} 3.11 or newer is not there");
        return;
    }
    let output = Command::new(python)
        .args(["-B", "-m", "unittest", "discover", "-s", "tools/tests"])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .env("HEELSTONE_BIN", env!("CARGO_BIN_EXE_heelstone"))
        .output()
        .expect("python3 has run just before");
    assert!(
        output.status.success(),
        "the suite failed:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
