//! The games that an engine knows.

use std::sync::Arc;

use super::ParamValues;
use super::game::{GameInfo, Session};
use super::searchers::named_searchers;
use super::typed::GameSession;
use crate::game::{Game, GameVisitor};

/// A game and size that can be opened.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) info: GameInfo,
    open: Arc<dyn Fn() -> Box<dyn Session> + Send + Sync>,
}

impl Entry {
    /// A new game.
    pub(super) fn open(&self) -> Box<dyn Session> {
        (self.open)()
    }
}

/// The games that an engine knows, in the order they were added.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    /// The name of the game to begin with; else it is the first entry.
    first: Option<&'static str>,
}

impl Registry {
    /// A registry without games.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// All the games of this crate; the first is [`FIRST_GAME`](crate::games::FIRST_GAME).
    #[cfg(feature = "games")]
    pub fn all() -> Registry {
        let mut registry = Registry::empty();
        registry.first = Some(crate::games::FIRST_GAME);
        crate::games::visit_all(&mut registry);
        registry
    }

    /// Adds a game, or another size of a game.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Registry {
        self.visit::<G>();
        self
    }

    /// What is known about each game and size.
    pub fn games(&self) -> impl Iterator<Item = GameInfo> + '_ {
        self.entries.iter().map(|entry| entry.info)
    }

    /// The names of the games, each once.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.games().map(|info| info.name).collect();
        names.dedup();
        names
    }

    /// The titles of the games, each once.
    pub fn titles(&self) -> Vec<&'static str> {
        let mut titles: Vec<_> = self.games().map(|info| info.title).collect();
        titles.dedup();
        titles
    }

    /// The name of the game to begin with.
    pub(crate) fn first_name(&self) -> Option<&'static str> {
        self.first().map(|entry| entry.info.name)
    }

    /// The game to begin with.
    pub(super) fn first(&self) -> Option<&Entry> {
        let first = self.find(|info| Some(info.name) == self.first);
        first.or_else(|| self.find(|_| true))
    }

    /// The first game and size that fits.
    pub(super) fn find(&self, fits: impl Fn(&GameInfo) -> bool) -> Option<&Entry> {
        self.entries.iter().find(|entry| fits(&entry.info))
    }
}

impl GameVisitor for Registry {
    fn visit<G: Game>(&mut self) {
        let start = G::start();
        let info = GameInfo {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            sides: G::SIDES,
            begins: start.to_move(),
            unit: G::UNIT,
            size: G::SIZE,
            board_sizes: G::BOARD_SIZES,
            sgf_number: G::SGF_NUMBER,
            ggf_name: G::GGF_NAME,
            has_wthor: G::HAS_WTHOR,
            has_vertices: start.grid().is_some(),
            has_margin: G::SCALE.has_margin(),
            perft: G::PERFT,
            bench: G::BENCH,
            book: G::BOOK,
        };
        let searchers = named_searchers::<G>(&ParamValues::new());
        let open = Arc::new(move || -> Box<dyn Session> {
            Box::new(GameSession::<G>::new(info, Arc::clone(&searchers)))
        });
        self.entries.push(Entry { info, open });
    }
}
