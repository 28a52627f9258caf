//! `docs/provenance.md`: each data file has its checksum and its origin there.

use std::collections::BTreeMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::links::links;
use super::{bytes, extension, files, target, text};

const PAGE: &str = "docs/provenance.md";

/// Where data that ships may be.
const FOLDERS: [&str; 6] = ["src/", "tools/", "examples/", "benches/", "docs/", "tests/"];

/// Endings of files that people write by hand.
const WRITTEN: [&str; 12] = [
    "c",
    "rs",
    "py",
    "js",
    "md",
    "toml",
    "ini",
    "json",
    "html",
    "css",
    "gtp",
    "gitignore",
];

/// Snapshots, which the tests beside them write.
const SNAPSHOTS: &str = "tests/stability/";

fn is_data(file: &str) -> bool {
    FOLDERS.iter().any(|folder| file.starts_with(folder))
        && !file.starts_with(SNAPSHOTS)
        && !WRITTEN.contains(&extension(file))
}

/// The checksums of the page by file.
fn checksums() -> BTreeMap<String, String> {
    let page = text(PAGE);
    let lines = page.lines().filter_map(|line| line.split_once("  "));
    let sums =
        lines.filter(|(sum, _)| sum.len() == 64 && sum.chars().all(|c| c.is_ascii_hexdigit()));
    sums.map(|(sum, file)| (file.to_string(), sum.to_string()))
        .collect()
}

fn sha256(file: &str) -> String {
    let mut sum = String::new();
    for byte in Sha256::digest(bytes(file)) {
        write!(sum, "{byte:02x}").expect("a string takes all");
    }
    sum
}

#[test]
fn every_checksum_is_that_of_its_file() {
    let sums = checksums();
    assert!(sums.len() > 20, "{PAGE} has {} checksums", sums.len());
    for (file, expected) in sums {
        let sum = sha256(&file);
        assert_eq!(sum, expected, "{file} is not what {PAGE} tells of");
    }
}

#[test]
fn no_data_file_is_without_a_checksum_and_an_origin() {
    let sums = checksums();
    let links: Vec<_> = links(&text(PAGE))
        .into_iter()
        .map(|link| target(PAGE, &link))
        .collect();
    for file in files().into_iter().filter(|file| is_data(file)) {
        assert!(sums.contains_key(&file), "{PAGE} has no checksum of {file}");
        assert!(
            links.contains(&file),
            "{PAGE} does not tell where {file} is from"
        );
    }
}
