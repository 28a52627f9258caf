//! The lines of an analysis, in every game: as many lines as were asked for, each of
//! moves that can be played, and proofs that the exact solver confirms.

use std::cmp::Ordering;
use std::time::Instant;

use crate::engine::common::{
    AnyEvaluation, afresh, late_position, minimax_after, random_game, registry,
    visit_without_chance,
};
use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Score, Side};
use heelstone::search::{Limits, Stop, Table};
use heelstone::session::{Engine, Info};
use heelstone::solve::{Exact, Extent, Solver};

/// An engine in that position, with no limit set.
fn engine_at<G: Game>(position: &G) -> Engine {
    let mut engine = Engine::new(registry()).expect("an engine");
    engine.set_hash(1).expect("a small table");
    let size = format!("{}x{}", G::SIZE.0, G::SIZE.1);
    let size = G::VARIANT.unwrap_or(&size);
    engine.newgame(Some(G::NAME), Some(size)).expect("a game");
    engine.set_up(&position.position()).expect("a position");
    engine.settings_mut().timelimit = None;
    engine.use_books(false);
    engine
}

/// The lines of each depth.
fn analyze(engine: &mut Engine, lines: usize) -> Vec<Vec<Info>> {
    let mut all: Vec<Info> = Vec::new();
    let stop = Stop::new();
    engine.analyze(None, lines, Instant::now(), &stop, &mut |info| {
        all.push(info.clone());
    });
    let depths = all.chunk_by(|a, b| a.depth == b.depth);
    depths.map(<[Info]>::to_vec).collect()
}

/// Positions of random games, finished ones included.
fn positions<G: Game>(games: usize) -> Vec<G> {
    let mut rng = fastrand::Rng::with_seed(23);
    (0..games)
        .flat_map(|_| random_game::<G>(&mut rng))
        .collect()
}

#[test]
fn each_depth_has_a_line_for_each_of_the_best_moves_that_there_are() {
    struct Lines;
    impl GameVisitor for Lines {
        fn visit<G: Game>(&mut self) {
            for position in positions::<G>(1) {
                let mut engine = engine_at(&position);
                engine.settings_mut().depth = Some(2);
                let moves = position.legal_moves();
                for wanted in [1, 2, 1000] {
                    let depths = analyze(&mut engine, wanted);
                    assert_eq!(depths.is_empty(), moves.is_empty());
                    for (index, lines) in depths.iter().enumerate() {
                        assert_eq!(lines[0].depth as usize, index + 1);
                        assert_eq!(lines.len(), moves.len().min(wanted), "{}", G::NAME);
                        check_lines(&position, lines);
                    }
                }
                assert_eq!(engine.session().position(), position.position());
                assert!(engine.session().history().is_empty());
            }
        }
    }
    visit_without_chance(&mut Lines);
}

/// The lines of one depth are numbered and in order, and say different moves that can be played.
fn check_lines<G: Game>(position: &G, lines: &[Info]) {
    let mut firsts: Vec<_> = lines.iter().map(|line| &line.pv[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), lines.len(), "a move twice");
    assert!(lines.iter().map(|line| line.line).eq(1..=lines.len()));
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score && a.nodes <= b.nodes));
    for line in lines {
        let mut position = position.clone();
        for name in &line.pv {
            let mv = position.parse_move(name).expect("a legal move");
            assert!(position.legal_moves().contains(&mv), "{name}");
            position.play(mv);
        }
    }
}

#[test]
fn a_plain_line_has_the_minimax_score_of_its_move() {
    struct Plain;
    impl GameVisitor for Plain {
        fn visit<G: Game>(&mut self) {
            struct Evaluations;
            impl<G: Game> EvaluationVisitor<G> for Evaluations {
                fn visit<E: Evaluation<G>>(&mut self, name: &'static str, _: &'static str, e: E) {
                    let e = afresh(e);
                    for position in positions::<G>(1).into_iter().step_by(3) {
                        check_plain(&position, name, &e);
                    }
                }
            }
            G::evaluations(&mut Evaluations);
        }
    }
    visit_without_chance(&mut Plain);
}

fn check_plain<G: Game>(position: &G, name: &'static str, e: &AnyEvaluation<G>) {
    let mut engine = engine_at(position);
    engine.set_evaluation(None, name).expect("an evaluation");
    engine.settings_mut().plain = true;
    let depth = if position.legal_moves().len() > 20 {
        1
    } else {
        3
    };
    engine.settings_mut().depth = Some(depth);
    let best = analyze(&mut engine, 1);
    for (index, lines) in analyze(&mut engine, 1000).iter().enumerate() {
        // Alone, the best one may be decided earlier.
        if let Some(alone) = best.get(index) {
            assert_eq!(lines[0].score, alone[0].score, "{}", G::NAME);
            // Among equals it may name another one.
            let mut equals = lines.iter().filter(|line| line.score == alone[0].score);
            assert!(equals.any(|line| line.pv[0] == alone[0].pv[0]));
        }
        for line in lines {
            let mv = position.legal_moves().into_iter();
            let mut mv = mv.filter(|&mv| position.name_move(mv) == line.pv[0]);
            let mv = mv.next().expect("a move");
            let child = position.after(mv);
            let score = minimax_after(
                &mut vec![position.repetition_key()],
                &child,
                index as u32,
                1,
                e,
            );
            let again = child.to_move() == position.to_move();
            let expected = if again { score } else { -score };
            assert_eq!(line.score, expected, "{}: {}", G::NAME, position.position());
        }
    }
}

/// How a score stands to the exact value of its move; `None` where the distances cannot tell.
fn compare(score: Score, exact: Exact) -> Option<Ordering> {
    let won = exact.value.0.signum();
    let truth = match exact.extent {
        Extent::Margin => Score::margin(exact.value),
        Extent::Plies(plies) if won > 0 => Score::win_in(plies),
        Extent::Plies(plies) => Score::loss_in(plies),
        Extent::Winner => {
            let sign = score.cmp(&Score::ZERO) as i16;
            return (sign != won).then(|| sign.cmp(&won));
        }
        extent => unreachable!("{extent:?}"),
    };
    let truth = if won == 0 { Score::ZERO } else { truth };
    Some(score.cmp(&truth))
}

#[test]
fn what_is_proved_is_true_and_at_the_end_of_a_search_exact() {
    struct Proofs;
    impl GameVisitor for Proofs {
        fn visit<G: Game>(&mut self) {
            // Where positions repeat, a search may go on for ever without knowing.
            if G::REPETITION.is_possible() {
                return;
            }
            let mut rng = fastrand::Rng::with_seed(29);
            let mut table = Table::new(1).expect("a table");
            let (mut proofs, mut unfinished) = (0, 0);
            for _ in 0..40 {
                let position = late_position::<G>(&mut rng, 3000);
                unfinished += u32::from(position.outcome().is_none());
                let mut engine = engine_at(&position);
                let depths = analyze(&mut engine, 1000);
                let alone = analyze(&mut engine_at(&position), 1);
                // Where only the winner counts, they may know ways of other lengths.
                let best = |depths: &[Vec<Info>]| {
                    let score = depths.last().map(|lines| lines[0].score);
                    let decisive = G::SCALE.has_margin() || G::SCALE.has_distance();
                    let sign = |score: Score| Score::from_units(score.units().signum());
                    if decisive { score } else { score.map(sign) }
                };
                assert_eq!(best(&alone), best(&depths), "{}", position.position());
                for lines in [&alone, &depths] {
                    assert!(lines.last().is_none_or(|lines| lines[0].exact));
                }
                table.clear();
                let mut solver = Solver::new(
                    G::Knowledge::default(),
                    &mut table,
                    &Limits::none(),
                    &Stop::new(),
                );
                for lines in &depths {
                    let last = lines[0].depth == depths[depths.len() - 1][0].depth;
                    check_lines(&position, lines);
                    for line in lines {
                        let moves = position.legal_moves().into_iter();
                        let mut named = moves.filter(|&mv| position.name_move(mv) == line.pv[0]);
                        let mv = named.next().expect("a legal move");
                        let exact = solver.value_of_move(&position, mv).expect("no limit");
                        let found = compare(line.score, exact);
                        let text = position.position();
                        let text = format!("{}: {text}: {line:?}, {exact}", G::NAME);
                        // A win is at least that good, and a loss at least that bad.
                        if line.score.is_proved() {
                            let better = line.score < Score::ZERO;
                            let wrong = if better {
                                Ordering::Less
                            } else {
                                Ordering::Greater
                            };
                            assert_ne!(found, Some(wrong), "{text}");
                            assert_eq!(line.score > Score::ZERO, exact.value.0 > 0, "{text}");
                            proofs += 1;
                        }
                        if last {
                            assert!(found.is_none_or(Ordering::is_eq), "{text}");
                        }
                    }
                }
            }
            // In a game of pieces that move, a small tree may be no tree at all.
            assert!(proofs > 0 || unfinished == 0, "{}", G::NAME);
        }
    }
    visit_without_chance(&mut Proofs);
}

#[test]
fn a_finished_game_has_no_lines_and_a_forced_pass_has_one() {
    struct Ends;
    impl GameVisitor for Ends {
        fn visit<G: Game>(&mut self) {
            let mut passes = 0;
            for position in positions::<G>(60) {
                let forced = position.forced_pass().is_some();
                if !forced && position.outcome().is_none() {
                    continue;
                }
                passes += u32::from(forced);
                let mut engine = engine_at(&position);
                engine.settings_mut().depth = Some(3);
                let depths = analyze(&mut engine, 3);
                assert_eq!(depths.is_empty(), !forced, "{}", G::NAME);
                assert!(depths.iter().all(|lines| lines[0].pv[0] == "pass"));
                assert!(depths.iter().all(|lines| lines.len() == 1));
                assert_eq!(
                    position.to_move() == Side::Black,
                    engine.session().to_move() == Side::Black
                );
            }
            assert_eq!(passes > 0, G::NAME == "othello", "{}", G::NAME);
        }
    }
    visit_without_chance(&mut Ends);
}
