//! The parts around the board: the state of the game, the engine's thoughts, the curve, the moves
//! and the keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Sparkline, Wrap};

use super::keys::{KEYS, Switch};
use super::popup::who;
use super::state::{Hit, Screen};
use crate::game::Side;
use crate::sitting::Purpose;

/// The least height of the list of moves.
const LOWEST: u16 = 4;

/// Draws the game, its players and its state; returns the area below.
pub(super) fn draw_head(frame: &mut Frame<'_>, area: Rect, screen: &Screen) -> Rect {
    let players = Side::BOTH.map(|side| {
        let mode = screen.desk.sitting.mode(side);
        let level = screen.desk.session().info().level(mode.level);
        let level = format!(", level {level}");
        let level = if mode.machine { level.as_str() } else { "" };
        format!("{}: {}{level}", screen.desk.named(side), who(mode))
    });
    let title = format!(
        "Heelstone - {}   {}",
        screen.desk.name_of(&screen.desk.session().info()),
        players.join("   ")
    );
    let loud = loud_text(screen);
    let loud_lines = u16::from(loud.is_some());
    let [head, status, banner, rest] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(loud_lines),
        Constraint::Min(0),
    ])
    .areas(area);
    frame.render_widget(Line::styled(title, screen.look.faint()), head);
    frame.render_widget(
        Line::styled(status_text(screen), screen.look.strong()),
        status,
    );
    if let Some(loud) = loud {
        let text = format!("*** {loud} ***");
        frame.render_widget(Line::styled(text, screen.look.loud()), banner);
    }
    rest
}

/// An announcement: the result or a pass.
fn loud_text(screen: &Screen) -> Option<String> {
    let pass = || {
        let pass = screen.desk.pass()?;
        let asks = screen.desk.session().must_pass() && screen.desk.is_persons_turn();
        Some(if asks { format!("{pass}: Enter") } else { pass })
    };
    screen.desk.result().or_else(pass)
}

/// The last move and the side to move.
fn status_text(screen: &Screen) -> String {
    let desk = &screen.desk;
    let session = desk.session();
    let last = session.history().pop().filter(|last| last.name != "pass");
    let last = last.map(|last| format!("{} played {}. ", desk.named(last.side), last.name));
    let mover = desk.mover();
    let turn = if session.result().is_some() {
        "The game is over: n starts another one.".into()
    } else if !desk.sitting.is_machines_turn() {
        format!("{mover}: your turn.")
    } else if desk.sitting.is_paused() {
        format!("{mover}: the machine waits; m lets it move.")
    } else {
        format!("{mover}: the machine is thinking.")
    };
    last.unwrap_or_default() + &turn
}

/// Draws the last message and the keys; returns the area above.
pub(super) fn draw_foot(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen) -> Rect {
    let words = KEYS
        .iter()
        .filter_map(|key| Some((format!("{} {}", key.label, key.brief?), Hit::Do(key.action))));
    let words: Vec<_> = words.collect();
    let lines = wrap(&words, area.width);
    let keys = lines.iter().map(|(_, y, _)| y + 1).max().unwrap_or(0);
    let keys = keys.min(area.height / 4);
    let [rest, message, foot] = Layout::vertical([
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(keys),
    ])
    .areas(area);
    let hint = match (screen.desk.sitting.busy(), screen.desk.thoughts.hint()) {
        (Some(Purpose::Hint), _) => "Looking for a hint ... ".into(),
        (_, Some(hint)) => format!("Hint: {}. ", hint.name),
        _ => String::new(),
    };
    let review = match screen.desk.sitting.is_reviewing() || screen.message.is_empty() {
        true => review_text(screen),
        false => String::new(),
    };
    let text = hint + &review + &screen.message;
    frame.render_widget(Line::styled(text, screen.look.strong()), message);
    place(frame, foot, &words, &lines, screen, |_| None);
    rest
}

/// The progress of the review, or its findings.
fn review_text(screen: &Screen) -> String {
    let desk = &screen.desk;
    match desk.thoughts.findings.is_empty() && !desk.sitting.is_reviewing() {
        true => String::new(),
        false => desk.thoughts.findings.summary(desk.session().info().sides) + " ",
    }
}

/// The position of each word in lines of a given width: column, line, index.
fn wrap(words: &[(String, Hit)], width: u16) -> Vec<(u16, u16, usize)> {
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for (index, (word, _)) in words.iter().enumerate() {
        let length = word.chars().count() as u16;
        if x > 0 && x + length > width {
            (x, y) = (0, y + 1);
        }
        places.push((x, y, index));
        x += length + 2;
    }
    places
}

/// Writes words that can be clicked; `style` returns the style of special words.
fn place(
    frame: &mut Frame<'_>,
    area: Rect,
    words: &[(String, Hit)],
    places: &[(u16, u16, usize)],
    screen: &mut Screen,
    style: impl Fn(usize) -> Option<Style>,
) {
    for &(x, y, index) in places {
        let (word, hit) = &words[index];
        if y >= area.height || x >= area.width {
            continue;
        }
        let width = (word.chars().count() as u16).min(area.width - x);
        let rect = Rect::new(area.x + x, area.y + y, width, 1);
        let style = style(index).unwrap_or(screen.look.faint());
        frame.render_widget(Span::styled(word.as_str(), style), rect);
        screen.hits.push((rect, hit.clone()));
    }
}

/// Draws the panels beside or below the board.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen) {
    if area.is_empty() {
        return;
    }
    let has = |switch| screen.show.has(switch);
    let is_judged = !screen.desk.thoughts.findings.is_empty();
    let lines = if has(Switch::Thoughts) || has(Switch::Scores) || is_judged {
        let scores = if has(Switch::Scores) { 5 } else { 0 };
        (8 + scores).min(area.height.saturating_sub(LOWEST)).max(3)
    } else {
        0
    };
    let curve = if has(Switch::Curve) && area.height >= lines + 5 + LOWEST {
        5
    } else {
        0
    };
    let [top, middle, bottom] = Layout::vertical([
        Constraint::Length(lines),
        Constraint::Length(curve),
        Constraint::Min(0),
    ])
    .areas(area);
    if lines > 0 {
        let inner = frame_panel(frame, top, "Engine", screen);
        let text = Paragraph::new(thoughts(screen)).wrap(Wrap { trim: true });
        frame.render_widget(text, inner);
    }
    if curve > 0 {
        draw_curve(frame, middle, screen);
    }
    draw_moves(frame, bottom, screen);
}

fn frame_panel(frame: &mut Frame<'_>, area: Rect, title: &str, screen: &Screen) -> Rect {
    let block = Block::bordered()
        .border_set(screen.look.border())
        .title(title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    inner
}

/// The engine's thoughts, line by line.
fn thoughts(screen: &Screen) -> Vec<Line<'static>> {
    let (desk, look) = (&screen.desk, screen.look);
    let mut lines = Vec::new();
    let judgement = desk
        .thoughts
        .findings
        .judgement(desk.sitting.ply(), &desk.sitting);
    lines.extend(judgement.map(|text| Line::styled(text, look.strong())));
    if screen.show.has(Switch::Thoughts) {
        match desk.thoughts.last() {
            None => lines.push(Line::raw("The engine is idle.")),
            Some(thought) => {
                let busy = match desk.sitting.busy() {
                    Some(Purpose::Move | Purpose::Hint | Purpose::Analysis) => " ...",
                    _ => "",
                };
                let score = format!("Score: {}{busy}", thought.score());
                lines.push(Line::styled(score, look.strong()));
                let share = thought
                    .rating()
                    .place(thought.about.side, desk.sitting.scale());
                lines.push(bar(share));
                lines.push(Line::raw(thought.effort()));
                lines.push(Line::raw(format!("expects {}", thought.line())));
            }
        }
    }
    if screen.show.has(Switch::Scores) {
        let (side, sides) = (desk.session().to_move(), desk.session().info().sides);
        let moves = desk.thoughts.moves(desk.sitting.ply()).into_iter();
        let moves = moves.map(|(name, rating)| format!("{name}: {}", rating.words(side, sides)));
        lines.push(Line::raw(moves.collect::<Vec<_>>().join("; ")));
    }
    lines
}

/// The score as a bar: White's win on the left, Black's on the right.
fn bar(place: f64) -> Line<'static> {
    const HALF: i32 = 8;
    let end = (place * f64::from(HALF)).round() as i32;
    let column = |x: i32| match x {
        0 => '|',
        x if (x > 0 && x <= end) || (x < 0 && x >= end) => '=',
        _ => '.',
    };
    let bar: String = (-HALF..=HALF).map(column).collect();
    Line::raw(format!("O {bar} X"))
}

/// Draws the curve of the score: above the middle Black is ahead.
fn draw_curve(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    const STEPS: f64 = 1000.0;
    let high = screen.desk.session().info().side_name(Side::Black);
    let title = format!("Score (high: {high})");
    let inner = frame_panel(frame, area, &title, screen);
    let scale = screen.desk.sitting.scale();
    let points: Vec<(usize, f64)> = screen.desk.thoughts.curve(scale).collect();
    let last = points.last().map_or(0, |(ply, _)| ply + 1);
    let mut heights = vec![None; last];
    for (ply, place) in points {
        heights[ply] = Some(((place + 1.0) / 2.0 * STEPS) as u64);
    }
    // In a long game, the end is shown.
    let heights = heights.split_off(last.saturating_sub(inner.width.into()));
    let curve = Sparkline::default()
        .data(heights)
        .max(STEPS as u64)
        .absent_value_symbol(" ")
        .bar_set(screen.look.bar());
    frame.render_widget(curve, inner);
}

/// Draws the list of moves, including those taken back.
fn draw_moves(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen) {
    let inner = frame_panel(frame, area, "Moves", screen);
    if inner.is_empty() {
        return;
    }
    let at = screen.desk.sitting.ply();
    let moves = screen.desk.sitting.line().iter().enumerate();
    let mut words = vec![("Start".to_string(), Hit::Ply(0))];
    words.extend(moves.map(|(index, played)| {
        let (ply, side) = (index + 1, played.side.symbol());
        let sign = screen.desk.thoughts.findings.sign(ply);
        // Moves taken back stand in parentheses.
        let word = match ply > at {
            true => format!("({ply}.{side} {}{sign})", played.name),
            false => format!("{ply}.{side} {}{sign}", played.name),
        };
        (word, Hit::Ply(ply))
    }));
    if let Some((word, _)) = words.get_mut(at) {
        *word = format!("[{word}]");
    }
    let mut places = wrap(&words, inner.width);
    let here = places.get(at).map_or(0, |(_, y, _)| *y);
    let skipped = (here + 1).saturating_sub(inner.height);
    places.retain(|(_, y, _)| *y >= skipped);
    for (_, y, _) in &mut places {
        *y -= skipped;
    }
    let chosen = screen.look.chosen();
    place(frame, inner, &words, &places, screen, |index| {
        (index == at).then_some(chosen)
    });
}

/// Says that there is no room even for the smallest board.
pub(super) fn say_too_small(frame: &mut Frame<'_>, area: Rect, (columns, lines): (u16, u16)) {
    let taken = frame.area().height - area.height;
    let text = format!(
        "The terminal is too small for the board: make it at least {columns} x {}.",
        lines + taken
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}
