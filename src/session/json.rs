//! What a search says, as JSON: for the protocol and for the page.

use serde_json::{Value, json};

use super::Info;
use crate::game::Score;
use crate::solve::{Exact, Extent};

/// A line of an analysis as a JSON object.
pub(crate) fn line(info: &Info) -> Value {
    let Info {
        line,
        depth,
        score,
        nodes,
        time,
        exact,
        pv,
    } = info;
    let seconds = (time.as_secs_f64() * 1000.0).round() / 1000.0;
    json!({
        "line": line, "depth": depth, "score": self::score(*score), "exact": exact, "nodes": nodes,
        "time": seconds, "pv": pv,
    })
}

/// A number, or what is proved: `{"win": 7}`, `{"loss": 8}` in plies, `{"win_by": 6}`,
/// `{"loss_by": 6}` with a margin.
pub(crate) fn score(score: Score) -> Value {
    let won = score > Score::ZERO;
    if let Some(plies) = score.plies_to_end() {
        return if won {
            json!({ "win": plies })
        } else {
            json!({ "loss": plies })
        };
    }
    let Some(margin) = score.proved_margin() else {
        return json!(score.get());
    };
    let margin = margin.0.unsigned_abs();
    if won {
        json!({ "win_by": margin })
    } else {
        json!({ "loss_by": margin })
    }
}

/// An exact value in the form of [`score`]; `{"win": null}` where only the winner counts.
pub(crate) fn exact(exact: Exact) -> Value {
    let size = exact.value.0.unsigned_abs();
    let (win, loss, number) = match exact.extent {
        Extent::Plies(plies) => ("win", "loss", json!(plies)),
        Extent::Margin => ("win_by", "loss_by", json!(size)),
        Extent::Winner => ("win", "loss", Value::Null),
    };
    match exact.value.0.signum() {
        0 => json!(0),
        1 => json!({ win: number }),
        _ => json!({ loss: number }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Value as Margin;

    #[test]
    fn json_tells_a_proof_from_an_opinion() {
        let text = |score| self::score(score).to_string();
        assert_eq!(text(Score::evaluation(-12)), "-12");
        assert_eq!(text(Score::win_in(7)), r#"{"win":7}"#);
        assert_eq!(text(Score::loss_in(8)), r#"{"loss":8}"#);
        assert_eq!(text(Score::margin(Margin(6))), r#"{"win_by":6}"#);
        assert_eq!(text(Score::margin(Margin(-6))), r#"{"loss_by":6}"#);
    }

    #[test]
    fn an_exact_value_is_written_like_a_score() {
        let text = |value, extent| {
            let value = Margin(value);
            exact(Exact { value, extent }).to_string()
        };
        assert_eq!(text(1, Extent::Plies(7)), r#"{"win":7}"#);
        assert_eq!(text(-6, Extent::Margin), r#"{"loss_by":6}"#);
        assert_eq!(text(-1, Extent::Winner), r#"{"loss":null}"#);
        assert_eq!(text(0, Extent::Margin), "0");
    }
}
