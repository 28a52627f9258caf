//! Games as lines of JSON, so that others may play them.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::game::Game;
use crate::learn::Sample;

/// A position of a game, and what is to be learnt of it. Numbers are seen from Black; see [`Sample`].
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step<G> {
    pub(super) position: G,
    pub(super) result: Option<f32>,
    pub(super) score: Option<f32>,
    pub(super) is_exact: bool,
    pub(super) at_random: bool,
    pub(super) part: f32,
}

/// A position in a line: its text, its part of the game, the score, the result, and whether that is exact and the next
/// move was random.
type Told = (String, f32, Option<f32>, Option<f32>, bool, bool);

/// Who plays a game, and how: the same makers play the same games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Maker {
    /// The game and its size.
    pub(super) game: String,
    pub(super) seed: u64,
    /// A checksum of the evaluation that plays.
    pub(super) teacher: u32,
    /// True if the games are those for weights of an evaluation, false if they are for a network.
    pub(super) is_varied: bool,
}

/// The largest number that a score or a result may be: many times the largest margin.
const MOST: f32 = 100.0;

/// The line of a game, and who plays it.
type Line = (Maker, String);

/// Games that were played elsewhere, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Elsewhere(BTreeMap<u64, Line>);

impl<G: Game> Step<G> {
    /// The position as something is learnt from it.
    pub(super) fn sample<S>(&self, see: &impl Fn(&G) -> S) -> Sample<S> {
        Sample {
            seen: see(&self.position),
            to_move: self.position.turn().side(),
            result: self.result,
            score: self.score,
            is_exact: self.is_exact,
            at_random: self.at_random,
            part: self.part,
        }
    }

    fn told(&self) -> Told {
        (
            self.position.position(),
            self.part,
            self.score,
            self.result,
            self.is_exact,
            self.at_random,
        )
    }

    fn of(told: Told) -> Option<Step<G>> {
        let (text, part, score, result, is_exact, at_random) = told;
        let position = G::parse_position(&text).ok()?;
        let is_sound = |number: f32| number.abs() <= MOST;
        let are_sound = [Some(part), score, result]
            .into_iter()
            .flatten()
            .all(is_sound);
        (are_sound && position.outcome().is_none()).then_some(Step {
            position,
            result,
            score,
            is_exact,
            at_random,
            part,
        })
    }
}

impl Maker {
    /// The maker of the game in a line.
    fn of(told: &Value) -> Option<Maker> {
        Some(Maker {
            game: told["of"].as_str()?.to_string(),
            seed: told["seed"].as_u64()?,
            teacher: u32::try_from(told["teacher"].as_u64()?).ok()?,
            is_varied: told["varied"].as_bool()?,
        })
    }
}

/// A game as a line.
pub(super) fn line<G: Game>(number: u64, maker: &Maker, steps: &[Step<G>]) -> String {
    let positions: Vec<Told> = steps.iter().map(Step::told).collect();
    let positions = serde_json::to_string(&positions).expect("lists of texts and numbers");
    let Maker {
        game,
        seed,
        teacher,
        is_varied,
    } = maker;
    format!(
        r#"{{"game":{number},"of":"{game}","seed":{seed},"teacher":{teacher},"varied":{is_varied},"positions":{positions}}}"#
    )
}

/// Reads what [`line`] writes; `None` if it is none of the game's positions. There are none if the moves at random ended the
/// game.
fn steps<G: Game>(told: &Value) -> Option<Vec<Step<G>>> {
    let positions: Vec<Told> = serde_json::from_value(told["positions"].clone()).ok()?;
    positions.into_iter().map(Step::of).collect()
}

/// A game with its number.
type Numbered<G> = (u64, Vec<Step<G>>);

/// The game in a line with its number; `None` if the line has none and need not have one.
///
/// # Errors
/// A sentence if it is no game, or not one of this maker.
pub(super) fn game<G: Game>(line: &str, maker: &Maker) -> Result<Option<Numbered<G>>, String> {
    let Some((number, (by, line))) = read::<G>(line, maker)? else {
        return Ok(None);
    };
    if by.seed != maker.seed {
        return Err(format!("this game was played with --seed {}", by.seed));
    }
    if by != *maker {
        return Err("another evaluation played this game: give the same --weights as then".into());
    }
    let told = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    Ok(steps(&told).map(|steps| (number, steps)))
}

impl Elsewhere {
    /// Adds the games in these lines, which are games or answers of `match.py spread` with games in them. Those of other
    /// games than this maker's are passed over, and so is a last line that was cut short.
    ///
    /// # Errors
    /// A sentence that names a line which is no game; nothing is added then.
    pub(super) fn add<G: Game>(&mut self, lines: &str, maker: &Maker) -> Result<(), String> {
        let mut games = BTreeMap::new();
        let whole = lines.rfind('\n').map_or(0, |end| end + 1);
        let (whole, last) = lines.trim_start_matches('\u{feff}').split_at(whole);
        for (number, line) in whole.lines().enumerate() {
            let read = read::<G>(line, maker);
            games.extend(read.map_err(|why| format!("line {}: {why}", number + 1))?);
        }
        games.extend(read::<G>(last, maker).ok().flatten());
        self.0.append(&mut games);
        Ok(())
    }

    /// The number of games from this one on that are here as this maker plays them.
    pub(super) fn count(&self, from: u64, maker: &Maker) -> u64 {
        let later = self.0.range(from..);
        later.filter(|(_, (by, _))| by == maker).count() as u64
    }

    /// Tells whether the game of this number is here, as this maker plays it.
    pub(super) fn has(&self, number: u64, maker: &Maker) -> bool {
        self.0.get(&number).is_some_and(|(by, _)| by == maker)
    }

    /// The game of this number, if it is here as this maker plays it.
    pub(super) fn game<G: Game>(&self, number: u64, maker: &Maker) -> Option<Vec<Step<G>>> {
        let (_, line) = self.0.get(&number).filter(|(by, _)| by == maker)?;
        steps(&serde_json::from_str(line).ok()?)
    }
}

/// The game in a line with its number; `None` if the line has none and need not have one.
fn read<G: Game>(line: &str, maker: &Maker) -> Result<Option<(u64, Line)>, String> {
    // As it comes out of the engine.
    let line = line.strip_prefix("= ").unwrap_or(line).trim();
    if line.is_empty() {
        return Ok(None);
    }
    let none = || "this is no game of a training".to_string();
    let told: Value = serde_json::from_str(line).map_err(|_| none())?;
    let has = |key| told.get(key).is_some();
    if ["spread", "error", "fault"].into_iter().any(has) {
        return Ok(None);
    }
    if let Some(reply) = told["reply"].as_str() {
        return read::<G>(reply, maker);
    }
    let number = told["game"].as_u64().ok_or_else(none)?;
    let by = Maker::of(&told).ok_or_else(none)?;
    if by.game != maker.game {
        return Ok(None);
    }
    steps::<G>(&told).ok_or_else(none)?;
    Ok(Some((number, (by, line.to_string()))))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::Notation;
    use crate::games::tictactoe::TicTacToe;

    fn maker() -> Maker {
        Maker {
            game: "tictactoe 3x3".into(),
            seed: 3,
            teacher: 7,
            is_varied: true,
        }
    }

    fn read_back(lines: &str) -> Result<Elsewhere, String> {
        let mut elsewhere = Elsewhere::default();
        elsewhere.add::<TicTacToe>(lines, &maker())?;
        Ok(elsewhere)
    }

    fn steps() -> Vec<Step<TicTacToe>> {
        let step = |text, score| Step {
            position: TicTacToe::parse_position(text).expect("a position"),
            result: Some(-1.0),
            score,
            is_exact: false,
            at_random: true,
            part: 0.3,
        };
        vec![
            step(".../.X./... w", None),
            step(".O./.X./... b", Some(0.1)),
        ]
    }

    #[test]
    fn a_game_comes_out_of_its_line_as_it_was() {
        let journal = |line: String| json!({"position": 1, "text": "5", "reply": line}).to_string();
        let other = Maker {
            game: "othello 8x8".into(),
            ..maker()
        };
        let lines = [
            json!({"spread": {"ask": "training_game {}"}}).to_string(),
            journal(line(5, &maker(), &steps())),
            String::new(),
            format!("= {}", line(6, &maker(), &steps()[1..])),
            json!({"position": 3, "fault": {"kind": "stall"}}).to_string(),
            line(7, &other, &steps()).replace(".O./.X./... b", "another board"),
            line::<TicTacToe>(8, &maker(), &[]),
            line(9, &maker(), &steps())[..40].to_string(),
        ];
        let elsewhere = read_back(&lines.join("\n")).expect("games");
        assert_eq!(elsewhere.game(5, &maker()), Some(steps()));
        assert_eq!(elsewhere.game(6, &maker()), Some(steps()[1..].to_vec()));
        assert!(elsewhere.has(6, &maker()) && !elsewhere.has(7, &maker()));
        assert_eq!(elsewhere.game::<TicTacToe>(8, &maker()), Some(Vec::new()));
        assert_eq!(
            [0, 6, 9].map(|from| elsewhere.count(from, &maker())),
            [3, 2, 0]
        );
        let others = [
            Maker { seed: 4, ..maker() },
            Maker {
                teacher: 8,
                ..maker()
            },
            Maker {
                is_varied: false,
                ..maker()
            },
        ];
        for other in others {
            assert_eq!(elsewhere.game::<TicTacToe>(5, &other), None, "{other:?}");
            assert_eq!(elsewhere.count(0, &other), 0);
        }
    }

    #[test]
    fn numbers_keep_all_their_bits() {
        let mut rng = fastrand::Rng::with_seed(4);
        let position = TicTacToe::start();
        let number = |rng: &mut fastrand::Rng| 2.0 * rng.f32() - 1.0;
        let steps = |rng: &mut fastrand::Rng| Step {
            position,
            result: Some(number(rng)),
            score: Some(number(rng) / 1_000.0),
            is_exact: true,
            at_random: false,
            part: rng.f32(),
        };
        let steps: Vec<_> = (0..20_000).map(|_| steps(&mut rng)).collect();
        let elsewhere = read_back(&line(0, &maker(), &steps)).expect("a game");
        assert!(elsewhere.game(0, &maker()) == Some(steps));
    }

    #[test]
    fn lines_that_are_no_games_are_refused_and_nothing_is_taken() {
        let good = line(5, &maker(), &steps());
        let over = good.replace(".O./.X./... b", "XXX/OO./... w");
        for bad in [
            "5",
            "{}",
            "a game",
            &good[..good.len() - 1],
            &good.replace("\"game\":5", "\"game\":-5"),
            &good.replace("\"teacher\":7", "\"teacher\":4294967296"),
            &good.replace(".O./.X./... b", ".O./.X./.. b"),
            &good.replacen("-1.0", "101.0", 1),
            &over,
        ] {
            assert_ne!(bad, good);
            let refused = read_back(&format!("{good}\n{bad}\n"));
            let why = refused.expect_err("a refusal");
            assert_eq!(why, "line 2: this is no game of a training", "{bad}");
        }
    }
}
