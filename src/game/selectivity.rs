//! Which branches a search may pass over, or look at less closely.

/// How selective the search is with an evaluation. What is 0 is off, and all is off by default:
/// the search then looks at every branch to its full depth. What is on costs certainty and buys
/// depth; a match has to tell whether that pays. Proved results stay true either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selectivity {
    /// Late move reductions: a later move is first searched less deep, and to the full depth only
    /// if it is better than expected. The unit is a hundredth of ln(depth) · ln(index of the move)
    /// / 2 plies. See [`Evaluation::interest`](crate::game::Evaluation::interest).
    pub reduction: i32,
    /// Futility: how far from what is of interest a static value has to be for each ply of depth
    /// left, so that the position is judged by it, in percent of
    /// [`Evaluation::grain`](crate::game::Evaluation::grain).
    pub futility: i32,
    /// The most plies of depth left where futility counts.
    pub futility_depth: i32,
    /// Whether futility is asked before [`Knowledge::expand`](crate::game::Knowledge::expand), which saves
    /// its time. That suits a game where it decides nothing at sight.
    pub at_sight: bool,
    /// Null move: how many plies less deep the search is that asks whether even to pass would be
    /// good enough. See [`Knowledge::null_move`](crate::game::Knowledge::null_move).
    pub null_move: i32,
    /// ProbCut: how sure a forecast has to be, in percent of its deviation. See
    /// [`Evaluation::forecasts`](crate::game::Evaluation::forecasts).
    pub confidence: i32,
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
    };
}

/// What a shallow search tells about a deep one of the same position: the deep score is about
/// `slope` / 1000 · the shallow one + `offset`, both seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The depth of the shallow search; 0 is the static value.
    pub shallow: u8,
    /// In thousandths; more than 0.
    pub slope: u16,
    /// In the evaluation's units.
    pub offset: i16,
    /// The standard deviation of what is left to chance, in the evaluation's units.
    pub deviation: u16,
}
