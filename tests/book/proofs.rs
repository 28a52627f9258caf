//! Proofs of who wins.

use std::collections::HashMap;

use heelstone::book::{Method, Origin, Plan, prove, verify_proof};
use heelstone::game::{Game, Notation, Side, Symmetry, Value};
use heelstone::games::stonehenge::{Stonehenge, StonehengeKnowledge};

use super::*;
use crate::engine::common::dots_and_boxes::{BoxesKnowledge, DotsAndBoxes};

const PROOF: &[&str] = &["-g", "connect4", "--size", "5x4", "-p", "6", "--proof"];

/// A position from which the proof of a Stonehenge game takes a moment.
const STONEHENGE: &str = "..Dfb.F...A...cAc. .O..O.......X.. b";

#[test]
fn a_proof_says_who_wins_and_has_less_than_all_positions() {
    let folder = Folder::new("proof");
    let (proof, all) = (folder.file("p.book"), folder.file("all.book"));
    build(&proof, PROOF).success();
    build(&all, CONNECT4).success();
    let book = Book::open(&proof).expect("a book");
    assert_eq!(book.form(), Form::Winner);
    let complete = Book::open(&all).expect("a book");
    assert!(book.len() > 100 && book.len() < complete.len() / 2);
    let mut proved = 0;
    all_positions(&Connect4::<5, 4>::start(), 6, &mut |position| {
        let key = position.canonical_key();
        let found = book.find(key).expect("whole");
        let exact = complete.find(key).expect("whole").expect("known");
        if let Some(worth) = found {
            assert_eq!(worth.rank().signum(), exact.rank().signum());
            proved += 1;
        }
    });
    assert!(proved > 100);
    book_command("verify", &proof, &["--sample", "100000"])
        .success()
        .stdout(contains("no fault found"));
    book_command("info", &proof, &[])
        .success()
        .stdout(contains("a proof of who wins"));
}

#[test]
fn a_proof_that_is_killed_is_gone_on_with() {
    let folder = Folder::new("proof-killed");
    let file = folder.file("p.book");
    let mut kills = 0;
    while kills < 3 {
        let mut child = start_build(&file, PROOF);
        let kept = || fs::metadata(journal(&file)).map_or(0, |file| file.len());
        let before = kept();
        while kept() <= before && child.try_wait().expect("a status").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        if child.wait().expect("a status").success() {
            break;
        }
        assert!(kept() >= before, "nothing is lost");
        kills += 1;
    }
    if !file.exists() {
        build(&file, PROOF).success();
    }
    book_command("verify", &file, &["--sample", "100000"]).success();
}

#[test]
fn a_move_that_a_journal_has_lost_is_found_again() {
    let folder = Folder::new("proof-torn");
    let file = folder.file("p.book");
    let kept = || fs::metadata(journal(&file)).map_or(0, |file| file.len());
    while kept() < 1_000 {
        // Where nothing is looked at for a while, it may have ended.
        let _ = fs::remove_file(&file);
        let mut child = start_build(&file, PROOF);
        while kept() < 1_000 && child.try_wait().expect("a status").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().expect("a status");
    }
    // Of each win, the record of the position after its move is dropped: it comes next.
    let bytes = fs::read(journal(&file)).expect("a journal");
    let text = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes")) as usize;
    let (head, records) = bytes.split_at(12 + text + 4);
    let records: Vec<&[u8]> = records.chunks_exact(15).collect();
    let is_win = |record: &[u8]| record[8..10] == [1, 0];
    let mut kept = head.to_vec();
    for (index, record) in records.iter().enumerate() {
        if index == 0 || !is_win(records[index - 1]) {
            kept.extend_from_slice(record);
        }
    }
    assert!(kept.len() < bytes.len(), "there were wins");
    fs::write(journal(&file), kept).expect("written");
    build(&file, PROOF).success();
    book_command("verify", &file, &["--sample", "100000"]).success();
}

#[test]
fn a_proof_answers_many_moves_by_one() {
    let folder = Folder::new("proof-small");
    let (list, file) = (folder.file("list"), folder.file("s.book"));
    fs::write(&list, STONEHENGE).expect("written");
    let options = ["-g", "stonehenge", "-p", "4", "--proof"];
    build(&file, &[&options[..], &["--from", name(&list)]].concat()).success();
    let book = Book::open(&file).expect("a book");
    // 601; and 942 if each move is answered by what looks best against it alone.
    assert!(book.len() < 750, "{} positions", book.len());
}

#[test]
fn who_is_proved_to_win_does_so_from_the_book() {
    let folder = Folder::new("proof-played");
    let (list, file) = (folder.file("list"), folder.file("s.book"));
    fs::write(&list, STONEHENGE).expect("written");
    let options = ["-g", "stonehenge", "-p", "3", "--proof"];
    let from = ["--from", name(&list)];
    build(&file, &[&options[..], &from].concat()).success();
    book_command(
        "verify",
        &file,
        &[&from[..], &["--sample", "100000"]].concat(),
    )
    .success();
    let book = Book::open(&file).expect("a book");
    let start = Stonehenge::parse_position(STONEHENGE).expect("a position");
    let mut table = Table::new(16).expect("a table");
    let mut solver = Solver::new(
        StonehengeKnowledge,
        &mut table,
        &Limits::none(),
        &Stop::new(),
    );
    let winner = match solver.value(&start).expect("solved").value {
        Value::WIN => start.to_move(),
        _ => !start.to_move(),
    };
    let from_book = moves_from_the_book(&book, start, winner, 50);
    assert!(from_book >= 75, "only {from_book} moves came from it");
}

#[test]
fn black_wins_stonehenge_by_the_book_that_it_brings_along() {
    let book = Book::built_in(Stonehenge::BOOK.expect("a book")).expect("whole");
    let from_book = moves_from_the_book(&book, Stonehenge::start(), Side::Black, 20);
    // Black moves after 0, 2 and 4 stones, and mostly after 6.
    assert!(from_book >= 60, "only {from_book} moves came from it");
}

#[test]
fn each_first_move_of_stonehenge_is_won_by_the_book_that_it_brings_along() {
    let book = Book::built_in(Stonehenge::BOOK.expect("a book")).expect("whole");
    let start = Stonehenge::start();
    let children = start.legal_moves().into_iter().map(|mv| start.after(mv));
    let classes: HashMap<_, _> = children
        .map(|child| (child.canonical_key(), child))
        .collect();
    assert_eq!(classes.len(), 24);
    let mut won_by_black = 0;
    for (key, child) in classes {
        let worth = book.find(key).expect("whole").expect("proved");
        let winner = if worth.rank() < 0 {
            won_by_black += 1;
            Side::Black
        } else {
            Side::White
        };
        // At least the moves after 2 and 4 stones, or after 1 and 3.
        let from_book = moves_from_the_book(&book, child, winner, 1);
        assert!(from_book >= 2, "only {from_book} moves after {child:?}");
    }
    assert_eq!(won_by_black, 9);
}

/// Plays games in which one side, who is to win, plays from the book and then what the solver says,
/// and the other one anything. How many moves came from the book?
fn moves_from_the_book(book: &Book, start: Stonehenge, winner: Side, games: u32) -> u32 {
    let mut table = Table::new(64).expect("a table");
    let mut solver = Solver::new(
        StonehengeKnowledge,
        &mut table,
        &Limits::none(),
        &Stop::new(),
    );
    let mut rng = fastrand::Rng::with_seed(3);
    let mut from_book = 0;
    for _ in 0..games {
        let mut position = start;
        while position.outcome().is_none() {
            let known = heelstone::book::moves(book, &position).expect("whole");
            let moves = position.legal_moves();
            let mv = match known.filter(|_| position.to_move() == winner) {
                Some(known) => {
                    from_book += 1;
                    known[0].0
                }
                None if position.to_move() == winner => solver
                    .best_move(&position)
                    .expect("solved")
                    .expect("a move"),
                None => moves[rng.usize(..moves.len())],
            };
            position.play(mv);
        }
        let value = position.outcome_for_mover().expect("over");
        assert_eq!(position.to_move() == winner, value == Value::WIN);
    }
    from_book
}

#[test]
fn a_game_in_which_a_side_moves_again_is_proved() {
    let folder = Folder::new("proof-again");
    let plan = Plan {
        path: folder.file("d.book"),
        origin: Origin {
            game: "dots".into(),
            size: "2x2".into(),
            plies: 6,
            draws: None,
            method: Method::Proof { all_moves: false },
            roots: None,
            program: "a test".into(),
        },
        threads: 1,
        hash: 1,
        with: Vec::new(),
    };
    let roots = [DotsAndBoxes::<2>::start()];
    let stop = Stop::new();
    prove(&plan, &roots, &stop, &mut |_| {}).expect("proved");
    let book = Book::open(&plan.path).expect("a book");
    let mut table = Table::new(1).expect("a table");
    let sample = (usize::MAX, 1);
    let verified = verify_proof(&book, &roots, sample, &mut table, &stop, &mut |_| {});
    let verified = verified.expect("no fault");
    assert!(verified.sample > 50, "{verified:?}");
    let start = book.find(roots[0].canonical_key()).expect("whole");
    let mut solver = Solver::new(BoxesKnowledge, &mut table, &Limits::none(), &stop);
    let value = solver.value(&roots[0]).expect("no limit").value;
    let rank = start.expect("known").rank();
    assert_eq!(rank.signum(), i32::from(value.0.signum()));
}

#[test]
fn a_gap_in_a_proof_is_found() {
    let folder = Folder::new("proof-gap");
    let whole = folder.file("p.book");
    build(&whole, PROOF).success();
    let bytes = fs::read(&whole).expect("a book");
    let text = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
    let index = 40 + text + 4;
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let (start, end) = (number(index + 8) as usize, number(index + 24) as usize);
    for place in [0, 13, 40, 63] {
        let mut forged = bytes.clone();
        // A win becomes a loss, and a loss a win.
        forged[start + place] = forged[start + place].wrapping_neg();
        let checksum = crc32fast::hash(&forged[start..end - 4]);
        forged[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        let file = folder.file("forged.book");
        fs::write(&file, &forged).expect("written");
        let is_draw = bytes[start + place] == 0;
        let verified = book_command("verify", &file, &["--sample", "100000"]);
        if is_draw {
            verified.success();
        } else {
            verified.code(1);
        }
    }
}
