//! A game with chance: two runners a side on one lane, and a die.

use heelstone::game::{
    Drawing, Evaluation, EvaluationVisitor, Game, MoveError, Moves, NoKnowledge, Notation, Place,
    PositionError, Rules, Scale, Side, Symmetry, Turn, Value, read_side,
};

/// Where a runner is at home, and where one is that was sent off; else it has run so many steps.
pub const HOME: u8 = 5;
pub const OUT: u8 = 6;

/// A one comes more often than a two, and that more often than a three.
pub const WEIGHTS: [u32; 3] = [3, 2, 1];

/// The moves: 1 to 3 are rolls, `RUN` and more a runner after so many steps.
const STAY: u8 = 10;
const RUN: u8 = 20;

/// This much more is a roll that the other side has left, and twice as much one that both have. So three
/// moves may come between two rolls.
const HANDED_OVER: u8 = 3;

const PLIES: u8 = 9;

/// A position. The sides run towards each other: step n of one is step `HOME` − n of the other, where it
/// sends off the runners that stand there. Each turn begins with a roll, and then a runner may go as far, or
/// the roll is left to the other side. After some plies, or when the side to move has no runner on the lane,
/// the better runners have won: `MARGIN` says whether by a margin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dash<const MARGIN: bool> {
    /// The runners of Black and of White, the rear one first.
    pub runners: [[u8; 2]; 2],
    /// The side that moves, or is rolled for.
    pub side: Side,
    /// 0 in chance's turn; more by `HANDED_OVER` each time that a side has left it.
    pub roll: u8,
    /// The plies that are left, but for a last move.
    pub left: u8,
}

impl<const MARGIN: bool> Dash<MARGIN> {
    /// The same with the colours swapped.
    pub fn swapped(&self) -> Self {
        let [black, white] = self.runners;
        Dash {
            runners: [white, black],
            side: !self.side,
            ..self.clone()
        }
    }

    fn runs(&self, side: Side) -> bool {
        self.runners[side.index()].iter().any(|steps| *steps < HOME)
    }

    /// How far Black's runners have come beyond White's.
    fn lead(&self) -> i16 {
        let steps = |runners: [u8; 2]| -> i16 {
            let worth = |steps| if steps == OUT { -2 } else { i16::from(steps) };
            runners.into_iter().map(worth).sum()
        };
        steps(self.runners[0]) - steps(self.runners[1])
    }
}

impl<const MARGIN: bool> Rules for Dash<MARGIN> {
    type Move = u8;
    const SCALE: Scale = if MARGIN { Scale::Margin } else { Scale::Winner };
    const KEY_BITS: Option<u32> = Some(21);
    const CHANCE: bool = true;

    fn turn(&self) -> Turn {
        if self.roll == 0 {
            Turn::Chance
        } else {
            self.side.into()
        }
    }

    fn outcome(&self) -> Option<Value> {
        let is_over = self.roll == 0 && (self.left == 0 || !self.runs(self.side));
        let lead = self.lead();
        is_over.then(|| Value(if MARGIN { lead } else { lead.signum() }))
    }

    fn moves(&self, moves: &mut Moves<u8>) {
        if self.outcome().is_some() {
            return;
        }
        if self.roll == 0 {
            return moves.extend(1..=3);
        }
        let [rear, front] = self.runners[self.side.index()];
        let runs = |steps: &u8| *steps < HOME;
        moves.extend(Some(front).filter(runs).map(|steps| RUN + steps));
        moves.extend(
            Some(rear)
                .filter(|steps| runs(steps) && rear != front)
                .map(|steps| RUN + steps),
        );
        moves.push(STAY);
    }

    fn play(&mut self, mv: u8) {
        self.left = self.left.saturating_sub(1);
        if self.roll == 0 {
            self.roll = mv;
            return;
        }
        let is_left =
            mv == STAY && self.roll <= 2 * HANDED_OVER && self.left > 0 && self.runs(!self.side);
        let from = mv.wrapping_sub(RUN);
        let to = HOME.min(from.saturating_add((self.roll - 1) % HANDED_OVER + 1));
        let [own, others] = [self.side, !self.side].map(Side::index);
        if let Some(runner) = self.runners[own].iter_mut().find(|steps| **steps == from) {
            *runner = to;
            let met = self.runners[others]
                .iter_mut()
                .filter(|steps| to < HOME && **steps == HOME - to);
            met.for_each(|steps| *steps = OUT);
        }
        self.runners
            .iter_mut()
            .for_each(|pair| pair.sort_unstable());
        let roll = if is_left { self.roll + HANDED_OVER } else { 0 };
        (self.side, self.roll) = (!self.side, roll);
    }

    fn key(&self) -> u64 {
        let runners = self.runners.iter().flatten();
        let key = runners.fold(0, |key, steps| key << 3 | u64::from(*steps));
        key << 9 | u64::from(self.left) << 5 | u64::from(self.roll) << 1 | self.side.index() as u64
    }

    fn weight(&self, roll: u8) -> u32 {
        WEIGHTS[usize::from(roll) - 1]
    }

    fn max_plies(&self) -> Option<u32> {
        let is_last = self.left == 0 && self.roll == 0;
        Some(if is_last { 0 } else { u32::from(self.left) + 1 })
    }
}

impl<const MARGIN: bool> Symmetry for Dash<MARGIN> {}

impl<const MARGIN: bool> Notation for Dash<MARGIN> {
    fn name_move(&self, mv: u8) -> String {
        match mv {
            STAY => "stay".into(),
            RUN.. => format!("run{}", mv - RUN),
            roll => format!("roll{roll}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
        let text = text.to_ascii_lowercase();
        let all = (1..=3).chain([STAY]).chain(RUN..RUN + HOME);
        let mut named = all.filter(|mv| self.name_move(*mv) == text);
        let mv = named.next().ok_or(MoveError::Syntax)?;
        self.legal_moves()
            .contains(&mv)
            .then_some(mv)
            .ok_or(MoveError::Illegal)
    }

    fn position(&self) -> String {
        let [[a, b], [c, d]] = self.runners;
        format!(
            "{a}{b}/{c}{d} {} {} {}",
            self.side.letter(),
            self.left,
            self.roll
        )
    }

    fn parse_position(text: &str) -> Result<Self, PositionError> {
        let error = || PositionError::new("a position is as 00/00 b 9 0");
        let words: Vec<&str> = text.split_whitespace().collect();
        let [runners, side, left, roll] = words[..] else {
            return Err(error());
        };
        let digit = |byte: u8, most: u8| Some(byte.wrapping_sub(b'0')).filter(|n| *n <= most);
        let number = |word: &str, most| match word.as_bytes() {
            &[byte] => digit(byte, most),
            _ => None,
        };
        let &[a, b, b'/', c, d] = runners.as_bytes() else {
            return Err(error());
        };
        let runners = [[a, b], [c, d]].map(|pair| pair.map(|byte| digit(byte, OUT)));
        let [[Some(a), Some(b)], [Some(c), Some(d)]] = runners else {
            return Err(error());
        };
        Ok(Dash {
            runners: [[a.min(b), a.max(b)], [c.min(d), c.max(d)]],
            side: read_side(side)?,
            left: number(left, PLIES).ok_or_else(error)?,
            roll: number(roll, 3 * HANDED_OVER).ok_or_else(error)?,
        })
    }

    fn drawing(&self) -> Drawing {
        let names = (1..=3).chain([STAY]).chain(RUN..RUN + HOME);
        let place = |(x, mv): (i16, u8)| {
            let name = self.name_move(mv);
            Place::choice(name.clone(), 6 * x, 0, None, name)
        };
        Drawing {
            places: (0..).zip(names).map(place).collect(),
            captions: vec![self.position()],
        }
    }
}

/// Who leads, in points of the margin.
#[derive(Clone, Copy)]
pub struct Lead;

impl<const MARGIN: bool> Evaluation<Dash<MARGIN>> for Lead {
    type Accumulator = ();

    fn start(&self, _: &Dash<MARGIN>) {}

    fn value(&self, position: &Dash<MARGIN>, (): &()) -> i32 {
        let lead = position.lead().into();
        if MARGIN { lead } else { 1501 * lead }
    }
}

/// The same in small parts of a point, with an opinion on who is to move. It is not of those that the game
/// shows: results are worth something else to it than to an evaluation that has no opinion.
#[derive(Clone, Copy)]
pub struct Fine;

impl<const MARGIN: bool> Evaluation<Dash<MARGIN>> for Fine {
    type Accumulator = ();

    fn start(&self, _: &Dash<MARGIN>) {}

    fn value(&self, position: &Dash<MARGIN>, (): &()) -> i32 {
        let [black, white] = position.runners.map(|pair| i32::from(pair[1]));
        let turn = if position.side == Side::Black { 1 } else { -1 };
        503 * i32::from(position.lead()) + 31 * (black - white) + 17 * turn
    }

    fn worth(&self, result: Value) -> i32 {
        let points = if MARGIN { 1 } else { 14 };
        503 * points * i32::from(result.0)
    }
}

impl<const MARGIN: bool> Game for Dash<MARGIN> {
    type Knowledge = NoKnowledge;
    const NAME: &'static str = if MARGIN { "far-dash" } else { "dash" };
    const TITLE: &'static str = if MARGIN { "Far-dash" } else { "Dash" };
    const ABOUT: &'static str = "Run to the other end.";
    const UNIT: Option<&'static str> = if MARGIN { Some("steps") } else { None };
    const SIZE: (u8, u8) = (HOME, 1);
    const BENCH: &'static [&'static str] = &["00/00 b 9 0", "13/02 w 4 2"];

    fn start() -> Self {
        Dash {
            runners: [[0; 2]; 2],
            side: Side::Black,
            roll: 0,
            left: PLIES,
        }
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless("lead", "who has run further", Lead);
    }
}
