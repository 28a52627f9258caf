//! The statements of the documents, held against the files: where data comes from, which references the
//! sources name, where links lead. These tests only read files.

mod book;
mod citation;
mod items;
mod layers;
mod links;
mod names;
mod oldest_rust;
mod provenance;
mod references;
mod reliability;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn bytes(path: &str) -> Vec<u8> {
    fs::read(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text(path: &str) -> String {
    String::from_utf8(bytes(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files of the project, relative to its folder, with `/` between the parts: those that git
/// knows, or in an unpacked package all but what was built or fetched there.
fn files() -> Vec<String> {
    let files = if root().join(".git").exists() {
        known_to_git()
    } else {
        let mut files = Vec::new();
        walk(root(), &mut files).expect("the folder of the project can be read");
        files
    };
    assert!(files.iter().any(|file| file == "Cargo.toml"), "{files:?}");
    files
}

/// Returns true in an unpacked package that leaves out the folder of this file, as it does the packages beside this one.
fn is_left_out(file: &str) -> bool {
    let file = Path::new(file);
    let is_missing = |folder: &Path| !root().join(folder).exists();
    let first = file
        .components()
        .next()
        .map(|first| Path::new(first.as_os_str()));
    !root().join(".git").exists()
        && (first.is_some_and(is_missing) || file.parent().is_some_and(is_missing))
}

fn known_to_git() -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(output.status.success(), "git ls-files failed");
    let names = String::from_utf8(output.stdout).expect("names are UTF-8");
    let names = names.split_terminator('\0').map(String::from);
    // Git still lists a file that was deleted, until that is committed.
    names.filter(|name| root().join(name).is_file()).collect()
}

fn walk(folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    const FOREIGN: [&str; 4] = ["target", "vendor", "node_modules", "__pycache__"];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() {
            files.push(relative(&entry.path()));
        } else if !name.starts_with('.') && !FOREIGN.contains(&name.as_str()) {
            walk(&entry.path(), files)?;
        }
    }
    Ok(())
}

fn relative(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("inside of the project");
    let parts = inside.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// The file that a link in another one leads to, both relative to the project.
fn target(from: &str, link: &str) -> String {
    let mut path = PathBuf::from(from);
    path.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => assert!(path.pop(), "{from}: {link} leads out of the project"),
            part => path.push(part),
        }
    }
    relative(&root().join(path))
}

fn extension(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}
