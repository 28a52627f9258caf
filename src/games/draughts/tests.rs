//! Tests of the rules and the notation.

use super::*;
use crate::game::{Notation, perft};

fn counts<V: Variant>() {
    let lines = V::PERFT.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let mut fields = line.split("; ");
        let position = match fields.next() {
            Some("start") => Draughts::<V>::first(),
            text => Draughts::<V>::parse_position(text.unwrap_or_default()).expect("a position"),
        };
        for field in fields {
            let numbers: Vec<u64> = field
                .split(' ')
                .map(|n| n.parse().expect("a number"))
                .collect();
            if numbers[1] < 200_000 {
                let count = perft(&position, numbers[0] as u32, &|| false).expect("never stopped");
                assert_eq!(count.sequences, numbers[1], "{} {field}", V::TITLE);
            }
        }
    }
}

#[test]
fn each_variant_has_as_many_move_sequences_as_others_count() {
    counts::<variant::International>();
    counts::<variant::English>();
    counts::<variant::Brazilian>();
    counts::<variant::Italian>();
    counts::<variant::Russian>();
    counts::<variant::Frisian>();
}
