//! Turns clicks into moves: every move is a sequence of places to click.

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Legal {
    /// The name of the move.
    pub(super) name: String,
    /// The places to click, in order.
    pub(super) clicks: Vec<String>,
    /// `true` if the places may be clicked in any order, such as a stone in hand and a cell;
    /// `false` for a move from one cell to another.
    pub(super) any_order: bool,
}

/// The result of a click.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Clicked {
    /// The places picked now, towards a move.
    Picked(Vec<String>),
    /// A complete move.
    Move(String),
}

/// The moves that continue the picked places in this order, or else in any order.
fn candidates<'a>(legal: &'a [Legal], picked: &[String]) -> Vec<&'a Legal> {
    let ordered: Vec<_> = legal.iter().filter(|mv| mv.begins_with(picked)).collect();
    if ordered.is_empty() {
        legal.iter().filter(|mv| mv.has_all(picked)).collect()
    } else {
        ordered
    }
}

impl Legal {
    fn begins_with(&self, picked: &[String]) -> bool {
        self.clicks.starts_with(picked)
    }

    fn has_all(&self, picked: &[String]) -> bool {
        if !self.any_order {
            return false;
        }
        let mut left = self.clicks.clone();
        picked.iter().all(|name| {
            let found = left.iter().position(|other| other == name);
            found.map(|index| left.swap_remove(index)).is_some()
        })
    }
}

/// Returns the result of a click on a place, given the places picked so far.
pub(super) fn click(legal: &[Legal], picked: &[String], name: &str) -> Clicked {
    let with = |picked: &[String]| [picked, &[name.to_string()]].concat();
    if picked.iter().any(|other| other == name) && candidates(legal, &with(picked)).is_empty() {
        let others = picked.iter().filter(|other| *other != name);
        return Clicked::Picked(others.cloned().collect());
    }
    // A place that does not fit all picked places replaces the last one, or else all of them.
    let without_last = &picked[..picked.len().saturating_sub(1)];
    for next in [with(picked), with(without_last), with(&[])] {
        let fitting = candidates(legal, &next);
        let complete = fitting.iter().find(|mv| mv.clicks.len() == next.len());
        if let Some(mv) = complete {
            return Clicked::Move(mv.name.clone());
        }
        if !fitting.is_empty() {
            return Clicked::Picked(next);
        }
    }
    Clicked::Picked(Vec::new())
}

/// The places that can be clicked next.
pub(super) fn next_places(legal: &[Legal], picked: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for mv in candidates(legal, picked) {
        let rest = if mv.begins_with(picked) && !(mv.any_order && picked.is_empty()) {
            &mv.clicks[picked.len()..mv.clicks.len().min(picked.len() + 1)]
        } else {
            &mv.clicks[..]
        };
        names.extend(rest.iter().filter(|name| !picked.contains(name)).cloned());
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The moves that a click on the place would complete, or else those that contain the place.
pub(super) fn moves_through<'a>(
    legal: &'a [Legal],
    picked: &[String],
    name: &str,
) -> Vec<&'a Legal> {
    let next = [picked, &[name.to_string()]].concat();
    let mut complete = candidates(legal, &next);
    complete.retain(|mv| mv.clicks.len() == next.len());
    if complete.is_empty() {
        complete.extend(
            legal
                .iter()
                .filter(|mv| mv.clicks.iter().any(|n| n == name)),
        );
    }
    complete
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(moves: &[&str]) -> Vec<Legal> {
        let legal = |clicks: &&str| Legal {
            name: clicks.replace(' ', ""),
            clicks: clicks.split(' ').map(String::from).collect(),
            any_order: clicks.starts_with(|c: char| c.is_ascii_digit()),
        };
        moves.iter().map(legal).collect()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_click_plays_a_move_of_one_place() {
        let legal = legal(&["D1", "E1"]);
        assert_eq!(click(&legal, &[], "E1"), Clicked::Move("E1".into()));
        assert_eq!(click(&legal, &[], "F1"), Clicked::Picked(Vec::new()));
        assert_eq!(next_places(&legal, &[]), ["D1", "E1"]);
    }

    #[test]
    fn a_stone_and_a_cell_make_a_move_in_any_order() {
        let legal = legal(&["6 K", "6 L", "5 K"]);
        let picked = |places: &[&str]| Clicked::Picked(names(places));
        assert_eq!(click(&legal, &[], "6"), picked(&["6"]));
        assert_eq!(
            click(&legal, &names(&["6"]), "K"),
            Clicked::Move("6K".into())
        );
        assert_eq!(
            click(&legal, &names(&["K"]), "6"),
            Clicked::Move("6K".into())
        );
        // Another stone replaces the first; the same one again drops it.
        assert_eq!(click(&legal, &names(&["6"]), "5"), picked(&["5"]));
        assert_eq!(click(&legal, &names(&["6"]), "6"), picked(&[]));
        assert_eq!(next_places(&legal, &names(&["5"])), ["K"]);
        assert_eq!(moves_through(&legal, &[], "K").len(), 2);
        assert_eq!(moves_through(&legal, &names(&["6"]), "K").len(), 1);
    }

    #[test]
    fn a_move_from_a_cell_to_another_begins_where_it_begins() {
        let legal = legal(&["A2 A3", "A2 B3", "B2 A3"]);
        let picked = |places: &[&str]| Clicked::Picked(names(places));
        assert_eq!(next_places(&legal, &[]), ["A2", "B2"]);
        assert_eq!(click(&legal, &[], "A3"), picked(&[]));
        assert_eq!(click(&legal, &[], "A2"), picked(&["A2"]));
        assert_eq!(next_places(&legal, &names(&["A2"])), ["A3", "B3"]);
        let a2 = names(&["A2"]);
        assert_eq!(click(&legal, &a2, "B3"), Clicked::Move("A2B3".into()));
        assert_eq!(click(&legal, &a2, "B2"), picked(&["B2"]));
        assert_eq!(click(&legal, &a2, "A2"), picked(&[]));
    }
}
