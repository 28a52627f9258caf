//! Ends of a search from outside: an interrupt, another line, `quit`, the end of the input.

use crate::protocol::client::{self, Client, replies};

/// A game whose first position takes far longer to solve than any test runs.
const GAME: &str = "connect4";

/// An engine that has to search for its first move.
fn start() -> Client {
    let mut client = Client::start(GAME);
    assert_eq!(client.ask("book off"), "=");
    client
}

/// The output of such an engine for an input that then ends.
fn answers(input: &str) -> String {
    let output = client::answers(GAME, format!("book off\n{input}"));
    output.strip_prefix("=\n\n").expect("a reply").to_string()
}

/// The depths of the lines of an analysis.
fn depths(analysis: &str) -> Vec<u32> {
    let word = |line: &str| {
        line.split(' ')
            .skip_while(|w| *w != "depth")
            .nth(1)?
            .parse()
            .ok()
    };
    analysis
        .lines()
        .map(|line| word(line).expect("a depth"))
        .collect()
}

fn is_move(reply: &str) -> bool {
    let name = reply
        .trim_start_matches(|c: char| c == '=' || c.is_ascii_digit())
        .trim();
    name.len() == 2
        && name.as_bytes()[0].is_ascii_uppercase()
        && name.as_bytes()[1].is_ascii_digit()
}

#[test]
fn an_interrupt_ends_a_search_without_any_limit() {
    let mut client = start();
    assert_eq!(client.ask("timelimit none"), "=");
    client.send("7 analyze\n");
    // Now it searches.
    assert!(client.line().starts_with("=7 info depth 1 "));
    client.send("# interrupt\n");
    client.reply();
    // The same for a move, which is played.
    client.send("8 genmove b\n# interrupt\n");
    let reply = client.reply();
    assert!(is_move(&reply), "{reply}");
    assert_eq!(client.ask("to_move"), "= white");
}

#[test]
fn an_interrupt_is_read_as_a_tolerant_person_would() {
    let mut client = start();
    client.ask("timelimit none");
    for interrupt in ["# interrupt\r\n", "#interrupt\n", "  #\tinterrupt  \n"] {
        client.send(format!("reg_genmove b\n{interrupt}"));
        assert!(is_move(&client.reply()));
    }
}

#[test]
fn an_interrupt_ends_what_came_before_it_and_nothing_after_it() {
    let mut client = start();
    client.ask("timelimit none");
    client.send("1 genmove b\n2 genmove w\n3 perft 20\n# interrupt\n4 depth 7\n5 analyze\n");
    for reply in [client.reply(), client.reply()] {
        assert!(is_move(&reply), "{reply}");
    }
    assert_eq!(
        client.reply(),
        "?3 interrupted before the count was complete"
    );
    assert_eq!(client.reply(), "=4");
    assert_eq!(depths(&client.reply()), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn an_interrupt_reaches_a_tree_that_waits() {
    let mut client = start();
    client.ask("timelimit none");
    client.send("1 analyze\n2 tree 3\n# interrupt\n3 tree 1\n");
    assert!(client.reply().starts_with("=1"));
    let interrupted = "?2 interrupted before the tree was complete";
    assert_eq!(client.reply(), interrupted);
    assert!(client.reply().starts_with("=3 digraph"));
}

#[test]
fn an_interrupt_without_a_search_does_nothing() {
    let output = answers("# interrupt\nname\n# interrupt\ndepth 5\nanalyze\n");
    let [name, depth, analysis] = replies(&output)[..] else {
        panic!("{output}");
    };
    assert_eq!((name, depth), ("= Heelstone", "="));
    // The input has ended, not the search.
    assert_eq!(depths(analysis), [1, 2, 3, 4, 5]);
}

#[test]
fn at_the_end_of_the_input_each_search_goes_on_to_its_limits() {
    let commands = "timelimit none\nnodes 30000\ngenmove b\ngenmove w\ngenmove b\nhistory\n";
    let piped = answers(commands);
    let mut client = start();
    let dialogue: Vec<_> = commands.lines().map(|line| client.ask(line)).collect();
    assert_eq!(replies(&piped), dialogue);

    // A time and a clock are limits too; this game is solved long before they are over.
    let mut client = Client::start("tictactoe");
    client.ask("timelimit none");
    let solved = depths(&client.ask("analyze"));
    for limit in ["timelimit 60", "time_settings 600 0 0"] {
        let piped = client::answers("tictactoe", format!("timelimit none\n{limit}\nanalyze\n"));
        assert_eq!(depths(replies(&piped)[2]), solved, "{limit}");
    }
    let piped = client::answers("tictactoe", "timelimit none\nanalyze 60\n");
    assert_eq!(depths(replies(&piped)[1]), solved);
}

#[test]
fn at_the_end_of_the_input_a_search_without_any_limit_ends() {
    let piped = answers("timelimit none\n1 genmove b\n2 analyze\n3 reg_genmove b\n4 name");
    let replies = replies(&piped);
    assert_eq!(replies.len(), 5);
    assert!(is_move(replies[1]), "{piped}");
    assert!(replies[2].starts_with("=2"), "{piped}");
    assert_eq!(replies[4], "=4 Heelstone");
}

#[test]
fn quit_ends_a_search_without_any_limit_and_lets_the_others_finish() {
    let mut client = start();
    client.ask("timelimit none");
    // The input stays open: only `quit` can end the first search, and those that wait behind it.
    client.send("1 analyze\n2 genmove\n3 depth 5\n4 analyze\n5 quit\n6 name\n");
    assert!(client.reply().starts_with("=1"));
    let reply = client.reply();
    assert!(is_move(&reply), "{reply}");
    assert_eq!(client.reply(), "=3");
    assert_eq!(depths(&client.reply()), [1, 2, 3, 4, 5]);
    assert_eq!(client.reply(), "=5");
    let (rest, errors, status) = client.leave();
    assert!(status.success());
    assert_eq!((rest.as_str(), errors.as_str()), ("", ""));
}

#[test]
fn quit_ends_the_search_for_a_move_without_any_limit() {
    for command in ["genmove", "reg_genmove b"] {
        let mut client = start();
        client.ask("timelimit none");
        client.send(format!("{command}\nquit\n"));
        let reply = client.reply();
        assert!(is_move(&reply), "{command}: {reply}");
        assert_eq!(client.reply(), "=");
    }
}

#[test]
fn what_only_begins_like_quit_ends_no_search() {
    let mut client = start();
    client.ask("timelimit none");
    client.send("1 analyze json\n2 quit now\n3 quits\n");
    client.line();
    client.send("# interrupt\n");
    let analysis = client.reply();
    assert_eq!(analysis.lines().last(), Some(r#"{"end":"interrupt"}"#));
    assert_eq!(client.reply(), "?2 syntax error");
    assert_eq!(client.reply(), "?3 unknown command");
}

#[test]
fn an_analysis_until_input_goes_on_until_the_next_line() {
    for line in [
        "2 name\n",
        "# a remark\n2 name\n",
        "\n2 name\n",
        "\r\n2 name\n",
        "# interrupt\n2 name\n",
    ] {
        let mut client = start();
        // No other limit holds.
        client.ask("depth 1");
        client.send("1 analyze until-input\n");
        let first = client.line();
        assert!(first.starts_with("=1 info depth 1 "), "{first}");
        assert!(client.line().starts_with("info depth 2 "), "{line:?}");
        client.send(line);
        client.reply();
        assert_eq!(client.reply(), "=2 Heelstone", "{line:?}");
    }
}

#[test]
fn an_analysis_until_input_ends_at_once_where_a_line_waits_or_none_will_come() {
    let answers = answers("1 analyze until-input\n2 name\n3 analyze until-input lines 2 json");
    let replies = replies(&answers);
    assert!(replies[0].starts_with("=1"), "{answers}");
    assert_eq!(replies[1], "=2 Heelstone");
    assert!(replies[2].ends_with(r#"{"end":"input"}"#), "{answers}");
}

#[test]
fn an_analysis_until_input_ends_at_once_where_a_line_came_before_it_began() {
    let mut client = start();
    // Both lines come while the first command is at work, and the input stays open.
    client.send("0 perft 7\n1 analyze until-input\n2 name\n");
    assert!(client.reply().starts_with("=0 "));
    assert!(client.reply().starts_with("=1"));
    assert_eq!(client.reply(), "=2 Heelstone");
}

#[test]
fn perft_is_finished_at_the_end_of_the_input() {
    assert_eq!(answers("perft 5"), "= 16807 0\n\n");
}

#[test]
fn more_commands_than_may_wait_do_not_lock_the_engine_up() {
    let mut input = String::from("timelimit none\n0 genmove b\n");
    let count = 12_000;
    for id in 1..=count {
        input += &format!("{id} known_command {}\n", "x".repeat(600));
    }
    let output = answers(&input);
    let replies = replies(&output);
    assert_eq!(replies.len(), count + 2);
    assert!(is_move(replies[1]));
    assert_eq!(replies[count + 1], format!("={count} false"));
}
