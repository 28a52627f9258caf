//! Positions with their worth, and the files they are in.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use sarsen::game::{Rules, Side};
use sarsen::games::othello::Othello;

/// A position and what it is worth for its side to move, in hundredths of a disc.
#[derive(Clone, Copy)]
pub struct Sample {
    pub own: u64,
    pub opponent: u64,
    pub worth: i16,
}

/// The bytes of a sample in a file: both boards and the worth, the lowest byte first.
const SIZE: usize = 18;

impl Sample {
    pub fn new(position: &Othello, worth: f64) -> Sample {
        let side = position.to_move();
        Sample {
            own: position.discs(side),
            opponent: position.discs(!side),
            worth: worth.round() as i16,
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
    }
    file.flush()
}

pub fn read(path: &Path) -> io::Result<Vec<Sample>> {
    let bytes = fs::read(path)?;
    let (samples, _) = bytes.as_chunks::<SIZE>();
    let sample = |bytes: &[u8; SIZE]| {
        let word =
            |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().unwrap_or_default());
        Sample {
            own: word(0),
            opponent: word(8),
            worth: i16::from_le_bytes([bytes[16], bytes[17]]),
        }
    };
    Ok(samples.iter().map(sample).collect())
}
