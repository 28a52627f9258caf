//! The README and the pages of `docs/` show the program as it is: their dialogues (`gtp`) and the commands of their
//! consoles (`console`), where a line after `$ ` is typed and `[..]` and `...` stand for any text.

use std::fs;
use std::path::{Path, PathBuf};

use crate::protocol::transcript;

/// A page and what it shows in blocks of one language.
struct Shown {
    page: PathBuf,
    blocks: Vec<String>,
}

fn shown(language: &str) -> Vec<Shown> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("a folder of documents");
    let mut pages: Vec<_> = docs.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(root.join("README.md"));
    let fence = format!("```{language}\n");
    let blocks = |page: PathBuf| {
        let text = fs::read_to_string(&page).expect("a page");
        let parts = text.split(fence.as_str()).skip(1);
        let block = |part: &str| part.split("```").next().unwrap_or_default().to_string();
        let blocks = parts.map(block).collect();
        Shown { page, blocks }
    };
    let all: Vec<_> = pages.into_iter().map(blocks).collect();
    let count: usize = all.iter().map(|shown| shown.blocks.len()).sum();
    assert!(count > 1, "the documents have blocks of {language}");
    all
}

#[test]
fn every_dialogue_of_the_documents_runs() {
    for Shown { page, blocks } in shown("gtp") {
        for block in blocks {
            transcript::check(&page.to_string_lossy(), &transcript::parse(&block));
        }
    }
}

#[test]
#[cfg(unix)]
fn every_console_of_the_documents_shows_what_the_commands_print() {
    let program = assert_cmd::cargo::cargo_bin!("heelstone");
    let folder = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    for Shown { page, blocks } in shown("console") {
        // The commands write into a folder of their own, empty at first.
        let name = page.file_stem().expect("a name");
        let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("shown")
            .join(name);
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch).expect("a folder");
        for typed in blocks.iter().flat_map(|block| block.split("$ ").skip(1)) {
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
                "{}: $ {command}\nexpected:\n{}\nprinted:\n{text}\n{}",
                page.display(),
                expected.join("\n"),
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}
