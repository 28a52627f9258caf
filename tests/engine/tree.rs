//! The tree of a textbook search: what is drawn is what plain alpha-beta does.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use crate::engine::common::{
    AnyEvaluation, afresh, engine, exact, minimax, random_game, visit_without_chance,
};
use assert_cmd::cargo::cargo_bin;
use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Rules, Score, Side};
use heelstone::search::{
    LARGEST_TREE, NodeKind, Stop, TreeError, TreeMethod, TreeNode, TreeValue, search_tree,
};
use heelstone::session::{Registry, SearchTree};

/// Runs `check` on positions of random games, with each evaluation.
trait Check {
    fn check<G: Game>(&self, position: &G, plies: u32, evaluation: &AnyEvaluation<G>);
}

fn for_every_evaluation(check: &impl Check) {
    struct Games<'a, C>(&'a C);
    impl<C: Check> GameVisitor for Games<'_, C> {
        fn visit<G: Game>(&mut self) {
            struct Evaluations<'a, C>(&'a C);
            impl<G: Game, C: Check> EvaluationVisitor<G> for Evaluations<'_, C> {
                fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, e: E) {
                    let e = afresh(e);
                    let mut rng = fastrand::Rng::with_seed(19);
                    for _ in 0..4 {
                        for position in random_game::<G>(&mut rng) {
                            let moves = position.legal_moves().len();
                            let plies = match moves {
                                ..=8 => 3,
                                9..=20 => 2,
                                _ => 1,
                            };
                            self.0.check(&position, plies, &e);
                        }
                    }
                }
            }
            G::evaluations(&mut Evaluations(self.0));
        }
    }
    visit_without_chance(&mut Games(check));
}

fn tree_of<G: Game, E: Evaluation<G>>(
    position: &G,
    plies: u32,
    evaluation: &E,
    method: TreeMethod,
) -> Vec<TreeNode<G>> {
    let evaluate = |p: &G| evaluation.value(p, &evaluation.start(p));
    search_tree(position, plies, method, &evaluate, &Stop::new()).expect("a small tree")
}

/// The plain minimax score of a node at that ply, seen from Black.
fn from_black<G: Rules, E: Evaluation<G>>(position: &G, left: u32, ply: u32, e: &E) -> Score {
    let score = minimax(position, left, ply, e);
    if position.to_move() == Side::Black {
        score
    } else {
        -score
    }
}

/// Alpha-beta as a course writes it down, fail-hard, from Black's view: the positions in the order
/// of the visit, with the windows.
fn course<G: Rules, E: Evaluation<G>>(
    position: &G,
    left: u32,
    ply: u32,
    e: &E,
    (mut alpha, mut beta): (Score, Score),
    visits: &mut Vec<(G, Score, Score)>,
) -> Score {
    visits.push((position.clone(), alpha, beta));
    if left == 0 || position.outcome().is_some() {
        return from_black(position, 0, ply, e).clamp(alpha, beta);
    }
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let score = course(&next, left - 1, ply + 1, e, (alpha, beta), visits);
        if position.to_move() == Side::Black {
            alpha = alpha.max(score);
        } else {
            beta = beta.min(score);
        }
        if alpha >= beta {
            break;
        }
    }
    if position.to_move() == Side::Black {
        alpha
    } else {
        beta
    }
}

#[test]
fn alpha_beta_visits_what_the_course_visits_with_the_same_windows() {
    struct Same;
    impl Check for Same {
        fn check<G: Game>(&self, position: &G, plies: u32, e: &AnyEvaluation<G>) {
            let mut visits = Vec::new();
            let window = (-Score::INFINITE, Score::INFINITE);
            let score = course(position, plies, 0, e, window, &mut visits);
            let tree = tree_of(position, plies, e, TreeMethod::AlphaBeta);
            assert_eq!(tree[0].value, TreeValue::Exact(score), "{}", G::NAME);
            let drawn = tree.iter().map(|n| (n.position.clone(), n.alpha, n.beta));
            assert!(drawn.eq(visits), "{}: {}", G::NAME, position.position());
        }
    }
    for_every_evaluation(&Same);
}

#[test]
#[ignore = "takes long"]
fn every_value_and_every_bound_of_the_tree_agrees_with_minimax() {
    struct Agree;
    impl Check for Agree {
        fn check<G: Game>(&self, position: &G, plies: u32, e: &AnyEvaluation<G>) {
            for method in [TreeMethod::AlphaBeta, TreeMethod::Minimax] {
                let tree = tree_of(position, plies, e, method);
                agree(&tree, 0, plies, 0, e);
                assert!(matches!(tree[0].value, TreeValue::Exact(_)));
                let all = tree.iter().all(|n| matches!(n.value, TreeValue::Exact(_)));
                assert!(all || method == TreeMethod::AlphaBeta);
            }
        }
    }
    for_every_evaluation(&Agree);
}

/// Compares a node and all below it with minimax.
fn agree<G: Game, E: Evaluation<G>>(
    tree: &[TreeNode<G>],
    index: usize,
    left: u32,
    ply: u32,
    e: &E,
) {
    let node = &tree[index];
    let truth = from_black(&node.position, left, ply, e);
    let text = node.position.position();
    match node.value {
        TreeValue::Exact(score) => assert_eq!(score, truth, "{text}"),
        TreeValue::AtLeast(score) => assert!(truth >= score && score >= node.beta, "{text}"),
        TreeValue::AtMost(score) => assert!(truth <= score && score <= node.alpha, "{text}"),
    }
    let over = node.position.outcome().is_some();
    let kind = match (over, left) {
        (true, _) => NodeKind::Final,
        (false, 0) => NodeKind::Horizon,
        (false, _) => NodeKind::Inner,
    };
    assert_eq!(node.kind, kind, "{text}");
    if kind != NodeKind::Inner {
        assert!(node.edges.is_empty() && node.best.is_none());
        return;
    }
    // All moves are there in the game's order, and what was searched stands before what was not.
    let moves: Vec<_> = node.edges.iter().map(|edge| edge.mv).collect();
    assert_eq!(moves[..], node.position.legal_moves()[..], "{text}");
    assert!(node.edges.is_sorted_by_key(|edge| edge.child.is_none()));
    for edge in &node.edges {
        if let Some(child) = edge.child {
            assert_eq!(tree[child].position, node.position.after(edge.mv));
            agree(tree, child, left - 1, ply + 1, e);
        }
    }
    let best = &node.edges[node.best.expect("a best move")];
    let best = &tree[best.child.expect("it was searched")];
    assert_eq!(best.value.score(), node.value.score(), "{text}");
}

#[test]
fn what_was_cut_off_is_never_even_looked_at() {
    struct Unseen;
    impl Check for Unseen {
        fn check<G: Game>(&self, position: &G, plies: u32, e: &AnyEvaluation<G>) {
            let judged = std::cell::Cell::new(0);
            let evaluate = |p: &G| {
                judged.set(judged.get() + 1);
                e.value(p, &e.start(p))
            };
            let stop = Stop::new();
            let tree = search_tree(position, plies, TreeMethod::AlphaBeta, &evaluate, &stop);
            let tree = tree.expect("a small tree");
            let horizon = |node: &&TreeNode<G>| node.kind == NodeKind::Horizon;
            assert_eq!(judged.get(), tree.iter().filter(horizon).count());
        }
    }
    for_every_evaluation(&Unseen);
}

#[test]
fn the_value_of_a_tree_down_to_the_end_is_exact() {
    struct Ends;
    impl GameVisitor for Ends {
        fn visit<G: Game>(&mut self) {
            let mut rng = fastrand::Rng::with_seed(3);
            let mut trees = 0;
            for _ in 0..20 {
                let position = crate::engine::common::late_position::<G>(&mut rng, 400);
                let evaluate = |_: &G| unreachable!("every game ends");
                let method = TreeMethod::AlphaBeta;
                let Ok(tree) = search_tree(&position, u32::MAX, method, &evaluate, &Stop::new())
                else {
                    continue;
                };
                trees += 1;
                let value = exact(&position, &mut HashMap::new());
                let score = tree[0].value.score();
                let score = match position.to_move() {
                    Side::Black => score,
                    Side::White => -score,
                };
                let sign = score.cmp(&Score::ZERO) as i16;
                assert_eq!(sign, value.0.signum(), "{}", position.position());
                if G::SCALE.has_margin() {
                    assert_eq!(score, Score::margin(value));
                }
            }
            assert!(trees > 0, "{}", G::NAME);
        }
    }
    visit_without_chance(&mut Ends);
}

#[test]
#[ignore = "takes long"]
fn a_tree_too_large_to_look_at_is_refused_and_a_stop_is_obeyed() {
    for info in Registry::all().games() {
        let engine = engine(info.name);
        let session = engine.session();
        for method in [TreeMethod::AlphaBeta, TreeMethod::Minimax] {
            let largest = (0..)
                .map(|plies| session.tree(plies, method, &Stop::new()))
                .take_while(Result::is_ok)
                .filter_map(Result::ok)
                .last()
                .expect("a tree");
            assert!(largest.nodes.len() + largest.cut_off() <= LARGEST_TREE);
            let refused = session.tree(u32::MAX, method, &Stop::new());
            assert_eq!(refused.err(), Some(TreeError::TooLarge));
            let stop = Stop::new();
            stop.request();
            assert_eq!(
                session.tree(2, method, &stop).err(),
                Some(TreeError::Stopped)
            );
        }
    }
}

/// Trees of all games, in words: from the start, and with a forced pass.
fn trees() -> Vec<SearchTree> {
    let mut trees = Vec::new();
    for game in Registry::all().names() {
        let engine = engine(game);
        for method in [TreeMethod::AlphaBeta, TreeMethod::Minimax] {
            for plies in 0..=2 {
                trees.push(
                    engine
                        .session()
                        .tree(plies, method, &Stop::new())
                        .expect("a tree"),
                );
            }
        }
    }
    let mut othello = engine("othello");
    let pass = "--------------------------XXX------XX-------XXOO------O------O-X X";
    othello.set_up(pass).expect("a position");
    let tree = othello
        .session()
        .tree(3, TreeMethod::AlphaBeta, &Stop::new());
    let tree = tree.expect("a tree");
    assert_eq!(tree.nodes[0].edges.len(), 1);
    assert_eq!(tree.nodes[0].edges[0].name, "pass");
    trees.push(tree);
    trees
}

#[test]
fn the_graph_shows_each_position_and_each_move_that_was_cut_off() {
    for tree in trees() {
        let dot = tree.to_string();
        assert!(dot.lines().all(|line| !line.trim().is_empty()), "{dot}");
        let count = |text: &str| dot.matches(text).count();
        assert_eq!(count("tooltip="), tree.nodes.len());
        assert_eq!(count("shape=point"), tree.cut_off());
        assert_eq!(count("style=dashed"), tree.cut_off());
        assert_eq!(count(" -> "), tree.nodes.len() - 1 + tree.cut_off());
        let turns = |side| {
            let inner = |n: &&heelstone::session::TreeNode| n.kind == NodeKind::Inner;
            let nodes = tree.nodes.iter().filter(inner);
            nodes.filter(|n| n.to_move == side).count()
        };
        assert_eq!(count("[shape=house"), turns(Side::Black));
        assert_eq!(count("[shape=invhouse"), turns(Side::White));
        // The best line: its positions, and a move less.
        assert_eq!(count("penwidth=3"), 2 * tree.best_line().len() - 1);
        assert_eq!(tree.best_line().len(), tree.plies as usize + 1);
    }
}

/// The output of a program of Graphviz for a graph, where it is installed.
fn graphviz(program: &str, arguments: &[&str], text: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        assert!(
            std::env::var_os("HEELSTONE_NO_SKIP").is_none(),
            "`{program}` of Graphviz is missing"
        );
        eprintln!("skipped: `{program}` of Graphviz is not installed");
        return None;
    };
    let mut input = child.stdin.take().expect("an input");
    let text = text.to_string();
    let writer = std::thread::spawn(move || {
        std::io::Write::write_all(&mut input, text.as_bytes()).expect("it reads");
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("all was written");
    assert!(output.status.success(), "{output:?}");
    // A warning means that a part of the picture was dropped.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    Some(String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn graphviz_reads_every_graph() {
    for tree in trees() {
        // It is read and written again; to lay out the largest would take minutes.
        let Some(read) = graphviz("nop", &[], &tree.to_string()) else {
            return;
        };
        assert_eq!(read.matches("tooltip=").count(), tree.nodes.len());
        if tree.nodes.len() < 200 {
            let svg = graphviz("dot", &["-Tsvg"], &tree.to_string());
            let svg = svg.expect("the rest of Graphviz is there too");
            let nodes = tree.nodes.len() + tree.cut_off();
            assert_eq!(svg.matches("class=\"node\"").count(), nodes);
        }
    }
}

/// The commands of the page that draw its picture: the words of the first, and its file.
fn documented_commands() -> (Vec<String>, String) {
    let page = include_str!("../../docs/teaching.md");
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("heelstone tree "))
        .expect("the page draws a tree");
    let (arguments, file) = line.split_once(" > ").expect("into a file");
    // Words in quotes keep their spaces.
    let mut words = vec!["tree".to_string()];
    for (index, part) in arguments.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    let draws = format!("dot -Tsvg {file} > docs/tree.svg");
    assert!(page.contains(&draws), "{draws}");
    assert!(page.contains("(tree.svg)"), "the picture is shown");
    (words, file.to_string())
}

#[test]
fn the_picture_of_the_documents_is_what_its_commands_draw_today() {
    let (words, file) = documented_commands();
    let folder = env!("CARGO_MANIFEST_DIR");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect("a file");
    let output = Command::new(cargo_bin!("heelstone"))
        .args(&words)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(
        text,
        read(&file),
        "draw it again: docs/teaching.md says how"
    );

    // Other versions of Graphviz place things differently; what is drawn is the same.
    let svg = read("docs/tree.svg");
    assert!(svg.len() < 60_000, "{} bytes", svg.len());
    let drawn = |text: &str, class: &str| text.matches(&format!("class=\"{class}\"")).count();
    assert_eq!(drawn(&svg, "edge"), text.matches(" -> ").count());
    for tooltip in text
        .lines()
        .filter_map(|line| line.split("tooltip=\"").nth(1))
    {
        let position = tooltip.trim_end_matches("\"];");
        assert!(svg.contains(&format!("title=\"{position}\"")), "{position}");
    }
}
