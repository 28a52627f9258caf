//! The public items of the library, as the oldest supported Rust documents them.

#![cfg(test)]

#[path = "../snapshot.rs"]
mod snapshot;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

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

fn is_installed() -> bool {
    let output = Command::new("rustc")
        .arg(format!("+{RUST}"))
        .arg("-V")
        .output();
    output.is_ok_and(|output| output.status.success())
}

/// Has the library documented as JSON, which is not a stable form yet: hence the variable.
fn documentation() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folder = root.join("target/library");
    let status = Command::new("cargo")
        .arg(format!("+{RUST}"))
        .args(["rustdoc", "--lib", "--quiet", "--target-dir"])
        .arg(&folder)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .current_dir(root)
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
