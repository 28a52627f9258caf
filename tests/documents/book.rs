//! `docs/SUMMARY.md`, the contents of the documents as a site.

use std::collections::BTreeSet;

use super::links::links;
use super::{extension, files, target, text};

const SUMMARY: &str = "docs/SUMMARY.md";

/// The pages of the site.
fn pages() -> Vec<String> {
    links(&text(SUMMARY))
        .iter()
        .map(|link| target(SUMMARY, link))
        .collect()
}

#[test]
fn every_page_of_the_documents_is_in_the_contents_once() {
    let pages = pages();
    let once: BTreeSet<_> = pages.iter().collect();
    assert_eq!(once.len(), pages.len(), "{pages:?}");
    for file in files() {
        let is_page = file.starts_with("docs/") && extension(&file) == "md" && file != SUMMARY;
        assert!(
            !is_page || once.contains(&file),
            "{SUMMARY} has no line for {file}"
        );
    }
}

/// A page that the site lacks would be a dead link there.
#[test]
fn the_pages_lead_to_no_page_outside_of_the_contents() {
    let pages = pages();
    for page in &pages {
        for link in links(&text(page)) {
            let path = link.split('#').next().unwrap_or_default();
            if extension(path) == "md" {
                let target = target(page, path);
                assert!(
                    pages.contains(&target),
                    "{page} leads to {target}, which {SUMMARY} lacks"
                );
            }
        }
    }
}
