//! Links of the documents to each other, to files, and to headings.

use std::collections::{BTreeMap, BTreeSet};

use super::{extension, files, is_left_out, root, target, text};

/// The links of a text in Markdown that lead to files of the project or to headings.
pub(super) fn links(markdown: &str) -> Vec<String> {
    let text = without_code(markdown);
    let openings = text.split("](").skip(1);
    let links = openings.filter_map(|rest| Some(rest.split_once(')')?.0));
    let inside = links.filter(|link| !link.contains("://") && !link.starts_with("mailto:"));
    inside.map(String::from).collect()
}

/// The text without what stands in fences and between backticks.
fn without_code(markdown: &str) -> String {
    let mut text = String::new();
    let mut in_fence = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        } else if !in_fence {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.split('`').step_by(2).collect()
}

/// The anchors of the headings, as GitHub and crates.io make them.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    let mut in_fence = false;
    for line in markdown.lines() {
        in_fence ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if in_fence || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let anchor = slug(&visible(title.trim()));
        let time = times.entry(anchor.clone()).or_insert(0);
        anchors.insert(match *time {
            0 => anchor,
            times => format!("{anchor}-{times}"),
        });
        *time += 1;
    }
    anchors
}

/// A heading without the targets of its links.
fn visible(title: &str) -> String {
    let mut parts = title.split("](");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, rest| {
        text + rest.split_once(')').map_or("", |(_, after)| after)
    })
}

fn slug(title: &str) -> String {
    let kept = title.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let documents: Vec<_> = files()
        .into_iter()
        .filter(|file| extension(file) == "md")
        .collect();
    for needed in [
        "README.md",
        "CONTRIBUTING.md",
        "protocol.md",
        "docs/references.md",
    ] {
        assert!(documents.iter().any(|file| file == needed), "{needed}");
    }
    let mut followed = 0;
    for document in documents {
        for link in links(&text(&document)) {
            follow(&document, &link);
            followed += 1;
        }
    }
    assert!(followed > 100, "only {followed} links were found");
}

fn follow(document: &str, link: &str) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = if path.is_empty() {
        document.to_string()
    } else {
        target(document, path)
    };
    if is_left_out(&file) {
        return;
    }
    let exists = root().join(&file).exists();
    assert!(exists, "{document}: {link} leads to no file");
    if !anchor.is_empty() {
        let known = anchors(&text(&file));
        let leads = known.contains(anchor);
        assert!(leads, "{document}: {link} leads to no heading of {file}");
    }
}

#[test]
fn anchors_are_made_of_the_visible_words() {
    let page =
        "# The browser's messages\n```\n# no\n```\n## `tree PLIES [minimax]`\n## [A](b)\n## A";
    let expected = ["a", "a-1", "the-browsers-messages", "tree-plies-minimax"];
    assert_eq!(anchors(page), expected.map(String::from).into());
    assert_eq!(
        links("[a](b) `[c](d)` ![e](f#g)\n```\n[h](i)\n```\n<https://x>"),
        ["b", "f#g"]
    );
}
