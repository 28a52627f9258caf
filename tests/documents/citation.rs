//! `CITATION.cff`, which says how to cite the program.

use super::text;

#[test]
fn the_citation_is_of_this_version_and_licence() {
    let citation = text("CITATION.cff");
    let has = |line: &str| citation.lines().any(|it| it == line);
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(has(version), "CITATION.cff has not \"{version}\"");
    assert!(has("title: Heelstone") && has("cff-version: 1.2.0"));
    let manifest = text("Cargo.toml");
    let licence = manifest
        .lines()
        .find_map(|line| line.strip_prefix("license = "));
    for name in licence.expect("a licence").trim_matches('"').split(" OR ") {
        assert!(has(&format!("  - {name}")), "CITATION.cff has not {name}");
    }
}
