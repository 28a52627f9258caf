//! The state of the screen, and the effects of keys and clicks.

use std::path::Path;

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::confirm::Confirm;
use super::keys::{self, Action, Switch};
use super::look::Look;
use super::popup::{Popup, Task};
use super::tree::TreeView;
use crate::game::{Place, PlaceKind};
use crate::play::clicks::{Clicked, click, next_places};
use crate::play::desk::Desk;
use crate::search::TreeMethod;
use crate::sitting::Purpose;

/// The switched-on parts of the display.
#[derive(Clone, Copy, Debug)]
pub(super) struct Show([bool; 6]);

impl Show {
    /// Returns true if the part is shown.
    pub(super) fn has(self, switch: Switch) -> bool {
        self.0[switch as usize]
    }

    fn toggle(&mut self, switch: Switch) {
        self.0[switch as usize] ^= true;
    }
}

/// A target of a click.
#[derive(Clone, Debug)]
pub(super) enum Hit {
    /// A place of the board.
    Place(String),
    /// The position after a number of moves.
    Ply(usize),
    /// A word that does something.
    Do(Action),
    /// A row of the open window.
    Row(usize),
}

/// The screen.
pub(super) struct Screen {
    pub(super) desk: Desk,
    pub(super) look: Look,
    pub(super) show: Show,
    /// The place under the cursor.
    pub(super) cursor: Option<String>,
    /// The places clicked so far for an unfinished move.
    pub(super) picked: Vec<String>,
    /// The position in which they were clicked.
    picked_in: String,
    /// The last refusal or success.
    pub(super) message: String,
    /// The open window.
    pub(super) popup: Option<Popup>,
    /// The areas that can be clicked, the topmost last.
    pub(super) hits: Vec<(Rect, Hit)>,
    pub(super) is_over: bool,
}

impl Screen {
    pub(super) fn new(desk: Desk, look: Look) -> Screen {
        // The same defaults as the page: legal moves, thoughts on the machine's moves, curve.
        let show = Show([true, true, false, false, false, true]);
        Screen {
            desk,
            look,
            show,
            cursor: None,
            picked: Vec::new(),
            picked_in: String::new(),
            message: String::new(),
            popup: None,
            hits: Vec::new(),
            is_over: false,
        }
    }

    /// Takes a key or a click.
    pub(super) fn take(&mut self, input: &Input) {
        let done = match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => self.press(key),
            Input::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                self.click_at(Position::new(mouse.column, mouse.row))
            }
            // A new size only has to be drawn.
            _ => return,
        };
        if let Err(why) = done {
            self.message = format!("{why}.");
        }
    }

    fn press(&mut self, key: &KeyEvent) -> Result<(), String> {
        self.message.clear();
        let action = keys::action(key);
        if action == Some(Action::Quit) && key.code != KeyCode::Char('q') {
            self.is_over = true;
            return Ok(());
        }
        if let Some(popup) = self.popup.take() {
            return self.press_in(popup, key.code);
        }
        if let KeyCode::Char(letter) = key.code
            && let Some(name) = self.place_on_key(letter)
        {
            self.cursor = Some(name);
            return self.click();
        }
        action.map_or(Ok(()), |action| self.act(action))
    }

    /// The place whose name is this letter: a stone by its number, a cell by its capital letter.
    fn place_on_key(&self, letter: char) -> Option<String> {
        let is_name = letter.is_ascii_digit() || letter.is_ascii_uppercase();
        let places = self.places();
        let named = places.iter().find(|place| {
            let mut letters = place.name.chars();
            is_name && letters.next() == Some(letter) && letters.next().is_none()
        });
        named.map(|place| place.name.clone())
    }

    fn press_in(&mut self, mut popup: Popup, code: KeyCode) -> Result<(), String> {
        let task = popup.press(code, self);
        if task != Task::Close {
            self.popup = Some(popup);
        }
        self.carry_out(task)
    }

    /// Carries out a task, or asks first if it loses a game that goes on.
    fn carry_out(&mut self, task: Task) -> Result<(), String> {
        let is_loss = matches!(task, Task::Begin(..) | Task::Load(_) | Task::Quit);
        if !is_loss || !self.desk.is_in_game() {
            return self.do_it(task);
        }
        if let Task::Load(path) = &task {
            self.popup = None;
            // A file that is not there loses nothing.
            Desk::read(Path::new(path))?;
        }
        self.popup = Some(Popup::Confirm(Confirm::new(task)));
        Ok(())
    }

    fn do_it(&mut self, task: Task) -> Result<(), String> {
        match task {
            Task::None => Ok(()),
            Task::Close => {
                self.popup = None;
                Ok(())
            }
            Task::Sure(task) => self.do_it(*task),
            Task::Quit => {
                self.is_over = true;
                Ok(())
            }
            Task::Begin(game, size) => {
                self.popup = None;
                self.desk.begin(Some(&game), Some(&size))
            }
            Task::Grow(plies, method) => self.grow(plies, method),
            Task::Save(path) => {
                self.popup = None;
                self.desk.save(Path::new(&path))?;
                self.message = format!("The game was saved to {path}.");
                Ok(())
            }
            Task::Load(path) => {
                self.popup = None;
                self.desk.load(Path::new(&path))
            }
        }
    }

    fn click_at(&mut self, position: Position) -> Result<(), String> {
        self.message.clear();
        let hits = self.hits.iter().rev();
        let hit = hits.clone().find(|(rect, _)| rect.contains(position));
        match hit.map(|(_, hit)| hit.clone()) {
            Some(Hit::Row(row)) => {
                let Some(mut popup) = self.popup.take() else {
                    return Ok(());
                };
                let task = popup.click(row, self);
                self.popup = Some(popup);
                self.carry_out(task)
            }
            // A click outside the window closes it.
            _ if self.popup.take().is_some() => Ok(()),
            Some(Hit::Place(name)) => {
                self.cursor = Some(name);
                self.click()
            }
            Some(Hit::Ply(ply)) => self.desk.go_to(ply),
            Some(Hit::Do(action)) => self.act(action),
            None => Ok(()),
        }
    }

    /// Performs an action.
    pub(super) fn act(&mut self, action: Action) -> Result<(), String> {
        let (ply, end) = (self.desk.sitting.ply(), self.desk.sitting.line().len());
        match action {
            Action::Walk(dx, dy) => self.walk(dx, dy),
            Action::Next(step) => self.go_to_next(step),
            Action::Click => return self.click(),
            Action::TakeBack => return self.desk.take_back(),
            Action::Forward => return self.desk.go_forward(),
            Action::Step(step) => {
                let to = ply.saturating_add_signed(step).min(end);
                return self.desk.go_to(to);
            }
            Action::First => return self.desk.go_to(0),
            Action::Last => return self.desk.go_to(end),
            Action::Hint => self.desk.sitting.hint()?,
            Action::Go => return self.let_machine_move(),
            Action::New => {
                let info = self.desk.session().info();
                return self.carry_out(Task::Begin(info.name.into(), info.size_name()));
            }
            Action::Games => self.popup = Some(Popup::games(&self.desk)),
            Action::Settings => self.popup = Some(Popup::settings()),
            Action::Swap => self.desk.swap(),
            Action::Toggle(switch) => self.toggle(switch),
            Action::Save => self.popup = Some(Popup::save(&self.desk)),
            Action::Load => self.popup = Some(Popup::load(&self.desk)),
            Action::Tree => {
                let tree = TreeView::new();
                let (plies, method) = (tree.plies, tree.method);
                self.popup = Some(Popup::Tree(tree));
                return self.grow(plies, method);
            }
            Action::Help => self.popup = Some(Popup::help()),
            Action::Review => return self.desk.review(),
            Action::Mistake(step) => {
                let to = self.desk.thoughts.findings.next_mistake(ply, step);
                return match to {
                    Some(to) => self.desk.go_to(to),
                    None if self.desk.thoughts.findings.is_empty() => {
                        Err("j reviews the game; then this key finds mistakes".into())
                    }
                    None => Err("there are no more mistakes".into()),
                };
            }
            Action::Quit => return self.carry_out(Task::Quit),
        }
        Ok(())
    }

    /// Asks for the search tree; closes its window if the tree is refused.
    fn grow(&mut self, plies: u32, method: TreeMethod) -> Result<(), String> {
        let asked = self.desk.grow(plies, method);
        if asked.is_err() {
            self.popup = None;
        }
        asked
    }

    fn let_machine_move(&mut self) -> Result<(), String> {
        if self.desk.sitting.busy() == Some(Purpose::Move) {
            self.desk.sitting.move_now();
        } else if self.desk.sitting.is_machines_turn() {
            self.desk.sitting.resume();
            self.desk.refresh();
        } else {
            return Err("it is not the machine's turn".into());
        }
        Ok(())
    }

    /// Shows or hides a part of the display.
    pub(super) fn toggle(&mut self, switch: Switch) {
        self.show.toggle(switch);
        let wanted = [Switch::Analysis, Switch::Line, Switch::Scores];
        let has = |switch| self.show.has(switch);
        if wanted.contains(&switch) {
            let sitting = &mut self.desk.sitting;
            sitting.think(wanted.into_iter().any(has), has(Switch::Scores));
            self.desk.refresh();
        }
    }

    /// Clicks the place under the cursor; a forced pass may be clicked anywhere.
    fn click(&mut self) -> Result<(), String> {
        self.settle();
        if !self.desk.is_persons_turn() {
            return Err(match self.desk.session().result() {
                Some(_) => "the game is over: n starts another one, u takes moves back".into(),
                None => "it is the machine's turn: wait, or press m".into(),
            });
        }
        if self.desk.session().must_pass() {
            return self.desk.play("pass");
        }
        let Some(name) = self.cursor.clone() else {
            return Ok(());
        };
        let name = self.meant(name);
        match click(&self.desk.legal(), &self.picked, &name) {
            Clicked::Move(name) => self.desk.play(&name),
            Clicked::Picked(picked) => {
                let is_nothing = picked.is_empty() && self.picked.is_empty();
                self.picked = picked;
                match is_nothing {
                    true => Err(format!("{name} is not a legal move here")),
                    false => Ok(()),
                }
            }
        }
    }

    /// The place that a click means: where pieces fall, the one place to play in its column.
    fn meant(&self, name: String) -> String {
        let next = self.next();
        if !self.desk.session().info().look.falls || next.contains(&name) {
            return name;
        }
        let places = self.places();
        let clicked = places.iter().find(|place| place.name == name);
        let is_below = |place: &&Place| clicked.is_some_and(|clicked| clicked.x == place.x);
        let mut column = places.iter().filter(is_below);
        let there = column.find(|place| next.contains(&place.name));
        there.map_or(name, |place| place.name.clone())
    }

    fn places(&self) -> Vec<Place> {
        let mut places = self.desk.session().drawing().places;
        places.retain(|place| place.kind != PlaceKind::Label);
        places
    }

    /// Drops what belongs to another position, and puts the cursor on a place.
    pub(super) fn settle(&mut self) {
        if let Some(why) = self.desk.thoughts.refusal.take() {
            self.message = format!("{why}.");
            // A refused tree never comes.
            let waits = self.desk.thoughts.tree.is_none();
            self.popup
                .take_if(|popup| waits && matches!(popup, Popup::Tree(_)));
        }
        let session = self.desk.session();
        let position = format!("{} {}", session.info().name, session.position());
        if position != self.picked_in {
            self.picked.clear();
            self.picked_in = position;
        }
        let places = self.places();
        let stays = |name: &String| places.iter().any(|place| place.name == *name);
        if !self.cursor.as_ref().is_some_and(stays) {
            let next = self.next();
            let first = places.first().map(|place| place.name.clone());
            self.cursor = next.into_iter().next().or(first);
        }
    }

    /// The places that can be clicked next, in reading order.
    pub(super) fn next(&self) -> Vec<String> {
        if !self.desk.is_persons_turn() {
            return Vec::new();
        }
        let next = next_places(&self.desk.legal(), &self.picked);
        let mut places = self.places();
        places.retain(|place| next.contains(&place.name));
        places.sort_by_key(|place| (place.y, place.x));
        places.into_iter().map(|place| place.name).collect()
    }

    fn go_to_next(&mut self, step: isize) {
        let next = self.next();
        let at = next
            .iter()
            .position(|name| Some(name) == self.cursor.as_ref());
        let count = next.len() as isize;
        let to = match at {
            Some(at) => (at as isize + step).rem_euclid(count),
            None if step > 0 => 0,
            None => count - 1,
        };
        if let Some(name) = usize::try_from(to).ok().and_then(|to| next.get(to)) {
            self.cursor = Some(name.clone());
        }
    }

    /// Goes to the nearest place whose direction is closer to the given one than to its normal.
    fn walk(&mut self, dx: i16, dy: i16) {
        self.settle();
        let places = self.places();
        let here = places
            .iter()
            .find(|place| Some(&place.name) == self.cursor.as_ref());
        let Some(here) = here else { return };
        let cost = |place: &&Place| {
            // A row is as high as two half cells are wide.
            let (x, y) = (place.x - here.x, 2 * (place.y - here.y));
            let (along, aside) = (x * dx + y * dy, (x * dy).abs() + (y * dx).abs());
            (along > 0 && along >= aside).then_some(along + aside)
        };
        let others = places.iter().filter(|place| cost(place).is_some());
        if let Some(place) = others.min_by_key(cost) {
            self.cursor = Some(place.name.clone());
        }
    }
}
