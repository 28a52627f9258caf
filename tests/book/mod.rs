//! Opening books, as a user builds them and plays from them.

mod begun;
mod building;
mod draws;
mod former;
mod playing;
mod proofs;
mod verifying;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::Command as Program;
use heelstone::book::{Book, Form};
use heelstone::game::{Game, GameVisitor, Rules, Symmetry};
use heelstone::games::connect4::Connect4;
use heelstone::games::tictactoe::TicTacToe;
use heelstone::search::{Limits, Stop, Table};
use heelstone::session::{Engine, Registry};
use heelstone::solve::Solver;
use predicates::str::contains;

/// A folder of a test, which is removed after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("heelstone-book-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TICTACTOE: &[&str] = &["--game", "tictactoe", "--plies", "9", "--exact"];
const CONNECT4: &[&str] = &["-g", "connect4", "--size", "5x4", "--plies", "6", "--exact"];

/// A build that takes a while: some 1,600 searches.
const LONG: &[&str] = &[
    "-g", "connect4", "--size", "5x4", "-p", "6", "--nodes", "3000", "--hash", "1",
];

fn build(file: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    program
        .args(["book", "build"])
        .arg(file)
        .args(options)
        .assert()
}

fn book_command(command: &str, file: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    program
        .args(["book", command])
        .arg(file)
        .args(options)
        .assert()
}

fn start_build(file: &Path, options: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(["book", "build"])
        .arg(file)
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// The replies to these commands, without their marks.
fn replies(options: &[&str], commands: &str) -> Vec<String> {
    let output = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(options)
        .write_stdin(commands)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let replies = text.trim_end().split("\n\n");
    replies
        .map(|reply| reply.trim_start_matches(['=', ' ']).to_string())
        .collect()
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name of ASCII")
}

fn journal(file: &Path) -> PathBuf {
    file.with_extension("book.part")
}

/// Each unfinished position of a game up to some plies.
fn all_positions<G: Game>(position: &G, plies: u32, visit: &mut impl FnMut(&G)) {
    if position.outcome().is_some() {
        return;
    }
    visit(position);
    if plies > 0 {
        for mv in position.legal_moves() {
            all_positions(&position.after(mv), plies - 1, visit);
        }
    }
}

/// The book knows every position, with the value that the solver finds.
fn holds_exact_values<G: Game>(file: &Path, plies: u32) {
    let book = Book::open(file).expect("a book");
    let mut table = Table::new(16).expect("a table");
    let mut solver = Solver::new(
        G::Knowledge::default(),
        &mut table,
        &Limits::none(),
        &Stop::new(),
    );
    let mut keys = std::collections::HashSet::new();
    all_positions(&G::start(), plies, &mut |position| {
        if keys.insert(position.canonical_key()) {
            let worth = book.find(position.canonical_key()).expect("whole");
            let value = solver.value(position).expect("solved");
            let worth = worth.unwrap_or_else(|| panic!("{} is missing", position.position()));
            assert_eq!(
                worth.to_string(),
                value.to_string(),
                "{}",
                position.position()
            );
        }
    });
    assert_eq!(book.len(), keys.len() as u64);
    assert_eq!(book.form(), Form::Plies);
}
