//! The solver that helps a search for play.

use std::sync::Arc;

use crate::alphabeta::{Finisher, Finishing, Search};
use crate::game::{Knowledge, Rules, Score};
use crate::resources::{Foresight, Stop, Stopped};
use crate::solve::Finish;

/// Finishes with the solver and this knowledge.
pub(crate) struct BySolver<K>(pub(crate) Arc<K>);

impl<R: Rules, K: Knowledge<R>> Finishing<R> for BySolver<K> {
    fn begin<'a>(
        &'a self,
        search: &Search<'a, R>,
        foresight: &'a dyn Foresight<R>,
        stop: &Stop,
    ) -> Box<dyn Finisher<R::Move> + 'a> {
        let BySolver(knowledge) = self;
        let finish = Finish::new(
            knowledge,
            search.position,
            search.table,
            &search.request.limits,
            stop,
        );
        Box::new(finish.with_foresight(foresight))
    }
}

impl<R: Rules, K: Knowledge<R>> Finisher<R::Move> for Finish<'_, R, K> {
    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn work(&mut self, nodes: u64, moves: &[R::Move]) -> Result<bool, Stopped> {
        self.work(nodes, moves)
    }

    fn solution(&mut self) -> Option<(Score, Vec<R::Move>)> {
        self.solution()
    }

    fn safe_move(&self) -> Option<(R::Move, Score)> {
        self.safe_move()
    }

    fn is_refuted(&self, mv: R::Move) -> bool {
        self.is_refuted(mv)
    }
}
