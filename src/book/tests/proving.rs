//! The contents of a proof, and the faults that are found in one.

use std::collections::{BTreeMap, HashSet};

use super::large::Scrap;
use super::*;
use crate::book::journal::{head, record};
use crate::book::moves::decided;
use crate::game::{Game, Side};
use crate::games::connect4::{Connect4, Connect4Knowledge};
use crate::search::{Limits, Table};
use crate::solve::Solver;

type Small = Connect4<5, 4>;

/// A position that is won, but not at once nor by each move.
fn won() -> Small {
    let mut table = Table::new(1).expect("a table");
    let stop = Stop::new();
    let mut solver = Solver::new(Connect4Knowledge, &mut table, &Limits::none(), &stop);
    let mut rng = fastrand::Rng::with_seed(4);
    loop {
        let mut position = Small::start();
        for _ in 0..8 {
            let moves = position.legal_moves();
            if let Some(&mv) = rng.choice(&moves[..]) {
                position = position.after(mv);
            }
        }
        if decided(&position).is_some() || position.legal_moves().len() < 4 {
            continue;
        }
        let exact = solver.value(&position).expect("no limit");
        if exact.value > Value::DRAW && matches!(exact.extent, Extent::Plies(9..)) {
            return position;
        }
    }
}

struct Proof {
    root: Small,
    plies: u32,
    all_moves: bool,
    entries: BTreeMap<u64, Worth>,
    /// Who wins after each move.
    told: Vec<Option<Side>>,
}

impl Proof {
    fn new(name: &str, all_moves: bool, plies: u32) -> Proof {
        let root = won();
        let file = Scrap::unwritten(name);
        let plan = Plan {
            path: file.0.clone(),
            origin: Proof::origin(all_moves, plies),
            threads: 1,
            hash: 1,
            with: Vec::new(),
        };
        let mut told = Vec::new();
        prove(&plan, &[root], &Stop::new(), &mut |progress| {
            if let Progress::Proved { winner, .. } = progress {
                told.push(winner);
            }
        })
        .expect("proved");
        let mut entries = BTreeMap::new();
        let book = Book::open(&file.0).expect("a book");
        book.for_each(|key, worth| {
            entries.insert(key, worth);
        })
        .expect("whole");
        Proof {
            root,
            plies,
            all_moves,
            entries,
            told,
        }
    }

    fn origin(all_moves: bool, plies: u32) -> Origin {
        Origin {
            game: "connect4".into(),
            size: "5x4".into(),
            plies,
            method: Method::Proof { all_moves },
            ..origin()
        }
    }

    /// Checks a book of these entries, all that was solved included.
    fn verify(&self, entries: &BTreeMap<u64, Worth>) -> Result<Verified, VerifyError> {
        let entries: Vec<(u64, Worth)> =
            entries.iter().map(|(&key, &worth)| (key, worth)).collect();
        let bytes = encode(
            &Proof::origin(self.all_moves, self.plies),
            Form::Winner,
            &entries,
        );
        let book = open(bytes).expect("a book");
        let (mut table, sample) = (Table::new(1).expect("a table"), (usize::MAX, 1));
        let roots = [self.root];
        verify_proof(&book, &roots, sample, &mut table, &Stop::new(), &mut |_| ())
    }
}

#[test]
fn every_fault_in_a_proof_is_found() {
    let proof = Proof::new("faults", true, 3);
    let sound = proof.verify(&proof.entries).expect("no fault");
    assert_eq!(sound.inner + sound.last, proof.entries.len() as u64);
    assert!(
        sound.inner > 4 && sound.last > 4 && sound.sample == sound.last,
        "{sound:?}"
    );
    for (&key, &worth) in &proof.entries {
        let mut others = proof.entries.clone();
        let other = match worth.rank() {
            0 => Form::Winner.worth(1, 0).expect("a win"),
            _ => worth.of_move(false),
        };
        others.insert(key, other);
        assert!(proof.verify(&others).is_err(), "{key} as {other}");
    }
    let mut others = proof.entries.clone();
    let root = others
        .remove(&proof.root.canonical_key())
        .expect("the root");
    assert!(proof.verify(&others).is_err(), "without its root");
    others.clone_from(&proof.entries);
    others.insert(u64::MAX, root);
    assert!(
        proof.verify(&others).is_err(),
        "with a position of no proof"
    );
}

#[test]
fn each_move_is_decided_where_all_are_wanted() {
    for plies in [0, 1, 3] {
        let (one, all) = (
            Proof::new("one", false, plies),
            Proof::new("all", true, plies),
        );
        assert!(one.verify(&one.entries).is_ok() && all.verify(&all.entries).is_ok());
        let root = &all.root;
        assert_eq!(one.told, [Some(root.to_move())]);
        if plies == 0 {
            // What nothing but the solver can tell.
            let lost = one.entries[&root.canonical_key()].of_move(false);
            let wrong = BTreeMap::from([(root.canonical_key(), lost)]);
            assert!(one.verify(&wrong).is_err());
            continue;
        }
        let moves = root.legal_moves().into_iter().map(|mv| root.after(mv));
        let children: Vec<Small> = moves.collect();
        for child in &children {
            let key = child.canonical_key();
            assert!(
                decided(child).is_some() || all.entries.contains_key(&key),
                "{key}"
            );
        }
        let different: HashSet<u64> = children.iter().map(|child| child.canonical_key()).collect();
        assert_eq!(all.told.len(), different.len());
        assert!(all.told.contains(&Some(root.to_move())));
        assert!(
            all.told
                .iter()
                .any(|winner| *winner != Some(root.to_move()))
        );
        assert!(all.verify(&one.entries).is_err(), "moves are missing");
    }
}

#[test]
fn a_proof_that_is_stopped_says_how_to_go_on() {
    let file = Scrap::unwritten("stopped");
    let plan = Plan {
        path: file.0.clone(),
        origin: Proof::origin(false, 3),
        threads: 1,
        hash: 1,
        with: Vec::new(),
    };
    let stop = Stop::new();
    stop.request();
    let error = prove(&plan, &[Small::start()], &stop, &mut |_| ()).expect_err("it was stopped");
    let BuildError::Interrupted { journal, .. } = error else {
        panic!("{error}")
    };
    std::fs::remove_file(journal).expect("it is there");
}

#[test]
fn a_proof_begins_with_a_journal_of_values_and_no_other_one() {
    let proof = Proof::new("begun", false, 2);
    let begin = |origin: &Origin| {
        let values = proof.entries.iter();
        let records = values.flat_map(|(&key, &worth)| record((key, worth)));
        let bytes: Vec<u8> = head(origin).into_iter().chain(records).collect();
        let (journal, file) = (Scrap::new("with", &bytes), Scrap::unwritten("proof-with"));
        let plan = Plan {
            path: file.0.clone(),
            origin: Proof::origin(false, 2),
            threads: 1,
            hash: 1,
            with: vec![journal.0.clone()],
        };
        let mut solved = 0;
        let roots = [proof.root];
        prove(&plan, &roots, &Stop::new(), &mut |progress| {
            if let Progress::Proving { .. } = progress {
                solved += 1;
            }
        })
        .map(|_| solved)
    };
    let other = |method, draws| Origin {
        method,
        draws,
        ..Proof::origin(false, 2)
    };
    let all_moves = Method::Proof { all_moves: true };
    assert_eq!(begin(&other(all_moves, None)).expect("values"), 0);
    // Whether positions are hard draws, and not what they are worth.
    let refused = begin(&other(Method::Exact, Some(600))).expect_err("no values");
    assert!(refused.to_string().contains("with"), "{refused}");
}
