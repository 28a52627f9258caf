//! The README shows the program as it is: its dialogues (`gtp`) and the commands of its
//! consoles (`console`), where a line after `$ ` is typed and `[..]` and `...` stand for any text.

use crate::protocol::transcript;

const README: &str = include_str!("../../README.md");

fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let parts: Vec<_> = README.split(fence.as_str()).skip(1).collect();
    assert!(!parts.is_empty(), "the README has a block of {language}");
    let block = |part: &'static str| part.split("```").next().unwrap_or_default();
    parts.into_iter().map(block).collect()
}

#[test]
fn every_dialogue_of_the_readme_runs() {
    for block in blocks("gtp") {
        transcript::check("a dialogue of the README", &transcript::parse(block));
    }
}

#[test]
#[cfg(unix)]
fn every_console_of_the_readme_shows_what_the_commands_print() {
    let program = assert_cmd::cargo::cargo_bin!("heelstone");
    let folder = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    // The commands write into a folder of their own, empty at first.
    let scratch = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).expect("a folder");
    for typed in blocks("console")
        .iter()
        .flat_map(|block| block.split("$ ").skip(1))
    {
        let (command, expected) = typed.split_once('\n').expect("an end of the line");
        let output = std::process::Command::new("sh")
            .args(["-c", command])
            .current_dir(&scratch)
            .env("PATH", format!("{folder}:{path}"))
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<_> = text.trim_end().lines().map(str::trim_end).collect();
        let expected: Vec<_> = expected.trim_end().lines().collect();
        assert!(
            transcript::lines_match(&expected, &lines),
            "$ {command}\nexpected:\n{}\nprinted:\n{text}\n{}",
            expected.join("\n"),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
