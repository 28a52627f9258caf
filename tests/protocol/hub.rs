//! Hub, as draughts programs use it, by a client written from the description of the protocol.

use crate::protocol::client::Client;
use crate::protocol::fronts::speaking;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn say(client: &mut Client, lines: &[&str]) {
    for line in lines {
        client.send(format!("{line}\n"));
    }
}

/// The next line that begins like that.
fn wait_for(client: &mut Client, start: &str) -> String {
    loop {
        let line = client.line();
        if line.starts_with(start) {
            return line;
        }
    }
}

/// The move of `done move=... ponder=...`.
fn done(client: &mut Client) -> String {
    let line = wait_for(client, "done");
    let words = line.split(' ').collect::<Vec<_>>();
    let moved = words.iter().find_map(|word| word.strip_prefix("move="));
    moved.unwrap_or_else(|| panic!("{line} has no move")).into()
}

fn hub(options: &[&str]) -> Client {
    let mut client = speaking("hub", options);
    say(&mut client, &["hub"]);
    wait_for(&mut client, "wait");
    say(&mut client, &["init"]);
    assert_eq!(client.line(), "ready");
    client
}

#[test]
fn a_whole_game_is_played_by_the_rules() {
    let mut engines = [hub(&[]), hub(&[])];
    let mut referee = Client::start("draughts");
    let mut moves: Vec<String> = Vec::new();
    while referee.ask("result") == "= unfinished" {
        let engine = &mut engines[moves.len() % 2];
        let position = format!("pos pos={START} moves=\"{}\"", moves.join(" "));
        say(engine, &[&position, "level nodes=150", "go think"]);
        let moved = done(engine);
        assert_eq!(
            referee.ask(&format!("play {moved}")),
            "=",
            "{moved} after {moves:?}"
        );
        moves.push(moved);
    }
    assert!(moves.len() > 20, "{moves:?}");
    // Others may go on where our rules end a game: a position is searched while there are moves.
    let position = format!("pos pos={START} moves=\"{}\"", moves.join(" "));
    if referee.ask("result") == "= 0" {
        say(&mut engines[0], &[&position, "level nodes=150", "go think"]);
        done(&mut engines[0]);
    }
}

#[test]
fn former_engines_are_told_moves_one_by_one() {
    let mut client = speaking("hub1", &[]);
    say(&mut client, &["hub"]);
    assert!(client.line().starts_with("name Heelstone"));
    wait_for(&mut client, "wait");
    say(&mut client, &["set book false", "init"]);
    assert_eq!(client.line(), "ready");
    let lower = START.replacen('W', "w", 1);
    let position = format!("pos {lower}");
    let mut referee = Client::start("draughts");
    let mut moves = Vec::new();
    for _ in 0..12 {
        say(&mut client, &["new", &position]);
        for moved in &moves {
            say(&mut client, &[&format!("move {moved}")]);
        }
        say(&mut client, &["depth 2", "go"]);
        let line = wait_for(&mut client, "move ");
        let moved = line.split(' ').nth(1).expect("a move").to_string();
        assert_eq!(referee.ask(&format!("play {moved}")), "=", "{line}");
        moves.push(moved);
    }
    say(&mut client, &["move 1-50", "pos w", "ping"]);
    assert_eq!(client.line(), "error illegal move 1-50");
    assert!(client.line().starts_with("error "));
    assert_eq!(client.line(), "pong");
}

#[test]
fn a_search_goes_on_until_it_is_stopped_and_hears_a_ping() {
    let mut client = hub(&[]);
    say(&mut client, &["pos", "level infinite", "go analyze"]);
    wait_for(&mut client, "info depth=5 ");
    say(&mut client, &["ping"]);
    wait_for(&mut client, "pong");
    say(&mut client, &["stop"]);
    done(&mut client);
    // So is one that has a whole century.
    say(&mut client, &["level move-time=1e9", "go think", "stop"]);
    done(&mut client);
}

#[test]
fn a_command_for_the_next_search_ends_the_present_one() {
    let mut client = hub(&[]);
    let other = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeweeeeee moves=\"\"";
    say(
        &mut client,
        &[
            "pos",
            "level infinite",
            "go think",
            other,
            "level depth=2",
            "go think",
        ],
    );
    let first: u8 = done(&mut client)
        .split('-')
        .next()
        .and_then(|from| from.parse().ok())
        .expect("a move");
    assert!(
        (31..=35).contains(&first),
        "a move from the start, not from {first}"
    );
    // White's only man can only capture or step forwards.
    let second = done(&mut client);
    assert!(second.starts_with("44"), "{second}");
}

#[test]
fn the_clock_of_a_ponder_search_starts_with_the_hit() {
    let mut client = hub(&[]);
    say(&mut client, &["pos", "level move-time=0.05", "go ponder"]);
    // Long after the time for the move it still ponders.
    wait_for(&mut client, "info depth=7 ");
    std::thread::sleep(std::time::Duration::from_millis(300));
    say(&mut client, &["ping"]);
    loop {
        let line = client.line();
        assert!(!line.starts_with("done"), "{line}");
        if line == "pong" {
            break;
        }
    }
    say(&mut client, &["ponder-hit"]);
    done(&mut client);
    // The opponent has played another move.
    say(
        &mut client,
        &["pos", "level time=1000", "go ponder", "stop"],
    );
    done(&mut client);
}

#[test]
fn every_way_to_limit_a_search_ends_it() {
    let mut client = hub(&[]);
    for level in [
        "depth=3",
        "nodes=500",
        "move-time=0.01",
        "time=0.5",
        "moves=10 time=1",
        "time=0.1 inc=0.1",
        "time=0 inc=0",
        "time=-1",
        "depth=50 time=0.3",
    ] {
        say(&mut client, &["pos", &format!("level {level}"), "go think"]);
        done(&mut client);
    }
    say(&mut client, &["level depth=x", "ping"]);
    assert_eq!(client.line(), "error message=\"malformed depth=x\"");
    assert_eq!(client.line(), "pong");
}

#[test]
fn a_node_limit_gives_the_same_search_every_time() {
    let run = || {
        let mut client = hub(&[]);
        say(
            &mut client,
            &["new-game", "pos", "level nodes=2000", "go think"],
        );
        done(&mut client)
    };
    assert_eq!(run(), run());
}

#[test]
fn the_variants_are_played_and_others_are_refused_in_words() {
    let mut client = speaking("hub", &[]);
    for (variant, first) in [
        ("normal", 31..=35),
        ("frisian", 31..=35),
        ("russian", 21..=24),
        ("brazilian", 21..=24),
        ("italian", 21..=24),
        ("english", 9..=12),
    ] {
        let set = format!("set-param name=variant value={variant}");
        say(
            &mut client,
            &[&set, "init", "pos", "level depth=2", "go think"],
        );
        let moved = done(&mut client);
        let from = moved.split('-').next().and_then(|from| from.parse().ok());
        assert!(
            from.is_some_and(|from: u8| first.contains(&from)),
            "{variant}: {moved}"
        );
    }
    for variant in ["bt", "killer", "losing"] {
        say(
            &mut client,
            &[&format!("set-param name=variant value={variant}")],
        );
        let line = client.line();
        assert!(
            line.starts_with(&format!("error message=\"unknown variant {variant}: ")),
            "{line}"
        );
    }
    // What is told by others is none of ours.
    say(
        &mut client,
        &["set-param name=bb-size value=6", "frobnicate a=b", "ping"],
    );
    assert_eq!(client.line(), "pong");
}

#[test]
fn a_variant_can_be_chosen_on_the_command_line() {
    let mut client = speaking("hub", &["--game", "checkers"]);
    say(&mut client, &["hub"]);
    let line = wait_for(&mut client, "param name=variant");
    assert!(line.contains("value=english "), "{line}");
}

#[test]
fn a_search_with_a_limit_is_answered_at_the_end_of_the_input_and_others_end_with_it() {
    for (level, depth) in [("depth=6", "info depth=6 "), ("infinite", "done move=")] {
        let mut client = hub(&[]);
        say(&mut client, &["pos", &format!("level {level}"), "go think"]);
        let (rest, status) = client.end();
        assert!(status.success(), "{status}");
        assert!(
            rest.contains(depth) && rest.contains("done move="),
            "{level}: {rest}"
        );
    }
}

#[test]
fn quit_ends_a_search_at_once() {
    let mut client = hub(&[]);
    say(
        &mut client,
        &["pos", "level infinite", "go analyze", "quit"],
    );
    let (_, _, status) = client.leave();
    assert!(status.success(), "{status}");
}

#[test]
fn a_position_that_breaks_the_rules_is_refused_and_changes_nothing() {
    let mut client = hub(&[]);
    for (line, why) in [
        ("pos pos=Xeee", "W or B"),
        ("pos pos=Weee", "a letter of"),
        (
            "pos pos=Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
            "would be a king",
        ),
        ("pos moves=\"32-28 32-28\"", "illegal move 32-28"),
        ("pos moves=\"32\"", "malformed move 32"),
        ("pos pos=\"W", "a line is a command"),
    ] {
        say(&mut client, &[line]);
        let error = client.line();
        assert!(
            error.starts_with("error message=") && error.contains(why),
            "{line}: {error}"
        );
    }
    // A side without moves has lost.
    say(
        &mut client,
        &[
            "pos pos=Weeeeeeeeeeeeeeeeeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
            "go think",
        ],
    );
    assert_eq!(client.line(), "done");
    assert_eq!(client.line(), "error message=\"the game is over\"");
}
