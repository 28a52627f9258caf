//! Tells the program which commit it is built from, as `HEELSTONE_BUILD`: `0.2.0 (67ddae2a1b2c)`.
//!
//! The commit is what the variable `HEELSTONE_COMMIT` says (for those who pack a release), else what
//! cargo noted in a published package, else the one that git has checked out. Git is asked for release
//! builds alone: a build for tests would have to be made again after every commit.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Where cargo notes the commit that it packed.
const NOTE: &str = ".cargo_vcs_info.json";
/// What the program is made from.
const SOURCES: [&str; 5] = ["build.rs", "src", "Cargo.toml", "Cargo.lock", ".cargo"];
/// Digits of a commit that are shown.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-env-changed=HEELSTONE_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let commit = env::var("HEELSTONE_COMMIT")
        .ok()
        .or_else(packed)
        .or_else(checked_out);
    let release = env!("CARGO_PKG_VERSION");
    let build = match commit {
        Some(commit) => format!("{release} ({})", commit.trim()),
        None => release.to_owned(),
    };
    println!("cargo::rustc-env=HEELSTONE_BUILD={build}");
}

/// The commit of a published package.
fn packed() -> Option<String> {
    let note = fs::read_to_string(NOTE).ok()?;
    let (_, rest) = note.split_once("\"sha1\": \"")?;
    let commit = rest.get(..DIGITS)?;
    Some(marked(commit, note.contains("\"dirty\": true")))
}

/// The commit that git has checked out in this folder, if it is a repository of its own.
fn checked_out() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" || !Path::new(".git").exists() {
        return None;
    }
    // HEAD names a branch; its log has a line for each commit and checkout.
    for file in ["HEAD", "logs/HEAD"] {
        println!(
            "cargo::rerun-if-changed={}",
            git(&["rev-parse", "--git-path", file])?
        );
    }
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--"][..], &SOURCES].concat())?;
    Some(marked(commit.get(..DIGITS)?, !changes.is_empty()))
}

fn marked(commit: &str, changed: bool) -> String {
    let mark = if changed { ", changed since" } else { "" };
    format!("{commit}{mark}")
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
