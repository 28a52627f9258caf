//! `perft` and `bench`.

use super::output_of;

#[test]
fn perft_counts_more_plies_than_the_other_tests_have_time_for() {
    let counts = [
        (
            "othello",
            "10",
            "perft 10: 24571056 sequences, 228 finished, ",
        ),
        (
            "connect4",
            "9",
            "perft 9: 39394572 sequences, 57462 finished, ",
        ),
    ];
    for (game, plies, line) in counts {
        let output = output_of(&["perft", "--game", game, plies]);
        assert!(output.starts_with(line), "{output}");
    }
}

#[test]
fn perft_without_a_number_goes_on_until_every_game_is_over() {
    let output = output_of(&["perft", "--game", "tictactoe"]);
    let last = output.lines().last().expect("a line");
    assert!(
        last.starts_with("perft 10: 0 sequences, 255168 finished, "),
        "{output}"
    );
    assert_eq!(output.lines().count(), 10);
}

#[test]
fn perft_begins_in_a_given_position_and_tells_the_first_moves_apart() {
    let output = output_of(&[
        "perft",
        "-g",
        "tictactoe",
        "2",
        "--divide",
        "--position",
        "XO./XXO/O.. b",
    ]);
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "B1: 2 sequences, 0 finished",
            "C1: 0 sequences, 1 finished",
            "C3: 2 sequences, 0 finished",
        ]
    );
    assert!(
        lines[3].starts_with("perft 2: 4 sequences, 1 finished, "),
        "{output}"
    );
}

/// The signature of `bench --nodes 20000`: what changes no search keeps it, and what does writes the new
/// one down here.
const SIGNATURE: u64 = 574_697;

/// The signature at the end of what `bench` prints.
fn signature(output: String) -> u64 {
    let last = output.lines().last().expect("a line");
    let number = last
        .strip_prefix("signature: ")
        .expect("the signature is last");
    number.parse().expect("a number")
}

#[test]
fn the_signature_of_the_search_is_the_one_that_is_written_down() {
    assert_eq!(
        signature(output_of(&["bench", "--nodes", "20000"])),
        SIGNATURE
    );
}

#[test]
fn bench_gives_the_same_signature_every_time() {
    let bench = |nodes| output_of(&["bench", "--game", "tictactoe", "--nodes", nodes]);
    let first = signature(bench("2000"));
    assert_eq!(first, signature(bench("2000")));
    assert!(first > signature(bench("100")));
}
