//! The messages to the page, as JSON. protocol.md documents them.

use serde_json::{Value, json};

use super::{Shared, tree};
use crate::game::Heading;
use crate::release::RELEASE;
use crate::session::{Collection, Info, Level, Solved, json};
use crate::sitting::{About, News, Purpose, Sitting};

/// The first message to a tab: the list of games.
pub(super) fn hello(shared: &Shared) -> Value {
    json!({
        "is": "hello",
        "version": RELEASE,
        "games": json::games(&shared.registry),
        "levels": Level::all().map(|level| level.to_string()).collect::<Vec<_>>(),
        "level_names": Level::NAMED.map(|(name, level)| json!([level.to_string(), name])),
        "game": shared.game,
        "size": shared.size,
    })
}

/// The name of a purpose in messages.
const fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Move => "move",
        Purpose::Hint => "hint",
        Purpose::Analysis => "analysis",
        Purpose::Tree => "tree",
        Purpose::Review => "review",
        Purpose::Puzzle => "puzzle",
    }
}

/// The message for a piece of news.
pub(super) fn news(news: News, sitting: &Sitting) -> Value {
    match news {
        News::Changed => state(sitting),
        News::Thinking {
            about,
            lines,
            clicks,
        } => thinking(about, &lines, &clicks),
        News::Solved(about, solved) => self::solved(about, &solved),
        News::Hint { ply, name, clicks } => {
            json!({ "is": "hint", "ply": ply, "move": name, "clicks": clicks })
        }
        News::Tree(tree) => tree::message(&tree),
        News::Reviewed {
            judged,
            progress: (done, of),
        } => {
            let judged = judged.map(|(judged, clicks)| {
                let mut judged = json::judged(&judged);
                judged["clicks"] = json!(clicks);
                judged
            });
            json!({ "is": "review", "done": done, "of": of, "judged": judged })
        }
        News::Puzzle(puzzle) => {
            let mut message = json::puzzle(&puzzle, sitting.session());
            message["is"] = json!("puzzle");
            message
        }
        News::Refused(why) => refused(&why),
    }
}

/// The state of the game, with a sitting's additions: the moves taken back and the work in
/// progress.
pub(super) fn state(sitting: &Sitting) -> Value {
    let line = sitting.line().iter();
    let mut state = json::state(sitting.engine(), sitting.scale());
    state["is"] = json!("state");
    state["moves"] = line.clone().map(|played| played.name.as_str()).collect();
    state["sides"] = line.map(|played| json::side(played.side)).collect();
    state["at"] = json!(sitting.ply());
    state["paused"] = json!(sitting.is_paused());
    state["busy"] = json!(sitting.busy().map(purpose));
    state
}

/// The rules of the game, step by step.
pub(super) fn lessons(sitting: &Sitting) -> Value {
    let session = sitting.session();
    let info = session.info();
    json!({
        "is": "lessons",
        "game": info.name,
        "size": info.size_name(),
        "steps": json::lessons(session),
    })
}

/// The most games of a list in one message; a search finds the others.
const MOST_LISTED: usize = 100;

/// The games of a list that have these words in their headings.
pub(super) fn records(games: &Collection, words: &str) -> Value {
    let game = |heading: &Heading| {
        let Heading {
            number,
            players: [black, white],
            event,
            date,
            result,
            first,
        } = heading;
        json!({
            "number": number, "black": black, "white": white, "event": event, "date": date,
            "result": result, "first": json::side(*first),
        })
    };
    json!({
        "is": "records",
        "games": games.count(),
        "found": games.find(words).count(),
        "list": games.find(words).take(MOST_LISTED).map(game).collect::<Vec<_>>(),
    })
}

/// The result of an iteration of the search: the lines of one depth.
fn thinking(about: About, lines: &[Info], clicks: &[Vec<String>]) -> Value {
    json!({
        "is": "thinking",
        "for": purpose(about.purpose),
        "ply": about.ply,
        "side": json::side(about.side),
        "clicks": clicks,
        "lines": lines.iter().map(json::line).collect::<Vec<_>>(),
    })
}

/// The exact values of moves, as far as they are known.
fn solved(about: About, solved: &Solved) -> Value {
    let known = |(name, exact): &(String, Option<_>)| Some((name.clone(), json::exact((*exact)?)));
    let moves: serde_json::Map<_, _> = solved.moves.iter().filter_map(known).collect();
    json!({ "is": "solved", "ply": about.ply, "side": json::side(about.side), "moves": moves })
}

/// The refusal of a request, with the reason.
pub(super) fn refused(why: &str) -> Value {
    json!({ "is": "refused", "why": why })
}
