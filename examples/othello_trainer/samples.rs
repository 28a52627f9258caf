//! Positions with their worth, and the files they are in.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use heelstone::game::{Rules, Side};
use heelstone::games::othello::{Othello, Square};

/// A position and what it is worth for its side to move, in hundredths of a disc.
#[derive(Clone, Copy)]
pub struct Sample {
    pub own: u64,
    pub opponent: u64,
    pub worth: i16,
    /// Whether the next sample is the position after the best move.
    pub goes_on: bool,
}

/// The bytes of a sample in a file: both boards and the worth, the lowest byte first, and whether
/// the game goes on.
const SIZE: usize = 19;

impl Sample {
    pub fn new(position: &Othello, worth: f64, goes_on: bool) -> Sample {
        let side = position.to_move();
        Sample {
            own: position.discs(side),
            opponent: position.discs(!side),
            worth: worth.round() as i16,
            goes_on,
        }
    }

    fn from_bytes(bytes: &[u8; SIZE]) -> Sample {
        let word =
            |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().unwrap_or_default());
        Sample {
            own: word(0),
            opponent: word(8),
            worth: i16::from_le_bytes([bytes[16], bytes[17]]),
            goes_on: bytes[18] != 0,
        }
    }

    /// The position, with Black to move.
    pub fn position(&self) -> Othello {
        Othello::from_discs([self.own, self.opponent], Side::Black)
    }
}

pub fn write(path: &Path, samples: &[Sample]) -> io::Result<()> {
    let mut file = BufWriter::new(fs::File::create(path)?);
    for sample in samples {
        file.write_all(&sample.own.to_le_bytes())?;
        file.write_all(&sample.opponent.to_le_bytes())?;
        file.write_all(&sample.worth.to_le_bytes())?;
        file.write_all(&[sample.goes_on.into()])?;
    }
    file.flush()
}

/// The positions of a file in which the side to move has a choice. A position is worth what its
/// search says and what the next one is worth, which counts `lambda`: TD(λ) [Sutton 1988].
pub fn read(path: &Path, lambda: f64) -> io::Result<Vec<Sample>> {
    let bytes = fs::read(path)?;
    let (records, _) = bytes.as_chunks::<SIZE>();
    let mut samples = Vec::with_capacity(records.len());
    let mut worth = 0.0;
    for record in records.iter().rev() {
        let mut sample = Sample::from_bytes(record);
        let searched = f64::from(sample.worth);
        worth = match sample.goes_on {
            true => lambda * -worth + (1.0 - lambda) * searched,
            false => searched,
        };
        sample.worth = worth.round() as i16;
        if sample.position().legal_moves()[..] != [Square::PASS] {
            samples.push(sample);
        }
    }
    Ok(samples)
}
