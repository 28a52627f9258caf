//! The windows above the rest of the screen: games, settings, keys, the search tree, a file name, a question.

use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear};

use super::confirm::Confirm;
use super::keys::{KEYS, Switch};
use super::look::Look;
use super::state::{Hit, Screen};
use super::tree::TreeView;
use crate::game::Side;
use crate::play::desk::Desk;
use crate::search::TreeMethod;
use crate::session::{GameInfo, Level};
use crate::sitting::Mode;

/// An open window with the chosen row or its contents.
pub(super) enum Popup {
    Games { games: Vec<GameInfo>, at: usize },
    Settings { at: usize },
    Help { from: usize },
    Tree(TreeView),
    Save { path: String },
    Load { path: String },
    Confirm(Confirm),
}

/// The effect of a key or a click in a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    None,
    Close,
    Begin(String, String),
    Quit,
    Save(String),
    Load(String),
    Grow(u32, TreeMethod),
    /// A task that loses the game, which the user has agreed to.
    Sure(Box<Task>),
}

/// A row of the settings.
#[derive(Clone, Copy)]
enum Row {
    Who(Side),
    Level(Side),
    Time(Side),
    Depth(Side),
    Evaluation(Side),
    Shows(Switch, &'static str),
}

const ROWS: [Row; 16] = [
    Row::Who(Side::Black),
    Row::Level(Side::Black),
    Row::Time(Side::Black),
    Row::Depth(Side::Black),
    Row::Evaluation(Side::Black),
    Row::Who(Side::White),
    Row::Level(Side::White),
    Row::Time(Side::White),
    Row::Depth(Side::White),
    Row::Evaluation(Side::White),
    Row::Shows(Switch::Legal, "Legal moves"),
    Row::Shows(Switch::Thoughts, "Thoughts"),
    Row::Shows(Switch::Analysis, "Analysis on your turn, too"),
    Row::Shows(Switch::Scores, "Score of each move"),
    Row::Shows(Switch::Line, "Expected line on the board"),
    Row::Shows(Switch::Curve, "Curve of the score"),
];

const TIMES: [Option<Duration>; 7] = [
    Some(Duration::from_millis(100)),
    Some(Duration::from_millis(300)),
    Some(Duration::from_secs(1)),
    Some(Duration::from_secs(3)),
    Some(Duration::from_secs(10)),
    Some(Duration::from_secs(30)),
    None,
];

const DEPTHS: [Option<u32>; 10] = [
    None,
    Some(1),
    Some(2),
    Some(4),
    Some(6),
    Some(8),
    Some(10),
    Some(12),
    Some(16),
    Some(20),
];

impl Popup {
    /// The list of games, with the present one chosen.
    pub(super) fn games(desk: &Desk) -> Popup {
        let (games, present) = (desk.games(), desk.session().info());
        let is_present = |info: &GameInfo| (info.name, info.size) == (present.name, present.size);
        let at = games.iter().position(is_present).unwrap_or(0);
        Popup::Games { games, at }
    }

    /// The settings of players and display.
    pub(super) fn settings() -> Popup {
        Popup::Settings { at: 0 }
    }

    /// The list of keys.
    pub(super) fn help() -> Popup {
        Popup::Help { from: 0 }
    }

    /// The file name to save the game to.
    pub(super) fn save(desk: &Desk) -> Popup {
        let path = format!("{}.sgf", desk.session().info().name);
        Popup::Save { path }
    }

    /// The file name to load a game from.
    pub(super) fn load(desk: &Desk) -> Popup {
        let path = format!("{}.sgf", desk.session().info().name);
        Popup::Load { path }
    }

    /// Takes a key.
    pub(super) fn press(&mut self, code: KeyCode, screen: &mut Screen) -> Task {
        if code == KeyCode::Esc {
            return Task::Close;
        }
        match self {
            Popup::Games { games, at } => match code {
                KeyCode::Enter | KeyCode::Char(' ') => return begin(games.get(*at)),
                KeyCode::Char('q' | 'g') => return Task::Close,
                _ => walk(at, games.len(), code),
            },
            Popup::Settings { at } => match code {
                KeyCode::Left => ROWS[*at].change(screen, -1),
                KeyCode::Right | KeyCode::Char(' ') => ROWS[*at].change(screen, 1),
                KeyCode::Enter | KeyCode::Char('q' | 'p') => return Task::Close,
                _ => walk(at, ROWS.len(), code),
            },
            Popup::Help { from } => match code {
                KeyCode::Down | KeyCode::PageDown | KeyCode::Up | KeyCode::PageUp => {
                    walk(from, KEYS.len(), code);
                }
                _ => return Task::Close,
            },
            Popup::Tree(tree) => match code {
                KeyCode::Enter | KeyCode::Char('q' | 'd') => return Task::Close,
                _ if tree.press(code) => return Task::Grow(tree.plies, tree.method),
                _ => {}
            },
            Popup::Confirm(confirm) => return confirm.press(code),
            Popup::Save { path } | Popup::Load { path } => match code {
                KeyCode::Char(letter) => path.push(letter),
                KeyCode::Backspace => drop(path.pop()),
                KeyCode::Enter => return self.take_path(),
                _ => {}
            },
        }
        Task::None
    }

    fn take_path(&mut self) -> Task {
        match self {
            Popup::Save { path } => Task::Save(std::mem::take(path)),
            Popup::Load { path } => Task::Load(std::mem::take(path)),
            _ => Task::None,
        }
    }

    /// Takes a click on a row.
    pub(super) fn click(&mut self, row: usize, screen: &mut Screen) -> Task {
        match self {
            Popup::Games { games, .. } => return begin(games.get(row)),
            Popup::Settings { at } => {
                *at = row.min(ROWS.len() - 1);
                ROWS[*at].change(screen, 1);
            }
            Popup::Help { .. } => return Task::Close,
            Popup::Confirm(confirm) => return confirm.click(row),
            Popup::Tree(_) | Popup::Save { .. } | Popup::Load { .. } => {}
        }
        Task::None
    }

    fn title(&self) -> &'static str {
        match self {
            Popup::Games { .. } => " Games: Enter starts, Esc closes ",
            Popup::Settings { .. } => " Up and down, left and right; Esc closes ",
            Popup::Help { .. } => " Keys: Esc closes ",
            Popup::Tree(_) => " Search tree: left, right plies; m minimax; Esc closes ",
            Popup::Save { .. } => " Save the game to a file: Enter saves ",
            Popup::Load { .. } => " Open a file: Enter opens ",
            Popup::Confirm(_) => " The game is not over ",
        }
    }

    /// The rows, and the index of the chosen one.
    fn rows(&mut self, screen: &Screen) -> (Vec<String>, Option<usize>) {
        match self {
            Popup::Games { games, at } => {
                let rows = games.iter();
                let row = |info| screen.desk.name_of(info);
                (rows.map(row).collect(), Some(*at))
            }
            Popup::Settings { at } => {
                let rows = ROWS.iter();
                let row = |row: &Row| format!("{:<28}{}", row.label(screen), row.value(screen));
                (rows.map(row).collect(), Some(*at))
            }
            Popup::Help { from } => {
                let keys = KEYS.iter().filter(|key| !key.label.is_empty());
                let rows = keys.map(|key| format!("{:<10}{}", key.label, key.help));
                (rows.skip(*from).collect(), None)
            }
            Popup::Tree(tree) => (tree.rows(screen.desk.thoughts.tree.as_ref()), None),
            Popup::Confirm(confirm) => confirm.rows(),
            Popup::Save { path } | Popup::Load { path } => (vec![format!("{path}_")], None),
        }
    }
}

fn begin(game: Option<&GameInfo>) -> Task {
    game.map_or(Task::None, |info| {
        Task::Begin(info.name.into(), info.size_name())
    })
}

fn walk(at: &mut usize, count: usize, code: KeyCode) {
    let to = match code {
        KeyCode::Up | KeyCode::BackTab => at.saturating_sub(1),
        KeyCode::Down | KeyCode::Tab => *at + 1,
        KeyCode::PageUp => at.saturating_sub(10),
        KeyCode::PageDown => *at + 10,
        KeyCode::Home => 0,
        KeyCode::End => count,
        _ => *at,
    };
    *at = to.min(count.saturating_sub(1));
}

/// The item after or before `present` in `all`; the first if `present` is not among them.
fn cycle<T: Clone + PartialEq>(all: &[T], present: &T, step: isize) -> Option<T> {
    let at = all.iter().position(|one| one == present);
    let to = at.map_or(0, |at| {
        (at as isize + step).rem_euclid(all.len() as isize) as usize
    });
    all.get(to).cloned()
}

/// A level of the present game, with its name: `4 of 10, intermediate`.
fn level(screen: &Screen, set: Level) -> String {
    let info = screen.desk.session().info();
    let (level, last) = (info.level(set), info.last_level());
    let name = if level == last {
        Level::FULL.name()
    } else {
        level.name()
    };
    name.map_or_else(
        || format!("{level} of {last}"),
        |name| format!("{level} of {last}, {name}"),
    )
}

impl Row {
    fn label(self, screen: &Screen) -> String {
        match self {
            Row::Who(side) => {
                let name = screen.desk.session().info().side_name(side);
                format!("{name} is played by")
            }
            Row::Level(_) => "  level of the machine".into(),
            Row::Time(_) => "  its seconds per move".into(),
            Row::Depth(_) => "  its depth".into(),
            Row::Evaluation(_) => "  its evaluation".into(),
            Row::Shows(_, label) => label.into(),
        }
    }

    fn value(self, screen: &Screen) -> String {
        let mode = |side| screen.desk.sitting.mode(side);
        match self {
            Row::Who(side) => who(mode(side)).into(),
            Row::Level(side) => level(screen, mode(side).level),
            Row::Time(side) => mode(side)
                .time
                .map_or_else(|| "no limit".into(), |time| time.as_secs_f64().to_string()),
            Row::Depth(side) => mode(side)
                .depth
                .map_or_else(|| "no limit".into(), |depth| depth.to_string()),
            Row::Evaluation(side) => screen.desk.session().evaluation(side).into(),
            Row::Shows(switch, _) => if screen.show.has(switch) { "yes" } else { "no" }.into(),
        }
    }

    fn change(self, screen: &mut Screen, step: isize) {
        let desk = &mut screen.desk;
        match self {
            Row::Who(side) => desk.change(side, |mode| mode.machine ^= true),
            Row::Level(side) => {
                let info = desk.session().info();
                let all: Vec<_> = info.levels().collect();
                desk.change(side, |mode| {
                    let level = info.level(mode.level);
                    mode.level = cycle(&all, &level, step).unwrap_or(level);
                });
            }
            Row::Time(side) => desk.change(side, |mode| {
                mode.time = cycle(&TIMES, &mode.time, step).unwrap_or(mode.time);
            }),
            Row::Depth(side) => desk.change(side, |mode| {
                mode.depth = cycle(&DEPTHS, &mode.depth, step).unwrap_or(mode.depth);
            }),
            Row::Evaluation(side) => {
                let known = desk.session().evaluations();
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let name = cycle(&names, &desk.session().evaluation(side), step);
                desk.change(side, |mode| mode.evaluation = name.map(String::from));
            }
            Row::Shows(switch, _) => screen.toggle(switch),
        }
    }
}

/// The player of a side, as a word.
pub(super) fn who(mode: &Mode) -> &'static str {
    if mode.machine { "machine" } else { "person" }
}

/// Draws the open window.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen) {
    let Some(mut popup) = screen.popup.take() else {
        return;
    };
    let (rows, at) = popup.rows(screen);
    let title = popup.title();
    screen.popup = Some(popup);
    let widths = rows.iter().map(|row| row.chars().count() + 4);
    let width = widths.chain([title.len() + 2, 40]).max().unwrap_or(40);
    let rect = centred(frame.area(), width as u16, rows.len() as u16 + 2);
    let look: Look = screen.look;
    let block = Block::bordered().border_set(look.border()).title(title);
    let inner = block.inner(rect);
    frame.render_widget(Clear, rect);
    frame.render_widget(block, rect);
    // If there is no room for all rows, scroll to the chosen one.
    let skipped = at.map_or(0, |at| (at + 1).saturating_sub(inner.height.into()));
    let visible = rows.iter().enumerate().skip(skipped);
    for (y, (index, row)) in (inner.y..inner.bottom()).zip(visible) {
        let is_chosen = at == Some(index);
        let sign = if is_chosen { '>' } else { ' ' };
        let rect = Rect::new(inner.x, y, inner.width, 1);
        let line = Line::raw(format!("{sign} {row}"));
        let style = if is_chosen {
            look.chosen()
        } else {
            look.faint()
        };
        frame.render_widget(line.style(style), rect);
        screen.hits.push((rect, Hit::Row(index)));
    }
}

fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect::new(x, y, width, height)
}
