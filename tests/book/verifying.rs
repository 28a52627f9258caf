//! Checking books, and those that games bring along.

use super::*;

#[test]
fn a_wrong_value_is_found_by_verify() {
    let folder = Folder::new("wrong");
    let file = folder.file("c.book");
    build(&file, CONNECT4).success();
    let whole = fs::read(&file).expect("a book");
    // The value of each position in turn, the checksum of its block made right: what a faulty
    // program might have written. The head is 40 bytes, a text, and a checksum.
    let text = u32::from_le_bytes(whole[12..16].try_into().expect("four bytes")) as usize;
    let index = 40 + text + 4;
    let number = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().expect("eight bytes"));
    let (start, end) = (number(index + 8) as usize, number(index + 24) as usize);
    for place in [0, 20, 40, 63] {
        let mut bytes = whole.clone();
        bytes[start + place] = bytes[start + place].wrapping_add(2).max(1);
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        let forged = folder.file("forged.book");
        fs::write(&forged, &bytes).expect("written");
        book_command("info", &forged, &[]).success();
        book_command("verify", &forged, &["--sample", "100000"])
            .code(1)
            .stderr(contains("and the book says"));
    }
}

/// That nothing in them contradicts anything else takes long to see, and is left to .ci/nightly.
#[test]
fn the_books_that_games_bring_along_are_whole_and_played_from() {
    struct Check(usize);
    impl GameVisitor for Check {
        fn visit<G: Game>(&mut self) {
            let Some(bytes) = G::BOOK else { return };
            self.0 += 1;
            let book = Book::from_bytes(G::NAME, bytes.to_vec()).expect("a book");
            let (columns, rows) = G::SIZE;
            let mut engine = Engine::new(Registry::empty().with::<G>()).expect("an engine");
            let size = format!("{columns}x{rows}");
            engine
                .newgame(Some(G::NAME), Some(&size))
                .expect("the game");
            let told = engine
                .book()
                .expect("it is played from at start")
                .to_string();
            assert_eq!(told, book.to_string());
            book.check().expect("whole");
        }
    }
    let mut check = Check(0);
    heelstone::games::visit_all(&mut check);
    assert!(check.0 > 0, "Connect 4 has a book");
}

#[test]
fn the_first_moves_of_connect4_have_their_published_values() {
    let start = Connect4::<7, 6>::start();
    let bytes = Connect4::<7, 6>::BOOK.expect("a book");
    let book = Book::built_in(bytes).expect("a whole book");
    // Who wins was found by [Allen 1989] and [Allis 1988]; the distances are those that the
    // solvers of [Tromp 2004] and [Pons 2019] give.
    let expected = [
        "loss in 40",
        "loss in 42",
        "draw",
        "win in 41",
        "draw",
        "loss in 42",
        "loss in 40",
    ];
    for (mv, expected) in start.legal_moves().into_iter().zip(expected) {
        let worth = book.find(start.after(mv).canonical_key()).expect("whole");
        let worth = worth.expect("it is in the book").of_move(false);
        assert_eq!(worth.to_string(), expected, "{mv:?}");
    }
    let commands = "book\nreg_genmove b\ngenmove\ngomill-explain_last_move\n";
    let replies = replies(&["-g", "connect4"], commands);
    assert!(
        replies[0].starts_with("built in: connect4 7x6, "),
        "{}",
        replies[0]
    );
    assert_eq!(replies[1..], ["D1", "D1", "book D1 win in 41 (built in)"]);
    // Other sizes have none.
    let other = self::replies(&["-g", "connect4", "--size", "8x7"], "book\n");
    assert_eq!(other, ["none"]);
}
