//! A game in progress that goes round in a circle: the end that a repetition brings, and what `solve`
//! says of it.

use std::path::Path;
use std::time::{Duration, Instant};

use heelstone::book::Book;
use heelstone::game::{
    Drawing, Evaluation, EvaluationVisitor, Game, GameRecord, MoveError, Moves, NoKnowledge,
    Notation, Place, Point, PositionError, RecordFormat, RecordKind, RecordedMove, Repetition,
    Rules, Scale, Side, Symmetry, Turn, Value,
};
use heelstone::protocol::serve;
use heelstone::search::Stop;
use heelstone::session::{
    BookOrder, BookValues, EndReason, Engine, Question, Registry, Reply, Solved,
};

/// A token on a ring of five places, which goes on one place or two. `DRAWN`: who comes to a place again
/// has drawn; else Black has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ring<const DRAWN: bool>(u8);

impl<const DRAWN: bool> Rules for Ring<DRAWN> {
    type Move = u8;
    const SCALE: Scale = Scale::Distance;
    const REPETITION: Repetition = if DRAWN {
        Repetition::Draw
    } else {
        Repetition::Other
    };
    const OCCURRENCES: u32 = 3;

    fn turn(&self) -> Turn {
        Turn::Black
    }

    fn outcome(&self) -> Option<Value> {
        None
    }

    fn moves(&self, moves: &mut Moves<u8>) {
        moves.extend([1, 2]);
    }

    fn play(&mut self, mv: u8) {
        self.0 = (self.0 + mv) % 5;
    }

    fn key(&self) -> u64 {
        self.0.into()
    }

    fn repeated(&self) -> Value {
        if DRAWN { Value::DRAW } else { Value::LOSS }
    }
}

impl<const DRAWN: bool> Notation for Ring<DRAWN> {
    fn name_move(&self, mv: u8) -> String {
        format!("on{mv}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        match text {
            "on1" => Ok(1),
            "on2" => Ok(2),
            _ => Err(MoveError::Syntax),
        }
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        let place = text.parse().ok().filter(|place| *place < 5);
        place
            .map(Ring)
            .ok_or_else(|| PositionError::new("a position is a place from 0 to 4"))
    }

    fn drawing(&self) -> Drawing {
        let place = |n: u8| {
            let text = if n == self.0 { "X" } else { "." };
            Place::cell(
                format!("on{n}"),
                2 * i16::from(n),
                0,
                Point::Empty,
                text.into(),
            )
        };
        Drawing {
            places: (0..5).map(place).collect(),
            captions: Vec::new(),
        }
    }
}

struct Nothing;

impl<const DRAWN: bool> Evaluation<Ring<DRAWN>> for Nothing {
    type Accumulator = ();

    fn start(&self, _: &Ring<DRAWN>) {}

    fn value(&self, _: &Ring<DRAWN>, (): &()) -> i32 {
        0
    }
}

impl<const DRAWN: bool> Symmetry for Ring<DRAWN> {}

impl<const DRAWN: bool> Game for Ring<DRAWN> {
    type Knowledge = NoKnowledge;
    const NAME: &'static str = "ring";
    const TITLE: &'static str = "Ring";
    const ABOUT: &'static str = "Go round and round.";
    const SIZE: (u8, u8) = (5, 1);
    const RECORDS: &'static [RecordFormat] = &[RecordFormat {
        listing: None,
        name: "RING",
        extension: "ring",
        kind: RecordKind::Text { read, write },
    }];

    fn start() -> Self {
        Ring(0)
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless("nothing", "nothing", Nothing);
    }
}

/// `Round: on1 on2`.
fn write(record: &GameRecord) -> String {
    let names: Vec<_> = record.moves.iter().map(|mv| mv.name.as_str()).collect();
    format!("Round: {}", names.join(" "))
}

fn read(text: &str) -> Result<Option<GameRecord>, String> {
    let Some(names) = text.strip_prefix("Round: ") else {
        return Ok(None);
    };
    if names.contains("back") {
        return Err("nobody goes back".into());
    }
    let moves = names.split(' ').map(|name| RecordedMove {
        side: None,
        name: name.into(),
    });
    Ok(Some(GameRecord {
        moves: moves.collect(),
        ..GameRecord::default()
    }))
}

fn engine<const DRAWN: bool>() -> Engine {
    let mut engine = Engine::new(Registry::empty().with::<Ring<DRAWN>>()).expect("a game is there");
    engine.newgame(Some("ring"), None).expect("it is known");
    engine
}

fn solve(engine: &mut Engine, moves: bool, time: Option<Duration>) -> Solved {
    let question = Question {
        moves,
        line: !moves,
        time,
        start: Instant::now(),
        threads: 2,
        unrelated: false,
    };
    engine.solve(question, &Stop::new())
}

#[test]
fn a_circle_is_solved_or_refused_with_and_without_a_limit() {
    for time in [None, Some(Duration::from_secs(5))] {
        for moves in [false, true] {
            let drawn = solve(&mut engine::<true>(), moves, time);
            assert_eq!(drawn.value.expect("solved").to_string(), "draw");
            assert!(drawn.refusal.is_none() && drawn.nodes < 1000);
            let other = solve(&mut engine::<false>(), moves, time);
            assert_eq!(other.value, None);
            assert!(
                other
                    .refusal
                    .expect("a sentence")
                    .starts_with("cannot solve")
            );
        }
    }
    let drawn = solve(&mut engine::<true>(), false, None);
    assert!(
        drawn.line.is_some_and(|line| line.len() <= 5),
        "it ends where it began"
    );
}

#[test]
fn the_game_is_over_when_a_position_has_come_often_enough_and_goes_on_when_that_is_taken_back() {
    let mut engine = engine::<false>();
    let play = |engine: &mut Engine, count: usize| {
        for _ in 0..count {
            assert_eq!(engine.session_mut().play(None, "on1"), Ok(()));
        }
    };
    // Twice round: the start stands for the third time.
    play(&mut engine, 9);
    assert_eq!(engine.session().result(), None);
    play(&mut engine, 1);
    let result = engine.session().result().expect("over");
    assert_eq!(result.to_string(), "W+1");
    assert_eq!(result.reason, Some(EndReason::Repetition));
    assert!(engine.session().legal_moves().is_empty());
    assert!(engine.session_mut().play(None, "on1").is_err());
    let stop = Stop::new();
    let reply = engine.genmove(None, Instant::now(), &stop);
    assert_eq!(reply, Ok(Reply::Move("pass".into())));
    engine.session_mut().undo(2).expect("a move and a pass");
    assert_eq!(engine.session().result(), None);
    assert_eq!(engine.session().legal_moves(), ["on1", "on2"]);
    // Places 4 and 0 have come twice, and a third time loses: on1 does, and on2 would in two moves.
    engine.settings_mut().nodes = Some(10_000);
    let reply = engine.genmove(None, Instant::now(), &stop);
    assert!(matches!(reply, Ok(Reply::Move(name)) if name.starts_with("on")));
}

#[test]
fn a_record_of_a_circle_reads_back() {
    let mut first = engine::<true>();
    for name in ["on1", "on2", "on2", "on1", "on2"] {
        first.session_mut().play(None, name).expect("legal");
    }
    let record = first.printsgf();
    assert!(
        record.contains("on2") && !record.contains("B[]"),
        "{record}"
    );
}

/// The answers to commands.
fn answers<const DRAWN: bool>(commands: &'static str) -> String {
    let mut output = Vec::new();
    serve(
        &mut engine::<DRAWN>(),
        commands.as_bytes(),
        &mut output,
        None,
    )
    .expect("it is written");
    String::from_utf8(output).expect("text")
}

#[test]
fn the_board_and_the_data_say_that_a_repetition_ended_the_game() {
    const ROUND: &str = "play on1\nplay on2\nplay on2\n";
    let twice = format!("{ROUND}state json\n{ROUND}state json\nshowboard\n").leak();
    let drawn = answers::<true>(twice);
    let results: Vec<_> = drawn
        .lines()
        .filter(|line| line.contains("\"result\":"))
        .collect();
    assert!(results[0].contains("\"result\":null"), "{}", results[0]);
    assert!(
        results[1].contains("\"reason\":\"repetition\""),
        "{}",
        results[1]
    );
    assert!(drawn.contains("\nDraw (repetition)\n"), "{drawn}");
    let lost = answers::<false>(twice);
    assert!(lost.contains("\nWhite wins (repetition)\n"), "{lost}");
}

#[test]
fn a_snapshot_knows_the_positions_that_came_before() {
    let mut engine = engine::<true>();
    for _ in 0..9 {
        engine.session_mut().play(None, "on1").expect("legal");
    }
    let mut snapshot = engine.session().snapshot();
    assert!(snapshot.history().is_empty() && snapshot.result().is_none());
    snapshot.play(None, "on1").expect("legal");
    let reason = snapshot.result().and_then(|result| result.reason);
    assert_eq!(reason, Some(EndReason::Repetition));
    snapshot.reset();
    snapshot.play(None, "on1").expect("legal");
    assert_eq!(snapshot.result(), None, "a new game has no past");
}

#[test]
fn a_game_has_a_format_of_records_of_its_own() {
    let mut engine = engine::<true>();
    for name in ["on1", "on2", "on2"] {
        engine.session_mut().play(None, name).expect("legal");
    }
    let record = engine.print_record("RING").expect("its own format");
    assert_eq!(record, "Round: on1 on2 on2");
    engine.clear_board();
    engine.loadsgf(&record, Some(3)).expect("its own format");
    assert_eq!(engine.session().position(), "3");
    let mut wrong = |text: &str, expected: &str| {
        let error = engine.loadsgf(text, None).expect_err(text).to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(engine.session().history().len(), 2, "nothing has changed");
    };
    wrong(
        "Round: on1 on3",
        "move 2 of the record, \"on3\", is not legal",
    );
    wrong("Round: back", "nobody goes back");
    wrong("Square: on1", "not a record");
    let error = engine.print_record("WTHOR").expect_err("it has none");
    assert_eq!(error.to_string(), "there is no WTHOR of Ring");
    let error = engine.load_record("RING", Path::new("games.ring"), 1, None);
    assert!(error.is_err_and(|error| error.to_string() == "no game has RING files"));
}

/// A book of exact values up to some plies from the start of the ring.
fn build<const DRAWN: bool>(plies: u32) -> Result<Book, String> {
    let name = format!("ring-{DRAWN}-{plies}.book");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for old in [path.clone(), path.with_extension("book.part")] {
        let _ = std::fs::remove_file(old);
    }
    let order = BookOrder {
        path: path.clone(),
        plies,
        draws: None,
        values: BookValues::Exact,
        threads: 1,
        hash: 1,
        roots: None,
        with: Vec::new(),
    };
    let session = engine::<DRAWN>();
    let built = session
        .session()
        .build_book(&order, &Stop::new(), &mut |_| {});
    built.map_err(|error| error.to_string())?;
    Ok(Book::open(&path).expect("it was built"))
}

#[test]
fn a_book_has_no_circle_and_is_not_asked_for_a_way_back() {
    let book = build::<true>(2).expect("no position of it comes again");
    assert!(build::<true>(5).is_err_and(|error| error.contains("repeat within that many plies")));
    let undecided = build::<false>(2).expect_err("nobody knows its values");
    assert!(undecided.contains("the solver cannot tell"), "{undecided}");
    let mut engine = engine::<true>();
    let known = |engine: &Engine| {
        let moves = engine.session().book_moves(Side::Black, &book);
        moves.expect("a whole book").is_some()
    };
    assert!(known(&engine));
    for name in ["on2", "on1"] {
        engine.session_mut().play(None, name).expect("legal");
    }
    assert!(!known(&engine), "a move from 3 leads back to 0");
    engine.session_mut().set_up("3").expect("a position");
    assert!(known(&engine), "its game begins here");
}
