//! Trains the evaluation `patterns` of Othello:
//!
//!     cargo run --release --features tuning --example othello_trainer -- play games.bin --games 20000 --seed 1
//!     cargo run --release --features tuning --example othello_trainer -- fit games.bin --out weights.bin
//!
//! `play` lets the engine play against itself and keeps each position with what it turned out to be
//! worth; `fit` finds the weights that say so at sight. The weights are tried by a match, and play
//! the next games (`play --weights weights.bin`).

mod fit;
mod play;
mod samples;

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Parser};

#[derive(Parser)]
enum Command {
    /// Play games and keep their positions
    Play(Play),
    /// Find the weights of positions that were kept
    Fit(Fit),
}

#[derive(Args)]
struct Play {
    /// The file that the positions go to
    file: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Whatever is random follows from this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play with these weights; without, with the evaluation `mobility`
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How many plies are searched
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Solve the position with so many empty squares
    #[arg(long, default_value_t = 14)]
    solve: u32,
    /// How many threads play
    #[arg(long, default_value_t = 1)]
    threads: u64,
}

#[derive(Args)]
struct Fit {
    /// The files of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file that the weights go to
    #[arg(long)]
    out: PathBuf,
    /// How often each position is looked at
    #[arg(long, default_value_t = 32)]
    epochs: u32,
    /// How much the next position of the game counts beside a search, in the worth of a position
    #[arg(long, default_value_t = 0.8)]
    lambda: f64,
    /// Let positions count the less, the further ahead these weights see a side
    #[arg(long)]
    judge: Option<PathBuf>,
    /// Whatever is random follows from this
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads fit stages
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    match Command::parse() {
        Command::Play(order) => play::play(&order),
        Command::Fit(order) => fit::fit(&order),
    }
}
