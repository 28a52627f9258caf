//! Hub, version 1, as Scan 2.0 speaks it: words without names, times in milliseconds, moves one by one.

use std::time::Duration;

use super::board::{Board, men};
use super::hub::duration;
use super::notation::Step;
use crate::game::{Desk, Dialogue, Heard, Info, Remaining, Side, Task};
use crate::release::RELEASE;

/// A dialogue in Hub 1.
#[derive(Default)]
pub(super) struct Hub1 {
    board: Board,
    /// The limits for the next searches.
    level: Task,
}

impl Dialogue for Hub1 {
    fn begin(&mut self, desk: &mut dyn Desk) {
        self.board.look(desk);
    }

    fn hear(&mut self, message: &str, desk: &mut dyn Desk) -> Heard {
        let words: Vec<&str> = message.split_whitespace().collect();
        let done = match words[..] {
            ["ping", ..] => say("pong", desk),
            ["stop", ..] => {
                desk.stop();
                Ok(())
            }
            ["ponder-hit", ..] => {
                desk.start_clock();
                Ok(())
            }
            ["quit", ..] => {
                desk.quit();
                Ok(())
            }
            ["hub", ..] => introduce(desk),
            ["init", ..] => say("ready", desk),
            ["level" | "depth" | "time", ..] => self.limit(&words),
            [
                "set" | "new" | "start" | "pos" | "move" | "go" | "ponder" | "analyse",
                ..,
            ] => {
                if desk.is_thinking() {
                    return Heard::AfterSearch;
                }
                self.act(&words, desk)
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            desk.say(&format!("error {error}"));
        }
        Heard::Done
    }

    fn report(&mut self, info: &Info, desk: &mut dyn Desk) {
        let seconds = info.time.as_secs_f64();
        let per_second = info.nodes as f64 / seconds.max(1e-6) / 1e6;
        let steps = self.board.steps(info.pv.iter().map(String::as_str));
        let pv: Vec<_> = steps.iter().map(Step::text).collect();
        let score = (100.0 * men(info.score, desk)).round() as i32;
        let (depth, nodes, pv) = (info.depth, info.nodes, pv.join(" "));
        desk.say(&format!(
            "info {depth} {depth}.0 {score} {nodes} {seconds:.2} {per_second:.1} {pv}"
        ));
    }

    fn found(&mut self, best: Option<&str>, info: &Info, desk: &mut dyn Desk) {
        let steps = self.board.best(best, info);
        let steps = steps.iter().map(|step| format!(" {}", step.text()));
        desk.say(&format!("move{}", steps.collect::<String>()));
    }
}

impl Hub1 {
    fn limit(&mut self, words: &[&str]) -> Result<(), String> {
        self.level = match words {
            ["depth", depth, ..] => Task {
                depth: Some(number(depth)?.max(1.0) as u32),
                ..Task::default()
            },
            ["time", time, ..] => Task {
                time: Some(milliseconds(time)?),
                ..Task::default()
            },
            ["level", moves, left, rest @ ..] => {
                let clock = Remaining {
                    left: milliseconds(left)?,
                    increment: milliseconds(rest.first().unwrap_or(&"0"))?,
                    moves: number(moves)? as u32,
                };
                Task {
                    clock: Some(clock),
                    ..Task::default()
                }
            }
            _ => return Err("bad limit".into()),
        };
        Ok(())
    }

    fn act(&mut self, words: &[&str], desk: &mut dyn Desk) -> Result<(), String> {
        match words {
            ["set", "variant", name, ..] => self.board.open(name, desk),
            ["set", name @ ("threads" | "hash" | "book"), value, ..] => desk.set(name, value),
            ["new", ..] => {
                desk.restart();
                Ok(())
            }
            ["start", ..] => self.board.start(desk),
            ["pos", position, ..] => {
                let (side, letters) = position.split_at_checked(1).unwrap_or_default();
                let side = match side {
                    "w" | "W" => Side::White,
                    "b" | "B" => Side::Black,
                    _ => return Err("bad position".into()),
                };
                self.board.set_up(side, letters, desk)
            }
            ["move", name, ..] => {
                let step = Step::read(name).ok_or("bad move")?;
                self.board.play(&step, desk)
            }
            ["go", ..] => self.go(None, false, desk),
            ["ponder", ..] => self.go(None, true, desk),
            ["analyse", ..] => self.go(Some(1), false, desk),
            _ => Ok(()),
        }
    }

    fn go(
        &mut self,
        lines: Option<usize>,
        ponders: bool,
        desk: &mut dyn Desk,
    ) -> Result<(), String> {
        let task = Task {
            lines,
            ponders,
            endless: lines.is_some(),
            ..self.level.clone()
        };
        if self.board.think(task, desk) {
            return Ok(());
        }
        desk.say("move");
        Err("the game is over".into())
    }
}

fn introduce(desk: &mut dyn Desk) -> Result<(), String> {
    desk.say(&format!("name Heelstone {RELEASE}"));
    desk.say("author the developers of Heelstone");
    say("wait", desk)
}

fn say(message: &str, desk: &mut dyn Desk) -> Result<(), String> {
    desk.say(message);
    Ok(())
}

fn number(word: &str) -> Result<f64, String> {
    word.parse().map_err(|_| format!("bad number {word}"))
}

fn milliseconds(word: &str) -> Result<Duration, String> {
    Ok(duration(number(word)? / 1000.0))
}
