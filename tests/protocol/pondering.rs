//! Thinking on the opponent's time: it helps where the guess was right, and otherwise nobody
//! notices.

use std::thread::sleep;
use std::time::Duration;

use crate::protocol::client::Client;

/// A game that is nowhere near solved at its start.
const GAME: &str = "connect4";

/// The engine's report on its last move.
struct Thought {
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

fn last_thought(client: &mut Client) -> Thought {
    let reply = client.ask("gomill-explain_last_move");
    let words: Vec<_> = reply.split_whitespace().collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name);
        &words[at.expect("a thought has all its parts") + 1..]
    };
    Thought {
        depth: after("depth")[0].parse().expect("a number"),
        nodes: after("nodes")[0].parse().expect("a number"),
        seconds: after("time")[0].parse().expect("a number"),
        pv: after("pv").iter().map(|word| word.to_string()).collect(),
    }
}

fn cpu_seconds(client: &mut Client) -> f64 {
    let reply = client.ask("cputime");
    reply.trim_start_matches("= ").parse().expect("a number")
}

/// Waits until the engine has nothing to do any more.
fn wait_until_idle(client: &mut Client) {
    let mut idle = 0;
    while idle < 10 {
        let before = cpu_seconds(client);
        sleep(Duration::from_millis(30));
        let busy = cpu_seconds(client) - before > 0.002;
        idle = if busy { 0 } else { idle + 1 };
    }
}

/// Waits until the engine has worked for some time although nobody has asked for anything.
fn wait_for_work(client: &mut Client) {
    let before = cpu_seconds(client);
    while cpu_seconds(client) - before < 0.03 {
        sleep(Duration::from_millis(5));
    }
}

/// An engine that has played the first move and now ponders within these limits; and the reply that
/// it expects.
fn pondering(limits: &[&str]) -> (Client, String) {
    let mut client = Client::start(GAME);
    for setting in [
        "book off",
        "hash 1",
        "timelimit none",
        "nodes 5000",
        "genmove b",
        "nodes none",
    ] {
        assert!(client.ask(setting).starts_with('='));
    }
    let expected = last_thought(&mut client).pv.swap_remove(1);
    for setting in limits.iter().chain(&["ponder on"]) {
        assert_eq!(client.ask(setting), "=");
    }
    (client, expected)
}

#[test]
fn after_a_right_guess_the_time_already_spent_counts() {
    let (mut client, expected) = pondering(&["timelimit 0.05"]);
    sleep(Duration::from_millis(300));
    assert_eq!(client.ask(&format!("play w {expected}")), "=");
    // Nothing that only looks at the position is in its way.
    assert_eq!(client.ask("known_command genmove"), "= true");
    assert!(client.ask("showboard").starts_with('='));
    client.ask("genmove b");
    let thought = last_thought(&mut client);
    assert!(thought.seconds >= 0.3, "{} s", thought.seconds);
    assert_eq!(client.ask("to_move"), "= white");
}

#[test]
fn pondering_heeds_the_limits_and_its_result_is_played_at_once() {
    for limit in ["nodes 300000", "depth 18"] {
        let (mut client, expected) = pondering(&[limit]);
        let before = cpu_seconds(&mut client);
        wait_until_idle(&mut client);
        let pondered = cpu_seconds(&mut client);
        client.ask(&format!("play w {expected}"));
        client.ask("genmove b");
        let answered = cpu_seconds(&mut client);
        let thought = last_thought(&mut client);
        match limit.split_once(' ') {
            Some(("nodes", most)) => assert!(thought.nodes <= most.parse().expect("a number")),
            _ => assert_eq!(thought.depth, 18),
        }
        let (work, rest) = (pondered - before, answered - pondered);
        assert!(
            work > 0.01 && rest < work / 2.0,
            "{limit}: {work} s before and {rest} s after"
        );
    }
}

#[test]
fn after_a_right_guess_the_search_goes_on_until_it_is_interrupted() {
    let (mut client, expected) = pondering(&[]);
    wait_for_work(&mut client);
    client.ask(&format!("play w {expected}"));
    client.send("7 genmove b\n");
    wait(100);
    client.send("# interrupt\n");
    assert!(client.reply().starts_with("=7 "));
    let thought = last_thought(&mut client);
    assert!(thought.seconds >= 0.1, "{} s", thought.seconds);
    assert_eq!(client.ask("to_move"), "= white");
}

fn wait(milliseconds: u64) {
    sleep(Duration::from_millis(milliseconds));
}

#[test]
fn after_a_wrong_guess_the_engine_searches_the_move_that_was_played() {
    let (mut client, expected) = pondering(&["depth 8"]);
    let other = if expected == "A1" { "G1" } else { "A1" };
    assert_eq!(client.ask(&format!("play w {other}")), "=");
    assert!(client.ask("genmove b").starts_with("= "));
    let thought = last_thought(&mut client);
    assert_eq!(thought.depth, 8);
}

#[test]
#[ignore = "takes long"]
fn what_needs_the_search_or_changes_the_game_ends_pondering() {
    for command in [
        "undo",
        "newgame",
        "newgame tictactoe",
        "clear_board",
        "boardsize 7",
        "setup ......./......./......./......./......./.O.X... b",
        "hash 2",
        "threads 2",
        "evaluation zero",
        "depth 40",
        "param search.aspiration 90",
        "analyze 0.01",
        "reg_genmove w\n# interrupt",
        "solve 0.01",
        "solve moves 0.01",
        "play w A1\nplay b A2",
        "ponder off",
    ] {
        let (mut client, _) = pondering(&[]);
        wait_for_work(&mut client);
        client.send(format!("{command}\n"));
        for _ in command.lines().filter(|line| !line.starts_with('#')) {
            assert!(client.reply().starts_with('='), "{command}");
        }
        // It would have gone on for ever.
        wait_until_idle(&mut client);
    }
}

#[test]
fn what_only_looks_does_not_end_pondering() {
    let (mut client, _) = pondering(&[]);
    for command in [
        "known_command play",
        "showboard",
        "legal_moves",
        "history",
        "printsgf",
        "printggf",
        "eval",
        "perft 2",
        "time_left w 100 0",
        "threads",
        "play w Z9",
        "play b D2",
        "nonsense",
    ] {
        let reply = client.ask(command);
        assert!(reply.starts_with(['=', '?']), "{command}: {reply}");
        wait_for_work(&mut client);
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_pondering() {
    let (mut client, _) = pondering(&["threads 3"]);
    wait_for_work(&mut client);
    let (rest, status) = client.end();
    assert_eq!(rest, "");
    assert!(status.success(), "{status}");

    let (mut client, _) = pondering(&[]);
    wait_for_work(&mut client);
    assert_eq!(client.ask("quit"), "=");
    let (rest, errors, status) = client.leave();
    assert_eq!((rest, errors), (String::new(), String::new()));
    assert!(status.success(), "{status}");
}

#[test]
fn a_reply_is_expected_wherever_the_search_was_cut_off() {
    let mut client = Client::start(GAME);
    for setting in ["evaluation windows", "book off", "timelimit none"] {
        client.ask(setting);
    }
    for nodes in (200..6000).step_by(100) {
        client.ask(&format!("nodes {nodes}"));
        client.ask("clear_board");
        client.ask("genmove b");
        assert!(last_thought(&mut client).pv.len() > 1, "{nodes} nodes");
    }
}

#[test]
fn without_a_pause_there_is_no_pondering() {
    // Commands that come in one piece are answered as they are without pondering, to the node.
    let commands = "book off\ntimelimit none\nnodes 2000\ngenmove b\nplay w A1\ngenmove b\n\
                    gomill-explain_last_move\nhistory\n";
    let nodes = |output: String| {
        let line = output.split("nodes ").nth(1).expect("a thought");
        line.split(' ').next().map(str::to_string)
    };
    let without = crate::protocol::client::answers(GAME, commands);
    let with = crate::protocol::client::answers(GAME, format!("ponder on\n{commands}"));
    assert_eq!(nodes(without), nodes(with));
}

/// An engine that ponders and one that does not, which are told the same.
struct Twins {
    pondering: Client,
    quiet: Client,
    id: u32,
}

impl Twins {
    fn start() -> Twins {
        let mut twins = Twins {
            pondering: Client::start(GAME),
            quiet: Client::start(GAME),
            id: 0,
        };
        for setting in ["book off", "hash 1", "timelimit 0.002"] {
            twins.both(&[setting.into()]);
        }
        assert_eq!(twins.pondering.ask("ponder on"), "=");
        twins
    }

    /// Tells one of them several commands at a time: the replies without their ids, which are right.
    fn tell(client: &mut Client, id: &mut u32, commands: &[String]) -> Vec<String> {
        let first = *id;
        *id += commands.len() as u32;
        let lines: Vec<_> = (first..)
            .zip(commands)
            .map(|(id, command)| format!("{id} {command}\n"))
            .collect();
        client.send(lines.concat());
        (first..*id)
            .map(|id| {
                let reply = client.reply();
                let text = reply[1..].strip_prefix(&id.to_string());
                let text = text.unwrap_or_else(|| panic!("{id} was asked: {reply}"));
                format!("{}{text}", &reply[..1])
            })
            .collect()
    }

    /// Both have to answer the same.
    fn both(&mut self, commands: &[String]) -> Vec<String> {
        let mut id = self.id;
        let quiet = Twins::tell(&mut self.quiet, &mut id, commands);
        let pondering = Twins::tell(&mut self.pondering, &mut self.id, commands);
        assert_eq!(pondering, quiet, "{commands:?}");
        pondering
    }

    /// The pondering one finds a move, which the other one has to accept.
    fn genmove(&mut self) {
        let reply = self.both(&["to_move".into()]).swap_remove(0);
        let side = reply.trim_start_matches("= ").to_string();
        let mut id = self.id;
        let command = format!("genmove {side}");
        let reply = Twins::tell(&mut self.pondering, &mut id, &[command]).swap_remove(0);
        let mv = reply.strip_prefix("= ").expect("a move");
        let command = format!("play {side} {mv}");
        let accepted = Twins::tell(&mut self.quiet, &mut self.id, &[command]);
        assert_eq!(accepted, ["="], "{mv}");
    }

    /// Plays what the pondering one expects, if it expects anything.
    fn play_expected(&mut self) {
        let thought = self.pondering.ask("gomill-explain_last_move");
        let mut line = thought.split(" pv ").skip(1).flat_map(|pv| pv.split(' '));
        if let Some(reply) = line.nth(1) {
            self.both(&[format!("play {reply}")]);
        }
    }

    /// Plays a legal move.
    fn play_any(&mut self, rng: &mut fastrand::Rng) {
        let reply = self.both(&["legal_moves".into()]).swap_remove(0);
        let moves: Vec<_> = reply.trim_start_matches('=').split_whitespace().collect();
        if let Some(mv) = rng.choice(moves) {
            self.both(&[format!("play {mv}")]);
        }
    }

    /// Commands that do not tell what a search has found, but for its success.
    fn search(&mut self, command: &str) {
        let mut id = self.id;
        let quiet = Twins::tell(&mut self.quiet, &mut id, &[command.into()]);
        let pondering = Twins::tell(&mut self.pondering, &mut self.id, &[command.into()]);
        assert_eq!(quiet[0][..1], pondering[0][..1], "{command}");
    }
}

#[test]
#[ignore = "takes long"]
fn thousands_of_commands_are_answered_as_without_pondering() {
    const SAME: &[&str] = &[
        "showboard",
        "position",
        "history",
        "legal_moves",
        "to_move",
        "result",
        "final_score",
        "printsgf",
        "eval",
        "perft 2",
        "undo",
        "gg-undo 2",
        "known_command undo",
        "time_left b 10 0",
        "time_left w 10 0",
        "time_settings 0 0 0",
        "hash 1",
        "threads 1",
        "threads 2",
        "depth 20",
        "depth none",
        "seed 5",
        "variety 0",
        "level master",
        "nonsense",
        "play z",
        "play b Z9",
        "play w D1",
        "evaluation",
        "name",
    ];
    const RARE: &[&str] = &[
        "clear_board",
        "newgame",
        "newgame othello",
        "newgame connect4",
        "newgame tictactoe",
        "newgame stonehenge",
        "setup ......./......./......./......./......./...X... w",
    ];
    const SEARCHES: &[&str] = &[
        "analyze 0.001",
        "solve 0.001",
        "reg_genmove b",
        "reg_genmove w",
    ];
    let mut rng = fastrand::Rng::with_seed(53);
    let mut twins = Twins::start();
    while twins.id < 4000 {
        match rng.u8(..100) {
            0..30 => twins.genmove(),
            30..50 => twins.play_expected(),
            50..58 => twins.play_any(&mut rng),
            58..62 => twins.search(SEARCHES[rng.usize(..SEARCHES.len())]),
            62..65 => twins.pondering.send("# interrupt\n"),
            65..68 => {
                let switch = ["ponder on", "ponder off"][rng.usize(..2)];
                assert_eq!(twins.pondering.ask(switch), "=");
                assert_eq!(twins.pondering.ask("ponder on"), "=");
            }
            68..70 => {
                twins.both(&[RARE[rng.usize(..RARE.len())].into()]);
            }
            70..74 => wait(2),
            _ => {
                let count = rng.usize(1..5);
                let any = |_| SAME[rng.usize(..SAME.len())].to_string();
                let commands: Vec<_> = (0..count).map(any).collect();
                twins.both(&commands);
            }
        }
    }
    for client in [twins.pondering, twins.quiet] {
        assert!(client.end().1.success());
    }
}
