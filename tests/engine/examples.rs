//! The programs of the examples, as an outside crate makes them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

use assert_cmd::Command as Program;

/// Set where the examples are built: cargo, which builds them before all tests but not before some, is not asked again.
const BUILT: &str = "HEELSTONE_EXAMPLES_BUILT";

/// A built example, beside the tests.
pub fn program(name: &str) -> Program {
    Program::new(path(name))
}

/// Where it lies.
pub fn path(name: &str) -> PathBuf {
    static BUILD: Once = Once::new();
    let test = std::env::current_exe().expect("this test is a file");
    let folder = test
        .ancestors()
        .nth(2)
        .expect("it lies in the target folder");
    BUILD.call_once(|| {
        if std::env::var_os(BUILT).is_some() {
            return;
        }
        let release = folder.ends_with("release").then_some("--release");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--example", "dots_and_boxes"])
            .args(["--example", "breakthrough"])
            .args(release)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(
            built.is_ok_and(|status| status.success()),
            "the examples build"
        );
    });
    folder.join(format!("examples/{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The replies of an example to these commands, without `= `.
pub fn replies(name: &str, commands: &str) -> Vec<String> {
    let output = program(name)
        .write_stdin(commands)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let replies = text.trim_end_matches('\n').split("\n\n");
    let told = replies.map(|reply| {
        let answer = reply
            .strip_prefix('=')
            .unwrap_or_else(|| panic!("{reply} in {text}"));
        answer.trim().to_string()
    });
    told.collect()
}
