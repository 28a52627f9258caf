//! The messages of DamExchange [Mesander n.d.]: a letter, then fields of fixed lengths.

use super::notation::Step;
use crate::game::Side;

/// The longest message, in bytes.
const LONGEST: usize = 127;

/// The length of a name, with the blanks after it.
const NAME: usize = 32;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A request for a game.
    Request {
        /// The version of the protocol, 1.
        version: u32,
        /// The name of the program that asks.
        name: String,
        /// The colour of the one that is asked.
        follower: Side,
        minutes: u32,
        moves: u32,
        /// The side to move and the letters of the squares, as Hub writes them; `None` for the usual start.
        start: Option<(Side, String)>,
    },
    /// The answer.
    Answer {
        /// The name of the program that was asked.
        name: String,
        consent: Consent,
    },
    /// A move, with the seconds that it took.
    Move { seconds: u32, step: Step },
    /// The end of a game, or the consent to it.
    End {
        reason: Reason,
        /// No further game is wanted.
        stops: bool,
    },
    /// A request to go back to a move, from 1, of a side.
    Back { number: u32, side: Side },
    /// The answer.
    BackAnswer { goes_back: bool },
    /// A text for people.
    Chat(String),
}

/// Whether a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    Yes,
    /// The version of the protocol is not known.
    OtherVersion,
    /// Not this game.
    NotThis,
    /// No game at all.
    None,
}

/// Why a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Unknown,
    /// The sender has lost.
    Lost,
    Drawn,
    /// The sender has won.
    Won,
}

const CONSENTS: [Consent; 4] = [
    Consent::Yes,
    Consent::OtherVersion,
    Consent::NotThis,
    Consent::None,
];

const REASONS: [Reason; 4] = [Reason::Unknown, Reason::Lost, Reason::Drawn, Reason::Won];

/// The fields of a message that are not read yet.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn text(&mut self, length: usize) -> Option<&'a str> {
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }

    fn number(&mut self, length: usize) -> Option<u32> {
        let field = self.text(length)?;
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        field.parse().ok().filter(|_| is_number)
    }

    fn square(&mut self) -> Option<u8> {
        u8::try_from(self.number(2)?).ok()
    }

    fn side(&mut self) -> Option<Side> {
        match self.text(1)? {
            "W" => Some(Side::White),
            "Z" => Some(Side::Black),
            _ => None,
        }
    }

    fn choice<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.number(1)? as usize).copied()
    }
}

impl Message {
    /// Reads a message; `None` if it has another form. What follows the last field is left out.
    pub(super) fn read(text: &str) -> Option<Message> {
        let mut fields = Fields(text);
        Some(match fields.text(1)? {
            "R" => Message::Request {
                version: fields.number(2)?,
                name: fields.text(NAME)?.trim().into(),
                follower: fields.side()?,
                minutes: fields.number(3)?,
                moves: fields.number(3)?,
                start: match fields.text(1)? {
                    "A" => None,
                    "B" => Some((fields.side()?, to_hub(fields.0.trim_end()))),
                    _ => return None,
                },
            },
            "A" => Message::Answer {
                name: fields.text(NAME)?.trim().into(),
                consent: fields.choice(&CONSENTS)?,
            },
            "M" => {
                let seconds = fields.number(4)?;
                let (from, to) = (fields.square()?, fields.square()?);
                let count = fields.number(2)?;
                let captured = (0..count).map(|_| fields.square());
                let mut captured = captured.collect::<Option<Vec<u8>>>()?;
                captured.sort_unstable();
                let step = Step { from, to, captured };
                Message::Move { seconds, step }
            }
            "E" => Message::End {
                reason: fields.choice(&REASONS)?,
                stops: fields.choice(&[false, true])?,
            },
            "B" => Message::Back {
                number: fields.number(3)?,
                side: fields.side()?,
            },
            "K" => Message::BackAnswer {
                goes_back: fields.number(1)? == 0,
            },
            "C" => Message::Chat(fields.0.into()),
            _ => return None,
        })
    }

    /// Writes a message.
    pub(super) fn text(&self) -> String {
        let text = match self {
            Message::Request {
                version,
                name,
                follower,
                minutes,
                moves,
                start,
            } => {
                let start = match start {
                    None => "A".into(),
                    Some((side, letters)) => format!("B{}{}", letter(*side), from_hub(letters)),
                };
                let follower = letter(*follower);
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                format!("R{version:02}{name:NAME$.NAME$}{follower}{minutes:03}{moves:03}{start}")
            }
            Message::Answer { name, consent } => {
                format!("A{name:NAME$.NAME$}{}", index(&CONSENTS, consent))
            }
            Message::Move { seconds, step } => {
                let captured = step.captured.iter().map(|square| format!("{square:02}"));
                format!(
                    "M{:04}{:02}{:02}{:02}{}",
                    seconds.min(&9999),
                    step.from,
                    step.to,
                    step.captured.len(),
                    captured.collect::<String>()
                )
            }
            Message::End { reason, stops } => {
                format!("E{}{}", index(&REASONS, reason), u8::from(*stops))
            }
            Message::Back { number, side } => {
                format!("B{:03}{}", number.min(&999), letter(*side))
            }
            Message::BackAnswer { goes_back } => format!("K{}", u8::from(!goes_back)),
            Message::Chat(text) => format!("C{text}"),
        };
        text.chars()
            .filter(|c| c.is_ascii() && !c.is_ascii_control())
            .take(LONGEST)
            .collect()
    }
}

/// The place of a code in its list, which is what stands for it.
fn index<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

/// White or Black (in Dutch: zwart).
const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

fn to_hub(letters: &str) -> String {
    letters.replace('z', "b").replace('Z', "B")
}

fn from_hub(letters: &str) -> String {
    letters.replace('b', "z").replace('B', "Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the protocol's description, and one for each message without one.
    #[test]
    fn messages_read_as_they_are_written() {
        let start = format!(
            "R01{:32}Z060065B{}",
            "Tornado",
            "W".to_string() + &"z".repeat(50)
        );
        let texts = [
            &format!("R01{:32}W060065A", "Tornado voor Windows 4.0"),
            &start,
            &format!("A{:32}0", "Tornado voor Windows 4.0"),
            &format!("A{:32}3", "Tornado voor Windows 4.0"),
            "M0012061100",
            "E00",
            "E31",
            "B005Z",
            "K0",
            "K1",
            "CWhat do you think about move 35?",
        ];
        for text in texts {
            let message = Message::read(text);
            assert_eq!(message.map(|message| message.text()).as_deref(), Some(text));
        }
        // The order of what is captured does not matter.
        let capture = Message::read("M001205250423221220").expect("a move");
        assert_eq!(capture.text(), "M001205250412202223");
    }

    #[test]
    fn what_is_no_message_is_none() {
        for text in [
            "",
            "X",
            "R",
            "R01",
            "M12",
            "M00120611",
            "M001206110212",
            "E4",
            "E0",
            "B5Z",
            "K",
            "A",
            "M+012061100",
            "\u{e9}00",
        ] {
            assert_eq!(Message::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn no_message_is_too_long_or_has_other_characters() {
        let name = "\u{e9}".repeat(200);
        let text = Message::Chat(name.clone() + &"x".repeat(200)).text();
        assert_eq!(text.len(), LONGEST);
        let answer = Message::Answer {
            name: "x".repeat(200),
            consent: Consent::Yes,
        };
        assert_eq!(answer.text().len(), 34);
    }
}
