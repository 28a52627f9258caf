//! Lines, ids, and how a dialogue ends.

use std::io::{self, ErrorKind, Write};

use heelstone::protocol::serve;
use heelstone::session::{Engine, Registry};

use crate::protocol::client::{Client, answers, replies};

/// The largest line that is answered as a command.
const LONGEST_LINE: usize = 1 << 20;

#[test]
fn ids_come_back_as_they_were_written() {
    let output = answers(
        "tictactoe",
        "0 name\n007 name\n2147483647 name\n0000000000002147483647 komi 0\nname\n9 nonsense\n",
    );
    let expected = [
        "=0 Heelstone",
        "=007 Heelstone",
        "=2147483647 Heelstone",
        "=0000000000002147483647",
        "= Heelstone",
        "?9 unknown command",
    ];
    assert_eq!(replies(&output), expected);
}

#[test]
fn an_id_that_is_too_large_is_an_error_without_an_id() {
    for id in [
        "2147483648",
        "4294967296",
        "4294967301",
        "18446744073709551617",
    ] {
        let output = answers("tictactoe", format!("{id} name\n{id}\n"));
        assert_eq!(replies(&output), ["? syntax error"; 2], "{id}");
    }
}

#[test]
fn a_line_that_is_only_an_id_is_a_syntax_error() {
    let output = answers("tictactoe", "5\n 06 \t# nothing\n");
    assert_eq!(replies(&output), ["?5 syntax error", "?06 syntax error"]);
}

#[test]
fn a_word_that_only_looks_like_an_id_is_a_command() {
    let output = answers("tictactoe", "-3 name\n5x\n+5 name\n5.0 name\n");
    assert_eq!(replies(&output), ["? unknown command"; 4]);
}

#[test]
fn dirt_around_a_command_does_not_matter() {
    for line in [
        "name\r",
        "  name  ",
        "\tname",
        "na\x01me\x00\x7f",
        "name # name",
        "name#",
        "\x1b name",
    ] {
        assert_eq!(
            answers("tictactoe", format!("{line}\n")),
            "= Heelstone\n\n",
            "{line:?}"
        );
    }
    assert_eq!(answers("tictactoe", "\t3\tplay\tb\tb2\n"), "=3\n\n");
}

#[test]
fn a_line_without_a_command_has_no_reply() {
    let input = "\n\r\n# name\n   \t\n\x01\x02\n  # interrupt\n#\nname\n";
    assert_eq!(answers("tictactoe", input), "= Heelstone\n\n");
    assert_eq!(
        answers("tictactoe", "\n".repeat(100_000) + "name"),
        "= Heelstone\n\n"
    );
}

#[test]
fn bytes_that_are_no_text_are_an_error_and_no_more() {
    let output = answers(
        "tictactoe",
        b"\xff\xfe\nplay \xc3\nkomi \xf0\x9f\x98\nname\n",
    );
    let expected = [
        "? unknown command",
        "? syntax error",
        "? syntax error",
        "= Heelstone",
    ];
    assert_eq!(replies(&output), expected);
}

#[test]
fn command_names_are_exact_and_everything_else_is_in_any_case() {
    let output = answers(
        "tictactoe",
        "NAME\nplay BLACK b2\nplay W A1\nplay b a3\nhistory\n",
    );
    let expected = ["? unknown command", "=", "=", "=", "= B2 A1 A3"];
    assert_eq!(replies(&output), expected);
}

#[test]
fn the_last_line_counts_without_an_end_of_line() {
    assert_eq!(
        answers("tictactoe", "1 name\n2 name"),
        "=1 Heelstone\n\n=2 Heelstone\n\n"
    );
    assert_eq!(answers("tictactoe", ""), "");
}

#[test]
fn nothing_is_answered_after_quit() {
    assert_eq!(answers("tictactoe", "1 quit\n2 name\n"), "=1\n\n");
    assert_eq!(
        replies(&answers("tictactoe", "quit now\nname\n")),
        ["? syntax error", "= Heelstone"]
    );
    // The input need not end for the engine to leave.
    let mut client = Client::start("tictactoe");
    assert_eq!(client.ask("quit"), "=");
    let (rest, errors, status) = client.leave();
    assert!(status.success());
    assert_eq!((rest.as_str(), errors.as_str()), ("", ""));
}

#[test]
fn a_line_of_a_mebibyte_is_a_command_and_a_longer_one_a_syntax_error() {
    let line = |length: usize| {
        let name = "name #";
        format!("{name}{}\n", "x".repeat(length - name.len()))
    };
    let output = answers(
        "tictactoe",
        line(LONGEST_LINE) + &line(LONGEST_LINE + 1) + "9 name\n",
    );
    assert_eq!(
        replies(&output),
        ["= Heelstone", "? syntax error", "=9 Heelstone"]
    );
}

#[test]
fn a_line_that_is_too_long_keeps_its_id_if_it_has_one() {
    let rest = "x".repeat(LONGEST_LINE + 1);
    for (begin, reply) in [
        ("5 ", "?5 syntax error"),
        ("  05\t", "?05 syntax error"),
        ("5", "? syntax error"),
        ("2147483648 ", "? syntax error"),
        ("# ", "? syntax error"),
        ("", "? syntax error"),
    ] {
        let output = answers("tictactoe", format!("{begin}{rest}\nname"));
        assert_eq!(replies(&output), [reply, "= Heelstone"], "{begin:?}");
    }
    let digits = "1".repeat(LONGEST_LINE + 7);
    assert_eq!(replies(&answers("tictactoe", digits)), ["? syntax error"]);
}

#[test]
fn a_byte_order_mark_before_the_first_command_is_dropped() {
    let mark = "\u{feff}";
    let input = format!("{mark}1 name\n{mark}2 name\n");
    let output = answers("tictactoe", input);
    assert_eq!(replies(&output), ["=1 Heelstone", "? unknown command"]);
    assert_eq!(answers("tictactoe", mark), "");
}

#[test]
fn a_line_that_is_too_long_costs_a_mebibyte_however_it_looks() {
    let long = |byte: u8, more: usize| vec![byte; LONGEST_LINE + more];
    let lines = [
        [long(b'x', 1), b"\n".to_vec()].concat(),
        [b"5 ".to_vec(), long(b'x', 3 << 20), b"\r\n".to_vec()].concat(),
        [b"# ".to_vec(), long(b'x', 1), b"\n".to_vec()].concat(),
        // Each byte that is no text would become three.
        [long(0xff, 1), b"\n".to_vec()].concat(),
        [long(b' ', 9), b"name\n".to_vec()].concat(),
        [long(b'\t', 9), b"\n".to_vec()].concat(),
        [long(0, 9), b"\n".to_vec()].concat(),
    ];
    for line in lines {
        let mut client = Client::start_with(&["--hash", "1"]);
        // What is needed once is not counted.
        client.send([b"x".repeat(200_000), b"\n".to_vec()].concat());
        client.reply();
        let before = client.memory_from_now();
        client.send(&line);
        let reply = client.reply();
        assert!(reply.ends_with("syntax error"), "{reply}");
        let growth = client
            .peak_memory()
            .zip(before)
            .map(|(after, before)| after - before);
        // Some pages more belong to the allocator.
        let start = String::from_utf8_lossy(&line[..8]).into_owned();
        assert!(
            growth.is_none_or(|kib| kib <= 1024 + 128),
            "{start:?}: {growth:?} KiB more"
        );
    }
}

#[test]
fn a_line_that_never_ends_takes_no_memory() {
    // The memory of the table is taken while nothing comes in.
    let mut client = Client::start_with(&["--hash", "1"]);
    client.ask("name");
    let before = client.peak_memory();
    let mebibyte = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        client.send(&mebibyte);
    }
    client.send("\n");
    assert_eq!(client.reply(), "? syntax error");
    let growth = client
        .peak_memory()
        .zip(before)
        .map(|(after, before)| after - before);
    assert!(
        growth.is_none_or(|kib| kib < 6 * 1024),
        "{growth:?} KiB more"
    );
    assert_eq!(client.ask("7 name"), "=7 Heelstone");
}

#[test]
fn a_command_is_answered_before_the_next_one_is_sent() {
    let mut client = Client::start("tictactoe");
    for id in 0..1000 {
        assert_eq!(client.ask(&format!("{id} to_move")), format!("={id} black"));
    }
}

#[test]
fn an_engine_whose_reader_has_gone_leaves_quietly() {
    let silent = "timelimit none\nbook off\ngenmove b\n";
    for commands in ["name\nname\n", "timelimit none\nanalyze\n", silent] {
        let mut client = Client::start("connect4");
        client.stop_reading();
        client.send(commands);
        let (_, errors, status) = client.leave();
        assert!(status.success(), "{status}");
        assert_eq!(errors, "");
    }
}

/// An output that fails in that way.
struct Broken(ErrorKind);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error_but_a_full_disk_is() {
    let mut engine = Engine::new(Registry::all()).expect("an engine");
    let mut serve = |kind| serve(&mut engine, &b"name\nname\n"[..], Broken(kind), None);
    assert!(serve(ErrorKind::BrokenPipe).is_ok());
    assert!(serve(ErrorKind::StorageFull).is_err());
}
