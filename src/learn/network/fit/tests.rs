//! Networks evaluate as they were learnt, and learn what positions tell.

use fastrand::Rng;

use super::{NetworkFit, Sample};
use crate::game::{Game, Planes, Rules, Side, Symmetry};
use crate::games::draughts::Checkers;
use crate::games::tictactoe::TicTacToe;
use crate::learn::errors::Errors;
use crate::learn::network::{Network, Shape};
use crate::learn::{Board, explore};

struct Lesson<G> {
    positions: Vec<G>,
    board: Board,
    fit: NetworkFit,
}

fn lesson<G: Game>(neurons: usize) -> Lesson<G> {
    let positions = explore(G::start);
    let board = Board::of(&positions).expect("a board");
    let shape = Shape::of(&board, &positions, neurons);
    let fit = NetworkFit::new(shape, 3);
    Lesson {
        positions,
        board,
        fit,
    }
}

impl<G: Game> Lesson<G> {
    fn samples(&self) -> Vec<Sample> {
        let mut rng = Rng::with_seed(5);
        let sample = |position: &G| Sample {
            seen: self.board.planes(position),
            to_move: position.to_move(),
            result: Some(2.0 * rng.f32() - 1.0),
            score: None,
            is_exact: false,
            at_random: false,
            part: 0.5,
        };
        self.positions.iter().take(300).map(sample).collect()
    }

    fn rounded(&self) -> Network {
        Network::new(self.fit.shape.clone(), self.fit.rounded())
    }
}

/// The gradient is that of the logistic error, as differences tell.
#[test]
fn a_gradient_says_how_the_error_changes() {
    fn check<G: Game>() {
        let mut lesson = lesson::<G>(32);
        let sample = lesson.samples()[40];
        let mut gradients = vec![0.0; lesson.fit.shape.weights()];
        lesson.fit.add_gradient(&sample, 0, &mut gradients);
        let told = |at: &usize| gradients[*at] != 0.0;
        let all = 0..gradients.len();
        let told: Vec<usize> = all.filter(told).collect();
        assert!(told.len() > 200, "{}", told.len());
        for at in told.into_iter().step_by(7) {
            const STEP: f32 = 1e-2;
            let [less, more] = [-STEP, STEP].map(|step| {
                lesson.fit.nudge(at, step);
                let error = lesson.fit.error(&sample);
                lesson.fit.nudge(at, -step);
                error
            });
            let slope = (more - less) / (2.0 * STEP);
            let gradient = gradients[at];
            assert!((slope - gradient).abs() < 2e-3, "{at}: {slope}, {gradient}");
        }
    }
    check::<TicTacToe>();
    check::<Checkers>();
}

#[test]
fn whole_numbers_say_what_was_learnt() {
    fn check<G: Game>(neurons: usize) {
        let lesson = lesson::<G>(neurons);
        let network = lesson.rounded();
        for sample in lesson.samples() {
            let expected = 1000.0 * lesson.fit.seen_from_black(&sample);
            let value =
                network.value(&network.rows().accumulator(&sample.seen), sample.to_move) as f32;
            assert!((value - expected).abs() < 25.0, "{value}, {expected}");
        }
    }
    check::<TicTacToe>(32);
    check::<Checkers>(32);
    check::<Checkers>(64);
}

#[test]
fn what_is_kept_up_is_what_a_position_has_from_nothing() {
    let lesson = lesson::<Checkers>(64);
    let network = lesson.rounded();
    let rows = network.rows();
    let mut kept_up = rows.accumulator(&Planes::EMPTY);
    for position in &lesson.positions[..500] {
        let planes = lesson.board.planes(position);
        kept_up = rows.moved(&kept_up, &planes);
        assert_eq!(kept_up.blocks, rows.accumulator(&planes).blocks);
    }
}

#[test]
fn exchanging_the_sides_turns_the_value_round() {
    let lesson = lesson::<Checkers>(32);
    let network = lesson.rounded();
    let value = |position: &Checkers| {
        let planes = lesson.board.planes(position);
        network.value(&network.rows().accumulator(&planes), position.to_move())
    };
    for position in &lesson.positions[..300] {
        let exchanged = position.exchanged().expect("the sides can be exchanged");
        assert_eq!(value(position), -value(&exchanged));
    }
    assert!(
        lesson.positions[..300]
            .iter()
            .any(|position| value(position) != 0)
    );
}

/// Who has the centre of the board is easily learnt.
#[test]
fn what_positions_tell_is_learnt() {
    let mut lesson = lesson::<TicTacToe>(32);
    let centre = |planes: &Planes| match [0, 1].map(|kind| planes.sets()[kind] >> 4 & 1) {
        [1, 0] => 0.8,
        [0, 1] => -0.8,
        _ => 0.0,
    };
    let mut samples = lesson.samples();
    for sample in &mut samples {
        sample.result = Some(centre(&sample.seen));
    }
    let error = |fit: &NetworkFit| {
        let errors = samples.iter().map(|sample| {
            let error = fit.seen_from_black(sample).tanh() - centre(&sample.seen);
            error * error
        });
        errors.sum::<f32>() / samples.len() as f32
    };
    let before = error(&lesson.fit);
    let mut told = Errors::default();
    for round in 0..60 {
        assert_eq!(lesson.fit.learn(&[samples.clone()], &mut told, round), 1);
    }
    let after = error(&lesson.fit);
    assert!(after < 0.01 && before > 0.1, "{before}, {after}");
}

impl NetworkFit {
    fn nudge(&mut self, at: usize, by: f32) {
        self.weights[at] += by;
    }

    /// The logistic error in a position, up to a constant.
    fn error(&self, sample: &Sample) -> f32 {
        let rows = self.rows(sample, &self.shape.turns[0]);
        let (value, _) = self.value(&self.weights, &rows, sample);
        let target = sample.target().expect("a result");
        let target = if sample.to_move == Side::Black {
            target
        } else {
            -target
        };
        // The integral of tanh(value) - target.
        value.cosh().ln() - target * value
    }

    fn seen_from_black(&self, sample: &Sample) -> f32 {
        let rows = self.rows(sample, &self.shape.turns[0]);
        let (value, _) = self.value(&self.averages, &rows, sample);
        if sample.to_move == Side::Black {
            value
        } else {
            -value
        }
    }
}
