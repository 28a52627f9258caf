//! Parsing of command lines: the id, the name and the arguments.

use std::time::Duration;

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{char, digit1, one_of, space0, space1};
use nom::combinator::{all_consuming, eof, opt, peek, recognize, rest, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use super::reply::Failure;
use crate::game::Side;

/// The parts of a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandLine<'a> {
    /// The id as it was written.
    pub(super) id: Option<&'a str>,
    /// The command's name; `None` if there is only an id, or if the id is out of range.
    pub(super) name: Option<&'a str>,
    /// The text after the name, without surrounding spaces.
    pub(super) rest: &'a str,
}

/// The largest id that GTP allows.
const LARGEST_ID: u32 = 2_147_483_647;

/// Splits a line that is not empty into its parts. A word that merely begins with digits is a name.
pub(super) fn command_line(line: &str) -> CommandLine<'_> {
    // This parser accepts every text.
    let (_, (_, digits, _, name, rest)) = (space0, opt(number_word), space0, opt(word), rest)
        .parse(line)
        .unwrap_or((line, ("", None, "", None, "")));
    let is_id = |digits: &&str| digits.parse::<u32>().is_ok_and(|id| id <= LARGEST_ID);
    let id = digits.filter(is_id);
    let name = name.filter(|_| digits == id);
    let rest = rest.trim_matches(' ');
    CommandLine { id, name, rest }
}

/// A word that consists of digits.
fn number_word(text: &str) -> IResult<&str, &str> {
    terminated(digit1, peek(alt((value((), space1), value((), eof))))).parse(text)
}

fn word(text: &str) -> IResult<&str, &str> {
    take_till1(|c| c == ' ').parse(text)
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<&str> {
    let words = separated_list0(space1, word);
    let parsed: IResult<&str, Vec<&str>> = delimited(space0, words, space0).parse(text);
    parsed.map_or_else(|_| Vec::new(), |(_, words)| words)
}

/// An integer of any size; one beyond `i128` is read as the largest.
pub(super) fn integer(word: &str) -> Result<i128, Failure> {
    let parsed: IResult<&str, _> =
        all_consuming((opt(one_of("+-")), recognize(digit1))).parse(word);
    let (_, (sign, digits)) = parsed.map_err(|_| Failure::Syntax)?;
    let size = digits.parse().unwrap_or(i128::MAX);
    Ok(if sign == Some('-') { -size } else { size })
}

/// A number or an index: an integer that is not negative.
pub(super) fn count(word: &str) -> Result<usize, Failure> {
    usize::try_from(integer(word)?).map_err(|_| Failure::Syntax)
}

/// A decimal number; never NaN, nor one that is too large for an `f64`.
pub(super) fn number(word: &str) -> Result<f64, Failure> {
    // Not `digit0`: at the end of the text it leaves a rest that `recognize` measures wrongly.
    let digits = alt((
        recognize((digit1, opt((char('.'), opt(digit1))))),
        recognize((char('.'), digit1)),
    ));
    let exponent = (one_of("eE"), opt(one_of("+-")), digit1);
    let mut shape = all_consuming(recognize((opt(one_of("+-")), digits, opt(exponent))));
    let parsed: IResult<&str, &str> = shape.parse(word);
    let (_, text) = parsed.map_err(|_| Failure::Syntax)?;
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or(Failure::Syntax)
}

/// A time in seconds, not negative. More than a century is read as a century, so that sums of times
/// do not overflow.
pub(super) fn seconds(word: &str) -> Result<Duration, Failure> {
    const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
    let seconds = number(word)?;
    if seconds.is_sign_negative() && seconds != 0.0 {
        return Err(Failure::Syntax);
    }
    Ok(Duration::try_from_secs_f64(seconds).map_or(CENTURY, |time| time.min(CENTURY)))
}

/// `b`, `w`, `black` or `white`, in any case.
pub(super) fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| {
        word.eq_ignore_ascii_case(&side.to_string())
            || word.eq_ignore_ascii_case(side.letter().encode_utf8(&mut [0; 4]))
    })
}

/// A side, where the argument is required.
pub(super) fn colour(word: &str) -> Result<Side, Failure> {
    side(word).ok_or(Failure::Syntax)
}

/// `on` or `off`.
pub(super) fn switch(word: &str) -> Result<bool, Failure> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Failure::Syntax),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parts(line: &str) -> (Option<&str>, Option<&str>, &str) {
        let CommandLine { id, name, rest } = command_line(line);
        (id, name, rest)
    }

    #[test]
    fn a_line_is_an_id_a_name_and_the_rest() {
        assert_eq!(parts("name"), (None, Some("name"), ""));
        assert_eq!(parts("5 name"), (Some("5"), Some("name"), ""));
        assert_eq!(
            parts("  05   play  b   d3 "),
            (Some("05"), Some("play"), "b   d3")
        );
        assert_eq!(parts("7"), (Some("7"), None, ""));
        assert_eq!(parts(" 7 "), (Some("7"), None, ""));
        assert_eq!(parts("5x name"), (None, Some("5x"), "name"));
        assert_eq!(parts("-3 name"), (None, Some("-3"), "name"));
        assert_eq!(parts("5\u{e9} name"), (None, Some("5\u{e9}"), "name"));
        assert_eq!(parts("play 5"), (None, Some("play"), "5"));
        // Only the blank of ASCII separates words.
        let name = "name\u{a0}x";
        assert_eq!(parts(name), (None, Some(name), ""));
    }

    #[test]
    fn an_id_out_of_range_is_none_and_never_wraps() {
        assert_eq!(parts("2147483647 name").0, Some("2147483647"));
        assert_eq!(parts("002147483647 name").0, Some("002147483647"));
        assert_eq!(parts("0000000000000000 name").0, Some("0000000000000000"));
        for large in [
            "2147483648",
            "4294967296",
            "4294967301",
            "18446744073709551617",
        ] {
            assert_eq!(parts(&format!("{large} name")), (None, None, ""), "{large}");
        }
    }

    #[test]
    fn numbers_are_only_what_looks_like_one() {
        assert_eq!(number("6.5").unwrap(), 6.5);
        assert_eq!(number("-.5").unwrap(), -0.5);
        assert_eq!(number("1.").unwrap(), 1.0);
        assert_eq!(number("1e3").unwrap(), 1000.0);
        assert_eq!(number("+2.5E+1").unwrap(), 25.0);
        for malformed in [
            "", "nan", "inf", "-", ".", "1,5", "0x10", "1e", "1 2", "1_0", "1e400", "-1e400",
        ] {
            assert!(number(malformed).is_err(), "{malformed}");
        }
        assert_eq!(integer("-12").unwrap(), -12);
        assert_eq!(integer(&"9".repeat(60)).unwrap(), i128::MAX);
        for malformed in ["", "1.0", "+", "a", "1a"] {
            assert!(integer(malformed).is_err(), "{malformed}");
        }
        assert_eq!(count("007").unwrap(), 7);
        for no_count in ["-1", "1.0", &"9".repeat(30)] {
            assert!(count(no_count).is_err(), "{no_count}");
        }
    }

    #[test]
    fn times_are_neither_negative_nor_too_large_to_calculate_with() {
        assert_eq!(seconds("0.05").unwrap(), Duration::from_millis(50));
        assert_eq!(seconds("-0").unwrap(), Duration::ZERO);
        assert!(seconds("-1").is_err());
        assert!(seconds("1e400").is_err());
        let century = Duration::from_secs(36_500 * 24 * 60 * 60);
        for large in ["1e300", "99999999999999999999", "1e11"] {
            assert_eq!(seconds(large).unwrap(), century, "{large}");
        }
    }
}
