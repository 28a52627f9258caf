//! A sitting with the engine's thoughts on it: the common part of the line mode and the screen.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clicks::Legal;
use super::review::Findings;
use super::thoughts::Thoughts;
use crate::files::write_whole;
use crate::game::{PlaceKind, RecordFormat, Side};
use crate::search::TreeMethod;
use crate::session::{GameInfo, Noted, Session};
use crate::sitting::{Event, Mode, Sitting};

/// The seconds of a review for one position.
pub(super) const REVIEW_SECONDS: u64 = 1;

/// A game in progress with the engine's thoughts on it.
pub(super) struct Desk {
    /// The game and its players.
    pub(super) sitting: Sitting,
    /// The engine's thoughts on the game.
    pub(super) thoughts: Thoughts,
    /// The file that this game was saved to last.
    pub(super) saved: Option<PathBuf>,
}

impl Desk {
    /// The game in progress.
    pub(super) fn session(&self) -> &Session {
        self.sitting.session()
    }

    /// Takes the news of the sitting.
    pub(super) fn refresh(&mut self) {
        for news in self.sitting.news() {
            self.thoughts.hear(news, &self.sitting);
        }
    }

    /// Takes an event of the sitting's work.
    pub(super) fn learn(&mut self, event: Event) {
        self.sitting.learn(event);
        self.refresh();
    }

    /// All games, with their sizes.
    pub(super) fn games(&self) -> Vec<GameInfo> {
        self.sitting.engine().registry().games().collect()
    }

    /// The title of a game, with its size if there are several; that of a variant says which one it is.
    pub(super) fn name_of(&self, info: &GameInfo) -> String {
        if info.variant.is_some() {
            return info.title.into();
        }
        let games = self.sitting.engine().registry().games();
        match games.filter(|other| other.name == info.name).count() {
            1 => info.title.into(),
            _ => format!("{} {}", info.title, info.size_name()),
        }
    }

    /// Starts a game: by default the present one, and in that one the present size.
    ///
    /// # Errors
    /// Returns a sentence if there is no such game or size; nothing changes.
    pub(super) fn begin(&mut self, game: Option<&str>, size: Option<&str>) -> Result<(), String> {
        let present = self.session().info();
        let is_kept = game.is_none_or(|name| name == present.name && present.variant.is_none());
        let present_size = is_kept.then(|| present.size_name());
        let game = game.unwrap_or(present.name);
        let noted = Noted {
            game,
            size: size.or(present_size.as_deref()),
            start: None,
            moves: &[],
        };
        self.sitting.open(&noted, None, false)?;
        self.saved = None;
        self.refresh();
        Ok(())
    }

    /// Returns true if a game has begun and is not over.
    pub(super) fn is_in_game(&self) -> bool {
        !self.sitting.line().is_empty() && self.session().result().is_none()
    }

    /// Starts the review of the game, or ends it.
    ///
    /// # Errors
    /// Returns a sentence if there is nothing to review.
    pub(super) fn review(&mut self) -> Result<(), String> {
        if self.sitting.is_reviewing() {
            self.sitting.end_review();
            self.refresh();
            return Ok(());
        }
        self.begin_review(Duration::from_secs(REVIEW_SECONDS))
    }

    /// Starts the review of the game, with so much time for each position.
    ///
    /// # Errors
    /// Returns a sentence if there is nothing to review.
    pub(super) fn begin_review(&mut self, time: Duration) -> Result<(), String> {
        self.sitting.begin_review(time)?;
        self.thoughts.findings = Findings::default();
        self.refresh();
        Ok(())
    }

    /// Returns true if a person has to move now.
    pub(super) fn is_persons_turn(&self) -> bool {
        let waits = !self.sitting.is_machines_turn() || self.sitting.is_paused();
        waits && self.session().result().is_none()
    }

    /// The legal moves with the places to click for them.
    pub(super) fn legal(&self) -> Vec<Legal> {
        let session = self.session();
        let moves = session.legal_moves().into_iter();
        let mut places = session.drawing().places;
        places.retain(|place| place.kind == PlaceKind::Choice);
        let legal = moves.filter_map(|name| {
            let clicks = session.clicks(std::slice::from_ref(&name));
            let clicks = clicks.into_iter().next()?;
            let first = clicks.first()?;
            let any_order = places.iter().any(|place| place.name == *first);
            Some(Legal {
                name,
                clicks,
                any_order,
            })
        });
        legal.collect()
    }

    /// Plays a person's move.
    ///
    /// # Errors
    /// Returns a sentence that says why it cannot be played.
    pub(super) fn play(&mut self, name: &str) -> Result<(), String> {
        self.sitting.play(name)?;
        self.refresh();
        Ok(())
    }

    /// Goes to the position after the first `ply` moves.
    ///
    /// # Errors
    /// Returns a sentence if the game is shorter.
    pub(super) fn go_to(&mut self, ply: usize) -> Result<(), String> {
        self.sitting.go_to(ply)?;
        self.refresh();
        Ok(())
    }

    /// Takes back a person's last move and the machine's answer to it.
    ///
    /// # Errors
    /// Returns a sentence if there is no move to take back.
    pub(super) fn take_back(&mut self) -> Result<(), String> {
        let ply = self.sitting.ply();
        let before = ply.checked_sub(1).ok_or("there is no move to take back")?;
        let mut plies = (0..ply).rev();
        let persons = plies.find(|&ply| self.is_persons(ply));
        self.go_to(persons.unwrap_or(before))
    }

    /// Plays moves that were taken back, up to a person's turn.
    ///
    /// # Errors
    /// Returns a sentence if there are none.
    pub(super) fn go_forward(&mut self) -> Result<(), String> {
        let (ply, end) = (self.sitting.ply(), self.sitting.line().len());
        if ply == end {
            return Err("there is no move to play again".into());
        }
        let next = (ply + 1..end).find(|&ply| self.is_persons(ply));
        self.go_to(next.unwrap_or(end))
    }

    fn is_persons(&self, ply: usize) -> bool {
        let played = self.sitting.line().get(ply);
        played.is_some_and(|played| !self.sitting.mode(played.side).machine)
    }

    /// Changes the player of a side, or its settings.
    pub(super) fn change(&mut self, side: Side, change: impl FnOnce(&mut Mode)) {
        let mut modes = Side::BOTH.map(|side| self.sitting.mode(side).clone());
        change(&mut modes[side.index()]);
        self.sitting.set_modes(modes);
        self.refresh();
    }

    /// Swaps the players of the two sides.
    pub(super) fn swap(&mut self) {
        let [black, white] = Side::BOTH.map(|side| self.sitting.mode(side).clone());
        self.sitting.set_modes([white, black]);
        self.refresh();
    }

    /// Starts drawing the search tree of the position, which replaces the previous one.
    ///
    /// # Errors
    /// Returns a sentence while the machine is finding its move.
    pub(super) fn grow(&mut self, plies: u32, method: TreeMethod) -> Result<(), String> {
        self.thoughts.tree = None;
        self.sitting.tree(plies, method == TreeMethod::Minimax)?;
        self.refresh();
        Ok(())
    }

    /// Writes the game to a file: in the format of its own that the file's extension names, or else as SGF. A file that
    /// was there before the game stays as it is.
    ///
    /// # Errors
    /// Returns a sentence if it cannot be written.
    pub(super) fn save(&mut self, path: &Path) -> Result<(), String> {
        let shown = path.display();
        if path.exists() && self.saved.as_deref() != Some(path) {
            return Err(format!("there is a file {shown} already: name another one"));
        }
        let engine = self.sitting.engine();
        let extension = path.extension().unwrap_or_default();
        let named = |format: &&RecordFormat| extension.eq_ignore_ascii_case(format.extension);
        let mut formats = self.session().info().records.iter().filter(named);
        let own = formats.find_map(|format| engine.print_record(format.name).ok());
        let record = own.unwrap_or_else(|| engine.printsgf()) + "\n";
        write_whole(path, record.as_bytes())
            .map_err(|error| format!("cannot write {shown}: {error}"))?;
        self.saved = Some(path.into());
        Ok(())
    }

    /// Loads the game or the position in a file.
    ///
    /// # Errors
    /// Returns a sentence if the file cannot be read or holds no game; nothing changes.
    pub(super) fn load(&mut self, path: &Path) -> Result<(), String> {
        let text = Desk::read(path)?;
        self.sitting.load(&text)?;
        self.saved = None;
        self.refresh();
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns a sentence if that fails.
    pub(super) fn read(path: &Path) -> Result<String, String> {
        let text = fs::read_to_string(path);
        text.map_err(|error| format!("cannot read {}: {error}", path.display()))
    }

    /// A side with its mark on the board.
    pub(super) fn named(&self, side: Side) -> String {
        self.session().info().marked_side(side)
    }

    /// The side to move with its mark on the board.
    pub(super) fn mover(&self) -> String {
        self.named(self.session().to_move())
    }

    /// The result as a sentence; `None` while the game goes on.
    pub(super) fn result(&self) -> Option<String> {
        let session = self.session();
        let [black, white] = Side::BOTH.map(|side| self.named(side));
        let has_margin = session.info().has_margin;
        let result = session.result()?;
        let text = result.in_words("The game is a draw", [&black, &white], has_margin);
        Some(format!("{text}."))
    }

    /// An announcement of a pass, of the last move or a forced one; capitals keep it from being
    /// overlooked.
    pub(super) fn pass(&self) -> Option<String> {
        let session = self.session();
        if session.result().is_some() {
            return None;
        }
        if session.must_pass() {
            return Some(format!("{} HAS NO LEGAL MOVE AND MUST PASS", self.mover()));
        }
        let played = session.history().pop()?;
        (played.name == "pass").then(|| {
            let side = self.named(played.side);
            format!("{side} HAD NO LEGAL MOVE AND HAS PASSED")
        })
    }
}
