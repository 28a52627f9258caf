//! The dialogues of `transcripts/`: each `## title` in such a file begins one with a new engine.

use crate::protocol::transcript;

#[test]
fn every_dialogue_goes_as_it_is_written_down() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol/transcripts");
    let mut dialogues = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        for section in text.split("## ").skip(1) {
            let (title, dialogue) = section.split_once('\n').expect("a dialogue");
            let title = format!("{}: {title}", path.display());
            transcript::check(&title, &transcript::parse(dialogue));
            dialogues += 1;
        }
    }
    assert!(dialogues > 10, "only {dialogues} dialogues");
}
