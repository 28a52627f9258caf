//! The files that the page sends part by part, and the list of their games.

use crate::session::{Collection, Registry};

/// The most bytes of all files together: some 250,000 games of WTHOR.
const MOST_BYTES: usize = 16 << 20;

/// The files of a tab.
#[derive(Default)]
pub(super) struct Shelf {
    /// Those that are still to be listed.
    files: Vec<(String, Vec<u8>)>,
    /// The games of the last files.
    pub(super) games: Option<Collection>,
}

impl Shelf {
    /// Adds a part of a file, in hexadecimal, to the parts of that name before it.
    ///
    /// # Errors
    /// A sentence if it is not hexadecimal or the files are too large; they are forgotten then.
    pub(super) fn add(&mut self, name: &str, data: &str) -> Result<(), String> {
        let added = self.append(name, data);
        if added.is_err() {
            self.files.clear();
        }
        added
    }

    fn append(&mut self, name: &str, data: &str) -> Result<(), String> {
        let size: usize = self.files.iter().map(|(_, file)| file.len()).sum();
        if size + data.len() / 2 > MOST_BYTES {
            return Err("the files are too large".into());
        }
        let bytes = read_hex(data).ok_or("a file is sent in hexadecimal")?;
        match self.files.last_mut() {
            Some((last, file)) if last == name => file.extend(bytes),
            _ => self.files.push((name.into(), bytes)),
        }
        Ok(())
    }

    /// Lists the games of all files. Returns the first file as a text if there is no list.
    pub(super) fn list(&mut self, registry: &Registry) -> Option<String> {
        let files = std::mem::take(&mut self.files).into_iter();
        let files: Vec<_> = files.map(|(_, file)| file).collect();
        let text = files
            .first()
            .map(|file| String::from_utf8_lossy(file).into_owned());
        let games = Collection::read(registry, files);
        if games.is_none() {
            return text;
        }
        self.games = games;
        None
    }
}

fn read_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = text.as_bytes().as_chunks();
    let bytes = pairs
        .iter()
        .map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
    bytes
        .collect::<Option<Vec<u8>>>()
        .filter(|_| rest.is_empty())
}
