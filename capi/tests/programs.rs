//! Programs in C with the library linked into them, and with the shared one; the example of `docs/c.md` is among them.
//! `CC` and `CFLAGS` are the compiler and its options.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder where cargo has put the libraries: that of this test, or in the layout of later releases the newest beside
/// it.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("the path of this test");
    let own = test.parent().expect("a folder");
    let library = |folder: &Path| folder.join("libheelstone_c.a");
    if library(own).exists() {
        return own.into();
    }
    let beside = fs::read_dir(own.join("../..")).expect("the folders of other builds");
    let folders = beside.map(|entry| entry.expect("an entry").path().join("out"));
    let newest = folders.max_by_key(|folder| {
        let built = fs::metadata(library(folder)).and_then(|file| file.modified());
        built.ok()
    });
    newest.expect("a folder of the library")
}

/// The compiler, or `None`, with a sentence, if there is none.
fn compiler() -> Option<String> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".into());
    let runs = Command::new(&compiler).arg("--version").output().is_ok();
    if !cfg!(unix) || !runs {
        let needed = "a C compiler for Unix is needed";
        assert!(env::var_os("HEELSTONE_NO_SKIP").is_none(), "{needed}");
        println!("skipped: {needed}");
        return None;
    }
    Some(compiler)
}

/// How a program gets the library.
#[derive(Clone, Copy)]
enum Link {
    Inside,
    Shared,
}

/// Compiles and runs a program; `None` without a compiler.
fn run(source: &Path, link: Link) -> Option<Output> {
    let folder = libraries();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = source.file_stem()?.to_str()?;
    let program = folder.join(match link {
        Link::Inside => format!("heelstone-c-{name}"),
        Link::Shared => format!("heelstone-c-{name}-shared"),
    });
    let mut command = Command::new(compiler()?);
    let flags = env::var("CFLAGS").unwrap_or_default();
    command
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread"])
        .args(flags.split_whitespace())
        .arg(concat!("-DVERSION=\"", env!("CARGO_PKG_VERSION"), "\""))
        .arg("-I")
        .arg(here.join("include"))
        .arg(source)
        .arg("-o")
        .arg(&program);
    match link {
        Link::Inside => command.arg(folder.join("libheelstone_c.a")),
        Link::Shared => command.arg("-L").arg(&folder).arg("-lheelstone_c"),
    };
    let compiled = command.args(["-lm", "-ldl"]).output().expect("cc starts");
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{errors}");
    // The name that programs look for.
    let shared = folder.join("libheelstone.so.0");
    if matches!(link, Link::Shared) && !shared.exists() {
        let _ = fs::hard_link(folder.join("libheelstone_c.so"), shared);
    }
    let output = Command::new(program)
        .env("LD_LIBRARY_PATH", &folder)
        .output()
        .expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    Some(output)
}

fn source(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.join("tests/programs").join(name)
}

#[test]
fn thirty_two_engines_play_in_one_process() {
    if let Some(output) = run(&source("instances.c"), Link::Inside) {
        assert_eq!(output.stdout, b"32 engines played\n");
    }
}

#[test]
fn mistakes_of_a_caller_are_refused() {
    run(&source("edges.c"), Link::Inside);
}

#[test]
fn a_program_finds_the_shared_library() {
    if cfg!(target_os = "linux") {
        run(&source("edges.c"), Link::Shared);
    }
}

#[test]
fn the_example_of_the_guide_says_what_the_guide_says() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/c.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let block = |language: &str| {
        let (_, rest) = guide
            .split_once(&format!("\n```{language}\n"))
            .expect("a block");
        rest.split_once("\n```\n").expect("its end").0.to_string()
    };
    let source = libraries().join("example.c");
    fs::write(&source, block("c") + "\n").expect("a file in the target folder");
    let Some(output) = run(&source, Link::Inside) else {
        return;
    };
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let expected = block("text");
    assert_eq!(said.lines().count(), expected.lines().count(), "{said}");
    for (said, expected) in said.lines().zip(expected.lines()) {
        let (start, end) = expected.split_once("[..]").unwrap_or((expected, ""));
        assert!(said.starts_with(start) && said.ends_with(end), "{said}");
    }
}
