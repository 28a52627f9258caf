//! Answers as JSON.

use serde_json::Value;

/// The answer to a line that was carried out, and the lines that came before it.
pub(crate) fn answered(answer: &str, lines: &[String]) -> String {
    let answer = value(answer);
    if lines.is_empty() {
        return format!(r#"{{"answer":{answer}}}"#);
    }
    let lines: Vec<_> = lines.iter().map(|line| value(line)).collect();
    format!(r#"{{"answer":{answer},"lines":[{}]}}"#, lines.join(","))
}

/// The answer to a line that was not carried out.
pub(crate) fn refused(reason: &str) -> String {
    format!(r#"{{"refused":{}}}"#, Value::from(reason))
}

/// A text as JSON; an object stays as it is.
fn value(text: &str) -> String {
    let is_object = text.starts_with('{') && serde_json::from_str::<Value>(text).is_ok();
    if is_object {
        text.into()
    } else {
        Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_stay_and_texts_are_quoted() {
        assert_eq!(answered("D3", &[]), r#"{"answer":"D3"}"#);
        assert_eq!(answered(r#"{"a":1}"#, &[]), r#"{"answer":{"a":1}}"#);
        assert_eq!(answered("{a}\n\"", &[]), r#"{"answer":"{a}\n\""}"#);
        let lines = [r#"{"a":1}"#.to_string(), "b".into()];
        let expected = r#"{"answer":"","lines":[{"a":1},"b"]}"#;
        assert_eq!(answered("", &lines), expected);
        assert_eq!(refused(r#"no "x""#), r#"{"refused":"no \"x\""}"#);
    }
}
