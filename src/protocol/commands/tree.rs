//! The command that draws the tree of a textbook search.

use crate::protocol::context::{Arguments, Context};
use crate::protocol::parse;
use crate::protocol::reply::{Failure, Response};
use crate::protocol::table::Command;
use crate::search::TreeMethod;

pub(in crate::protocol) const COMMANDS: &[Command] = &[Command {
    name: "tree",
    arguments: "[PLIES] [minimax]",
    help: "the search tree from here in Graphviz DOT, with scores and cut-offs",
    example: "tree 2",
    run: tree,
}];

/// The default depth of the tree, in plies.
const PLIES: u32 = 2;

fn tree(context: &mut Context<'_>, arguments: &Arguments<'_>) -> Response {
    let (plies, method) = parse_arguments(&arguments.words)?;
    let stop = context.begin_search(true);
    Ok(context.session().tree(plies, method, &stop)?.to_string())
}

fn parse_arguments(words: &[&str]) -> Result<(u32, TreeMethod), Failure> {
    let (words, method) = match words {
        [words @ .., "minimax"] => (words, TreeMethod::Minimax),
        _ => (words, TreeMethod::AlphaBeta),
    };
    let plies = match words {
        [] => PLIES,
        [word] => {
            let plies = parse::integer(word)?;
            if plies < 0 {
                return Err(Failure::Syntax);
            }
            u32::try_from(plies).unwrap_or(u32::MAX)
        }
        _ => return Err(Failure::Syntax),
    };
    Ok((plies, method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_takes_a_depth_and_a_method() {
        use TreeMethod::{AlphaBeta, Minimax};
        let read = |text| parse_arguments(&parse::words(text));
        assert_eq!(read(""), Ok((PLIES, AlphaBeta)));
        assert_eq!(read("0"), Ok((0, AlphaBeta)));
        assert_eq!(read("3"), Ok((3, AlphaBeta)));
        assert_eq!(read("minimax"), Ok((PLIES, Minimax)));
        assert_eq!(read("3 minimax"), Ok((3, Minimax)));
        assert_eq!(read("99999999999"), Ok((u32::MAX, AlphaBeta)));
        for wrong in ["-1", "x", "2 3", "minimax 3", "3 minimax minimax"] {
            assert_eq!(read(wrong), Err(Failure::Syntax), "{wrong}");
        }
    }
}
