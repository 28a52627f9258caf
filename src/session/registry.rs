//! The games available to an engine.

use std::sync::Arc;

use super::openings::Openings;
use super::searchers::Added;
use super::services::{Beginning, Services, TypedServices};
use super::{EngineError, GameInfo, ParamValues, Session};
use crate::game::{Game, GameVisitor};

/// An available game and size.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) info: GameInfo,
    /// How many times a position has to occur to end the game; `None` if it cannot occur twice.
    pub(super) occurrences: Option<usize>,
    pub(super) services: Arc<dyn Services>,
    pub(super) openings: Arc<Openings>,
}

impl Entry {
    /// A new game.
    pub(super) fn open(&self) -> Session {
        Session::new(self)
    }
}

/// The games available to an engine, in the order in which they were added.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
    /// The name of the default game; if `None`, it is the first entry.
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
        crate::games::visit_all(&mut registry);
        registry.beginning_with(crate::games::FIRST_GAME)
    }

    /// Adds a game, or another size of a game.
    #[must_use]
    pub fn with<G: Game>(mut self) -> Registry {
        self.visit::<G>();
        self
    }

    /// Sets the default game of an engine, if there is one with this name. Otherwise it is the game
    /// that was added first.
    #[must_use]
    pub fn beginning_with(mut self, name: &'static str) -> Registry {
        self.first = Some(name);
        self
    }

    /// The properties of each game and size.
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

    /// The name of the default game.
    pub(crate) fn first_name(&self) -> Option<&'static str> {
        self.first().map(|entry| entry.info.name)
    }

    /// The properties of the default game.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn first_info(&self) -> Result<GameInfo, EngineError> {
        let first = self.first().ok_or(EngineError::NoGames)?;
        Ok(first.info)
    }

    /// The default game.
    pub(super) fn first(&self) -> Option<&Entry> {
        let first = self.find(|info| Some(info.name) == self.first);
        first.or_else(|| self.find(|_| true))
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }

    /// The same, to be changed.
    pub(super) fn find_mut(&mut self, fits: impl Fn(&GameInfo) -> bool) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| fits(&entry.info))
    }

    /// The first game and size that fits.
    pub(super) fn find(&self, fits: impl Fn(&GameInfo) -> bool) -> Option<&Entry> {
        self.entries.iter().find(|entry| fits(&entry.info))
    }
}

impl Registry {
    /// The properties of the game that begins with this position.
    pub(super) fn info_of<G: Game>(start: &G) -> GameInfo {
        GameInfo {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            sides: G::SIDES,
            begins: start.to_move(),
            unit: G::UNIT,
            look: G::LOOK,
            pieces: G::PIECES,
            lessons: G::LESSONS,
            size: G::SIZE,
            variant: G::VARIANT,
            board_sizes: G::BOARD_SIZES,
            sgf_number: G::SGF_NUMBER,
            records: G::RECORDS,
            protocols: G::PROTOCOLS,
            has_vertices: start.grid().is_some(),
            has_margin: G::SCALE.has_margin(),
            perft: G::PERFT,
            bench: G::BENCH,
            book: G::BOOK,
            openings: G::OPENINGS,
            below_full: G::LEVELS,
            data: G::DATA,
        }
    }

    pub(super) fn add<G: Game>(&mut self, info: GameInfo, beginning: Beginning<G>) {
        let repeats = G::REPETITION.is_possible();
        let services =
            TypedServices::<G>::new(info, beginning, Added::default(), &ParamValues::new());
        self.entries.push(Entry {
            info,
            occurrences: repeats.then_some(G::OCCURRENCES as usize),
            services: Arc::new(services),
            openings: Arc::default(),
        });
    }
}

impl GameVisitor for Registry {
    fn visit<G: Game>(&mut self) {
        let info = Registry::info_of(&G::start());
        let beginning = Beginning::<G>::of(G::start, G::parse_position);
        self.add(info, beginning);
        for variant in G::variants() {
            let info = GameInfo {
                title: variant.title,
                about: variant.about,
                lessons: variant.lessons,
                begins: (variant.start)().to_move(),
                size: variant.size,
                variant: Some(variant.name),
                records: variant.records,
                protocols: variant.protocols,
                perft: variant.perft,
                bench: variant.bench,
                book: None,
                openings: "",
                ..info
            };
            self.add(info, Beginning::of(variant.start, variant.read));
        }
    }
}
