//! The bodies of the fuzz targets in `fuzz/`. Each takes any bytes as input of one kind and asserts that
//! nothing panics, that the program reads back what it writes, and that a refusal changes nothing.
//!
//! The tests run them too, on the corpora in `fuzz/corpus/`. No part of the promised interface: it may change at any time.

mod archives;
mod books;
mod positions;
mod records;
mod weights;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

pub use archives::archives;
pub use books::books;
pub use positions::positions;
pub use records::records;
pub use weights::weights;

use crate::search::Stop;
use crate::session::{Engine, Played, Registry, Reply};

/// A function for any bytes.
pub type Target = fn(&[u8]);

/// All of them, by name.
pub const TARGETS: [(&str, Target); 7] = [
    ("archives", archives),
    ("books", books),
    ("messages", messages),
    ("positions", positions),
    ("protocol", protocol),
    ("records", records),
    ("weights", weights),
];

/// Lines of the protocol.
pub fn protocol(bytes: &[u8]) {
    crate::protocol::fuzzing::lines(&mut engine(), bytes);
}

/// Messages that the page sends to the server, one a line.
pub fn messages(bytes: &[u8]) {
    crate::tab::fuzzing::messages(Registry::all(), &String::from_utf8_lossy(bytes));
}

/// An engine with all games and the smallest table.
fn engine() -> Engine {
    Engine::with_table(Registry::all(), 1).expect("a small table")
}

/// Asserts that the engine replies by a legal move, or by a pass after the end of the game.
fn replies_legally(engine: &mut Engine, nodes: u64) {
    let legal = engine.session().legal_moves();
    let settings = engine.settings_mut();
    (settings.nodes, settings.timelimit) = (Some(nodes), None);
    let reply = engine.genmove(None, Instant::now(), &Stop::new());
    let Ok(Reply::Move(name)) = reply else {
        panic!("the reply to {legal:?} is {reply:?}");
    };
    assert!(
        legal.contains(&name) || legal.is_empty(),
        "{name} is not among {legal:?}"
    );
}

/// The game in progress, to be compared with another one.
#[derive(Debug, PartialEq)]
struct Game {
    name: &'static str,
    size: String,
    start: Option<String>,
    moves: Vec<Played>,
    position: String,
}

impl Game {
    fn of(engine: &Engine) -> Game {
        let session = engine.session();
        let info = session.info();
        Game {
            name: info.name,
            size: info.size_name(),
            start: session.set_up_from(),
            moves: session.history(),
            position: session.position(),
        }
    }
}

/// A file that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    /// The path of a file that does not exist yet.
    fn new() -> Scratch {
        static FILES: AtomicU64 = AtomicU64::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("heelstone-fuzzing-{}-{number}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }

    /// A file with these bytes.
    fn with(bytes: &[u8]) -> Scratch {
        let scratch = Scratch::new();
        std::fs::write(&scratch.0, bytes).expect("a file in the folder for temporary ones");
        scratch
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).expect("a file that is there")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.0);
    }
}
