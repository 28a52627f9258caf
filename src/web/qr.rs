//! A link as a QR code in the terminal: two modules, one above the other, in each character.

use qrcode::{Color, EcLevel, QrCode};

/// The modules that have to be light around a code.
const MARGIN: i32 = 2;

/// Black on white, whatever the colours of the terminal, and back to them.
const PAPER: &str = "\x1b[30;107m";
const END: &str = "\x1b[0m";

/// The lines of the code. `None` for a text that is too long for one.
pub(super) fn lines(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = i32::try_from(code.width()).ok()?;
    let is_dark = |x: i32, y: i32| {
        let is_inside = (0..width).contains(&x) && (0..width).contains(&y);
        is_inside && code[(x as usize, y as usize)] == Color::Dark
    };
    let character = |x, y| match (is_dark(x, y), is_dark(x, y + 1)) {
        (false, false) => ' ',
        (true, false) => '▀',
        (false, true) => '▄',
        (true, true) => '█',
    };
    let rows = (-MARGIN..width + MARGIN).step_by(2);
    let line = |y| (-MARGIN..width + MARGIN).map(|x| character(x, y)).collect();
    Some(
        rows.map(|y| {
            let line: String = line(y);
            format!("{PAPER}{line}{END}")
        })
        .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_finders_and_a_light_margin() {
        let lines =
            lines("http://192.0.2.17:40123/0123456789abcdef0123456789abcdef/").expect("a code");
        let rows: Vec<Vec<char>> = lines
            .iter()
            .map(|line| {
                let line = line
                    .strip_prefix(PAPER)
                    .and_then(|line| line.strip_suffix(END));
                line.expect("black on white").chars().collect()
            })
            .collect();
        let width = rows[0].len();
        assert!(
            rows.iter()
                .all(|row| row.len() == width && row[..2] == [' '; 2])
        );
        assert_eq!(rows.len(), width.div_ceil(2), "it is as high as it is wide");
        assert!(rows[0].iter().all(|&c| c == ' '));
        // Each finder is a square of 7 x 7 with one of 3 x 3 inside.
        let finder = ["█▀▀▀▀▀█", "█ ███ █", "█ ▀▀▀ █"];
        for left in [2, width - 9] {
            for (row, wanted) in rows[1..].iter().zip(finder) {
                assert_eq!(row[left..left + 7].iter().collect::<String>(), wanted);
            }
        }
        assert!(super::lines(&"a".repeat(3000)).is_none());
    }
}
