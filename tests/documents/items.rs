//! The number of items that a game has to write, which CONTRIBUTING.md gives.

use super::text;

const TRAITS: [(&str, &str); 4] = [
    ("Rules", "src/game/rules.rs"),
    ("Notation", "src/game/notation.rs"),
    ("Game", "src/game/mod.rs"),
    ("Evaluation", "src/game/evaluation.rs"),
];

/// The items of a trait that have no default.
fn required(name: &str, source: &str) -> Vec<String> {
    let begin = format!("\npub trait {name}");
    let (_, rest) = source.split_once(&begin).expect("the trait is there");
    let end = rest.find("\n}\n").expect("the trait ends");
    let body = &rest[..=end];
    let mut required = Vec::new();
    for kind in ["\n    type ", "\n    const ", "\n    fn "] {
        for item in body.split(kind).skip(1) {
            // A semicolon within a line belongs to the type of an array.
            let place = |end| item.find(end).unwrap_or(item.len());
            if place(";\n") < place(" = ").min(place(" {\n")) {
                let mut names = item.split(|c: char| !c.is_alphanumeric() && c != '_');
                required.extend(names.next().map(String::from));
            }
        }
    }
    required
}

fn in_words(number: usize) -> &'static str {
    const SMALL: [&str; 10] = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ];
    SMALL.get(number).expect("a trait asks for less than ten")
}

#[test]
fn a_game_has_to_write_as_many_items_as_the_guide_says() {
    let guide = text("CONTRIBUTING.md").replace('\n', " ");
    let mut total = 0;
    for (name, file) in TRAITS {
        let items = required(name, &text(file));
        total += items.len();
        let article = if name == "Evaluation" { "an " } else { "" };
        let told = format!("{} of {article}`{name}`", in_words(items.len()));
        assert!(
            guide.contains(&told),
            "{told}, in CONTRIBUTING.md: {items:?}"
        );
    }
    let told = format!("have to write {total} items:");
    assert!(guide.contains(&told), "{told}, in CONTRIBUTING.md");
}
