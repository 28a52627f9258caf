//! What the page is told, as JSON. protocol.md documents it.

use serde_json::{Value, json};

use super::{Shared, tree};
use crate::game::{Place, PlaceKind, Side};
use crate::release::RELEASE;
use crate::session::{Info, Level, Session, Solved, json};
use crate::sitting::{About, News, Purpose, Sitting};

/// What a tab is greeted with: the games there are.
pub(super) fn hello(shared: &Shared) -> Value {
    let registry = &shared.registry;
    let game = |&name: &&str| {
        let sizes = registry.games().filter(|info| info.name == name);
        let sizes: Vec<_> = sizes.map(|info| info.size_name()).collect();
        let info = registry.games().find(|info| info.name == name);
        json!({
            "name": name,
            "title": info.map(|info| info.title),
            "about": info.map(|info| info.about),
            "sizes": sizes,
        })
    };
    json!({
        "is": "hello",
        "version": RELEASE,
        "games": registry.names().iter().map(game).collect::<Vec<_>>(),
        "levels": Level::ALL.map(|level| level.to_string()),
        "game": shared.game,
        "size": shared.size,
    })
}

/// What is being thought about, as all messages have it.
const fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Move => "move",
        Purpose::Hint => "hint",
        Purpose::Analysis => "analysis",
        Purpose::Tree => "tree",
    }
}

/// What is new.
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
        News::Refused(why) => refused(&why),
    }
}

/// The game as it stands.
fn state(sitting: &Sitting) -> Value {
    let session = sitting.session();
    let info = session.info();
    let drawing = session.drawing();
    let lines = session.lines();
    let names = session.legal_moves();
    let moves: Vec<_> = sitting.line().iter().map(|played| &played.name).collect();
    let sides: Vec<_> = sitting
        .line()
        .iter()
        .map(|played| side(played.side))
        .collect();
    json!({
        "is": "state",
        "game": info.name,
        "size": info.size_name(),
        "start": session.set_up_from(),
        "moves": moves,
        "sides": sides,
        "at": sitting.ply(),
        "position": session.position(),
        "record": sitting.engine().printsgf(),
        "to_move": side(session.to_move()),
        "must_pass": session.must_pass(),
        "result": session.result().map(|result| json!({
            "text": result.to_string(),
            "winner": winner(result.value.0),
            "margin": info.has_margin.then_some(result.value.0.unsigned_abs()),
        })),
        "legal": names.iter().map(|name| legal(session, name)).collect::<Vec<_>>(),
        "last": session.last_clicks(),
        "places": drawing.places.iter().map(place).collect::<Vec<_>>(),
        "captions": drawing.captions,
        "lines": lines.iter().map(|line| json!({
            "places": line.places, "owner": line.owner.map(side),
        })).collect::<Vec<_>>(),
        "evaluation": session.evaluate(),
        "scale": sitting.scale(),
        "evaluations": session.evaluations(),
        "chosen": Side::BOTH.map(|side| session.evaluation(side)),
        "paused": sitting.is_paused(),
        "busy": sitting.busy().map(purpose),
    })
}

fn legal(session: &dyn Session, name: &String) -> Value {
    let clicks = session.clicks(std::slice::from_ref(name));
    json!({ "move": name, "clicks": clicks.first() })
}

fn winner(value: i16) -> Option<String> {
    match value.signum() {
        0 => None,
        1 => Some(side(Side::Black)),
        _ => Some(side(Side::White)),
    }
}

fn place(place: &Place) -> Value {
    let kind = match place.kind {
        PlaceKind::Cell => "cell",
        PlaceKind::Choice => "choice",
        PlaceKind::Label => "label",
    };
    json!({
        "kind": kind, "name": place.name, "x": place.x, "y": place.y,
        "owner": place.owner.map(side), "text": place.text,
    })
}

/// A side, as all messages have it.
pub(super) fn side(side: Side) -> String {
    side.to_string()
}

/// What the search knows after an iteration: the lines of one depth.
fn thinking(about: About, lines: &[Info], clicks: &[Vec<String>]) -> Value {
    json!({
        "is": "thinking",
        "for": purpose(about.purpose),
        "ply": about.ply,
        "side": side(about.side),
        "clicks": clicks,
        "lines": lines.iter().map(json::line).collect::<Vec<_>>(),
    })
}

/// The exact values of moves, as far as they are known.
fn solved(about: About, solved: &Solved) -> Value {
    let known = |(name, exact): &(String, Option<_>)| Some((name.clone(), json::exact((*exact)?)));
    let moves: serde_json::Map<_, _> = solved.moves.iter().filter_map(known).collect();
    json!({ "is": "solved", "ply": about.ply, "side": side(about.side), "moves": moves })
}

/// What was asked for is not done, for this reason.
pub(super) fn refused(why: &str) -> Value {
    json!({ "is": "refused", "why": why })
}
