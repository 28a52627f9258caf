//! The memory of the engine, where the system tells.

use std::fs;

use crate::protocol::client::Client;

/// KiB in a MiB.
const MIB: u64 = 1 << 10;

/// The most that an engine takes beside its table, in KiB.
const MOST: u64 = 16 * MIB;

#[test]
fn an_engine_at_rest_takes_only_what_it_has_used() {
    // A GUI starts the program more than once, and a match many times.
    let mut engines: Vec<Client> = (0..20).map(|_| Client::start_plain()).collect();
    for engine in &mut engines {
        engine.ask("name");
        engine.ask("hash 1024");
        engine.ask("clear_board");
        let Some(taken) = engine.memory("RssAnon:") else {
            return println!("skipped: this system does not tell how much memory a process has");
        };
        assert!(taken < MOST, "{taken} KiB");
    }
}

#[test]
#[ignore = "takes long"]
fn an_engine_takes_little_beside_its_table() {
    for game in ["tictactoe", "connect4", "othello", "stonehenge"] {
        for mib in [1, 16] {
            let mut engine = Client::start(game);
            for setting in ["book off", "threads 2", "nodes 50000"] {
                engine.ask(setting);
            }
            engine.ask(&format!("hash {mib}"));
            for command in [
                "genmove",
                "genmove",
                "solve 0.5",
                "analyze lines 3",
                "genmove",
            ] {
                engine.ask(command);
            }
            let Some(taken) = anonymous(&engine) else {
                return println!(
                    "skipped: this system does not tell how much memory a process has"
                );
            };
            assert!(taken <= mib * MIB + MOST, "{game}, {mib} MiB: {taken} KiB");
        }
    }
}

/// The memory of an engine that is in no file, in KiB.
fn anonymous(engine: &Client) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", engine.id())).ok()?;
    let line = rollup.lines().find(|line| line.starts_with("Anonymous:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
