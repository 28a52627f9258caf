//! The labels of Othello's trainer, from a file of games.

#[path = "../../examples/othello_trainer/samples.rs"]
mod samples;

use heelstone::game::{Game, Rules, Side};
use heelstone::games::othello::Othello;
use samples::Sample;

#[test]
fn a_position_is_worth_its_search_and_more_so_what_the_next_one_is_worth() {
    let start = Othello::start();
    let next = start.after(start.legal_moves()[0]);
    // White has B1 and C1 and Black A1: White may not move, and Black may play on D1.
    let only_passes = Othello::from_discs([1, 2 | 4], Side::White);
    assert_eq!(only_passes.legal_moves().len(), 1);
    let games = [
        Sample::new(&start, 100.0, true),
        Sample::new(&next, -300.0, true),
        Sample::new(&only_passes, 700.0, true),
        Sample::new(&start, 500.4, false),
        // Another game.
        Sample::new(&next, -800.0, false),
    ];
    let folder = std::env::temp_dir().join(format!("heelstone-samples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("games.bin");
    samples::write(&file, &games).expect("written");
    let read = samples::read(&file, 0.8).expect("read");
    std::fs::remove_dir_all(&folder).expect("removed");
    let worth: Vec<i16> = read.iter().map(|sample| sample.worth).collect();
    // From the last to the first. The pass, which is left out: 0.8 * -500 + 0.2 * 700 = -260; before it
    // 0.8 * 260 + 0.2 * -300 = 148; and first of all 0.8 * -148 + 0.2 * 100 = -98.4.
    assert_eq!(worth, [-800, 500, 148, -98]);
    let second = read[2].position();
    assert_eq!(second.discs(Side::Black), next.discs(Side::White));
}
