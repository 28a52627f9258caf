//! The program: turns the command line into an engine, which then serves or measures.

mod append;
mod batch;
mod bench;
mod book;
mod front;
mod logger;
mod pages;
mod perft;
mod play;
mod puzzles;
mod review;
mod solve;
mod train;
mod tree;
mod web;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::FromArgMatches;

use self::append::Appended;
use crate::cli::{self, Cli, Command, GameArgs, Limit, Serve};
use crate::game::Carrier;
use crate::learn::game_of_file;
use crate::protocol;
use crate::release::RELEASE;
use crate::resources::STACK_BYTES;
use crate::session::{Begin, Engine, Registry, Session};
use crate::system::{leave_with_the_reader, with_stack};

/// Runs the whole program, with the arguments of the process, for the games of `registry`.
///
/// A program for one's own game needs no more than this:
///
/// ```no_run
/// use heelstone::session::Registry;
///
/// fn main() -> std::process::ExitCode {
///     heelstone::run(Registry::all()) // or Registry::empty().with::<MyGame>()
/// }
/// ```
///
/// The exit code is 0 on success, 2 for wrong arguments, and 1 for any later failure; the reason
/// goes to standard error.
pub fn run(registry: Registry) -> ExitCode {
    with_stack(STACK_BYTES, || start(registry))
}

fn start(registry: Registry) -> ExitCode {
    let matches = cli::command(&registry).try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return tell(&error),
    };
    match carry_out(cli, registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Prints what is wrong with the arguments, or the help or version that they ask for.
fn tell(told: &clap::Error) -> ExitCode {
    let printed = told.print().and_then(|()| io::stdout().flush());
    match printed {
        _ if told.use_stderr() => ExitCode::from(2),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::Run(error.into()).report(),
    }
}

/// A failure that ends the program.
enum Failure {
    /// Wrong arguments.
    Usage(anyhow::Error),
    /// Anything that went wrong later.
    Run(anyhow::Error),
}

impl Failure {
    fn report(self) -> ExitCode {
        let (error, code) = match self {
            Failure::Usage(error) => (error, 2),
            Failure::Run(error) if is_broken_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Run(error) => (error, 1),
        };
        let _ = writeln!(io::stderr(), "{}: {error:#}", cli::NAME);
        ExitCode::from(code)
    }
}

/// Returns true if the reader of the output went away, which is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A number with the noun that it counts.
fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn carry_out(cli: Cli, registry: Registry) -> Result<(), Failure> {
    logger::start(&cli.log).map_err(Failure::Usage)?;
    let mut out = io::stdout().lock();
    let done = match cli.command {
        None => {
            drop(out);
            return serve(&cli.serve, registry);
        }
        Some(Command::Perft(args)) => {
            let position = args.position.as_deref();
            let mut engine = open_at(registry, &args.game, position).map_err(Failure::Usage)?;
            perft::run(engine.session_mut(), args.plies, args.divide, &mut out)
        }
        Some(Command::Train(args)) => {
            let engine = open(registry, &train::game(&args)).map_err(Failure::Usage)?;
            train::run(engine.session(), &args, &mut out)
        }
        Some(Command::Bench(args)) => bench::run(&registry, &args, &mut out),
        Some(Command::Tree(args)) => {
            let position = args.position.as_deref();
            let mut engine = open_at(registry, &args.game, position).map_err(Failure::Usage)?;
            if let Some(name) = &args.evaluation {
                let chosen = engine.set_evaluation(None, name);
                chosen.map_err(|error| Failure::Usage(error.into()))?;
            }
            tree::run(engine.session(), &args, &mut out)
        }
        Some(Command::Solve(args)) => {
            let mut engine = open(registry, &args.game).map_err(Failure::Usage)?;
            if let Some(mib) = args.hash {
                let set = engine.set_hash(mib).context("--hash");
                set.map_err(Failure::Usage)?;
            }
            let source = solve::Source::open(args.file.as_deref()).map_err(Failure::Usage)?;
            solve::run(&mut engine, &args, source, &mut out)
        }
        Some(Command::Review(args)) => {
            let mut engine = open(registry, &args.game).map_err(Failure::Usage)?;
            review::load(&mut engine, &args).map_err(Failure::Usage)?;
            check_weights(engine.session(), &args.game).map_err(Failure::Usage)?;
            review::run(&mut engine, &args, &mut out)
        }
        Some(Command::Puzzles(args)) => {
            let mut engine = Engine::new(registry).map_err(Failure::Usage)?;
            let opened = engine.newgame(Some(&args.game), args.size.as_deref());
            opened.map_err(|error| Failure::Usage(error.into()))?;
            puzzles::run(engine.session(), &args, &mut out)
        }
        Some(Command::Play(args)) => {
            drop(out);
            return play::run(registry, &args);
        }
        Some(Command::Web(args)) => {
            // Release standard output: the server must not block other writers until it ends.
            drop(out);
            return web::run(registry, &args);
        }
        Some(Command::Book(args)) => return book::run(registry, args.command, &mut out),
        Some(Command::Completions { shell }) => pages::completions(&registry, shell, &mut out),
        Some(Command::Man { page }) => pages::man(&registry, page.as_deref(), &mut out),
    };
    done.and_then(|()| Ok(out.flush()?)).map_err(Failure::Run)
}

/// Creates an engine at the start of a game: that of the weights, if none is named.
fn open(mut registry: Registry, game: &GameArgs) -> Result<Engine> {
    let game = &game_of_files(game, game.weights.as_deref());
    if let Some(path) = &game.weights {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let with_weights = registry.with_weights(&bytes).map_err(anyhow::Error::msg);
        registry = with_weights.with_context(|| path.display().to_string())?;
    }
    let mut engine = Engine::new(registry)?;
    if game.game.is_some() || game.size.is_some() {
        engine.newgame(game.game.as_deref(), game.size.as_deref())?;
    }
    check_weights(engine.session(), game)?;
    Ok(engine)
}

/// The arguments, completed if they name no game: by that of the first file that exists and says which game it belongs to.
fn game_of_files<'a>(game: &GameArgs, files: impl IntoIterator<Item = &'a Path>) -> GameArgs {
    let mut game = game.clone();
    if game.game.is_none() {
        let mut told = files
            .into_iter()
            .filter_map(|file| std::fs::read(file).ok());
        if let Some((name, size)) = told.find_map(|bytes| game_of_file(&bytes)) {
            game.game = Some(name);
            game.size = game.size.or(Some(size));
        }
    }
    game
}

/// Refuses --weights of another game or size than that of the session, which would not be used.
fn check_weights(session: &Session, game: &GameArgs) -> Result<()> {
    let Some(path) = &game.weights else {
        return Ok(());
    };
    let name = || path.display().to_string();
    let learnt = session.learnt(&std::fs::read(path).with_context(name)?);
    learnt.map_err(anyhow::Error::msg).with_context(name)?;
    Ok(())
}

/// Creates an engine with a game in a given position.
fn open_at(registry: Registry, game: &GameArgs, position: Option<&str>) -> Result<Engine> {
    let mut engine = open(registry, game)?;
    if let Some(text) = position {
        engine.session_mut().set_up(text).context("--position")?;
    }
    Ok(engine)
}

fn serve(args: &Serve, registry: Registry) -> Result<(), Failure> {
    if let Some(name) = args.front.other() {
        return front::run(name, args, registry);
    }
    front::check(&args.front, Carrier::Lines).map_err(Failure::Usage)?;
    let game = game_of_files(&args.game, args.training.as_deref());
    let mut engine = open(registry, &game).map_err(Failure::Usage)?;
    set(&mut engine, args).map_err(Failure::Usage)?;
    let traffic = args.traffic.as_deref().map(Appended::open).transpose();
    let traffic = traffic.map_err(Failure::Usage)?;
    if let Some(path) = &args.commands {
        run_file(&mut engine, path).map_err(Failure::Usage)?;
    }
    let input = io::stdin();
    if input.is_terminal() {
        greet(&engine);
    }
    leave_with_the_reader();
    let traffic = traffic.map(|file| Box::new(file) as Box<dyn Write + Send>);
    protocol::serve(&mut engine, input, io::stdout(), traffic)
        .map_err(|error| Failure::Run(error.into()))
}

/// Applies the settings of the command line.
fn set(engine: &mut Engine, args: &Serve) -> Result<()> {
    if let Some(name) = &args.evaluation {
        engine.set_evaluation(None, name)?;
    }
    if let Some(mib) = args.hash {
        engine.set_hash(mib)?;
    }
    if let Some(seed) = args.seed {
        engine.set_seed(seed);
    }
    match args.book.as_deref().map(|book| (book, book.to_str())) {
        Some((_, Some("on"))) => engine.use_books(true),
        Some((_, Some("off"))) => engine.use_books(false),
        Some((file, _)) => engine.open_book(file).context("--book")?,
        None => {}
    }
    if let Some(path) = &args.training {
        let name = || path.display().to_string();
        let state = std::fs::read(path).with_context(name)?;
        let training = engine.session().training(Begin::From(&state));
        let training = training.map_err(anyhow::Error::msg).with_context(name)?;
        if !training.kind().has_teacher() {
            bail!("{}: patterns play their games themselves", path.display());
        }
        engine.set_training(training);
    }
    let settings = engine.settings_mut();
    if let Some(Limit(time)) = args.timelimit {
        settings.timelimit = time;
    }
    if let Some(Limit(depth)) = args.depth {
        settings.depth = depth;
    }
    if let Some(Limit(nodes)) = args.nodes {
        settings.nodes = nodes;
    }
    settings.threads = args.threads.map_or(settings.threads, usize::from);
    settings.ponder = args.ponder;
    settings.level = args.level.unwrap_or(settings.level);
    settings.variety = args.variety.unwrap_or(settings.variety);
    Ok(())
}

fn run_file(engine: &mut Engine, path: &Path) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    protocol::run_script(engine, file).with_context(|| path.display().to_string())
}

/// Tells a user at a terminal how to play.
fn greet(engine: &Engine) {
    let names = engine.registry().names().join(", ");
    let _ = writeln!(
        io::stderr(),
        "Heelstone {RELEASE} plays {names}. Type `help` for all commands, `quit` to end.\n\
         To play: `newgame {}`, `play MOVE` (`legal_moves` lists them), `genmove` for an answer; `board` shows the board.",
        engine.session().info().name,
    );
}
