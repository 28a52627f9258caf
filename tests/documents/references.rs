//! `docs/references.md`: its entries and the comments that name them, in both directions.

use std::collections::{BTreeMap, BTreeSet};

use super::links::links;
use super::{bytes, extension, files, target, text};

const PAGE: &str = "docs/references.md";

/// The files that may name an entry: the sources, and the texts beside them.
const FOLDERS: [&str; 5] = ["src/", "tools/", "examples/", "benches/", "tests/"];
const KINDS: [&str; 6] = ["rs", "py", "js", "md", "txt", "gtp"];

/// The files that each entry links, by tag.
fn entries() -> BTreeMap<String, BTreeSet<String>> {
    let page = text(PAGE);
    let mut entries = BTreeMap::new();
    for entry in page.split("\n- **[").skip(1) {
        let (tag, rest) = entry.split_once("]**").expect("a tag ends");
        let rest = rest.split("\n\n").next().unwrap_or(rest);
        let files = links(rest).into_iter().map(|link| target(PAGE, &link));
        let files = files.filter(|file| !file.starts_with("docs/")).collect();
        assert!(is_tag(tag), "[{tag}] has not the form of a tag");
        let before = entries.insert(tag.to_string(), files);
        assert!(before.is_none(), "[{tag}] stands twice");
    }
    entries
}

/// True for a tag: names, then a year, perhaps with a letter, or `n.d.`
fn is_tag(text: &str) -> bool {
    let Some((names, date)) = text.rsplit_once(' ') else {
        return false;
    };
    let year = date.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_year = year.len() == 4 && year.chars().all(|c| c.is_ascii_digit());
    let is_date = date == "n.d." || is_year && date.len() <= 5;
    let is_name = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'');
    is_date && names.starts_with(char::is_uppercase) && names.chars().all(is_name)
}

/// The tags in a text, each on one line.
fn tags(text: &str) -> BTreeSet<&str> {
    let openings = text.lines().flat_map(|line| line.split('[').skip(1));
    let inside = openings.filter_map(|rest| Some(rest.split_once(']')?.0));
    inside.filter(|inside| is_tag(inside)).collect()
}

/// The tags that each file names, apart from these tests.
fn named() -> BTreeMap<String, BTreeSet<String>> {
    let may_name = |file: &String| {
        FOLDERS.iter().any(|folder| file.starts_with(folder))
            && KINDS.contains(&extension(file))
            && !file.starts_with("tests/documents/")
    };
    let mut named = BTreeMap::new();
    for file in files().into_iter().filter(may_name) {
        let content = bytes(&file);
        let content = String::from_utf8_lossy(&content);
        let tags: BTreeSet<_> = tags(&content).into_iter().map(String::from).collect();
        named.insert(file, tags);
    }
    named
}

#[test]
fn every_entry_is_named_by_the_files_that_it_links() {
    let (entries, named) = (entries(), named());
    assert!(entries.len() > 50, "{PAGE} has {} entries", entries.len());
    for (tag, files) in entries {
        assert!(!files.is_empty(), "[{tag}] links no file");
        for file in files {
            let tags = named.get(&file);
            let is_named = tags.is_some_and(|tags| tags.contains(&tag));
            assert!(is_named, "{file}, which [{tag}] links, does not name it");
        }
    }
}

#[test]
fn every_tag_in_the_sources_has_an_entry_that_links_the_file() {
    let entries = entries();
    for (file, tags) in named() {
        for tag in tags {
            let entry = entries.get(&tag);
            let files = entry.unwrap_or_else(|| panic!("{file}: {PAGE} has no [{tag}]"));
            assert!(files.contains(&file), "[{tag}] does not link {file}");
        }
    }
}

#[test]
fn an_index_is_no_tag() {
    assert_eq!(
        tags("see [Buro 1995] and [Plaat 1996a], [Wang n.d.]").len(),
        3
    );
    assert!(tags("[Van den\nBergh 2000] rows[Row 12] [1995] [sgf 1997] [Search]").is_empty());
}
