//! Search results and a game in progress as JSON, for the protocol and the web page.

use serde_json::{Map, Value, json};

use super::{Engine, GameInfo, Info, Judged, Puzzle, Registry, Review, Session, Solved, Tally};
use crate::book::Worth;
use crate::game::{
    BoardLine, CellShape, Colour, Look, Material, Piece, PieceShape, Place, PlaceKind, Score, Side,
};
use crate::solve::{Exact, Extent};

/// A line of an analysis as a JSON object.
pub(crate) fn line(info: &Info) -> Value {
    let Info {
        line,
        depth,
        score,
        nodes,
        time,
        exact,
        source,
        pv,
    } = info;
    let seconds = time.as_micros() as f64 / 1e6;
    json!({
        "line": line, "depth": depth, "score": self::score(*score), "exact": exact, "nodes": nodes,
        "source": source.to_string(), "time": seconds, "pv": pv,
    })
}

/// A move with its judgement as a JSON object.
pub(crate) fn judged(judged: &Judged) -> Value {
    let verdict = &judged.verdict;
    json!({
        "number": judged.number, "side": side(judged.played.side), "move": judged.played.name,
        "grade": verdict.grade.to_string(), "exact": verdict.exact, "gave": verdict.gave,
        "score": score(judged.best.0), "after": score(judged.after.0), "pv": judged.pv,
    })
}

/// The end of a review, with its reason, as a JSON object.
pub(crate) fn review_end(reason: &str, tally: &Tally, review: &Review) -> Value {
    let of = |side: Side| -> Value {
        let grades = tally.of(side);
        grades
            .map(|(grade, count)| (grade.to_string(), count))
            .collect()
    };
    let grades = of_sides(Side::BOTH.map(of));
    json!({
        "end": reason, "moves": review.moves(), "judged": tally.judged(), "grades": grades,
        "opening": review.opening(),
    })
}

/// A puzzle of the game of `session` as a JSON object.
pub(crate) fn puzzle(puzzle: &Puzzle, session: &Session) -> Value {
    let info = session.info();
    json!({
        "game": info.name, "size": info.size_name(), "position": puzzle.position,
        "side": side(puzzle.side), "value": exact(puzzle.value), "line": puzzle.line,
        "difficulty": puzzle.difficulty, "tempting": puzzle.tempting, "nodes": puzzle.nodes,
    })
}

/// The end of an analysis, with its reason, as a JSON object.
pub(crate) fn end(reason: &str) -> Value {
    json!({ "end": reason })
}

/// A number, or a proved result: `{"win": 7}`, `{"loss": 8}` in plies, `{"win_by": 6}`,
/// `{"loss_by": 6}` with a margin.
pub(crate) fn score(score: Score) -> Value {
    let won = score > Score::ZERO;
    if let Some(plies) = score.plies_to_end() {
        return if won {
            json!({ "win": plies })
        } else {
            json!({ "loss": plies })
        };
    }
    let Some(margin) = score.proved_margin() else {
        return json!(score.units());
    };
    let margin = margin.0.unsigned_abs();
    if won {
        json!({ "win_by": margin })
    } else {
        json!({ "loss_by": margin })
    }
}

/// An exact value in the form of [`score`]; `{"win": null}` if only the winner is known.
pub(crate) fn exact(exact: Exact) -> Value {
    let size = exact.value.0.unsigned_abs();
    let (win, loss, number) = match exact.extent {
        Extent::Plies(plies) => ("win", "loss", json!(plies)),
        Extent::Margin => ("win_by", "loss_by", json!(size)),
        Extent::Winner => ("win", "loss", Value::Null),
    };
    match exact.value.0.signum() {
        0 => json!(0),
        1 => json!({ win: number }),
        _ => json!({ loss: number }),
    }
}

/// What was found out about a position: the members of [`solved_value`], the `nodes`, and the line of best play
/// (`pv`) and the `moves` that were asked for, each with its value.
pub(crate) fn solved(solved: &Solved) -> Map<String, Value> {
    let mut object = solved_value(solved.value);
    object.insert("nodes".into(), solved.nodes.into());
    if let Some(line) = &solved.line {
        object.insert("pv".into(), json!(line));
    }
    if !solved.moves.is_empty() {
        let moves = solved.moves.iter().map(|(name, value)| {
            let mut object = solved_value(*value);
            object.insert("move".into(), name.as_str().into());
            Value::from(object)
        });
        object.insert("moves".into(), moves.collect());
    }
    object
}

/// The members of a value: `result`, and `plies` or `margin` if there is one.
fn solved_value(value: Option<Exact>) -> Map<String, Value> {
    let mut object = Map::new();
    let result = value.map_or("unknown", |value| match value.value.0 {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    });
    object.insert("result".into(), result.into());
    if let Some(Exact { value, extent }) = value {
        match extent {
            Extent::Plies(plies) => object.insert("plies".into(), plies.into()),
            Extent::Margin => object.insert("margin".into(), value.0.unsigned_abs().into()),
            Extent::Winner => None,
        };
    }
    object
}

/// A side by its name in the protocol.
pub(crate) fn side(side: Side) -> String {
    side.to_string()
}

/// A value for each side, by their names in the protocol.
fn of_sides<T: Into<Value>>(both: [T; 2]) -> Value {
    let [black, white]: [Value; 2] = both.map(T::into);
    json!({ "black": black, "white": white })
}

/// The available games in order, each with its sizes.
pub(crate) fn games(registry: &Registry) -> Value {
    let name = |name: &str| registry.find(|info| info.name == name);
    let entries = registry.names().into_iter().filter_map(name);
    let games = entries.map(|entry| {
        let info = entry.info;
        let sizes = || registry.games().filter(|other| other.name == info.name);
        let mut game = json!({
            "name": info.name,
            "title": info.title,
            "about": info.about,
            "sizes": sizes().map(|info| info.size_name()).collect::<Vec<_>>(),
            "side_names": of_sides(info.sides),
            "begins": side(info.begins),
            "has_vertices": info.has_vertices,
            "unit": info.unit,
            "look": look(&info.look),
            "pieces": pieces(&info),
            "evaluations": entry.open().evaluations(),
            "levels": info.last_level().number(),
        });
        if cfg!(feature = "apart") {
            let files = sizes().flat_map(|info| info.data);
            game["data"] = files.map(|data| data.name).collect();
        }
        game
    });
    games.collect()
}

/// What can stand on a cell, where positions can be set up piece by piece.
fn pieces(info: &GameInfo) -> Value {
    let pieces = info.pieces.iter();
    let pieces = pieces.map(|&(side, text)| json!({ "side": self::side(side), "text": text }));
    pieces.collect()
}

/// The current state of the game: everything that a client needs to show it without knowing the
/// game.
pub(crate) fn state(engine: &Engine, scale: i32) -> Value {
    let session = engine.session();
    let info = session.info();
    let history = session.history();
    let mut state = json!({
        "game": info.name,
        "size": info.size_name(),
        "about": info.about,
        "start": session.set_up_from(),
        "moves": history.iter().map(|played| &played.name).collect::<Vec<_>>(),
        "sides": history.iter().map(|played| side(played.side)).collect::<Vec<_>>(),
        "position": session.position(),
        "record": engine.printsgf(),
        "opening": session.opening(),
        "book": book(engine),
        "unit": info.unit,
        "evaluation": session.evaluate(),
        "scale": scale,
        "per_margin": session.per_margin(),
        "evaluations": session.evaluations(),
        "chosen": Side::BOTH.map(|side| session.evaluation(side)),
        "levels": info.last_level().number(),
        "opening": session.opening(),
        "book": book(engine),
    });
    add(&mut state, scene(session));
    state
}

/// Adds the keys of one object to another.
fn add(to: &mut Value, from: Value) {
    if let (Value::Object(to), Value::Object(from)) = (to, from) {
        to.extend(from);
    }
}

/// The steps that tell the rules, each with its position.
pub(crate) fn lessons(session: &Session) -> Value {
    let steps = session.lessons().into_iter().map(|(lesson, session)| {
        let example = lesson.example.map(str::to_string);
        let mut step = json!({
            "text": lesson.text,
            "example": example.map(|name| legal(&session, &name)),
        });
        add(&mut step, scene(&session));
        step
    });
    steps.collect()
}

/// What there is to see of a position.
fn scene(session: &Session) -> Value {
    let info = session.info();
    let drawing = session.drawing();
    let legal = session.legal_moves();
    let result = session.result();
    json!({
        "side_names": of_sides(info.sides),
        "to_move": side(session.to_move()),
        "must_pass": session.must_pass(),
        "result": result.map(|result| json!({
            "text": result.to_string(),
            "winner": result.winner().map(side),
            "margin": info.has_margin.then_some(result.value.0.unsigned_abs()),
            "reason": result.reason.map(|reason| reason.to_string()),
        })),
        "legal": legal.iter().map(|name| self::legal(session, name)).collect::<Vec<_>>(),
        "last": session.last_clicks(),
        "places": drawing.places.iter().map(place).collect::<Vec<_>>(),
        "captions": drawing.captions,
        "counts": session.counts().map(|counts| {
            let [black, white] = counts.of;
            json!({ "what": counts.what, "black": black, "white": white })
        }),
        "lines": session.lines().iter().map(board_line).collect::<Vec<_>>(),
        "look": look(&info.look),
    })
}

/// The moves of the book with their values for the side to move, the best first.
fn book(engine: &Engine) -> Value {
    let session = engine.session();
    if session.result().is_some() {
        return json!([]);
    }
    let left = session.max_plies().unwrap_or(0);
    let moves = engine.witness(true).worths(session).into_iter();
    let in_words = |(name, worth): (String, Worth)| {
        let (score, exact) = worth.known(left);
        json!({ "move": name, "score": self::score(score), "exact": exact })
    };
    moves.map(in_words).collect()
}

fn legal(session: &Session, name: &String) -> Value {
    let clicks = session.clicks(std::slice::from_ref(name));
    json!({ "move": name, "clicks": clicks.first() })
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

/// The look of a game, in words.
fn look(look: &Look) -> Value {
    let board = match look.board {
        Material::Plain => "plain",
        Material::Rack => "rack",
        Material::Felt => "felt",
        Material::Paper => "paper",
        Material::Turf => "turf",
        Material::Wood => "wood",
    };
    let cells = match look.cells {
        CellShape::Square => "square",
        CellShape::Round => "round",
        CellShape::Hexagon => "hexagon",
    };
    json!({
        "board": board, "cells": cells, "falls": look.falls,
        "bottom": look.bottom.map(side),
        "pieces": of_sides(look.pieces.map(piece)),
    })
}

fn piece(Piece { shape, colour }: Piece) -> Value {
    let shape = match shape {
        PieceShape::Disc => "disc",
        PieceShape::Ring => "ring",
        PieceShape::Star => "star",
        PieceShape::Cross => "cross",
        PieceShape::Nought => "nought",
        PieceShape::Stone => "stone",
        PieceShape::Slab => "slab",
    };
    let colour = match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Blue => "blue",
        Colour::Slate => "slate",
        Colour::Sand => "sand",
    };
    json!({ "shape": shape, "colour": colour })
}

fn board_line(line: &BoardLine) -> Value {
    json!({ "places": line.places, "owner": line.owner.map(side) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value as Margin;

    #[test]
    fn json_tells_a_proof_from_an_opinion() {
        let text = |score| self::score(score).to_string();
        assert_eq!(text(Score::evaluation(-12)), "-12");
        assert_eq!(text(Score::win_in(7)), r#"{"win":7}"#);
        assert_eq!(text(Score::loss_in(8)), r#"{"loss":8}"#);
        assert_eq!(text(Score::margin(Margin(6))), r#"{"win_by":6}"#);
        assert_eq!(text(Score::margin(Margin(-6))), r#"{"loss_by":6}"#);
    }

    #[test]
    fn an_exact_value_is_written_like_a_score() {
        let text = |value, extent| {
            let value = Margin(value);
            exact(Exact { value, extent }).to_string()
        };
        assert_eq!(text(1, Extent::Plies(7)), r#"{"win":7}"#);
        assert_eq!(text(-6, Extent::Margin), r#"{"loss_by":6}"#);
        assert_eq!(text(-1, Extent::Winner), r#"{"loss":null}"#);
        assert_eq!(text(0, Extent::Margin), "0");
    }
}
