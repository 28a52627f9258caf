//! Which branches a search may skip, or search less deeply.

/// How selective the search is with an evaluation. A field of 0 is off, and all are off by default:
/// the search then explores every branch to its full depth. Selectivity gives up certainty for
/// depth; matches show whether that pays. Proved results stay correct either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selectivity {
    /// Late move reductions: a later move is first searched less deep, and to the full depth only
    /// if it turns out better than expected. The unit is a hundredth of ln(depth) · ln(index of the
    /// move) / 2 plies. See [`Evaluation::interest`](crate::game::Evaluation::interest).
    pub reduction: i32,
    /// Futility: the distance per ply of remaining depth between the static value and the window at
    /// which the position is judged by its static value, in percent of
    /// [`Evaluation::grain`](crate::game::Evaluation::grain).
    pub futility: i32,
    /// The largest remaining depth at which futility applies.
    pub futility_depth: i32,
    /// True if futility is tried before [`Knowledge::expand`](crate::game::Knowledge::expand),
    /// which saves its time. That suits a game whose `expand` decides nothing at sight.
    pub at_sight: bool,
    /// Null move: by how many plies the search is reduced that tests whether even a pass would be
    /// good enough. See [`Knowledge::null_move`](crate::game::Knowledge::null_move).
    pub null_move: i32,
    /// ProbCut: the required certainty of a forecast, in percent of its deviation. See
    /// [`Evaluation::forecasts`](crate::game::Evaluation::forecasts).
    pub confidence: i32,
    /// True if forecasts only tell that a position is good enough, never that it is too bad: a shallow search
    /// sees a threat sooner than the combination that meets it.
    pub above_only: bool,
    /// The first ply, counted from the root, at which forecasts are used. A combination that the shallow search
    /// overlooks at the root's own replies would be overlooked however deep the search goes, and there are few
    /// nodes to save.
    pub forecasts_from: usize,
}

impl Selectivity {
    /// Every branch is searched to its full depth.
    pub const NONE: Selectivity = Selectivity {
        reduction: 0,
        futility: 0,
        futility_depth: 0,
        at_sight: false,
        null_move: 0,
        confidence: 0,
        above_only: false,
        forecasts_from: 0,
    };
}

/// The relation between a shallow and a deep search of the same position: the deep score is about
/// `slope` / 1000 · the shallow one + `offset`, both seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The depth of the shallow search; 0 is the static value.
    pub shallow: u8,
    /// In thousandths; more than 0.
    pub slope: u16,
    /// In the evaluation's units.
    pub offset: i16,
    /// The standard deviation of the error, in the evaluation's units.
    pub deviation: u16,
}
