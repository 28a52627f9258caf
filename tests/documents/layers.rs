//! The layers of docs/architecture.md, held against what the sources import.

use std::collections::HashMap;

use super::{files, text};

/// The place of each module in the table of layers, the lowest first: those of one row share it.
fn places() -> HashMap<String, usize> {
    let document = text("docs/architecture.md");
    let (_, layers) = document.split_once("\n## The layers\n").expect("a part");
    let (layers, _) = layers.split_once("\n## ").expect("another part");
    let rows = layers.lines().filter(|line| line.starts_with("| ["));
    let mut places = HashMap::new();
    for (place, row) in rows.enumerate() {
        let cell = row.split('|').nth(1).expect("a cell");
        for name in cell.split('`').skip(1).step_by(2) {
            places.insert(name.trim_end_matches(".rs").to_string(), place);
        }
    }
    assert!(places.len() > 10, "{places:?}");
    places
}

/// A source file of the program, and the modules that it lies in, the outermost first.
struct Source {
    path: String,
    modules: Vec<String>,
}

fn sources() -> Vec<Source> {
    let source = |path: String| {
        let inside = path.strip_prefix("src/")?.strip_suffix(".rs")?;
        let modules = inside.split('/').filter(|part| *part != "mod");
        let modules: Vec<String> = modules.map(String::from).collect();
        let is_root = ["lib", "main"].contains(&&*modules[0]);
        let is_test = modules.iter().any(|name| name.ends_with("tests"));
        (!is_root && !is_test).then_some(Source { path, modules })
    };
    files().into_iter().filter_map(source).collect()
}

/// The code of a file without comments and tests.
fn code(path: &str) -> String {
    let text = text(path);
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next());
    lines.flatten().collect::<Vec<_>>().join("\n")
}

/// The first word after each place where `code` has `before`.
fn words_after<'a>(code: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    let rests = code.split(before).skip(1);
    rests.map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn no_module_imports_upwards() {
    let places = places();
    let mut imports = 0;
    for Source { path, modules } in sources() {
        let own = &modules[0];
        let place = places.get(own);
        let place = place.unwrap_or_else(|| panic!("{own} is no layer of docs/architecture.md"));
        let code = code(&path);
        for name in words_after(&code, "crate::").filter(|name| name != own) {
            let below = places.get(name);
            let below = below.unwrap_or_else(|| panic!("{path} uses {name:?}, which is no layer"));
            assert!(below < place, "{path} uses {name}, which is not below it");
            imports += 1;
        }
        let outside = "super::".repeat(modules.len());
        assert!(
            !code.contains(&outside),
            "{path} leaves its layer by {outside}"
        );
    }
    assert!(imports > 100, "only {imports} imports");
}
