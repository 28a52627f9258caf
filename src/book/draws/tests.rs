//! Tests that find planted faults in drawn lines.

use std::collections::BTreeMap;
use std::fs;
use std::sync::OnceLock;

use crate::book::write::encode;
use crate::book::{
    Book, Form, Judge, Method, Origin, Plan, Positions, Verified, VerifyError, Worth, build, verify,
};
use crate::game::{Game, Rules, Symmetry};
use crate::games::connect4::Connect4;
use crate::search::{Stop, Table};

type Small = Connect4<5, 4>;

type Keys = BTreeMap<u64, Worth>;

/// A book with drawn lines of a small Connect 4: its entries, and the positions within its plies.
struct Sound {
    entries: Keys,
    nodes: Vec<Small>,
}

fn origin() -> Origin {
    Origin {
        plies: 4,
        draws: Some(600),
        game: "connect4".into(),
        size: "5x4".into(),
        method: Method::Exact,
        roots: None,
        program: "heelstone 0".into(),
    }
}

/// Builds the book, once for all tests.
fn sound() -> &'static Sound {
    static SOUND: OnceLock<Sound> = OnceLock::new();
    SOUND.get_or_init(|| {
        let path = std::env::temp_dir().join(format!("heelstone-{}.book", fastrand::u64(..)));
        let plan = Plan {
            path: path.clone(),
            origin: origin(),
            threads: 1,
            hash: 1,
            with: Vec::new(),
        };
        let (roots, stop) = ([Small::start()], Stop::new());
        build(&plan, &roots, Judge::Solver(None), &stop, &mut |_| {}).expect("built");
        let book = Book::open(&path).expect("a book");
        let _ = fs::remove_file(&path);
        let mut entries = Keys::new();
        let whole = book.for_each(|key, worth| {
            entries.insert(key, worth);
        });
        whole.expect("whole");
        let positions = Positions::new(&roots, 4, &stop, &mut |_| {}).expect("some");
        let nodes = positions.nodes().iter().map(|node| node.position).collect();
        verify_entries(&entries).expect("no fault");
        Sound { entries, nodes }
    })
}

fn verify_entries(entries: &Keys) -> Result<Verified, VerifyError> {
    let entries: Vec<_> = entries.iter().map(|(&key, &worth)| (key, worth)).collect();
    let bytes = encode(&origin(), Form::Plies, &entries);
    let book = Book::from_bytes("some.book", bytes).expect("a book");
    let mut table = Table::new(1).expect("a table");
    let (judge, all) = (Judge::Solver(None), (usize::MAX, 0));
    let (roots, stop) = ([Small::start()], Stop::new());
    verify(&book, &roots, judge, all, &mut table, &stop, &mut |_| {})
}

/// The fault that `verify` finds in that book after `change`, which gets the entries and the
/// positions within the book's plies.
fn fault(change: impl FnOnce(&mut Keys, &[Small])) -> String {
    let Sound { entries, nodes } = sound();
    let mut entries = entries.clone();
    change(&mut entries, nodes);
    verify_entries(&entries).expect_err("a fault").to_string()
}

fn children(position: &Small) -> Vec<Small> {
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| position.after(mv)).collect()
}

/// The keys of positions beyond the book's plies.
fn beyond(entries: &Keys, nodes: &[Small]) -> Vec<u64> {
    let nodes: Vec<_> = nodes.iter().map(Small::canonical_key).collect();
    let keys = entries.keys().copied();
    keys.filter(|key| !nodes.contains(key)).collect()
}

#[test]
#[ignore = "takes long"]
fn a_drawn_line_that_was_cut_off_is_found() {
    for place in 0..4 {
        let fault = fault(|entries, nodes| {
            let keys = beyond(entries, nodes);
            entries.remove(&keys[place * keys.len() / 4]);
        });
        // Positions that only follow from there no longer belong in the book.
        let counted = fault.contains("positions, and should");
        assert!(counted || fault.contains("is not in the book"), "{fault}");
    }
}

#[test]
#[ignore = "takes long"]
fn a_position_in_a_drawn_line_that_is_no_draw_is_found() {
    let wins = |place: usize| {
        fault(|entries, nodes| {
            let key = beyond(entries, nodes)[place];
            entries.insert(key, Form::Plies.worth(3, 0).expect("a value"));
        })
    };
    // If it is the only move that keeps the draw, the draw fails.
    let told = "is draw, and the book says win in 3";
    assert!((0..4).any(|place| wins(place).contains(told)));
    let fault = fault(|entries, nodes| {
        let mut level = nodes.to_vec();
        level.retain(|node| node.max_plies() == Some(16));
        // Drawn positions two plies beyond the last ones.
        let is_known = |position: &Small| entries.contains_key(&position.canonical_key());
        for _ in 0..2 {
            level.retain(|position| {
                let worth = entries.get(&position.canonical_key());
                worth.is_some_and(|worth| worth.is_drawn())
            });
            level = level.iter().flat_map(children).collect();
        }
        level.retain(is_known);
        // One of them that is extended, and a move from there that loses.
        level.retain(|position| children(position).iter().any(is_known));
        let next = level.iter().flat_map(children).collect::<Vec<_>>();
        let lost = next
            .iter()
            .find(|position| position.outcome().is_none() && !is_known(position));
        let draw = Form::Plies.worth(0, 0).expect("a value");
        entries.insert(lost.expect("one that is no draw").canonical_key(), draw);
    });
    assert!(
        fault.contains("is not a draw, and the book says draw"),
        "{fault}"
    );
}
