//! NBoard's protocol, version 2 [Welty n.d.]: Othello's boards tell the whole game, and ask for hints or a move.

use super::Othello;
use super::ggf;
use crate::game::{
    Carrier, Desk, Dialogue, Game, GameRecord, Heard, Info, Notation, Protocol, RecordedMove,
    Source, Task, Value,
};

pub(super) const PROTOCOL: Protocol = Protocol {
    name: "nboard",
    carrier: Carrier::Lines,
    begin: |_| Box::new(NBoard::default()),
};

/// A dialogue in this protocol.
#[derive(Default)]
struct NBoard {
    depth: Option<u32>,
    game: GameRecord,
    search: Option<Search>,
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    Move,
    Hints,
    /// The values of all positions of the game, from the last to the first; now of the one after so many
    /// moves.
    Game(usize),
    /// The same, which another command has ended.
    EndedGame,
}

impl Dialogue for NBoard {
    fn begin(&mut self, desk: &mut dyn Desk) {
        self.game.start = Some(desk.position());
    }

    fn hear(&mut self, message: &str, desk: &mut dyn Desk) -> Heard {
        let message = message.trim();
        let (command, rest) = message.split_once(' ').unwrap_or((message, ""));
        if command == "quit" {
            desk.quit();
            return Heard::Done;
        }
        if command.is_empty() {
            return Heard::Done;
        }
        if desk.is_thinking() {
            if let Some(Search::Game(_)) = self.search {
                self.search = Some(Search::EndedGame);
            }
            return Heard::AfterSearch;
        }
        match command {
            "ping" => desk.say(&format!("pong {}", rest.trim())),
            "learn" => desk.say("learned"),
            "set" => self.set(rest, desk),
            "move" => self.play(rest, desk),
            "hint" => self.hint(rest, desk),
            "go" => self.think(Search::Move, None, desk),
            "analyze" => self.analyze(self.game.moves.len(), desk),
            // Its first version sent moves alone.
            name if name.len() == 2 => self.play(name, desk),
            _ => {}
        }
        Heard::Done
    }

    fn report(&mut self, info: &Info, desk: &mut dyn Desk) {
        if let Some(Search::Game(_) | Search::EndedGame) = self.search {
            return;
        }
        let kind = match info.source {
            Source::Book => "book",
            Source::Search | Source::Solver => "search",
        };
        let pv: String = info.pv.iter().map(|name| move_name(name)).collect();
        let depth = match info.exact {
            true => "100%".into(),
            false => info.depth.to_string(),
        };
        let (value, nodes) = (value(info, desk), info.nodes);
        desk.say(&format!("{kind} {pv} {value:.2} 0 {depth} {nodes} nodes"));
        desk.say(&format!("nodestats {nodes} {:.2}", info.time.as_secs_f64()));
    }

    fn found(&mut self, best: Option<&str>, info: &Info, desk: &mut dyn Desk) {
        match self.search.take() {
            Some(Search::Move) => {
                if let Some(name) = best {
                    let (value, time) = (value(info, desk), info.time.as_secs_f64());
                    desk.say(&format!("=== {}/{value:.2}/{time:.2}", move_name(name)));
                }
            }
            Some(Search::Game(after)) => {
                desk.say(&format!("analysis {after} {:.2}", value(info, desk)));
                return match after.checked_sub(1) {
                    Some(before) => self.analyze(before, desk),
                    None => self.end_analysis(desk),
                };
            }
            Some(Search::EndedGame) => return self.end_analysis(desk),
            Some(Search::Hints) | None => {}
        }
        desk.say("status");
    }
}

impl NBoard {
    fn set(&mut self, rest: &str, desk: &mut dyn Desk) {
        let (name, value) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        match name {
            "depth" => match value.trim().parse::<u32>() {
                Ok(depth) => {
                    self.depth = Some(depth.max(1));
                    desk.say(&format!("set myname Heelstone{depth}"));
                }
                Err(_) => refuse("a depth is a number", desk),
            },
            "game" => {
                let read = ggf::read(value).and_then(|game| game.ok_or("this is not GGF".into()));
                let loaded = read.and_then(|game| {
                    load(&game, game.moves.len(), desk)?;
                    Ok(game)
                });
                match loaded {
                    Ok(game) => self.game = game,
                    Err(error) => {
                        // It could be loaded before.
                        let _ = load(&self.game, self.game.moves.len(), desk);
                        refuse(&error, desk);
                    }
                }
            }
            // Draws are worth the same to both sides.
            _ => {}
        }
    }

    /// Plays a move, which may be followed by an evaluation and a time.
    fn play(&mut self, text: &str, desk: &mut dyn Desk) {
        let name = ggf::move_name(text);
        let (side, other) = (desk.to_move(), !desk.to_move());
        // A forced pass may be left out.
        let played = match desk.play(Some(side), name) {
            Ok(()) => Ok(side),
            Err(error) => desk
                .play(Some(other), name)
                .map_err(|_| error)
                .map(|()| other),
        };
        match played {
            Ok(side) => self.game.moves.push(RecordedMove {
                side: Some(side),
                name: name.into(),
            }),
            Err(error) => refuse(&format!("{name}: {error}"), desk),
        }
    }

    fn hint(&mut self, rest: &str, desk: &mut dyn Desk) {
        let lines = rest.trim().parse().unwrap_or(1);
        self.think(Search::Hints, Some(lines), desk);
    }

    fn think(&mut self, search: Search, lines: Option<usize>, desk: &mut dyn Desk) {
        self.search = Some(search);
        if !matches!(search, Search::Game(_)) {
            desk.say("status Heelstone is thinking");
        }
        desk.think(Task {
            lines,
            depth: self.depth,
            ..Task::default()
        });
    }

    /// Values the position after so many moves, and then those before it.
    fn analyze(&mut self, after: usize, desk: &mut dyn Desk) {
        if after == self.game.moves.len() {
            desk.say("status Heelstone is analyzing");
        }
        let mut after = after;
        // It could be loaded before.
        while load(&self.game, after, desk).is_ok() {
            let Some(result) = desk.result() else {
                return self.think(Search::Game(after), Some(1), desk);
            };
            let Value(margin) = result.seen_by(desk.to_move());
            desk.say(&format!("analysis {after} {margin}.00"));
            match after.checked_sub(1) {
                Some(before) => after = before,
                None => break,
            }
        }
        self.end_analysis(desk);
    }

    fn end_analysis(&mut self, desk: &mut dyn Desk) {
        self.search = None;
        let _ = load(&self.game, self.game.moves.len(), desk);
        desk.say("status");
    }
}

/// Goes to the position after the first moves of a game.
fn load(game: &GameRecord, moves: usize, desk: &mut dyn Desk) -> Result<(), String> {
    let usual = || Othello::start().position();
    let start = game.start.clone().unwrap_or_else(usual);
    desk.set_up(&start).map_err(|error| error.to_string())?;
    for (number, mv) in (1..).zip(&game.moves[..moves]) {
        let played = desk.play(mv.side, &mv.name);
        played.map_err(|error| format!("move {number}, {}: {error}", mv.name))?;
    }
    Ok(())
}

/// The name of a move as GGF has it.
fn move_name(name: &str) -> &str {
    match name {
        "pass" => "PA",
        name => name,
    }
}

/// The score in discs.
fn value(info: &Info, desk: &dyn Desk) -> f64 {
    if let Some(Value(margin)) = info.score.proved_margin() {
        return margin.into();
    }
    let units = desk.per_margin().unwrap_or(1);
    f64::from(info.score.units()) / f64::from(units)
}

/// Tells in words why a command is refused.
fn refuse(why: &str, desk: &mut dyn Desk) {
    desk.say(&format!("status {why}"));
}
