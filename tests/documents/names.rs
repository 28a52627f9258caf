//! The former name of the project.

use super::{bytes, files};

const FORMER: &str = "sarsen";

/// Where it may stand: in the history, and where files of the release that bore it are read.
const ALLOWED: [&str; 10] = [
    "CHANGELOG.md",
    "docs/formats.md",
    "docs/provenance.md",
    "fuzz/corpus/",
    "tests/book/former.rs",
    "tests/data/sarsen-0.1.0/",
    "tests/documents/names.rs",
    "tests/protocol/files.rs",
    "tools/tests/test_formats.py",
    "tools/tests/test_journal.py",
];

#[test]
fn the_former_name_stands_only_where_old_files_are_told_of() {
    let is_allowed = |file: &String| ALLOWED.iter().any(|allowed| file.starts_with(allowed));
    for file in files().into_iter().filter(|file| !is_allowed(file)) {
        let content = [file.as_bytes(), &bytes(&file)].concat();
        let found = content
            .windows(FORMER.len())
            .any(|part| part.eq_ignore_ascii_case(FORMER.as_bytes()));
        assert!(!found, "{file} has the former name of the project");
    }
}
