//! The review of a game: each move is judged by what it gave away.
//!
//! A [`Review`] assesses the positions of a game, the last one first, so that what is found out about a
//! position is known to the searches of those before it. As soon as the positions before and after a move are
//! assessed, the move is judged.

use std::fmt;
use std::time::{Duration, Instant};

use super::grade::{Grade, Known, Verdict, Yardstick, score_text};
use super::{Info, Played, Question, Session, Source, Witness};
use crate::game::{Score, Side, Turn, Value};
use crate::search::{Limits, Request, Stop, Table};

/// A move with its judgement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    /// The number of the move, from 1.
    pub(crate) number: usize,
    /// The move.
    pub(crate) played: Played,
    /// How good it was.
    pub(crate) verdict: Verdict,
    /// What the best move was worth, for the side that moved.
    pub(crate) best: Known,
    /// What the move was worth, for the same side.
    pub(crate) after: Known,
    /// The best line, which begins with the best move.
    pub(crate) pv: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(crate) struct Assessed {
    best: Info,
    /// The value of the move that was played, where the position after it cannot be assessed.
    played: Option<Known>,
}

/// A review in progress. It has positions of its own, and does not depend on the game.
pub(crate) struct Review {
    /// The positions, from the first one to that after the last move.
    positions: Vec<Session>,
    played: Vec<Played>,
    known: Vec<Option<Assessed>>,
    opening: Option<&'static str>,
    yardstick: Yardstick,
    witness: Witness,
    request: Request,
    /// How many positions in a row the solver has been asked in vain.
    unsolved: usize,
}

/// The solver is not asked any more after so many positions in vain: those before them are harder still.
const PATIENCE: usize = 3;

impl Review {
    /// Prepares the review of a game; a position gets the limits of `request`. With different evaluations
    /// of the sides, the game's first one is used.
    pub(crate) fn new(session: &Session, witness: Witness, request: Request) -> Review {
        let played = session.history();
        let mut positions: Vec<_> = (0..=played.len()).map(|ply| session.at(ply)).collect();
        // Passes after the end are no decisions.
        if let Some(end) = positions.iter().position(|one| one.result().is_some()) {
            positions.truncate(end + 1);
        }
        let [black, white] = session.chosen;
        if black != white {
            // Only scores of one evaluation can be compared.
            positions.iter_mut().for_each(|one| one.chosen = [0, 0]);
        }
        let yardstick = Yardstick::of(&positions[0]);
        Review {
            known: positions.iter().map(|_| None).collect(),
            opening: session.opening(),
            yardstick,
            positions,
            played,
            witness,
            request,
            unsolved: 0,
        }
    }

    /// The number of moves, without the rolls of chance.
    pub(crate) fn moves(&self) -> usize {
        let before = self.positions.iter().take(self.positions.len() - 1);
        before.filter(|one| one.turn() != Turn::Chance).count()
    }

    /// The number of positions that are assessed, and of all.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.known.iter().flatten().count(), self.known.len())
    }

    /// The name of the opening, if it has one.
    pub(crate) fn opening(&self) -> Option<&'static str> {
        self.opening
    }

    /// What there is to say at the end, in lines: the numbers of grades, the opening, and how many moves were
    /// judged.
    pub(crate) fn summary(&self, tally: &Tally) -> String {
        let opening = self.opening.map(|name| format!("opening {name}\n"));
        let opening = opening.unwrap_or_default();
        let (judged, moves) = (tally.judged(), self.moves());
        format!("{tally}{opening}judged {judged} of {moves}")
    }

    /// The moves of the game.
    pub(crate) fn line(&self) -> &[Played] {
        &self.played
    }

    /// The places to click for each move of the better line.
    pub(crate) fn clicks(&self, judged: &Judged) -> Vec<Vec<String>> {
        self.positions[judged.number - 1].clicks(&judged.pv)
    }

    /// The number of moves before the next position to assess; `None` at the end.
    pub(crate) fn next(&self) -> Option<usize> {
        self.known.iter().rposition(Option::is_none)
    }

    /// A job that assesses the position after `ply` moves. It gives nothing if it is stopped before.
    pub(crate) fn job(
        &self,
        ply: usize,
    ) -> impl FnOnce(&mut Table, &Stop) -> Option<Assessed> + Send + 'static {
        let next = self.known.get(ply + 1).cloned().flatten();
        let task = Task {
            session: self.positions[ply].snapshot(),
            played: self.played.get(ply).cloned(),
            next,
            next_turn: self.positions.get(ply + 1).map(Session::turn),
            witness: self.witness.clone(),
            request: self.request,
            is_solvable: self.unsolved < PATIENCE && self.positions[ply].is_open_to_solver(),
        };
        move |table: &mut Table, stop: &Stop| task.assess(table, stop)
    }

    /// Notes what is known of the position after `ply` moves. Returns the judgement of the move that was
    /// played there.
    pub(crate) fn note(&mut self, ply: usize, mut assessed: Assessed) -> Option<Judged> {
        let judged = self.judge(ply, &mut assessed);
        self.unsolved = if assessed.best.exact {
            0
        } else {
            self.unsolved + 1
        };
        self.known[ply] = Some(assessed);
        judged
    }

    fn judge(&self, ply: usize, assessed: &mut Assessed) -> Option<Judged> {
        let before = &self.positions[ply];
        let after = self.known.get(ply + 1)?.as_ref();
        if before.turn() == Turn::Chance {
            return None;
        }
        let played = self.played[ply].clone();
        let best = &mut assessed.best;
        let is_best = best.pv.first() == Some(&played.name);
        let (value, exact) = match (assessed.played, after) {
            _ if is_best => (best.score, best.exact),
            (Some(known), _) => known,
            (None, Some(after)) => {
                let side = self.positions[ply + 1].to_move();
                after.seen_before(side, played.side)
            }
            (None, None) => return None,
        };
        if value > best.score && !best.exact {
            // The search of the position after the move has seen more.
            let rest = after.map(|after| after.best.pv.clone());
            best.pv = [vec![played.name.clone()], rest.unwrap_or_default()].concat();
            (best.score, best.exact) = (value, false);
        }
        let only = before.legal_moves().len() == 1;
        let verdict = if only {
            Verdict::ONLY_MOVE
        } else {
            let best = (best.score, best.exact);
            self.yardstick.verdict(best, (value, exact), is_best)
        };
        Some(Judged {
            number: ply + 1,
            verdict,
            best: (best.score, best.exact),
            after: (value, exact),
            pv: best.pv.clone(),
            played,
        })
    }
}

impl Assessed {
    /// The value for `side`, as it is seen a move before; here `to_move` moves.
    fn seen_before(&self, to_move: Side, side: Side) -> Known {
        let Info { score, exact, .. } = self.best;
        let score = if to_move == side { score } else { -score };
        (score.seen_from_earlier(1), exact)
    }
}

/// What it takes to assess a position.
struct Task {
    session: Session,
    played: Option<Played>,
    next: Option<Assessed>,
    next_turn: Option<Turn>,
    witness: Witness,
    request: Request,
    /// True if the solver has a chance.
    is_solvable: bool,
}

impl Task {
    fn assess(self, table: &mut Table, stop: &Stop) -> Option<Assessed> {
        let best = |best| Some(Assessed { best, played: None });
        if let Some(result) = self.session.result() {
            return best(of_result(&self.session, result.value));
        }
        if let Some(line) = self.only_line() {
            return best(line);
        }
        let is_chance = self.session.turn() == Turn::Chance;
        if is_chance {
            // Nobody decides here, and no move before it is judged by it.
            return best(unknown());
        }
        let request = self.request_now();
        if self.next_turn == Some(Turn::Chance) {
            return self.assess_all(request, table, stop);
        }
        if let Some(assessed) = self.in_book() {
            return Some(assessed);
        }
        let known = self.witness.lines(&self.session, &request);
        if let Some(line) = known
            .into_iter()
            .next()
            .or_else(|| self.solved(table, stop))
        {
            return best(line);
        }
        let request = self.request_now();
        let job = self.session.search(self.session.to_move(), request)?;
        table.age();
        let found = job(table, stop, &mut |_| {});
        (!stop.is_requested()).then_some(())?;
        best(found.into())
    }

    /// The values of the book, if it has both the best move and the one that was played.
    fn in_book(&self) -> Option<Assessed> {
        let moves = self.witness.worths(&self.session);
        let played = self.played.as_ref()?;
        let (_, worth) = moves.iter().find(|(name, _)| *name == played.name)?;
        let (best, best_worth) = moves.first()?;
        let left = self.session.max_plies().unwrap_or(0);
        let (score, exact) = best_worth.known(left);
        Some(Assessed {
            best: Info {
                score,
                exact,
                source: Source::Book,
                pv: self.witness.follow(&self.session, best),
                ..unknown()
            },
            played: Some(worth.known(left)),
        })
    }

    /// The line of best play, if the solver finds it in half of the time.
    fn solved(&self, table: &mut Table, stop: &Stop) -> Option<Info> {
        let budget = self.request.limits.time.filter(|_| self.is_solvable)?;
        let start = Instant::now();
        let question = Question {
            moves: false,
            line: true,
            time: Some(budget.soft / 2),
            start,
            threads: self.request.threads,
            unrelated: false,
        };
        self.session.solve_at_once(question, table, stop)
    }

    /// The line through the only move of the position, if the position after it is known.
    fn only_line(&self) -> Option<Info> {
        let legal = self.session.legal_moves();
        let ([only], Some(next)) = (&legal[..], &self.next) else {
            return None;
        };
        let (turn, played) = (self.next_turn?, self.played.as_ref()?);
        if turn == Turn::Chance || self.session.turn() == Turn::Chance {
            return None;
        }
        let (score, exact) = next.seen_before(turn.side(), played.side);
        let best = &next.best;
        Some(Info {
            depth: best.depth + 1,
            pv: [std::slice::from_ref(only), &best.pv].concat(),
            score,
            exact,
            ..best.clone()
        })
    }

    fn request_now(&self) -> Request {
        let limits = Limits {
            start: Instant::now(),
            ..self.request.limits
        };
        Request {
            limits,
            ..self.request
        }
    }

    /// Searches all moves, where a roll comes after the move that was played.
    fn assess_all(&self, request: Request, table: &mut Table, stop: &Stop) -> Option<Assessed> {
        let request = Request {
            lines: usize::MAX,
            ..request
        };
        let job = self.session.search(self.session.to_move(), request)?;
        let name = self.played.as_ref().map(|played| &played.name);
        let mut played = None;
        table.age();
        let found = job(table, stop, &mut |info| {
            if info.pv.first() == name {
                played = Some((info.score, info.exact));
            }
        });
        (!stop.is_requested()).then_some(Assessed {
            best: found.into(),
            played,
        })
    }
}

/// What is known of a position in which the game is over.
fn of_result(session: &Session, value: Value) -> Info {
    let value = value.seen_by(session.to_move());
    let score = match value {
        Value::DRAW => Score::ZERO,
        _ if session.info().has_margin => Score::margin(value),
        Value(1..) => Score::win_in(0),
        _ => Score::loss_in(0),
    };
    Info {
        score,
        exact: true,
        ..unknown()
    }
}

fn unknown() -> Info {
    Info {
        line: 1,
        depth: 0,
        score: Score::ZERO,
        nodes: 0,
        time: Duration::ZERO,
        exact: false,
        source: Source::Search,
        pv: Vec::new(),
    }
}

/// How many moves of each side have which grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally([[usize; Grade::ALL.len()]; 2]);

impl Tally {
    /// Counts a move.
    pub(crate) fn count(&mut self, judged: &Judged) {
        self.0[judged.played.side.index()][judged.verdict.grade as usize] += 1;
    }

    /// The grades with their numbers for a side, from the best.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = (Grade, usize)> + '_ {
        let counts = self.0[side.index()];
        Grade::ALL.into_iter().zip(counts)
    }

    /// The number of moves judged.
    pub(crate) fn judged(&self) -> usize {
        self.0.iter().flatten().sum()
    }
}

/// Writes `move 12 black D3 grade mistake exact gave 6.0 score win +8 after win +2 pv C5 E6`.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { side, name } = &self.played;
        let Verdict { grade, exact, gave } = &self.verdict;
        write!(f, "move {} {side} {name} grade {grade}", self.number)?;
        if *exact {
            f.write_str(" exact")?;
        }
        if let Some(gave) = gave {
            write!(f, " gave {gave:.1}")?;
        }
        let (best, after) = (score_text(self.best), score_text(self.after));
        write!(f, " score {best} after {after} pv {}", self.pv.join(" "))
    }
}

/// Writes a line for each side: `black best 20 good 4 inaccuracy 1 mistake 0 blunder 0`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            write!(f, "{side}")?;
            let mut grades = self.of(side);
            grades.try_for_each(|(grade, count)| write!(f, " {grade} {count}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
