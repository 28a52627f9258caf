//! The game in progress, in the words of draughts programs.

use super::notation::{Step, VARIATIONS, Variation};
use crate::game::{Desk, Info, Score, Side, Task};

/// The variant, and the position that is searched.
pub(super) struct Board {
    pub(super) variation: Variation,
    at: String,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            variation: VARIATIONS[0],
            at: String::new(),
        }
    }
}

impl Board {
    /// Takes the variant from the present game.
    pub(super) fn look(&mut self, desk: &dyn Desk) {
        let mut all = VARIATIONS.into_iter();
        if let Some(present) = all.find(|variation| variation.game == desk.game()) {
            self.variation = present;
        }
    }

    /// Opens a variant by its name in Hub.
    pub(super) fn open(&mut self, name: &str, desk: &mut dyn Desk) -> Result<(), String> {
        let mut all = VARIATIONS.into_iter();
        let variation = all.find(|variation| variation.name == name);
        let variation = variation.ok_or_else(|| {
            let names = VARIATIONS.map(|variation| variation.name).join(", ");
            format!("unknown variant {name}: the variants are {names}")
        })?;
        if desk.game() != variation.game {
            desk.open(variation.game.0, variation.game.1)?;
        }
        self.variation = variation;
        Ok(())
    }

    /// Sets up a position.
    pub(super) fn set_up(
        &self,
        side: Side,
        letters: &str,
        desk: &mut dyn Desk,
    ) -> Result<(), String> {
        let position = (self.variation.read)(side, letters);
        let position =
            position.ok_or("a position is a letter of w, b, W, B and e for each square")?;
        desk.set_up(&position).map_err(|error| error.to_string())
    }

    /// Goes to the start of the game.
    pub(super) fn start(&self, desk: &mut dyn Desk) -> Result<(), String> {
        let start = (self.variation.start)();
        desk.set_up(&start).map_err(|error| error.to_string())
    }

    /// Plays a move. Others may go on where the counted plies or a repetition end the game for us.
    pub(super) fn play(&self, step: &Step, desk: &mut dyn Desk) -> Result<(), String> {
        self.go_on(desk);
        let name = (self.variation.name_of)(&desk.position(), step);
        let played = name.and_then(|name| desk.play(None, &name).ok());
        played.ok_or_else(|| format!("illegal move {}", step.text()))
    }

    /// Begins a search. Returns false if there is no move.
    pub(super) fn think(&mut self, task: Task, desk: &mut dyn Desk) -> bool {
        self.go_on(desk);
        if desk.result().is_some() {
            return false;
        }
        self.at = desk.position();
        desk.think(task);
        true
    }

    /// Forgets what was counted, if that has ended the game.
    fn go_on(&self, desk: &mut dyn Desk) {
        if desk.result().is_none() {
            return;
        }
        if let Some(position) = (self.variation.uncounted)(&desk.position()) {
            // It is a position of the game.
            let _ = desk.set_up(&position);
        }
    }

    /// Moves by name, the first one in the position that is searched.
    pub(super) fn steps<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<Step> {
        let mut position = self.at.clone();
        let mut steps = Vec::new();
        for name in names {
            let step = (self.variation.step)(&position, name);
            let after = (self.variation.after)(&position, name);
            let (Some(step), Some(after)) = (step, after) else {
                break;
            };
            steps.push(step);
            position = after;
        }
        steps
    }

    /// The best move with the expected reply, if they are known.
    pub(super) fn best(&self, best: Option<&str>, info: &Info) -> Vec<Step> {
        let reply = info.pv.get(1).map(String::as_str);
        let reply = reply.filter(|_| info.pv.first().map(String::as_str) == best);
        self.steps(best.into_iter().chain(reply))
    }
}

/// A score in men. A win in N plies is 100 less N hundredths, as other engines have it.
pub(super) fn men(score: Score, desk: &dyn Desk) -> f64 {
    if let Some(plies) = score.plies_to_end() {
        let size = 100.0 - f64::from(plies) / 100.0;
        return if score > Score::ZERO { size } else { -size };
    }
    let man = match desk.evaluation() {
        "material" => 100.0,
        // What is learnt: see `Notation::temper` of draughts.
        _ => 300.0,
    };
    f64::from(score.units()) / man
}
