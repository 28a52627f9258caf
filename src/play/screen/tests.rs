//! Tests of the screen with random keys, clicks and sizes.

use std::sync::mpsc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::*;
use crate::games::connect4::Connect4;
use crate::games::othello::Othello;
use crate::games::stonehenge::Stonehenge;
use crate::games::tictactoe::TicTacToe;
use crate::play::thoughts::Thoughts;
use crate::session::{Engine, Registry};
use crate::sitting::{Pool, Sitting};

/// A screen with a new game, and the receiver of its events.
fn screen(game: &str) -> (Screen, Receiver<Event>) {
    // One size a game: whatever is registered here is compiled again for these tests.
    let registry = Registry::empty()
        .with::<TicTacToe>()
        .with::<Connect4<7, 6>>()
        .with::<Othello>()
        .with::<Stonehenge>();
    let mut engine = Engine::with_table(registry, 1).expect("an engine");
    engine.newgame(Some(game), None).expect("a known game");
    let pool = Arc::new(Pool::new(1, 1).expect("a pool"));
    let (send, events) = mpsc::channel();
    let listener = Arc::new(move |event| drop(send.send(event)));
    let mut desk = Desk {
        sitting: Sitting::new(engine, pool, listener),
        thoughts: Thoughts::default(),
        saved: None,
    };
    desk.begin(None, None).expect("the game begins");
    (Screen::new(desk, Look::of_this_terminal()), events)
}

/// A random key or click, except keys that write files or quit.
fn random_input(rng: &mut fastrand::Rng, width: u16, height: u16) -> Input {
    const KEYS: &str = "urhmngpxaslctvdoj[]?,. 123456AKDBF";
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
        KeyCode::Backspace,
    ];
    match rng.u8(..4) {
        0 => Input::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: rng.u16(..width),
            row: rng.u16(..height),
            modifiers: KeyModifiers::NONE,
        }),
        1 => {
            let letter = KEYS.chars().nth(rng.usize(..KEYS.len())).unwrap_or(' ');
            Input::Key(KeyEvent::from(KeyCode::Char(letter)))
        }
        _ => Input::Key(KeyEvent::from(codes[rng.usize(..codes.len())])),
    }
}

/// Returns true unless a click would write a file or end the program.
fn is_harmless(screen: &Screen) -> bool {
    !matches!(screen.popup, Some(popup::Popup::Save { .. })) && !screen.is_over
}

#[test]
#[ignore = "takes long"]
fn no_key_no_click_and_no_size_breaks_it() {
    let mut rng = fastrand::Rng::with_seed(5);
    for game in ["tictactoe", "connect4", "othello", "stonehenge"] {
        let (mut screen, events) = screen(game);
        let mut size = (80, 24);
        for step in 0..600 {
            if step % 20 == 0 {
                size = (rng.u16(1..150), rng.u16(1..50));
            }
            let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
            let drawn = terminal.draw(|frame| view::draw(frame, &mut screen));
            drawn.expect("a picture");
            screen.take(&random_input(&mut rng, size.0, size.1));
            while let Ok(event) = events.try_recv() {
                screen.desk.learn(event);
            }
            if !is_harmless(&screen) {
                (screen.popup, screen.is_over) = (None, false);
            }
        }
    }
}

#[test]
fn every_place_of_every_game_can_be_reached_by_the_arrows() {
    for game in ["tictactoe", "connect4", "othello", "stonehenge"] {
        let (mut screen, _events) = screen(game);
        screen.settle();
        let places = screen.desk.session().drawing().places;
        let names = places.iter().filter(|place| !place.name.is_empty());
        let wanted: Vec<String> = names.map(|place| place.name.clone()).collect();
        let mut reached: Vec<String> = screen.cursor.iter().cloned().collect();
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                screen.cursor = Some(name.clone());
                let walked = screen.act(keys::Action::Walk(dx, dy));
                walked.expect("nothing refuses that");
                let here = screen.cursor.clone().expect("the keys are somewhere");
                if !reached.contains(&here) {
                    reached.push(here);
                }
            }
            next += 1;
        }
        let missing: Vec<_> = wanted
            .iter()
            .filter(|name| !reached.contains(name))
            .collect();
        assert!(missing.is_empty(), "{game}: {missing:?}");
    }
}
