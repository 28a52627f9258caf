//! The variants that are played less, as one type: search, solver and all else are compiled once for them.

use super::rules::{Draughts, Move};
use super::{DraughtsKnowledge, Material};
use super::{fen, variant};
use crate::game::{
    Counts, Drawing, Evaluation, EvaluationVisitor, Game, Knowledge, Lesson, Look, MoveError,
    Moves, Notation, PositionError, Protocol, RecordFormat, Repetition, Rules, Scale, Selectivity,
    Side, Standing, Symmetry, Turn, Value, Variant,
};

/// A position of Frisian, Russian, Brazilian or Italian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relative {
    /// Frisian draughts.
    Frisian(Draughts<variant::Frisian>),
    /// Russian draughts.
    Russian(Draughts<variant::Russian>),
    /// Brazilian draughts.
    Brazilian(Draughts<variant::Brazilian>),
    /// Italian draughts.
    Italian(Draughts<variant::Italian>),
}

/// The same expression for the position of any variant.
macro_rules! of_any {
    ($relative:expr, $position:ident => $result:expr) => {
        match $relative {
            Relative::Frisian($position) => $result,
            Relative::Russian($position) => $result,
            Relative::Brazilian($position) => $result,
            Relative::Italian($position) => $result,
        }
    };
}

impl Rules for Relative {
    type Move = Move;
    const SCALE: Scale = <Draughts<variant::Frisian> as Rules>::SCALE;
    const REPETITION: Repetition = <Draughts<variant::Frisian> as Rules>::REPETITION;
    const OCCURRENCES: u32 = <Draughts<variant::Frisian> as Rules>::OCCURRENCES;

    fn turn(&self) -> Turn {
        of_any!(self, position => position.turn())
    }

    fn outcome(&self) -> Option<Value> {
        of_any!(self, position => position.outcome())
    }

    fn moves(&self, moves: &mut Moves<Move>) {
        of_any!(self, position => position.moves(moves));
    }

    fn play(&mut self, mv: Move) {
        of_any!(self, position => position.play(mv));
    }

    fn key(&self) -> u64 {
        of_any!(self, position => position.key())
    }

    fn repetition_key(&self) -> u64 {
        of_any!(self, position => position.repetition_key())
    }

    fn move_index(mv: Move) -> u16 {
        Draughts::<variant::Frisian>::move_index(mv)
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        of_any!(self, position => position.is_irreversible(mv))
    }
}

impl Notation for Relative {
    fn name_move(&self, mv: Move) -> String {
        of_any!(self, position => position.name_move(mv))
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        of_any!(self, position => position.parse_move(text))
    }

    fn position(&self) -> String {
        of_any!(self, position => position.position())
    }

    /// Reads a position of Frisian draughts; see [`Game::variants`] for the others.
    fn parse_position(text: &str) -> Result<Self, PositionError> {
        Notation::parse_position(text).map(Relative::Frisian)
    }

    fn drawing(&self) -> Drawing {
        of_any!(self, position => position.drawing())
    }

    fn clicks(&self, mv: Move) -> Vec<String> {
        of_any!(self, position => position.clicks(mv))
    }

    fn counts(&self) -> Option<Counts> {
        of_any!(self, position => position.counts())
    }

    fn is_settled(&self) -> bool {
        of_any!(self, position => position.is_settled())
    }
}

impl Symmetry for Relative {
    fn exchanged(&self) -> Option<Self> {
        Some(match self {
            Relative::Frisian(position) => Relative::Frisian(position.turned()),
            Relative::Russian(position) => Relative::Russian(position.turned()),
            Relative::Brazilian(position) => Relative::Brazilian(position.turned()),
            Relative::Italian(position) => Relative::Italian(position.turned()),
        })
    }
}

impl Knowledge<Relative> for DraughtsKnowledge {
    type Memory = ();

    const ALTERNATES: bool = true;
}

impl Evaluation<Relative> for Material {
    type Accumulator = ();

    fn start(&self, _: &Relative) {}

    fn value(&self, position: &Relative, (): &()) -> i32 {
        of_any!(position, position => self.value(position, &()))
    }

    fn is_stable(&self, position: &Relative) -> bool {
        of_any!(position, position => self.is_stable(position))
    }

    fn grain(&self) -> i16 {
        Evaluation::<Draughts<variant::Frisian>>::grain(self)
    }

    fn selectivity(&self) -> Selectivity {
        Evaluation::<Draughts<variant::Frisian>>::selectivity(self)
    }
}

/// A game as a variant of these.
const fn variant<G: Game>(
    name: &'static str,
    start: fn() -> Relative,
    read: fn(&str) -> Result<Relative, PositionError>,
) -> Variant<Relative> {
    Variant {
        name,
        title: G::TITLE,
        about: G::ABOUT,
        lessons: G::LESSONS,
        size: G::SIZE,
        perft: G::PERFT,
        bench: G::BENCH,
        records: G::RECORDS,
        protocols: G::PROTOCOLS,
        start,
        read,
    }
}

impl Game for Relative {
    type Knowledge = DraughtsKnowledge;

    const NAME: &'static str = "draughts";
    const VARIANT: Option<&'static str> = Some("frisian");
    const TITLE: &'static str = super::Frisian::TITLE;
    const ABOUT: &'static str = super::Frisian::ABOUT;
    const LOOK: Look = super::Frisian::LOOK;
    const PIECES: &'static [(Side, &'static str)] = fen::PIECES;
    const LESSONS: &'static [Lesson] = super::Frisian::LESSONS;
    const SIZE: (u8, u8) = super::Frisian::SIZE;
    const PERFT: &'static str = super::Frisian::PERFT;
    const BENCH: &'static [&'static str] = super::Frisian::BENCH;
    const RECORDS: &'static [RecordFormat] = super::Frisian::RECORDS;
    const PROTOCOLS: &'static [Protocol] = super::Frisian::PROTOCOLS;

    fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
        fen::arranged(pieces, to_move)
    }

    fn start() -> Self {
        Relative::Frisian(Draughts::first())
    }

    fn variants() -> Vec<Variant<Self>> {
        vec![
            variant::<super::Russian>(
                "russian",
                || Relative::Russian(Draughts::first()),
                |text| Notation::parse_position(text).map(Relative::Russian),
            ),
            variant::<super::Brazilian>(
                "brazilian",
                || Relative::Brazilian(Draughts::first()),
                |text| Notation::parse_position(text).map(Relative::Brazilian),
            ),
            variant::<super::Italian>(
                "italian",
                || Relative::Italian(Draughts::first()),
                |text| Notation::parse_position(text).map(Relative::Italian),
            ),
        ]
    }

    fn evaluations<E: EvaluationVisitor<Self>>(visitor: &mut E) {
        visitor.visit_stateless(Material::NAME, Material::ABOUT, Material);
    }
}
