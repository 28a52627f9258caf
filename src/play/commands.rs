//! The commands of the line mode: one table gives their help and their dispatch.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::desk::REVIEW_SECONDS;
use super::plain::Plain;
use crate::game::{MoveError, Side};
use crate::session::{Level, UnknownEvaluation};
use crate::sitting::{Mode, Purpose, plies, seconds};

/// The dialogue's next step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    End,
}

type Done = Result<Flow, String>;

struct Command {
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    run: fn(&mut Plain<'_>, &[&str]) -> Done,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        arguments: "",
        help: "this list",
        run: help,
    },
    Command {
        name: "moves",
        arguments: "",
        help: "the legal moves",
        run: moves,
    },
    Command {
        name: "board",
        arguments: "",
        help: "the board again",
        run: board,
    },
    Command {
        name: "hint",
        arguments: "",
        help: "the move that the engine would play",
        run: hint,
    },
    Command {
        name: "scores",
        arguments: "[SECONDS]",
        help: "the score of each move, after SECONDS of search (default 3)",
        run: scores,
    },
    Command {
        name: "review",
        arguments: "[SECONDS]",
        help: "the mistakes of the game, with SECONDS for each position (default 1)",
        run: review,
    },
    Command {
        name: "undo",
        arguments: "",
        help: "take back your last move, and the answer to it",
        run: |plain, _| plain.desk.take_back().map(on),
    },
    Command {
        name: "redo",
        arguments: "",
        help: "play the moves that were taken back",
        run: |plain, _| plain.desk.go_forward().map(on),
    },
    Command {
        name: "goto",
        arguments: "N",
        help: "go to the position after N moves of the game",
        run: goto,
    },
    Command {
        name: "go",
        arguments: "",
        help: "let the machine move, after an `undo`",
        run: go,
    },
    Command {
        name: "new",
        arguments: "[GAME [SIZE]]",
        help: "start again, or start another game",
        run: new,
    },
    Command {
        name: "games",
        arguments: "",
        help: "the list of games",
        run: games,
    },
    Command {
        name: "black",
        arguments: "person|machine",
        help: "who plays X; the game's own name of the side works too",
        run: |plain, words| set_player(plain, Side::Black, words),
    },
    Command {
        name: "white",
        arguments: "person|machine",
        help: "who plays O; the game's own name of the side works too",
        run: |plain, words| set_player(plain, Side::White, words),
    },
    Command {
        name: "swap",
        arguments: "",
        help: "swap sides with your opponent",
        run: |plain, _| {
            plain.desk.swap();
            Ok(Flow::On)
        },
    },
    Command {
        name: "level",
        arguments: "[LEVEL]",
        help: "the strength of the machine, from 1 to 10, or novice, intermediate, expert, master",
        run: level,
    },
    Command {
        name: "time",
        arguments: "SECONDS",
        help: "the machine's time for a move, or `none`",
        run: time,
    },
    Command {
        name: "depth",
        arguments: "N",
        help: "the machine's search depth in plies, or `none`",
        run: depth,
    },
    Command {
        name: "evaluation",
        arguments: "NAME",
        help: "the machine's evaluation; without a name, the list of them",
        run: evaluation,
    },
    Command {
        name: "thoughts",
        arguments: "on|off",
        help: "show the engine's thoughts on the machine's moves",
        run: thoughts,
    },
    Command {
        name: "save",
        arguments: "FILE",
        help: "write the game to a new file (SGF, or PDN or GGF by its name)",
        run: save,
    },
    Command {
        name: "load",
        arguments: "FILE",
        help: "load a game or a position from a file",
        run: load,
    },
    Command {
        name: "quit",
        arguments: "",
        help: "exit",
        run: |_, _| Ok(Flow::End),
    },
];

/// Obeys a line: a command, or else a move.
///
/// # Errors
/// Returns a sentence that says why it was not done; nothing changes.
pub(super) fn obey(plain: &mut Plain<'_>, line: &str) -> Done {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else {
        return Ok(Flow::On);
    };
    let info = plain.desk.session().info();
    let is_called = |side: &Side| info.side_name(*side).eq_ignore_ascii_case(first);
    if let Some(side) = Side::BOTH.into_iter().find(is_called)
        && !rest.is_empty()
    {
        let rest = rest.join(" ").to_ascii_lowercase();
        return set_player(plain, side, &[&rest]);
    }
    // People leave a program with either word.
    let first = if first.eq_ignore_ascii_case("exit") {
        "quit"
    } else {
        first
    };
    let named = |command: &&Command| command.name.eq_ignore_ascii_case(first);
    let Some(command) = COMMANDS.iter().find(named) else {
        return play(plain, first, rest);
    };
    if rest.len() > command.arguments.split_whitespace().count() {
        return Err(format!("`{}` takes {}", command.name, takes(command)));
    }
    if command.arguments == "FILE" {
        return (command.run)(plain, rest);
    }
    // Only the names of files have capitals.
    let rest = rest.join(" ").to_ascii_lowercase();
    let rest: Vec<&str> = rest.split_whitespace().collect();
    (command.run)(plain, &rest)
}

fn takes(command: &Command) -> &'static str {
    match command.arguments {
        "" => "nothing more",
        arguments => arguments,
    }
}

fn play(plain: &mut Plain<'_>, name: &str, rest: &[&str]) -> Done {
    let mut trial = plain.desk.session().snapshot();
    let mut is_move = || trial.play(None, name) != Err(MoveError::Syntax);
    let refused = match rest {
        [] if is_move() => plain.desk.play(name).err(),
        [] => Some(format!("{name:?} is neither a move nor a command")),
        _ => Some(format!("{name:?} is no command")),
    };
    let tip = "type `moves` for the legal moves, `help` for the commands";
    refused.map_or(Ok(Flow::On), |why| Err(format!("{why}: {tip}")))
}

fn on((): ()) -> Flow {
    Flow::On
}

/// Prints a text.
fn say(plain: &mut Plain<'_>, text: &str) -> Done {
    let said = writeln!(plain.out, "{}", text.trim_end());
    said.map(on).map_err(|error| error.to_string())
}

fn only<'a>(words: &[&'a str], wanted: &str) -> Result<&'a str, String> {
    words.first().copied().ok_or_else(|| wanted.to_string())
}

fn help(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    let mut text = String::from("Type a move, such as ");
    let first = plain.desk.session().legal_moves().into_iter().next();
    let _ = writeln!(text, "{}, or:", first.as_deref().unwrap_or("A1"));
    for command in COMMANDS {
        let usage = format!("{} {}", command.name, command.arguments);
        let _ = writeln!(text, "  {usage:<21} {}", command.help);
    }
    say(plain, &text)
}

fn moves(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    let moves = plain.desk.session().legal_moves();
    let text = match moves.is_empty() {
        true => "There are none: the game is over.".into(),
        false => moves.join(" "),
    };
    say(plain, &text)
}

fn board(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    let shown = plain.show_board();
    shown.map(on).map_err(|error| error.to_string())
}

/// The longest wait for a hint: a second of search, and other work before it.
const HINT: Duration = Duration::from_secs(20);

fn hint(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    plain.desk.sitting.hint()?;
    plain.desk.refresh();
    plain.wait_for(Purpose::Hint, HINT);
    let hint = plain.desk.thoughts.hint();
    let text = hint.map(|hint| format!("Hint: {}.", hint.name));
    say(plain, &text.ok_or("no move was found")?)
}

fn scores(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let time = time_or(3, words, "scores")?;
    if !plain.desk.is_persons_turn() {
        return Err("it is not a person's turn".into());
    }
    plain.desk.sitting.think(true, true);
    plain.wait_for(Purpose::Analysis, time);
    plain.desk.sitting.think(false, false);
    plain.desk.refresh();
    let ply = plain.desk.sitting.ply();
    let session = plain.desk.session();
    let (side, sides) = (session.to_move(), session.info().sides);
    let mut text = String::new();
    if let Some(thought) = plain.desk.thoughts.of(ply) {
        let _ = writeln!(text, "{thought}");
    }
    for (name, rating) in plain.desk.thoughts.moves(ply) {
        let _ = writeln!(text, "  {name}: {}", rating.words(side, sides));
    }
    say(plain, &text)
}

fn review(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let time = time_or(REVIEW_SECONDS, words, "review")?;
    plain.desk.begin_review(time)?;
    plain.wait_for_review();
    let text = plain.desk.thoughts.findings.report(&plain.desk.sitting);
    say(plain, &text)
}

/// The time in a command that may name one.
fn time_or(default: u64, words: &[&str], command: &str) -> Result<Duration, String> {
    let wanted = |_| format!("`{command}` takes a number of seconds from 0.001 to 600");
    match words {
        [] => Ok(Duration::from_secs(default)),
        [text, ..] => read_seconds(text).map_err(wanted),
    }
}

fn goto(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let wanted = "`goto` takes a number of moves";
    let ply = only(words, wanted)?.parse().map_err(|_| wanted)?;
    plain.desk.go_to(ply).map(on)
}

fn go(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    if !plain.desk.sitting.is_machines_turn() {
        return Err("it is not the machine's turn".into());
    }
    plain.desk.sitting.resume();
    plain.desk.refresh();
    Ok(Flow::On)
}

fn new(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let (game, size) = (words.first().copied(), words.get(1).copied());
    plain.desk.begin(game, size).map(on)
}

fn games(plain: &mut Plain<'_>, _: &[&str]) -> Done {
    let mut text = String::new();
    let games = plain.desk.games();
    for of_one in games.chunk_by(|a, b| a.name == b.name) {
        let sizes = of_one.iter().map(|info| format!(" {}", info.size_name()));
        // The only size says nothing.
        let sizes: String = sizes.filter(|_| of_one.len() > 1).collect();
        let _ = writeln!(text, "  {}{sizes}", of_one[0].name);
    }
    say(plain, &text)
}

fn set_player(plain: &mut Plain<'_>, side: Side, words: &[&str]) -> Done {
    let wanted = "a side is played by a `person` or by the `machine`";
    let machine = match only(words, wanted)? {
        "person" => false,
        "machine" => true,
        _ => return Err(wanted.into()),
    };
    plain.desk.change(side, |mode| mode.machine = machine);
    Ok(Flow::On)
}

/// Changes the machine's settings, for both sides.
fn change(plain: &mut Plain<'_>, change: impl Fn(&mut Mode)) -> Done {
    for side in Side::BOTH {
        plain.desk.change(side, &change);
    }
    Ok(Flow::On)
}

fn level(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    if words.is_empty() {
        let desk = &plain.desk;
        let info = desk.session().info();
        let machines = Side::BOTH.map(|side| (side, desk.sitting.mode(side)));
        let mut text = String::new();
        for (side, mode) in machines.iter().filter(|(_, mode)| mode.machine) {
            let (name, level) = (desk.named(*side), info.level_in_words(mode.level));
            let _ = writeln!(text, "  {name}: level {level}");
        }
        return say(plain, &text);
    }
    let name = only(words, "`level` takes a number from 1 to 10, or a name")?;
    let level = Level::from_str(name).map_err(|error| error.to_string())?;
    change(plain, |mode| mode.level = level)
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    seconds(text.parse().unwrap_or(f64::NAN))
}

fn time(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let time = match only(words, "`time` takes seconds, or `none`")? {
        "none" => None,
        text => Some(read_seconds(text)?),
    };
    change(plain, |mode| mode.time = time)
}

fn depth(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let depth = match only(words, "`depth` takes a number of plies, or `none`")? {
        "none" => None,
        text => Some(plies(text.parse().unwrap_or(0))?),
    };
    change(plain, |mode| mode.depth = depth)
}

fn evaluation(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let session = plain.desk.session();
    let known = session.evaluations();
    let Some(&name) = words.first() else {
        let mut text = String::new();
        for (name, about) in known {
            let _ = writeln!(text, "  {name}: {about}");
        }
        return say(plain, &text);
    };
    if !known.iter().any(|(known, _)| *known == name) {
        let unknown = UnknownEvaluation {
            name: name.into(),
            game: session.info().name,
            known: known.iter().map(|(known, _)| *known).collect(),
        };
        return Err(unknown.to_string());
    }
    change(plain, |mode| mode.evaluation = Some(name.into()))
}

fn thoughts(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let wanted = "`thoughts` are `on` or `off`";
    plain.tells_thoughts = match only(words, wanted)? {
        "on" => true,
        "off" => false,
        _ => return Err(wanted.into()),
    };
    Ok(Flow::On)
}

fn save(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let path = only(words, "`save` takes the name of a file")?;
    plain.desk.save(Path::new(path))?;
    say(plain, &format!("The game was saved to {path}."))
}

fn load(plain: &mut Plain<'_>, words: &[&str]) -> Done {
    let path = only(words, "`load` takes the name of a file")?;
    plain.desk.load(Path::new(path)).map(on)
}
