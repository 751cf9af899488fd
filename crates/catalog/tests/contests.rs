//! A contest: the tree, the clocks, the ends and the record, tried on a world that is known by heart.

#[path = "toys/pile.rs"]
mod pile;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use pile::Pile;
use plyground_catalog::contest::{Refusal, TimeSource};
use plyground_catalog::tree::{Assessment, Mark};
use plyground_catalog::{AnyGameWorld, Contest, Games, NodeId, Record, TimeControl, Tree};
use plyground_core::{Options, Outcome, Rng, Side, Spec};

static WORLD: LazyLock<Games<Pile>> = LazyLock::new(|| Games::new(Pile));

fn contest(size: u32) -> Contest {
    against([None, None], size, TimeControl::default())
}

fn against(players: [Option<&str>; 2], size: u32, control: TimeControl) -> Contest {
    let session = WORLD.start(&Options::new().with("size", size)).unwrap();
    Contest::new(session, players.map(|name| name.map(Spec::new)), control)
}

/// A clock that goes on when it is told to.
#[derive(Clone, Default)]
struct Hand(Arc<AtomicU64>);

impl Hand {
    fn pass(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }

    fn source(&self) -> TimeSource {
        let time = Arc::clone(&self.0);
        TimeSource::new(move || Duration::from_millis(time.load(Ordering::Relaxed)))
    }
}

fn play(contest: &mut Contest, turns: &[&str]) {
    for turn in turns {
        contest.play(turn).unwrap();
    }
}

/// The turns of the main line.
fn main_line(contest: &Contest) -> Vec<&str> {
    let tree = contest.tree();
    tree.line(NodeId::ROOT).map(|id| tree[id].turn.as_str()).collect()
}

#[test]
fn looking_back_loses_nothing_and_a_turn_there_is_a_variation() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2+0", "1+1", "2+1"]);
    let end = contest.session().position_text();
    contest.step(-3).unwrap();
    assert_eq!(contest.session().turns().len(), 1);
    contest.play("1+1").unwrap();
    assert_eq!(main_line(&contest), ["1+0", "2+0", "1+1", "2+1"], "the game is as it was");
    assert_ne!(contest.cursor(), contest.tip());
    contest.play("1+0").unwrap();
    contest.go_to(contest.tip()).unwrap();
    assert_eq!(contest.session().position_text(), end);
    contest.play("1+0").unwrap();
    assert_eq!(main_line(&contest).len(), 5, "at the tip the game goes on");
    assert_eq!(contest.tree().len(), 7);
}

#[test]
fn a_turn_that_is_known_is_not_added_twice() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2+0"]);
    contest.step(-2).unwrap();
    contest.play("1+0").unwrap();
    assert_eq!(contest.tree().len(), 2);
    assert_eq!(contest.session().turns().len(), 1);
}

#[test]
fn turns_that_are_taken_back_stay_as_a_variation_and_can_be_played_again() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2+0", "1+1"]);
    assert!(contest.take_back() && contest.take_back());
    assert_eq!((contest.side(), contest.is_live()), (Side::Second, true));
    assert!(contest.play_again());
    assert_eq!(contest.session().turns().len(), 2);
    assert!(contest.take_back());
    contest.play("1+1").unwrap();
    assert_eq!(main_line(&contest), ["1+0", "1+1"]);
    assert_eq!(contest.tree().len(), 4, "what was taken back is still there");
    contest.step(-1).unwrap();
    assert!(contest.take_back(), "the game's last turn, wherever somebody looks");
    assert!(contest.take_back() && !contest.take_back());
}

#[test]
fn variations_are_promoted_and_deleted_but_the_game_is_not() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2+0", "1+1"]);
    contest.step(-2).unwrap();
    play(&mut contest, &["1+1", "1+0"]);
    let side_line = contest.cursor();
    contest.promote(side_line).unwrap();
    assert_eq!(main_line(&contest), ["1+0", "1+1", "1+0"]);
    assert_eq!((contest.tip(), contest.cursor()), (side_line, side_line));
    assert!(matches!(contest.promote(side_line), Err(Refusal::Not(_))));
    assert!(matches!(contest.delete(side_line), Err(Refusal::Not(_))));
    let old = contest.tree().child(contest.tree().path(side_line)[0], "2+0").unwrap();
    contest.go_to(contest.tree().first_child(old).unwrap()).unwrap();
    contest.delete(old).unwrap();
    assert_eq!(contest.tree().len(), 3);
    assert_eq!(contest.session().turns().len(), 1, "the cursor stands where the variation began");
    assert_eq!(contest.go_to(old), Err(Refusal::Missing(old)));
}

#[test]
fn a_line_that_is_followed_leaves_the_game_alone_and_one_that_is_refused_leaves_nothing() {
    let line = |turns: &[&str]| turns.iter().map(|&turn| turn.to_owned()).collect::<Vec<_>>();
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2"]);
    let (tip, place) = (contest.tip(), contest.place());
    assert!(contest.explore(&line(&["1", "1+0", "99+0"])).is_err());
    assert_eq!((contest.tip(), contest.place(), contest.tree().len()), (tip, place, 1));
    assert!(contest.explore(&line(&["99"])).is_err());
    assert_eq!(contest.place(), place);
    contest.explore(&line(&["1"])).unwrap();
    assert_eq!((contest.tip(), contest.tree().len()), (tip, 2));
    assert_eq!(contest.tree()[contest.cursor()].turn, "2+1");
    assert!(!contest.is_live());
    // The half turn of the game still waits where it was played.
    contest.go_to(tip).unwrap();
    assert_eq!(contest.place(), place);
}

#[test]
fn half_a_turn_waits_while_somebody_looks_elsewhere() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2"]);
    let half = contest.session().position_text();
    contest.step(-1).unwrap();
    assert!(contest.session().is_turn_start());
    contest.go_to(contest.tip()).unwrap();
    assert_eq!(contest.session().position_text(), half);
    contest.play("1").unwrap();
    assert_eq!(main_line(&contest), ["1+0", "2+1"]);
    contest.play("1").unwrap();
    assert!(contest.take_back());
    assert_eq!(main_line(&contest).len(), 2);
}

#[test]
fn a_person_out_of_time_loses_when_the_clock_is_read() {
    let hand = Hand::default();
    let control = TimeControl { game: 10.0, increment: 2.0, turn: 0.0 };
    let mut contest = against([None, None], 20, control).with_time(hand.source());
    hand.pass(60_000);
    assert!(!contest.check_clock(), "the clock stands still before the first turn");
    contest.run(true);
    hand.pass(4_000);
    contest.play("1+0").unwrap();
    assert_eq!((contest.left(Side::First), contest.left(Side::Second)), (Some(8.0), Some(10.0)));
    hand.pass(9_000);
    contest.run(false);
    hand.pass(60_000);
    assert_eq!(contest.left(Side::Second), Some(1.0), "nobody pays for a pause");
    contest.run(true);
    hand.pass(1_001);
    assert!(contest.check_clock() && !contest.check_clock());
    let over = contest.ending().unwrap();
    assert_eq!(over.outcome, Some(Outcome::Win(Side::First)));
    assert_eq!(over.reason, "Otto is out of time");
    assert!(matches!(contest.play("1+0"), Err(Refusal::Over(_))));
}

#[test]
fn a_turn_has_its_own_limit() {
    let hand = Hand::default();
    let control = TimeControl { turn: 5.0, ..TimeControl::default() };
    let mut contest = against([None, None], 20, control).with_time(hand.source());
    contest.run(true);
    hand.pass(5_000);
    contest.play("1+0").unwrap();
    hand.pass(5_001);
    assert!(matches!(contest.play("1+0"), Err(Refusal::Over(_))));
}

#[test]
fn a_method_that_keeps_to_its_allowance_never_loses_on_time() {
    for control in [
        TimeControl { game: 60.0, increment: 0.0, turn: 0.0 },
        TimeControl { game: 1.0, increment: 5.0, turn: 0.0 },
        TimeControl { game: 0.0, increment: 0.0, turn: 0.5 },
        TimeControl { game: 30.0, increment: 0.1, turn: 1.0 },
    ] {
        let hand = Hand::default();
        let mut contest =
            against([Some("modest"), Some("modest")], 99, control).with_time(hand.source());
        contest.run(true);
        while contest.ending().is_none() {
            let allowance = contest.allowance().unwrap();
            assert!(contest.left(contest.side()).is_none_or(|left| left > 0.0), "{control}");
            // It waits for a core, thinks, and its move is held back so that it can be seen.
            hand.pass(30_000);
            contest.answer("1+0", allowance).or_else(|_| contest.answer("1", allowance)).unwrap();
        }
        let reason = contest.ending().unwrap().reason;
        assert!(reason.contains("wins"), "{control}: {reason}");
    }
}

#[test]
fn a_method_is_charged_what_it_thought_and_loses_if_that_was_too_much() {
    let hand = Hand::default();
    let control = TimeControl { game: 10.0, ..TimeControl::default() };
    let mut contest = against([Some("modest"), None], 20, control).with_time(hand.source());
    contest.run(true);
    hand.pass(9_000);
    contest.answer("1+0", Duration::from_secs(3)).unwrap();
    assert_eq!(contest.left(Side::First), Some(7.0));
    hand.pass(2_000);
    contest.play("1+0").unwrap();
    assert_eq!(contest.left(Side::Second), Some(8.0), "a person pays for all of it");
    assert!(contest.answer("1+0", Duration::from_secs(8)).is_err());
    assert_eq!(contest.ending().unwrap().reason, "Anna is out of time");
}

#[test]
fn a_method_answers_where_the_game_stands_whatever_is_looked_at() {
    let mut contest = against([None, Some("modest")], 20, TimeControl::default());
    contest.play("1+0").unwrap();
    contest.go_to(NodeId::ROOT).unwrap();
    contest.answer("1+0", Duration::from_millis(1)).unwrap();
    assert_eq!((contest.cursor(), main_line(&contest).len()), (NodeId::ROOT, 2));
    assert_eq!(contest.allowance(), None, "elsewhere no clock runs");
}

#[test]
fn who_resigns_loses_and_a_turn_taken_back_takes_that_back() {
    let mut contest = contest(20);
    contest.play("1+0").unwrap();
    contest.resign();
    assert_eq!(contest.ending().unwrap().outcome, Some(Outcome::Win(Side::First)));
    contest.step(-1).unwrap();
    contest.play("2+0").unwrap();
    assert!(contest.ending().is_some(), "a variation changes no result");
    assert!(contest.take_back());
    assert_eq!(contest.ending(), None);
}

#[test]
fn against_a_method_it_is_the_person_who_resigns_whoever_is_to_move() {
    let mut contest = contest(20);
    contest.set_players([None, Some(Spec::new("random"))]);
    contest.play("1+0").unwrap();
    contest.resign();
    assert_eq!(contest.ending().unwrap().outcome, Some(Outcome::Win(Side::Second)));
}

#[test]
fn a_game_that_was_stopped_goes_on() {
    let mut contest = contest(20);
    contest.play("1+0").unwrap();
    contest.stop();
    assert_eq!(contest.ending().unwrap().outcome, None);
    contest.run(true);
    assert!(contest.ending().is_none() && contest.is_running());
}

/// Does something at random; whatever is refused must change nothing.
fn disturb(contest: &mut Contest, rng: &mut Rng) {
    let ids: Vec<NodeId> = contest.tree().iter().map(|(id, _)| id).collect();
    let id = if rng.below(20) == 0 { NodeId(999) } else { ids[rng.below(ids.len())] };
    let marks = Mark::ALL.map(Some);
    let before = (contest.kept(), contest.tree().clone());
    let refused = match rng.below(12) {
        0..4 => contest.play(["1", "2", "0", "1+0", "2+1", "9", ""][rng.below(7)]).is_err(),
        4 | 5 => contest.go_to(id).is_err(),
        6 => contest.promote(id).is_err(),
        7 => contest.delete(id).is_err(),
        8 => contest
            .comment(id, ["good", "0.20s", "}{\\", "eval +1", "a\nb", ""][rng.below(6)])
            .is_err(),
        9 => contest.mark(id, marks[rng.below(6)]).is_err(),
        10 => {
            let best = ["", "1+0", "a b"][rng.below(3)].to_owned();
            let proof = [None, Some(Outcome::Draw), Some(Outcome::Win(Side::Second))][rng.below(3)];
            let score = rng.below(2000) as i32 - 1000;
            contest.assess(id, Assessment { score, proof, best }).is_err()
        }
        _ => {
            contest.take_back();
            false
        }
    };
    if refused {
        let after = contest.kept();
        assert_eq!((before.0, &before.1), (after, contest.tree()), "refused, and yet changed");
    }
}

#[test]
fn whatever_is_done_the_session_stands_at_the_cursor_and_the_record_reads_back() {
    let mut rng = Rng::new(3);
    for _ in 0..60 {
        let mut contest = contest(9).with_time(Hand::default().source());
        for _ in 0..60 {
            disturb(&mut contest, &mut rng);
            let mut plain = WORLD.start(&Options::new().with("size", 9)).unwrap();
            for id in contest.tree().path(contest.cursor()) {
                plain.play(&contest.tree()[id].turn).unwrap();
            }
            if contest.session().is_turn_start() || contest.session().ending().is_some() {
                assert_eq!(contest.session().position_text(), plain.position_text());
            }
            let main: Vec<NodeId> = contest.tree().line(NodeId::ROOT).collect();
            let path = contest.tree().path(contest.tip());
            assert_eq!(main[..path.len()], path, "the game is the main line");
        }
        let record = contest.record();
        let again: Record = record.to_string().parse().unwrap();
        assert_eq!(again, record, "{record}");
        let brought_back = Contest::of_record_in(&*WORLD, &again).unwrap();
        assert_eq!(brought_back.record(), record, "{record}");
        let ours = contest.tree().path(contest.tip()).len();
        let theirs = brought_back.tree().path(brought_back.tip()).len();
        assert_eq!(ours, theirs, "{record}");
        let kept = serde_json::to_string(&contest.kept()).unwrap();
        let nodes = contest.tree().iter().map(|(id, node)| (id, node.clone()));
        let tree = Tree::of_nodes(nodes).unwrap();
        let kept = serde_json::from_str(&kept).unwrap();
        let restored = Contest::of_kept(kept, tree, &*WORLD).unwrap();
        assert_eq!(restored.kept(), contest.kept());
        assert_eq!(restored.record(), contest.record());
        assert_eq!(restored.session().position_text(), contest.session().position_text());
    }
}

#[test]
fn the_changes_of_a_tree_are_all_it_takes_to_make_it_again() {
    let mut rng = Rng::new(8);
    let mut contest = contest(30).with_time(Hand::default().source());
    let mut kept = std::collections::BTreeMap::new();
    for _ in 0..300 {
        disturb(&mut contest, &mut rng);
        for (id, node) in contest.tree_mut().take_changes() {
            match node {
                Some(node) => kept.insert(id, node),
                None => kept.remove(&id),
            };
        }
        assert_eq!(&Tree::of_nodes(kept.clone()).unwrap(), contest.tree());
    }
}

#[test]
fn nodes_that_do_not_fit_together_are_no_tree() {
    let mut tree = Tree::new();
    let a = tree.add(NodeId::ROOT, "a");
    let b = tree.add(a, "b");
    let nodes: Vec<_> = tree.iter().map(|(id, node)| (id, node.clone())).collect();
    assert!(Tree::of_nodes(nodes.clone()).is_ok());
    for missing in 0..nodes.len() {
        let mut torn = nodes.clone();
        torn.remove(missing);
        assert!(Tree::of_nodes(torn).is_err(), "without {missing}");
    }
    let mut swapped = nodes.clone();
    swapped[1].0 = b;
    swapped[2].0 = a;
    assert!(Tree::of_nodes(swapped).is_err());
    assert!(Tree::of_nodes([(NodeId(u32::MAX), nodes[0].1.clone())]).is_err());
}

/// A text of odd characters.
fn odd_text(rng: &mut Rng) -> String {
    let letters = [
        "a", "1", ".", "!", "?", "(", ")", "{", "}", "\\", "\"", ";", "[", "é", "-0s", " ",
        "eval +1", "0-1", "*", "2...",
    ];
    let text: String = (0..1 + rng.below(4)).map(|_| letters[rng.below(letters.len())]).collect();
    let text = text.trim().to_owned();
    if text.is_empty() { "x".to_owned() } else { text }
}

#[test]
fn any_tree_is_read_back_as_it_was_written() {
    let mut rng = Rng::new(11);
    for _ in 0..2_000 {
        let mut record = Record::default();
        "pile".clone_into(&mut record.world);
        let mut ids = vec![NodeId::ROOT];
        for _ in 0..rng.below(12) {
            let parent = ids[rng.below(ids.len())];
            ids.push(record.tree.add(parent, odd_text(&mut rng)));
        }
        for &id in &ids {
            let node = record.tree.get_mut(id).unwrap();
            if rng.below(3) == 0 {
                node.comment = odd_text(&mut rng).replace(' ', "\n");
            }
            if rng.below(3) == 0 {
                node.seconds = Some(rng.below(100_000) as f64 / 100.0);
            }
            if rng.below(3) == 0 && id != NodeId::ROOT {
                node.mark = Some(Mark::ALL[rng.below(6)]);
            }
            if rng.below(3) == 0 {
                let proof = [None, Some(Outcome::Draw)][rng.below(2)];
                let best = if rng.below(2) == 0 { odd_text(&mut rng) } else { String::new() };
                node.assessment =
                    Some(Assessment { score: rng.below(99) as i32 - 50, proof, best });
            }
        }
        record.second_begins = ids.len() > 1 && rng.below(2) == 0;
        let written = record.to_string();
        let again: Record = written.parse().unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(again, record, "{written}");
        assert_eq!(again.to_string(), written);
        let twice = Record::parse_all("twice", &format!("{written}\n{written}")).unwrap();
        assert_eq!(twice, [record.clone(), record]);
    }
}

#[test]
fn a_record_of_variations_looks_as_people_write_it() {
    let mut contest = contest(20);
    play(&mut contest, &["1+0", "2+0", "1+1"]);
    contest.step(-2).unwrap();
    play(&mut contest, &["1+1", "1+0"]);
    let node = contest.cursor();
    contest.comment(node, "better").unwrap();
    contest.mark(node, Some(Mark::Interesting)).unwrap();
    contest.step(-2).unwrap();
    contest.play("2+1").unwrap();
    let text = contest.with_time(Hand::default().source()).record().to_string();
    let text: String =
        text.lines().skip_while(|line| line.starts_with('[')).collect::<Vec<_>>().join("\n");
    let timeless = text.replace(" {0.00s}", "");
    assert_eq!(timeless, "\n1. 1+0 2+0\n  (1... 1+1 2. 1+0!? {better})\n  (1... 2+1)\n2. 1+1\n*");
}

#[test]
fn variations_that_are_not_well_formed_are_refused_with_their_place() {
    for (body, words) in [
        ("(1. 2)", "line 2, column 1: a variation stands after"),
        ("1. 2 ((1. 1))", "line 2, column 7: a variation stands after"),
        ("1. 2 (1. 1", "line 2, column 6: this parenthesis is never closed"),
        ("1. 2 (1. 1\n[Size \"3\"]", "this parenthesis is never closed"),
        ("1. 2 (1. 1 1-0)", "this parenthesis is never closed"),
        ("1. 2 ()", "line 2, column 7: this variation has no moves"),
        ("1. 2 )", "line 2, column 6: this parenthesis was never opened"),
        ("1. 2 }", "line 2, column 6: this brace was never opened"),
        ("1. 2!?!", "\"!?!\" is no mark"),
        ("1. !!", "expected a move"),
        ("1. \"2", "this quote is never closed"),
        ("1. 2 (1. 9)", "line 2: move 1 (9): not so many"),
    ] {
        let read = format!("[World \"pile\"]\n{body}").parse::<Record>();
        let error = read.and_then(|record| Contest::of_record_in(&*WORLD, &record)).err();
        let error = error.unwrap_or_else(|| panic!("{body} is taken")).to_string();
        assert!(error.contains(words), "{body}: {error}");
    }
}

#[test]
fn deep_and_long_records_are_read() {
    let deep: String = (0..50_000).map(|_| "1+0 (2+0 ").collect();
    let text = format!("[World \"pile\"]\n{deep}{}", ")".repeat(50_000));
    let record: Record = text.parse().unwrap();
    assert_eq!(record.tree.len(), 100_000);
    let again: Record = record.to_string().parse().unwrap();
    assert_eq!(again.tree.len(), 100_000);
    assert!(record.replay_in(&*WORLD).is_err(), "such a pile is not so high");
}
