//! The output for solved positions.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::lines::Expected;
use crate::app::count;
use crate::session::{Solved, json};
use crate::system::ProcessorTime;

/// A solved position.
pub(super) struct Report<'a> {
    /// The number of its line.
    pub(super) number: u64,
    pub(super) text: &'a str,
    pub(super) solved: &'a Solved,
    /// The expected value, if the value differs from it.
    pub(super) expected: Option<Expected<'a>>,
}

impl Report<'_> {
    /// Writes the result: `7: win in 13, 812 nodes`, with the line or the moves if they were asked
    /// for.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let solved = self.solved;
        write!(out, "{}: ", self.number)?;
        match solved.value {
            Some(value) => write!(out, "{value}")?,
            None => out.write_all(b"unknown")?,
        }
        write!(out, ", {}", count(solved.nodes, "node", "nodes"))?;
        if let Some(refusal) = solved.refusal {
            write!(out, ", {refusal}")?;
        }
        if let Some(line) = solved.line.as_ref().filter(|line| !line.is_empty()) {
            write!(out, ", line {}", line.join(" "))?;
        }
        for (name, value) in &solved.moves {
            match value {
                Some(value) => write!(out, ", {name} {value}")?,
                None => write!(out, ", {name} unknown")?,
            }
        }
        if let Some(expected) = self.expected {
            write!(out, ", WRONG: expected {expected}")?;
        }
        out.write_all(b"\n")
    }

    /// The result as a JSON object.
    pub(super) fn json(&self, time: Duration) -> Value {
        let mut object = json::solved(self.solved);
        object.insert("number".into(), self.number.into());
        object.insert("position".into(), self.text.into());
        object.insert("time".into(), json!(time.as_micros() as f64 / 1e6));
        if let Some(expected) = self.expected {
            object.insert("expected".into(), expected.to_string().into());
        }
        object.into()
    }
}

impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Number(number) => write!(f, "{number:+}"),
            Expected::Words(words) => f.write_str(words),
        }
    }
}

/// The totals over all positions.
#[derive(Default)]
pub(super) struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    unknown: u64,
    nodes: u64,
    /// The number of values compared with an expected one.
    checked: u64,
    /// The number of positions that no value stands beside.
    without_value: u64,
    wrong: u64,
    /// The number of lines that were not positions.
    pub(super) unread: u64,
}

impl Tally {
    pub(super) fn add(&mut self, solved: &Solved, has_value: bool, wrong: bool) {
        let count = match solved.value.map(|exact| exact.value.0) {
            None => &mut self.unknown,
            Some(0) => &mut self.draws,
            Some(1..) => &mut self.wins,
            Some(_) => &mut self.losses,
        };
        *count += 1;
        self.nodes += solved.nodes;
        self.checked += u64::from(has_value && solved.value.is_some());
        self.without_value += u64::from(!has_value);
        self.wrong += u64::from(wrong);
    }

    /// A summary in two lines.
    pub(super) fn summary(&self, check: bool, cpu: Option<Duration>) -> String {
        let Tally {
            wins,
            draws,
            losses,
            unknown,
            nodes,
            checked,
            without_value,
            wrong,
            ..
        } = self;
        let positions = wins + draws + losses + unknown;
        let mut text = format!(
            "{}: {}, {}, {}, {unknown} unknown",
            count(positions, "position", "positions"),
            count(*wins, "win", "wins"),
            count(*draws, "draw", "draws"),
            count(*losses, "loss", "losses"),
        );
        if check {
            text += &format!(", {wrong} wrong of {checked} checked");
            if *without_value > 0 {
                text += &format!(", {without_value} without a value");
            }
        }
        let mean = *nodes as f64 / positions.max(1) as f64;
        let nodes_text = count(*nodes, "node", "nodes");
        text += &format!("\n{nodes_text}, {mean:.1} a position");
        if let Some(cpu) = cpu {
            let seconds = cpu.as_secs_f64();
            // The system's clock may not have advanced at all.
            if seconds > 0.0 {
                let rate = *nodes as f64 / seconds / 1e6;
                text += &format!(", {rate:.2} M nodes/s");
            }
            text += &format!(", {seconds:.3} s user CPU time");
        }
        text
    }

    /// A description of the failures, if there were any.
    pub(super) fn failure(&self) -> Option<String> {
        let unread = match self.unread {
            0 => None,
            1 => Some("1 line cannot be read".into()),
            lines => Some(format!("{lines} lines cannot be read")),
        };
        let wrong = match self.wrong {
            0 => None,
            1 => Some("1 value is not as expected".into()),
            values => Some(format!("{values} values are not as expected")),
        };
        let failures: Vec<String> = [unread, wrong].into_iter().flatten().collect();
        (!failures.is_empty()).then(|| failures.join(", "))
    }
}

/// The user CPU time of this process since a moment.
pub(super) struct Cpu(Option<Duration>);

impl Cpu {
    pub(super) fn start() -> Cpu {
        Cpu(user_time())
    }

    /// The time spent since the start, if the system reports it.
    pub(super) fn spent(&self) -> Option<Duration> {
        Some(user_time()?.saturating_sub(self.0?))
    }
}

fn user_time() -> Option<Duration> {
    ProcessorTime::now().map(|time| time.user)
}
