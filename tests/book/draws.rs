//! Books that go on with drawn positions.

use super::*;

const PLIES: u32 = 4;
const DRAWS: u32 = 8;
const LINES: &[&str] = &[
    "-g", "connect4", "--size", "5x4", "--plies", "4", "--exact", "--draws", "8",
];

type Small = Connect4<5, 4>;

/// The keys of the unfinished positions that are drawn, and follow from drawn ones beyond `PLIES`.
fn drawn_beyond(solver: &mut Solver<'_, Small>) -> std::collections::HashSet<u64> {
    let mut beyond = std::collections::HashSet::new();
    let mut level = Vec::new();
    all_positions(&Small::start(), PLIES, &mut |position| {
        if position.max_plies() == 20 - PLIES {
            level.push(*position);
        }
    });
    for ply in PLIES.. {
        level.retain(|position| solver.is_draw(position).expect("solved"));
        if ply > PLIES {
            beyond.extend(level.iter().map(Small::symmetric_key));
        }
        if ply == DRAWS {
            break;
        }
        let moves = |position: &Small| position.legal_moves().into_iter().collect::<Vec<_>>();
        let next = level.iter().flat_map(|position| {
            let children = moves(position).into_iter().map(|mv| position.after(mv));
            children.filter(|child| child.outcome().is_none())
        });
        level = next.collect();
    }
    beyond
}

#[test]
fn beyond_its_plies_a_book_has_the_drawn_lines_and_no_others() {
    let folder = Folder::new("draws");
    let file = folder.file("draws.book");
    build(&file, LINES).success().stdout(contains(
        "origin: 4 plies, drawn lines to 8, exact values, made by",
    ));
    let book = Book::open(&file).expect("a book");
    let mut table = Table::new(16).expect("a table");
    let mut solver = Solver::new(&mut table, &Limits::none(), &Stop::new());
    let beyond = drawn_beyond(&mut solver);
    let mut complete = std::collections::HashSet::new();
    all_positions(&Small::start(), PLIES, &mut |position| {
        if complete.insert(position.symmetric_key()) {
            let worth = book.find(position.symmetric_key()).expect("whole");
            let value = solver.value(position).expect("solved");
            assert_eq!(worth.expect("it is there").to_string(), value.to_string());
        }
    });
    for &key in &beyond {
        let worth = book.find(key).expect("whole").expect("it is there");
        assert_eq!(worth.to_string(), "draw");
    }
    assert!(beyond.len() > 100, "{} positions", beyond.len());
    assert_eq!(book.len() as usize, beyond.len() + complete.len());
    book_command("verify", &file, &["--sample", "200"])
        .success()
        .stdout(contains("200 of"));
}

#[test]
fn drawn_lines_are_the_same_whatever_the_threads_and_the_interrupts() {
    let folder = Folder::new("draws-torn");
    let whole = folder.file("whole.book");
    build(&whole, LINES).success();
    let whole = fs::read(&whole).expect("a book");
    let file = folder.file("torn.book");
    fs::create_dir(&file).expect("a folder in the way");
    fs::write(journal(&file), "").expect("written");
    let options = [LINES, &["--threads", "3"]].concat();
    build(&file, &options).code(1).stderr(contains("torn.book"));
    fs::remove_dir(&file).expect("removed");
    let all = fs::read(journal(&file)).expect("a journal");
    for part in 1..8 {
        fs::write(journal(&file), &all[..all.len() * part / 8]).expect("written");
        build(&file, &options).success();
        assert_eq!(fs::read(&file).expect("a book"), whole, "{part}/8");
        fs::remove_file(&file).expect("removed");
    }
}

#[test]
fn the_engine_follows_the_drawn_lines_as_either_side() {
    let folder = Folder::new("draws-play");
    let file = folder.file("draws.book");
    build(&file, LINES).success();
    let options = ["-g", "connect4", "--size", "5x4", "--book", name(&file)];
    let commands = "genmove\ngomill-explain_last_move\n".repeat(9);
    let replies = replies(&options, &commands);
    for (ply, told) in replies.iter().skip(1).step_by(2).enumerate() {
        // The position after the last drawn one is not known.
        assert_eq!(told.starts_with("book "), ply < 8, "ply {ply}: {told}");
    }
    assert!(replies[15].contains(" draw "), "{}", replies[15]);
}

#[test]
fn drawn_lines_are_for_exact_books_and_longer_than_those() {
    let folder = Folder::new("draws-wrong");
    let file = folder.file("none.book");
    let game = ["-g", "tictactoe", "-p", "3"];
    for (options, reason) in [
        (["--exact", "--draws", "3"].as_slice(), "--plies"),
        (&["--depth", "2", "--draws", "5"], "--depth"),
        (&["--proof", "--draws", "5"], "--proof"),
        (&["--exact", "--draws", "0"], "--draws"),
    ] {
        let refused = build(&file, &[&game, options].concat());
        refused.code(2).stderr(contains(reason));
        assert!(!file.exists() && !journal(&file).exists(), "{options:?}");
    }
}
