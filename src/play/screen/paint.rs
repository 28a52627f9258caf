//! The colours of boards and pieces, as far as the terminal can show them. They are those of the page.

use ratatui::style::Color;

use crate::game::{Colour, Material, PieceShape};

/// The number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// None, or none is wanted.
    None,
    /// The 16 of every terminal, which its user may have changed.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All.
    True,
}

/// A colour as three bytes, and the one that stands for it among 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade(u32, Color);

impl Shade {
    /// The nearest colour that can be shown; `None` without colours.
    pub(super) fn at(self, depth: Depth) -> Option<Color> {
        let Shade(rgb, of_sixteen) = self;
        let [_, red, green, blue] = rgb.to_be_bytes();
        match depth {
            Depth::None => None,
            Depth::Sixteen => Some(of_sixteen),
            Depth::Indexed => Some(Color::Indexed(nearest([red, green, blue]))),
            Depth::True => Some(Color::Rgb(red, green, blue)),
        }
    }
}

/// The nearest of xterm's 256 colours: one of the cube of 6 x 6 x 6, or one of its 24 greys.
fn nearest(rgb: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6).min_by_key(|&step| STEPS[step].abs_diff(value));
    let steps = rgb.map(|value| step(value).unwrap_or(0));
    let grey = (rgb.map(u32::from).iter().sum::<u32>() / 3).saturating_sub(3) / 10;
    let grey = grey.min(23) as u8;
    let distance = |other: [u8; 3]| {
        let squares = rgb
            .iter()
            .zip(other)
            .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2));
        squares.sum::<u32>()
    };
    let [red, green, blue] = steps;
    if distance([8 + 10 * grey; 3]) < distance(steps.map(|step| STEPS[step])) {
        232 + grey
    } else {
        (16 + 36 * red + 6 * green + blue) as u8
    }
}

const DARK: Shade = Shade(0x1b_1c1f, Color::Black);
const LIGHT: Shade = Shade(0xff_ffff, Color::White);

/// The colours of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The space between and around the cells.
    pub(super) ground: Shade,
    /// The cells.
    pub(super) cell: Shade,
    /// Lines on the ground.
    pub(super) line: Shade,
    /// Texts on cells.
    pub(super) ink: Shade,
    /// How the cells of a grid are parted.
    pub(super) parting: Parting,
}

/// How the cells of a grid are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parting {
    /// By lines.
    Lines,
    /// By squares of another colour.
    Squares,
    /// Each is a hole in the board.
    Holes,
}

impl Board {
    /// The colours of a material.
    pub(super) const fn of(material: Material) -> Board {
        let (ground, cell, line, ink) = match material {
            Material::Plain => (
                Shade(0xd8_dfd3, Color::Gray),
                Shade(0xee_f1ea, Color::White),
                Shade(0x6f_7d6b, Color::DarkGray),
                DARK,
            ),
            Material::Rack => (
                Shade(0x1f_5fbf, Color::Blue),
                Shade(0xdf_e9f5, Color::Gray),
                Shade(0x12_3f86, Color::Black),
                DARK,
            ),
            Material::Felt => (
                Shade(0x17_724a, Color::Green),
                Shade(0x17_724a, Color::Green),
                Shade(0x0b_3d28, Color::Black),
                LIGHT,
            ),
            Material::Paper => (
                Shade(0xfb_f6e6, Color::White),
                Shade(0xfb_f6e6, Color::White),
                Shade(0x3c_4a63, Color::DarkGray),
                DARK,
            ),
            Material::Turf => (
                Shade(0x4f_7a3a, Color::Green),
                Shade(0xa9_c98a, Color::Gray),
                Shade(0xc4_dfa6, Color::Black),
                Shade(0x17_260d, Color::Black),
            ),
            Material::Wood => (
                Shade(0xe9_c99a, Color::Gray),
                Shade(0x8a_5a32, Color::Yellow),
                Shade(0x5e_3b1e, Color::Black),
                LIGHT,
            ),
        };
        Board {
            ground,
            cell,
            line,
            ink,
            parting: match material {
                Material::Rack => Parting::Holes,
                Material::Wood => Parting::Squares,
                _ => Parting::Lines,
            },
        }
    }
}

/// The colours of a piece, and of a text on it.
pub(super) const fn of_piece(colour: Colour) -> (Shade, Shade) {
    match colour {
        Colour::Black => (DARK, LIGHT),
        Colour::White => (Shade(0xf5_f2ea, Color::White), DARK),
        Colour::Red => (Shade(0xc6_2b22, Color::Red), LIGHT),
        Colour::Yellow => (Shade(0xff_d23c, Color::LightYellow), DARK),
        Colour::Blue => (Shade(0x1f_55a5, Color::Blue), LIGHT),
        Colour::Slate => (Shade(0x4a_5560, Color::DarkGray), LIGHT),
        Colour::Sand => (Shade(0xec_d9b4, Color::LightYellow), DARK),
    }
}

/// True for pieces that are drawn with a pen: their colour is that of the text.
pub(super) const fn is_drawn(shape: PieceShape) -> bool {
    matches!(shape, PieceShape::Cross | PieceShape::Nought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_becomes_the_nearest_one_that_the_terminal_has() {
        let (red, _) = of_piece(Colour::Red);
        assert_eq!(red.at(Depth::None), None);
        assert_eq!(red.at(Depth::Sixteen), Some(Color::Red));
        assert_eq!(red.at(Depth::Indexed), Some(Color::Indexed(160)));
        assert_eq!(red.at(Depth::True), Some(Color::Rgb(0xc6, 0x2b, 0x22)));
        // Greys have steps of their own, which are finer.
        assert_eq!(nearest([0x1b, 0x1c, 0x1f]), 234);
        assert_eq!(nearest([255, 255, 255]), 231);
        assert_eq!(nearest([0, 0, 0]), 16);
    }
}
