//! Text in the form of SGF [Hollosi 1997], which other formats of records share: properties, each a name
//! in capitals and values in brackets.

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, digit0, multispace0, none_of, one_of};
use nom::multi::{fold_many0, many0, many1};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// A property: its name and its values, of which there is at least one.
pub type Property<'a> = (&'a str, Vec<String>);

/// Returns the properties of the main line of the first game in a text, in their order; `None` if the text
/// is not of that form.
pub fn read_properties(text: &str) -> Option<Vec<Property<'_>>> {
    main_line(text).ok().map(|(_, properties)| properties)
}

/// The properties of the main line: all up to the first end of a branch.
fn main_line(text: &str) -> IResult<&str, Vec<Property<'_>>> {
    let separator = || many0(preceded(multispace0, one_of("(;")));
    let text = text.trim_start_matches('\u{feff}');
    // GGF may tell how many games follow.
    let begin = (
        multispace0,
        digit0,
        multispace0,
        char('('),
        multispace0,
        char(';'),
    );
    let end = (separator(), multispace0, char(')'));
    delimited(begin, many0(preceded(separator(), property)), end).parse(text)
}

fn property(text: &str) -> IResult<&str, Property<'_>> {
    let name = take_while1(|c: char| c.is_ascii_uppercase());
    (
        preceded(multispace0, name),
        many1(preceded(multispace0, property_value)),
    )
        .parse(text)
}

fn property_value(text: &str) -> IResult<&str, String> {
    let escaped = preceded(char('\\'), anychar);
    let letter = alt((escaped, none_of("]\\")));
    let letters = fold_many0(letter, String::new, |mut all, c| {
        all.push(c);
        all
    });
    delimited(char('['), letters, char(']')).parse(text)
}
