//! Any text as messages of the page, for the fuzz targets.

use std::sync::{Arc, mpsc};

use super::{Shared, Tab};
use crate::session::Registry;
use crate::sitting::{Event, Pool};
use serde_json::{Value, json};

/// Passes each line to a tab. Its work is queued and never done, so that the same lines always have the
/// same answers.
pub(crate) fn messages(registry: Registry, text: &str) {
    let first = registry.games().next().expect("a game");
    let shared = Shared {
        game: first.name,
        size: first.size_name(),
        pool: Arc::new(Pool::new(0, 1).expect("no threads and no tables")),
        registry,
    };
    let mut tab = Visited::new(&shared);
    for line in text.lines() {
        tab.hear(line);
    }
    can_be_resumed(&shared, &tab.tab);
}

/// A tab with the events of its work.
struct Visited {
    tab: Tab,
    events: mpsc::Receiver<Event>,
}

impl Visited {
    fn new(shared: &Shared) -> Visited {
        let (sender, events) = mpsc::channel();
        let listener = Arc::new(move |event| drop(sender.send(event)));
        let tab = Tab::new(shared, listener).expect("a small table");
        Visited { tab, events }
    }

    /// Passes a message on, and checks the answers.
    fn hear(&mut self, text: &str) {
        let before = self.tab.state();
        self.tab.hear(text);
        let answers = self.tab.messages();
        if answers.iter().any(|answer| answer["is"] == "refused") {
            assert_eq!(self.tab.state(), before, "{text} was refused");
        }
        while let Ok(event) = self.events.try_recv() {
            self.tab.learn(event);
            self.tab.move_when_due();
        }
        for answer in answers.into_iter().chain(self.tab.messages()) {
            let sent = answer.to_string();
            let read: Value = serde_json::from_str(&sent).expect("JSON");
            assert_eq!(read, answer);
        }
    }
}

/// The page keeps a game, and opens it again when it is loaded again.
fn can_be_resumed(shared: &Shared, tab: &Tab) {
    let state = tab.state();
    let kept = ["game", "size", "start", "moves", "at"];
    let mut open: serde_json::Map<_, _> = kept
        .map(|key| (key.to_string(), state[key].clone()))
        .into_iter()
        .collect();
    open.insert("do".into(), json!("open"));
    let mut again = Visited::new(shared);
    again.hear(&Value::Object(open).to_string());
    let seen = again.tab.state();
    for key in kept.into_iter().chain(["position", "legal", "result"]) {
        assert_eq!(
            seen[key], state[key],
            "{key} of the game when it is opened again"
        );
    }
}
