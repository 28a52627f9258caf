//! WTHOR, the file format in which the Fédération Française d'Othello publishes tournament games
//! [FFO n.d.].
//!
//! Numbers are little-endian. A header of 16 bytes: the century, year, month and day of its
//! creation (1 each), the number of games (4), another number that is 0 for games (2), the year of
//! the games (2), the side of the board, where 0 stands for 8 (1), the kind (1), the number of
//! empty squares from which the theoretical scores were computed (1), unused (1). Then 68 bytes for
//! each game: tournament, Black and White as numbers into other files (2 each), the discs of Black
//! at the end, and with best play (1 each), and 60 squares: ten times the row plus the column, both
//! from 1, or 0 after the end. Passes are left out.
//!
//! The names are in two more files with such a header, the players' with 20 bytes for each name and the tournaments'
//! with 26: there the number after that of the games is the number of names.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Othello;
use crate::game::{
    ArchiveError, Counts, Game, GameRecord, Heading, Listing, Notation, RecordFormat, RecordKind,
    RecordedMove, Rules, Side, Value, Vertex,
};

pub(super) const FORMAT: RecordFormat = RecordFormat {
    name: "WTHOR",
    extension: "wtb",
    kind: RecordKind::Archive {
        read,
        write: game,
        append,
    },
    listing: Some(Listing {
        list,
        read: read_listed,
    }),
};

/// The columns and rows of the board.
const WIDTH: u8 = 8;

const HEAD: usize = 16;
const GAMES: usize = 4;
/// The number of names, in a file of names.
const NAMES: usize = 8;
const YEAR: usize = 10;
const SIDE: usize = 12;

/// The bytes of a name in the files of players and of tournaments.
const PLAYER: usize = 20;
const EVENT: usize = 26;

const GAME: usize = 68;
const SCORES: [usize; 2] = [6, 7];
const SQUARES: usize = 8;

/// The header of a file.
struct Head([u8; HEAD]);

impl Head {
    /// The header of a file without games, created today. Its theoretical scores are declared for 0
    /// empty squares: they are the final scores.
    fn new() -> Head {
        let (year, month, day) = today();
        let mut head = [0; HEAD];
        head[..GAMES].copy_from_slice(&[(year / 100) as u8, (year % 100) as u8, month, day]);
        head[YEAR..YEAR + 2].copy_from_slice(&year.to_le_bytes());
        head[SIDE] = WIDTH;
        Head(head)
    }

    /// Reads the header of a file of this length, which must have room for all its games.
    fn read(file: &mut File, length: u64) -> Result<Head, ArchiveError> {
        if length < HEAD as u64 {
            let sentence = format!("this is not a WTHOR file: it has {length} bytes");
            return Err(ArchiveError::Malformed(sentence));
        }
        let mut head = Head([0; HEAD]);
        file.rewind()?;
        file.read_exact(&mut head.0)?;
        if length < head.end() {
            return Err(head.wrong_length(length));
        }
        match head.0[SIDE] {
            0 | WIDTH => Ok(head),
            side => Err(ArchiveError::Malformed(format!(
                "the games of the file are played on a board of {side} x {side}"
            ))),
        }
    }

    fn games(&self) -> u32 {
        let mut games = [0; 4];
        games.copy_from_slice(&self.0[GAMES..GAMES + 4]);
        u32::from_le_bytes(games)
    }

    /// Where the games end.
    fn end(&self) -> u64 {
        HEAD as u64 + GAME as u64 * u64::from(self.games())
    }

    fn wrong_length(&self, length: u64) -> ArchiveError {
        ArchiveError::Malformed(format!(
            "this is not a complete WTHOR file: {} games take {} bytes, and it has {length}",
            self.games(),
            self.end()
        ))
    }
}

fn read(file: &mut File, number: usize) -> Result<GameRecord, ArchiveError> {
    let length = file.metadata()?.len();
    let head = Head::read(file, length)?;
    let games = head.games();
    let before = number.checked_sub(1).map(|n| n as u64);
    let before = before.filter(|&n| n < u64::from(games));
    let before = before.ok_or(ArchiveError::NoGame { number, games })?;
    let mut game = [0; GAME];
    file.seek(SeekFrom::Start(HEAD as u64 + GAME as u64 * before))?;
    file.read_exact(&mut game)?;
    Ok(read_moves(&game))
}

fn read_moves(game: &[u8; GAME]) -> GameRecord {
    let squares = game[SQUARES..].iter().take_while(|&&square| square != 0);
    let moves = squares.map(|&square| RecordedMove {
        side: None,
        name: name(square),
    });
    GameRecord {
        moves: moves.collect(),
        ..GameRecord::default()
    }
}

/// The games of a file in memory, if it is one.
fn games(file: &[u8]) -> Option<impl Iterator<Item = &[u8; GAME]>> {
    let head = Head(*file.first_chunk()?);
    let is_of_games = head.games() > 0 && head.0[NAMES..YEAR] == [0, 0];
    let fits = file.len() as u64 >= head.end() && [0, WIDTH].contains(&head.0[SIDE]);
    let (games, _) = file[HEAD..].as_chunks();
    (is_of_games && fits).then(|| games.iter().take(head.games() as usize))
}

fn read_listed(file: &[u8], number: usize) -> Option<GameRecord> {
    games(file)?.nth(number.checked_sub(1)?).map(read_moves)
}

/// Lists the games. Players and tournaments have names if their files (`.jou`, `.trn`) are among the others.
fn list(file: &[u8], others: &[&[u8]]) -> Option<Vec<Heading>> {
    let [players, events] = [PLAYER, EVENT].map(|width| names(others, width));
    let name = |names: &[String], bytes: &[u8]| {
        let number = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        names.get(number).cloned().unwrap_or_default()
    };
    let games = games(file)?;
    let year = u16::from_le_bytes([file[YEAR], file[YEAR + 1]]);
    let heading = |(index, game): (usize, &[u8; GAME])| {
        let black = game[SCORES[0]];
        Heading {
            number: index + 1,
            players: [name(&players, &game[2..4]), name(&players, &game[4..6])],
            event: name(&events, &game[..2]),
            date: if year == 0 {
                String::new()
            } else {
                year.to_string()
            },
            result: format!("{black}-{}", 64_u8.saturating_sub(black)),
            first: Side::Black,
        }
    };
    Some(games.enumerate().map(heading).collect())
}

/// The names in the file that has some of this width, which are in Latin-1 and filled up with zeros.
fn names(files: &[&[u8]], width: usize) -> Vec<String> {
    let of_file = |file: &&&[u8]| {
        let count = file
            .get(NAMES..YEAR)
            .map_or(0, |n| usize::from(u16::from_le_bytes([n[0], n[1]])));
        count > 0 && file.len() == HEAD + width * count
    };
    let Some(file) = files.iter().find(of_file) else {
        return Vec::new();
    };
    let text = |name: &[u8]| {
        let letters = name.iter().take_while(|&&byte| byte != 0);
        letters
            .map(|&byte| char::from(byte))
            .collect::<String>()
            .trim()
            .to_string()
    };
    file[HEAD..].chunks(width).map(text).collect()
}

/// The name of a square. An invalid one keeps its number, which is not the name of a move.
fn name(square: u8) -> String {
    let (row, column) = (square / 10, square % 10);
    let vertex = |(row, column)| Vertex::new(column, row).to_string();
    let from_0 = row.checked_sub(1).zip(column.checked_sub(1));
    from_0.map_or(square.to_string(), vertex)
}

/// Appends a game to a file, which is created if necessary.
///
/// The count of games is raised after the game was written: until then the file is unchanged for
/// its readers, and if the writing fails, its length is restored too.
fn append(file: &mut File, game: &[u8]) -> Result<(), ArchiveError> {
    let length = file.metadata()?.len();
    let head = match length {
        0 => Head::new(),
        _ => Head::read(file, length)?,
    };
    // Data after the games may belong to somebody else: it is not overwritten.
    if length > head.end() {
        return Err(head.wrong_length(length));
    }
    write(file, &head, game).inspect_err(|_| {
        // Nothing can be done if this fails too.
        let _ = take_back(file, &head, length);
    })?;
    Ok(())
}

fn write(file: &mut File, head: &Head, game: &[u8]) -> io::Result<()> {
    let games = head.games().checked_add(1);
    let games = games.ok_or_else(|| io::Error::other("the file is full"))?;
    file.rewind()?;
    file.write_all(&head.0)?;
    file.seek(SeekFrom::Start(head.end()))?;
    file.write_all(game)?;
    // The game is on the disk before its count, even if the machine crashes.
    file.sync_data()?;
    file.seek(SeekFrom::Start(GAMES as u64))?;
    file.write_all(&games.to_le_bytes())?;
    file.sync_data()
}

fn take_back(file: &mut File, head: &Head, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    if length > 0 {
        file.rewind()?;
        file.write_all(&head.0)?;
    }
    file.sync_data()
}

/// A game in the form of the file. The tournament and the players are numbers into other files,
/// which are unknown here: they are 0.
fn game(record: &GameRecord) -> Result<Vec<u8>, ArchiveError> {
    if record.start.is_some() {
        return Err(ArchiveError::Unfit(
            "the game does not begin from the usual position".into(),
        ));
    }
    let mut game = vec![0; GAME];
    for score in SCORES {
        game[score] = black_discs(record);
    }
    let moves = record.moves.iter();
    let vertices = moves.filter_map(|mv| Vertex::parse(&mv.name));
    for (square, vertex) in game[SQUARES..].iter_mut().zip(vertices) {
        *square = 10 * (vertex.row + 1) + vertex.column + 1;
    }
    Ok(game)
}

/// The discs of Black: at the end, where the winner gets the empty squares, or at present.
fn black_discs(record: &GameRecord) -> u8 {
    if let Some(Value(margin)) = record.result {
        return ((i16::from(WIDTH * WIDTH) + margin) / 2) as u8;
    }
    let mut position = Othello::start();
    for mv in &record.moves {
        if let Ok(mv) = position.parse_move(&mv.name) {
            position.play(mv);
        }
    }
    let black = |Counts { of: [black, _], .. }| black as u8;
    position.counts().map_or(0, black)
}

/// The year, month and day in UTC.
fn today() -> (u16, u8, u8) {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    const DAY: u64 = 24 * 60 * 60;
    date(since_1970.map_or(0, |time| time.as_secs() / DAY))
}

/// The date this many days after 1 January 1970, by the algorithm of [Hinnant n.d.]: its years
/// begin in March, so that the leap day is their last.
fn date(days: u64) -> (u16, u8, u8) {
    /// The days from 1 March of the year 0.
    const TO_1970: u64 = 719_468;
    const ERA: u64 = 400 * 365 + 97;
    let (era, day) = ((days + TO_1970) / ERA, (days + TO_1970) % ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (
        (400 * era + year + next_year) as u16,
        month as u8,
        day as u8,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_tells_the_day() {
        assert_eq!(date(0), (1970, 1, 1));
        // A leap day, the days around it, and the turn of a year.
        assert_eq!(date(11_015), (2000, 2, 28));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_088), (2024, 12, 31));
        assert_eq!(date(20_089), (2025, 1, 1));
        // A century without a leap day.
        assert_eq!(date(47_540), (2100, 2, 28));
        assert_eq!(date(47_541), (2100, 3, 1));
    }

    #[test]
    fn a_byte_that_is_no_square_is_no_move() {
        assert_eq!(name(11), "A1");
        assert_eq!(name(56), "F5");
        assert_eq!(name(88), "H8");
        for byte in [1, 9, 10, 20, 80, 250] {
            assert_eq!(name(byte), byte.to_string());
        }
    }
}
