//! Plays levels against each other, and the lowest one against random moves: how many points each step is
//! worth. `docs/levels.md` has its tables.
//!
//! ```sh
//! cargo run --release --example ladder -- othello --games 1000
//! cargo run --release --example ladder -- connect4 --games 100 --steps 3-4,7-8
//! ```
//!
//! Each game begins after `--opening` random moves, which both players meet with both sides. The full strength of
//! the last level is limited to `--full` nodes for a move here, so that the tables are the same on every machine.
//! A player may also be written as `NODES/OVERLOOKED`, in thousandths.

use std::env;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use heelstone::game::Side;
use heelstone::search::Stop;
use heelstone::session::{Engine, Level, Registry, Reply};

/// The size of each transposition table.
const MIB: usize = 16;
const OVERLOOKS: &str = "search.overlooks";

/// A player of the ladder.
#[derive(Clone, Debug)]
struct Player {
    name: String,
    level: Level,
    /// The limit of nodes, where the level has none.
    nodes: u64,
    /// The share of moves that it overlooks, apart from what the level does.
    overlooks: i32,
}

impl Player {
    fn read(text: &str, last: Level, full: u64) -> Result<Player> {
        let of_level = |level| Player {
            name: format!("level {text}"),
            level,
            nodes: full,
            overlooks: 0,
        };
        if text == "0" || text == "random" {
            return Player::read("1/1000", last, full).map(|player| Player {
                name: "random moves".into(),
                ..player
            });
        }
        if let Ok(level) = text.parse::<Level>() {
            return Ok(of_level(level.min(last)));
        }
        let (nodes, overlooks) = text
            .split_once('/')
            .context("a level, or NODES/OVERLOOKED")?;
        Ok(Player {
            name: text.into(),
            nodes: nodes.parse()?,
            overlooks: overlooks.parse()?,
            ..of_level(last)
        })
    }

    /// Sets the engine to move for this player.
    fn sit_down(&self, engine: &mut Engine) -> Result<()> {
        if engine.param(OVERLOOKS)?.value != self.overlooks {
            engine.set_param(OVERLOOKS, self.overlooks.into())?;
        }
        let settings = engine.settings_mut();
        (settings.level, settings.nodes) = (self.level, Some(self.nodes));
        settings.timelimit = None;
        Ok(())
    }
}

/// The results of a player against another.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Tally {
    fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }

    /// The difference in rating that explains the share, with the half-width of its interval of 95 %.
    fn elo(&self) -> (f64, f64) {
        let games = f64::from(self.games());
        let share = self.share().clamp(0.5 / games, 1.0 - 0.5 / games);
        let square = (f64::from(self.won) + f64::from(self.drawn) / 4.0) / games;
        let error = 1.96 * ((square - share * share).max(0.0) / games).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let slope = 400.0 / std::f64::consts::LN_10 / (share * (1.0 - share));
        (elo(share), slope * error)
    }
}

/// Two engines, one for each player of a game: they share neither what they learn nor their luck.
struct Board {
    engines: [Engine; 2],
    opening: usize,
}

impl Board {
    fn new(game: &str, opening: usize) -> Result<Board> {
        let open = || -> Result<Engine> {
            let mut engine = Engine::with_table(Registry::all(), MIB)?;
            engine.newgame(Some(game), None)?;
            Ok(engine)
        };
        Ok(Board {
            engines: [open()?, open()?],
            opening,
        })
    }

    /// Plays a game after some random moves, the same in both games of a pair. Returns the points of the first
    /// player, 2, 1 or 0, and the number of moves.
    fn play(&mut self, players: [&Player; 2], number: u64) -> Result<(u32, usize)> {
        let first = Side::BOTH[(number % 2) as usize];
        for (index, player) in players.into_iter().enumerate() {
            let engine = &mut self.engines[index];
            player.sit_down(engine)?;
            engine.set_seed(2 * number + index as u64);
            engine.clear_board();
        }
        let mut chance = fastrand::Rng::with_seed(number / 2);
        for _ in 0..self.opening {
            let moves = self.engines[0].session().legal_moves();
            if !moves.is_empty() {
                self.put(None, &moves[chance.usize(..moves.len())])?;
            }
        }
        while self.engines[0].session().result().is_none() {
            let side = self.engines[0].session().to_move();
            let mover = usize::from(side != first);
            let reply = self.engines[mover].genmove(Some(side), Instant::now(), &Stop::new())?;
            let Reply::Move(name) = reply else {
                bail!("nobody resigns here");
            };
            self.put(Some(mover), &name)?;
        }
        let session = self.engines[0].session();
        let points = match session.result().and_then(|result| result.winner()) {
            Some(side) if side == first => 2,
            Some(_) => 0,
            None => 1,
        };
        Ok((points, session.history().len()))
    }

    /// Plays a move on the boards of all but the player who has played it.
    fn put(&mut self, mover: Option<usize>, name: &str) -> Result<()> {
        let others = self.engines.iter_mut().enumerate();
        for (_, engine) in others.filter(|(index, _)| Some(*index) != mover) {
            engine.session_mut().play(None, name)?;
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let game = args.next().context("the name of a game")?;
    let (mut games, mut from, mut full, mut opening) = (100, 0, 100_000, 0);
    let mut steps = None;
    while let Some(option) = args.next() {
        let value = args.next().context("a value")?;
        match option.as_str() {
            "--games" => games = value.parse()?,
            "--from" => from = value.parse()?,
            "--opening" => opening = value.parse()?,
            "--full" => full = value.parse()?,
            "--steps" => steps = Some(value),
            _ => bail!("unknown option {option}"),
        }
    }
    let mut board = Board::new(&game, opening)?;
    let last = board.engines[0].session().info().last_level();
    let all = || {
        let pairs = (1..=last.number()).map(|level| format!("{}-{level}", level - 1));
        pairs.collect::<Vec<_>>().join(",")
    };
    println!("| {game} | won | drawn | lost | score | Elo | ms a move |");
    println!("|---|---|---|---|---|---|---|");
    for step in steps.unwrap_or_else(all).split(',') {
        let (weaker, stronger) = step.split_once('-').context("a step such as 3-4")?;
        let weaker = Player::read(weaker, last, full)?;
        let stronger = Player::read(stronger, last, full)?;
        let mut tally = Tally::default();
        let (start, mut plies) = (Instant::now(), 0);
        for number in from..from + games {
            let (points, moves) = board.play([&stronger, &weaker], number)?;
            plies += moves;
            match points {
                2 => tally.won += 1,
                1 => tally.drawn += 1,
                _ => tally.lost += 1,
            }
        }
        let (elo, error) = tally.elo();
        let pace = start.elapsed().as_secs_f64() * 1000.0 / plies.max(1) as f64;
        println!(
            "| {} against {} | {} | {} | {} | {:.1} % | {elo:+.0} ± {error:.0} | {pace:.2} |",
            stronger.name,
            weaker.name,
            tally.won,
            tally.drawn,
            tally.lost,
            100.0 * tally.share(),
        );
    }
    Ok(())
}
