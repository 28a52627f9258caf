//! The public items of the library, as the oldest supported Rust documents them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::snapshot;

/// The oldest supported Rust. Its documentation in JSON has a form of its own: `public-api` 0.48 reads it.
const RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Set where a missing tool is a failure, as in the continuous integration.
const NO_SKIP: &str = "HEELSTONE_NO_SKIP";

#[test]
fn the_public_items_of_the_library_are_those_of_the_snapshot() {
    if !is_installed() {
        let reason = format!("the library's public items: `rustup toolchain install {RUST}`");
        assert!(env::var_os(NO_SKIP).is_none(), "missing for {reason}");
        eprintln!("skipped: {reason}");
        return;
    }
    let items = public_api::Builder::from_rustdoc_json(documentation())
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .expect("the documentation is read");
    let lines: Vec<String> = items.items().map(|item| format!("{item}\n")).collect();
    snapshot::compare("library.txt", &lines.concat());
}

#[test]
fn the_oldest_rust_is_named_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "protocol.md",
        "docs/stability.md",
    ] {
        let text = fs::read_to_string(root.join(name)).expect("it is there");
        let named = text.contains(RUST) || text.contains("Rust 1.");
        assert!(!named, "{name} names a Rust; Cargo.toml does already");
    }
}

fn is_installed() -> bool {
    let output = Command::new("rustc")
        .arg(format!("+{RUST}"))
        .arg("-V")
        .output();
    output.is_ok_and(|output| output.status.success())
}

/// Has the library documented as JSON, which is not a stable form yet: hence the variable.
fn documentation() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    let status = Command::new("cargo")
        .arg(format!("+{RUST}"))
        .args(["rustdoc", "--lib", "--quiet", "--target-dir"])
        .arg(&folder)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTC_BOOTSTRAP", "1")
        // Those of the cargo and the rustc that run this test.
        .env_remove("CARGO")
        .env_remove("RUSTC")
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("RUSTDOCFLAGS")
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    folder.join("doc/heelstone.json")
}
