//! Hub, version 2, as Scan 3.1 speaks it [Letouzey 2019].

use std::str::FromStr;
use std::time::Duration;

use super::board::{Board, men};
use super::notation::{Step, VARIATIONS};
use super::syntax::{Line, quoted};
use crate::game::{Desk, Dialogue, Heard, Info, Remaining, Side, Task};
use crate::release::RELEASE;

/// A dialogue in Hub 2.
#[derive(Default)]
pub(super) struct Hub {
    board: Board,
    /// The limits for the next searches.
    level: Task,
}

/// The settings that are parameters, with their limits.
const INTEGERS: [(&str, u32); 2] = [("threads", 256), ("hash", 65_536)];

impl Dialogue for Hub {
    fn begin(&mut self, desk: &mut dyn Desk) {
        self.board.look(desk);
    }

    fn hear(&mut self, message: &str, desk: &mut dyn Desk) -> Heard {
        let Some(line) = Line::read(message) else {
            if !message.trim().is_empty() {
                tell_error("a line is a command with arguments name=value", desk);
            }
            return Heard::Done;
        };
        match line.command {
            "ping" => desk.say("pong"),
            "stop" => desk.stop(),
            "ponder-hit" => desk.start_clock(),
            "quit" => desk.quit(),
            "hub" => self.introduce(desk),
            "init" => desk.say("ready"),
            "level" => {
                let level = level(&line);
                self.level = level.unwrap_or_else(|error| {
                    tell_error(&error, desk);
                    Task::default()
                });
            }
            "set-param" | "new-game" | "pos" | "go" => return self.act(&line, desk),
            // Later versions may have others.
            _ => {}
        }
        Heard::Done
    }

    fn report(&mut self, info: &Info, desk: &mut dyn Desk) {
        let seconds = info.time.as_secs_f64();
        let per_second = info.nodes as f64 / seconds.max(1e-6) / 1e6;
        let steps = self.board.steps(info.pv.iter().map(String::as_str));
        let pv: Vec<_> = steps.iter().map(Step::text).collect();
        desk.say(&format!(
            "info depth={} score={:.2} nodes={} time={seconds:.3} nps={per_second:.2} pv={}",
            info.depth,
            men(info.score, desk),
            info.nodes,
            quoted(&pv.join(" ")),
        ));
    }

    fn found(&mut self, best: Option<&str>, info: &Info, desk: &mut dyn Desk) {
        let steps = self.board.best(best, info);
        let names = ["move", "ponder"].iter().zip(&steps);
        let named = names.map(|(name, step)| format!(" {name}={}", step.text()));
        desk.say(&format!("done{}", named.collect::<String>()));
    }
}

impl Hub {
    fn introduce(&self, desk: &mut dyn Desk) {
        desk.say(&format!(
            "id name=Heelstone version={RELEASE} author=\"the developers of Heelstone\""
        ));
        let names = VARIATIONS.map(|variation| variation.name).join(" ");
        desk.say(&format!(
            "param name=variant value={} type=enum values=\"{names}\"",
            self.board.variation.name
        ));
        for (name, most) in INTEGERS {
            let value = desk.setting(name).unwrap_or_default();
            desk.say(&format!(
                "param name={name} value={value} type=int min=1 max={most}"
            ));
        }
        desk.say("wait");
    }

    /// Carries out a command that has to wait for the end of a search.
    fn act(&mut self, line: &Line<'_>, desk: &mut dyn Desk) -> Heard {
        if desk.is_thinking() {
            return Heard::AfterSearch;
        }
        let done = match line.command {
            "set-param" => self.set(line, desk),
            "pos" => self.set_up(line, desk),
            "go" => self.go(line, desk),
            _ => {
                desk.restart();
                Ok(())
            }
        };
        if let Err(error) = done {
            tell_error(&error, desk);
        }
        Heard::Done
    }

    fn set(&mut self, line: &Line<'_>, desk: &mut dyn Desk) -> Result<(), String> {
        let name = line
            .get("name")
            .ok_or("the name of a parameter is wanted")?;
        let value = line.get("value").unwrap_or_default();
        match name {
            "variant" => self.board.open(value, desk),
            "threads" | "hash" | "book" => desk.set(name, value),
            _ => Ok(()),
        }
    }

    fn set_up(&self, line: &Line<'_>, desk: &mut dyn Desk) -> Result<(), String> {
        match line.get("pos") {
            Some(position) => {
                let (side, letters) = side(position)?;
                self.board.set_up(side, letters, desk)?;
            }
            None => self.board.start(desk)?,
        }
        let moves = line.get("moves").unwrap_or_default();
        for name in moves.split_whitespace() {
            let step = Step::read(name).ok_or_else(|| format!("malformed move {name}"))?;
            self.board.play(&step, desk)?;
        }
        Ok(())
    }

    fn go(&mut self, line: &Line<'_>, desk: &mut dyn Desk) -> Result<(), String> {
        let analyses = line.has("analyze");
        let ponders = line.has("ponder");
        let task = Task {
            lines: analyses.then_some(1),
            endless: self.level.endless || analyses,
            ponders,
            ..self.level.clone()
        };
        if self.board.think(task, desk) {
            return Ok(());
        }
        desk.say("done");
        Err("the game is over".into())
    }
}

/// The side to move, and the letters of the squares.
fn side(position: &str) -> Result<(Side, &str), String> {
    let (side, letters) = position.split_at_checked(1).unwrap_or_default();
    match side {
        "W" => Ok((Side::White, letters)),
        "B" => Ok((Side::Black, letters)),
        _ => Err("a position begins with the side to move, W or B".into()),
    }
}

/// Reads the limits of `level`.
fn level(line: &Line<'_>) -> Result<Task, String> {
    let clock = match number(line, "time")? {
        Some(seconds) => Some(Remaining {
            left: duration(seconds),
            increment: duration(number(line, "inc")?.unwrap_or_default()),
            moves: number(line, "moves")?.unwrap_or_default(),
        }),
        None => None,
    };
    Ok(Task {
        depth: number(line, "depth")?.map(|depth: u32| depth.max(1)),
        nodes: number(line, "nodes")?.map(|nodes: u64| nodes.max(1)),
        time: number(line, "move-time")?.map(duration),
        clock,
        endless: line.has("infinite"),
        ..Task::default()
    })
}

fn number<T: FromStr>(line: &Line<'_>, name: &str) -> Result<Option<T>, String> {
    let read = |text: &str| text.parse().map_err(|_| format!("malformed {name}={text}"));
    line.get(name).map(read).transpose()
}

/// A time in seconds; what is negative is none, and a century is enough.
pub(super) fn duration(seconds: f64) -> Duration {
    const CENTURY: f64 = 100.0 * 365.0 * 24.0 * 60.0 * 60.0;
    let seconds = if seconds.is_nan() { 0.0 } else { seconds };
    Duration::from_secs_f64(seconds.clamp(0.0, CENTURY))
}

fn tell_error(text: &str, desk: &mut dyn Desk) {
    desk.say(&format!("error message={}", quoted(text)));
}
