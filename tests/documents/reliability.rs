//! `docs/reliability.md`: each promise names tests and commands that exist.

use super::{files, is_left_out, root, target, text};

const PAGE: &str = "docs/reliability.md";

/// The options of the program, with the subcommands that have them.
const OPTIONS: &str = "tests/stability/options.txt";

/// The sections of the page's promises.
fn promises(page: &str) -> Vec<&str> {
    let (_, rest) = page.split_once("\n## Promises\n").expect("a section");
    let section = rest.split("\n## ").next().unwrap_or_default();
    section.split("\n### ").skip(1).collect()
}

/// The tests that a text links to, as [`name`](file).
fn tests(markdown: &str) -> Vec<(&str, String)> {
    let links = markdown.split("[`").skip(1);
    let links = links.filter_map(|link| {
        let (name, rest) = link.split_once("`](")?;
        Some((name, target(PAGE, rest.split_once(')')?.0)))
    });
    links.collect()
}

/// The commands in the fences of a text.
fn commands(markdown: &str) -> Vec<&str> {
    let fences = markdown.split("```sh\n").skip(1);
    let fences = fences.filter_map(|rest| rest.split("```").next());
    let lines = fences.flat_map(str::lines).map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns true if a file has the test, perhaps as the name that a macro gives one.
fn has_test(file: &str, name: &str) -> bool {
    let source = text(file);
    let begins =
        |rest: &str, end: char| rest.strip_prefix(name).is_some_and(|r| r.starts_with(end));
    let is_function = |word| source.split(word).any(|rest| begins(rest, '('));
    is_function("fn ")
        || is_function("def ")
        || source
            .split("!(")
            .any(|rest| begins(rest.trim_start(), ','))
}

/// The part of a command that does not exist.
fn missing(command: &str) -> Option<String> {
    let is_program = |word: &&str| *word != "python3" && !word.contains('=');
    let words = command.split_whitespace();
    let mut words = words.skip_while(|word| !is_program(word));
    let program = words.next()?;
    match program {
        "cargo" => {
            let rest: Vec<_> = words.collect();
            let test = rest.iter().position(|word| *word == "--test")?;
            let name = rest.get(test + 1)?;
            let places = [format!("tests/{name}.rs"), format!("tests/{name}/mod.rs")];
            let is_there = places.iter().any(|place| root().join(place).exists());
            (!is_there).then(|| (*name).to_string())
        }
        "target/release/heelstone" => {
            let known = format!("heelstone {} ", words.next()?);
            (!text(OPTIONS).contains(&known)).then_some(known)
        }
        script if is_left_out(script) => None,
        script => (!files().iter().any(|file| file == script)).then(|| script.to_string()),
    }
}

#[test]
fn every_promise_has_tests_that_exist() {
    let page = text(PAGE);
    assert_eq!(
        promises(&page).len(),
        15,
        "the page says how many there are"
    );
    for promise in promises(&page) {
        let title = promise.lines().next().unwrap_or_default();
        let tests = tests(promise);
        assert!(!tests.is_empty(), "no test holds {title:?}");
        for (name, file) in tests {
            assert!(files().contains(&file), "{title}: {file} does not exist");
            assert!(has_test(&file, name), "{title}: {file} has no test {name}");
        }
    }
}

#[test]
fn every_promise_has_a_command_that_exists() {
    let page = text(PAGE);
    for promise in promises(&page) {
        let title = promise.lines().next().unwrap_or_default();
        assert!(!commands(promise).is_empty(), "nothing measures {title:?}");
    }
    for command in commands(&page) {
        let missing = missing(command);
        assert_eq!(missing, None, "{command}");
    }
}

#[test]
fn what_does_not_exist_is_found() {
    assert!(has_test(
        "tests/documents/reliability.rs",
        "what_does_not_exist_is_found"
    ));
    assert!(has_test(
        "tests/engine/laws/moves.rs",
        "move_names_round_trip"
    ));
    assert!(!has_test("tests/engine/laws/moves.rs", "move_names"));
    assert_eq!(missing("python3 benches/move_times.py --moves 9 x"), None);
    assert_eq!(missing("target/release/heelstone solve --check x"), None);
    assert_eq!(missing("cargo test --test protocol memory"), None);
    for command in [
        "benches/none.py x",
        "cargo test --test none",
        "target/release/heelstone none",
    ] {
        assert!(missing(command).is_some(), "{command}");
    }
}
