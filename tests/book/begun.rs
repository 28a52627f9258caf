//! Proofs that begin with what is known, and that tell what each move is worth.

use heelstone::book::{Method, Origin, Plan, Progress, prove};
use heelstone::game::{Notation, Side, Symmetry, Value};

use super::*;

type Small = Connect4<5, 4>;

const SMALL: &[&str] = &["-g", "connect4", "--size", "5x4", "--proof"];

fn plan(path: PathBuf, all_moves: bool, with: Vec<PathBuf>) -> Plan {
    Plan {
        path,
        origin: Origin {
            game: "connect4".into(),
            size: "5x4".into(),
            plies: 6,
            draws: None,
            method: Method::Proof { all_moves },
            roots: None,
            program: "a test".into(),
        },
        threads: 1,
        hash: 1,
        with,
    }
}

/// The report of a proof: who wins what, and how many positions it had solved before the last one.
fn proved(plan: &Plan) -> (Vec<(String, Option<Side>)>, u64) {
    let (mut winners, mut last) = (Vec::new(), 0);
    let roots = [Small::start()];
    prove(plan, &roots, &Stop::new(), &mut |progress| match progress {
        Progress::Proved { what, winner } => winners.push((what, winner)),
        Progress::Proving { solved, .. } => last = solved + 1,
        _ => {}
    })
    .expect("proved");
    (winners, last)
}

fn verified(file: &Path, options: &[&str]) {
    let options = [&["--sample", "100000"], options].concat();
    book_command("verify", file, &options)
        .success()
        .stdout(contains("no fault found"));
}

#[test]
fn each_move_is_told_with_its_winner() {
    let folder = Folder::new("all-moves");
    let file = folder.file("all.book");
    let (mut winners, _) = proved(&plan(file.clone(), true, Vec::new()));
    winners.sort_by(|a, b| a.0.cmp(&b.0));
    let start = Small::start();
    let mut table = Table::new(1).expect("a table");
    let mut solver = Solver::new(
        <Small as Game>::Knowledge::default(),
        &mut table,
        &Limits::none(),
        &Stop::new(),
    );
    let mut seen = std::collections::HashSet::new();
    let mut expected = Vec::new();
    for (name, winner) in &winners {
        let mv = start.parse_move(name).expect("a move");
        let after = start.after(mv);
        seen.insert(after.canonical_key());
        let value = solver.value(&after).expect("solved").value;
        let side = if value > Value::DRAW {
            Side::White
        } else {
            Side::Black
        };
        expected.push((name.clone(), (value != Value::DRAW).then_some(side)));
        assert_eq!(*winner, expected.last().expect("one").1, "{name}");
    }
    let moves = start.legal_moves().into_iter();
    let all: std::collections::HashSet<u64> =
        moves.map(|mv| start.after(mv).canonical_key()).collect();
    assert_eq!(seen, all, "each move that is different once");
    assert_eq!(winners.len(), all.len());
    let book = Book::open(&file).expect("a book");
    assert!(
        all.iter()
            .all(|&key| book.find(key).expect("whole").is_some())
    );
    assert!(book.find(start.canonical_key()).expect("whole").is_some());
    verified(&file, &[]);
}

#[test]
fn what_a_book_knows_is_not_solved_again() {
    let folder = Folder::new("with-book");
    let (first, again) = (folder.file("first.book"), folder.file("again.book"));
    let (winners, solved) = proved(&plan(first.clone(), true, Vec::new()));
    assert!(solved > 100, "{solved}");
    let (same, none) = proved(&plan(again.clone(), true, vec![first.clone()]));
    assert_eq!(none, 0);
    assert_eq!(same.len(), winners.len());
    verified(&again, &[]);
    // Of who wins at the start, too.
    let start = folder.file("start.book");
    let (winner, none) = proved(&plan(start.clone(), false, vec![first]));
    assert_eq!((winner.len(), none), (1, 0));
    assert!(winner[0].0.ends_with('b'), "{winner:?}");
    verified(&start, &[]);
}

/// Exact values of the first plies say who wins there, and leave the proof to be found.
#[test]
fn a_proof_is_whole_whatever_it_began_with() {
    let folder = Folder::new("with-top");
    let (top, file) = (folder.file("top.book"), folder.file("p.book"));
    let exact = ["-g", "connect4", "--size", "5x4", "-p", "3", "--exact"];
    build(&top, &exact).success();
    let options = ["-p", "6", "--all-moves", "--with", name(&top)];
    build(&file, &[SMALL, &options].concat()).success();
    verified(&file, &[]);
}

#[test]
fn a_proof_goes_on_with_the_journal_of_another_list() {
    let folder = Folder::new("with-journal");
    let (first, second) = (folder.file("first.book"), folder.file("second.book"));
    let kept = || fs::metadata(journal(&first)).map_or(0, |file| file.len());
    let plies = ["-p", "8"];
    let mut child = start_build(&first, &[SMALL, &plies].concat());
    while kept() < 3_000 && child.try_wait().expect("a status").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    child.wait().expect("a status");
    let known = if first.exists() {
        first
    } else {
        journal(&first)
    };
    let list = folder.file("list");
    fs::write(&list, Small::start().position()).expect("written");
    let from = ["--from", name(&list)];
    let options = [SMALL, &plies, &from, &["--with", name(&known)]].concat();
    build(&second, &options).success();
    verified(&second, &from);
    assert!(known.exists(), "it is left as it was");
}

#[test]
fn what_tells_nothing_is_refused() {
    let folder = Folder::new("with-wrong");
    let (other, searched) = (folder.file("other.book"), folder.file("searched.book"));
    build(&other, TICTACTOE).success();
    let search = ["-g", "connect4", "--size", "5x4", "-p", "1", "-d", "1"];
    build(&searched, &search).success();
    let text = folder.file("text");
    fs::write(&text, "no book").expect("written");
    let missing = folder.file("missing.book");
    let file = folder.file("p.book");
    for (with, reason) in [
        (&other, "tictactoe 3x3, and the game is connect4 5x4"),
        (&searched, "not exact"),
        (&text, "at offset"),
        (&missing, "missing.book: "),
    ] {
        let options = ["-p", "2", "--with", name(with)];
        build(&file, &[SMALL, &options].concat())
            .code(1)
            .stderr(contains(reason));
        assert!(!file.exists() && !journal(&file).exists());
    }
    build(&file, &[&search[..], &["--with", name(&other)]].concat()).code(2);
    build(&file, &[&search[..], &["--all-moves"]].concat()).code(2);
    build(&file, &[SMALL, &["-p", "0", "--all-moves"]].concat()).code(2);
}
