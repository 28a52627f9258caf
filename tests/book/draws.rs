//! Books that go on with drawn positions.

use std::collections::HashSet;

use super::*;

const PLIES: u32 = 4;
const NODES: u64 = 600;
const LINES: &[&str] = &[
    "-g", "connect4", "--size", "5x4", "--plies", "4", "--exact", "--draws", "600",
];

type Small = Connect4<5, 4>;

/// True if it takes more than `NODES` to find out that it is drawn.
fn is_hard(position: &Small) -> bool {
    let mut table = Table::new(1).expect("a table");
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::none()
    };
    let found = Solver::new(
        <Small as Game>::Knowledge::default(),
        &mut table,
        &limits,
        &Stop::new(),
    )
    .is_draw(position);
    found.is_err()
}

/// The keys of the unfinished positions that are drawn, and come after one of the last ones within
/// `PLIES` or after a hard one; ply by ply.
fn drawn_beyond(solver: &mut Solver<'_, Small, <Small as Game>::Knowledge>) -> Vec<HashSet<u64>> {
    let mut level = Vec::new();
    all_positions(&Small::start(), PLIES, &mut |position| {
        if position.max_plies() == Some(20 - PLIES) {
            level.push(*position);
        }
    });
    level.retain(|position| solver.is_draw(position).expect("solved"));
    let mut beyond = Vec::new();
    while !level.is_empty() {
        let moves = |position: &Small| position.legal_moves().into_iter().collect::<Vec<_>>();
        let next = level.iter().flat_map(|position| {
            let children = moves(position).into_iter().map(|mv| position.after(mv));
            let children = children.map(|child| child.canonical());
            children.filter(|child| child.outcome().is_none())
        });
        let mut met = HashSet::new();
        level = next
            .filter(|child| met.insert(child.canonical_key()))
            .collect();
        level.retain(|position| solver.is_draw(position).expect("solved"));
        beyond.push(level.iter().map(Small::canonical_key).collect());
        level.retain(is_hard);
    }
    beyond
}

#[test]
#[ignore = "takes long"]
fn beyond_its_plies_a_book_has_what_is_drawn_after_hard_draws_and_nothing_else() {
    let folder = Folder::new("draws");
    let file = folder.file("draws.book");
    build(&file, LINES).success().stdout(contains(
        "origin: 4 plies, on after draws of over 600 nodes, exact values, made by",
    ));
    let book = Book::open(&file).expect("a book");
    let mut table = Table::new(16).expect("a table");
    let mut solver = Solver::new(
        <Small as Game>::Knowledge::default(),
        &mut table,
        &Limits::none(),
        &Stop::new(),
    );
    let beyond = drawn_beyond(&mut solver);
    let mut complete = HashSet::new();
    all_positions(&Small::start(), PLIES, &mut |position| {
        if complete.insert(position.canonical_key()) {
            let worth = book.find(position.canonical_key()).expect("whole");
            let value = solver.value(position).expect("solved");
            assert_eq!(worth.expect("it is there").to_string(), value.to_string());
        }
    });
    for &key in beyond.iter().flatten() {
        let worth = book.find(key).expect("whole").expect("it is there");
        assert_eq!(worth.to_string(), "draw");
    }
    let lens: Vec<_> = beyond.iter().map(HashSet::len).collect();
    assert!(lens.len() > 4 && lens[1] > 50, "{lens:?}");
    assert_eq!(
        book.len() as usize,
        lens.iter().sum::<usize>() + complete.len()
    );
    book_command("verify", &file, &["--sample", "200"])
        .success()
        .stdout(contains("200 of"));
}

#[test]
#[ignore = "takes long"]
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
    for part in [1, 4, 7] {
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
    let told: Vec<_> = replies.iter().skip(1).step_by(2).collect();
    let known = told.iter().take_while(|told| told.starts_with("book "));
    let known = known.count();
    // The last position that is in the book has none after it there.
    assert!((6..18).contains(&known), "{told:?}");
    assert!(
        told[..known].iter().all(|told| told.contains(" draw ")),
        "{told:?}"
    );
}

#[test]
fn drawn_lines_are_for_exact_books() {
    let folder = Folder::new("draws-wrong");
    let file = folder.file("none.book");
    let game = ["-g", "tictactoe", "-p", "3"];
    for (options, reason) in [
        (["--depth", "2", "--draws", "5"].as_slice(), "--depth"),
        (&["--proof", "--draws", "5"], "--proof"),
        (&["--exact", "--draws", "0"], "--draws"),
    ] {
        let refused = build(&file, &[&game, options].concat());
        refused.code(2).stderr(contains(reason));
        assert!(!file.exists() && !journal(&file).exists(), "{options:?}");
    }
}
