//! The erased game world, tried on a world that is known by heart.

#[path = "toys/pile.rs"]
mod pile;

use std::sync::LazyLock;

use pile::Pile;
use plyground_catalog::{AnyGameWorld, Catalog, GameSession, Games, Record};
use plyground_core::{Budget, Options, Outcome, Rng, Side, Spec};

static WORLD: LazyLock<Games<Pile>> = LazyLock::new(|| Games::new(Pile));

fn start(size: u32) -> Box<dyn GameSession> {
    WORLD.start(&Options::new().with("size", size)).unwrap()
}

#[test]
fn whole_turns_and_halves_are_played_and_undone_as_turns() {
    let mut game = start(7);
    assert_eq!(game.legal(), ["1", "2"]);
    assert_eq!(game.legal_turns(), ["1+0", "1+1", "2+0", "2+1"]);
    assert!(game.play("2+1").unwrap().complete);
    assert_eq!(game.side(), Side::Second);
    assert!(!game.play("1").unwrap().complete);
    assert_eq!((game.side(), game.is_turn_start()), (Side::Second, false));
    assert_eq!(game.turns().last().unwrap().text, "1");
    assert!(game.undo());
    assert_eq!(game.position_text(), "4 o");
    assert!(game.redo());
    assert!(game.play("0").unwrap().complete);
    let texts: Vec<String> = game.turns().into_iter().map(|turn| turn.text).collect();
    assert_eq!(texts, ["2+1", "1+0"]);
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!(game.ply(), 0);
}

#[test]
fn illegal_moves_and_moves_after_the_end_are_refused() {
    let mut game = start(2);
    assert!(game.play("3").is_err());
    assert!(game.play("").is_err());
    game.play("2").unwrap();
    let ending = game.ending().unwrap();
    assert_eq!(ending.outcome, Outcome::Win(Side::First));
    assert!(ending.reason.starts_with("Anna wins"), "{}", ending.reason);
    assert!(game.play("1").unwrap_err().reason.contains("the game is over"));
    assert!(game.legal().is_empty() && game.legal_turns().is_empty());
}

#[test]
fn divide_adds_up_to_perft() {
    let game = start(6);
    let parts = game.divide(1);
    assert_eq!(parts.len(), 4);
    assert!(parts.iter().all(|(_, count)| *count == 1));
}

#[test]
fn random_turns_are_whole_and_the_same_for_the_same_seed() {
    let run = || {
        let (mut game, mut rng) = (start(30), Rng::new(5));
        while let Some(turn) = game.play_random(&mut rng) {
            assert!(turn.complete);
        }
        assert!(game.ending().is_some());
        game.turns()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_player_answers_with_a_whole_turn_and_keeps_to_its_world() {
    let mut player = WORLD.player(&Spec::new("modest")).unwrap();
    let mut game = start(7);
    game.play("2").unwrap();
    let half = player.think(&*game, &Budget::default(), &mut |_| {}).unwrap();
    assert_eq!(half.best, ["0"]);
    game.play("0").unwrap();
    let whole = player.think(&*game, &Budget::default(), &mut |_| {}).unwrap();
    assert_eq!(whole.best, ["1+0"]);
    let mut over = start(1);
    over.play("1").unwrap();
    assert!(player.think(&*over, &Budget::default(), &mut |_| {}).is_err());
}

#[test]
fn a_general_player_finds_the_winning_turn() {
    let mut player = WORLD.player(&"alphabeta(depth=6)".parse().unwrap()).unwrap();
    let thought = player.think(&*start(5), &Budget::default(), &mut |_| {}).unwrap();
    let mut after = start(5);
    after.play(&thought.best[0]).unwrap();
    assert!(after.is_turn_start());
    assert_eq!(thought.lines[0].moves[0], thought.best[0]);
}

#[test]
fn unknown_players_evaluations_and_options_are_refused() {
    for (spec, words) in
        [("modets", "did you mean modest?"), ("modest(depth=2)", "takes no options")]
    {
        let error = WORLD.player(&spec.parse().unwrap()).err().unwrap().to_string();
        assert!(error.contains(words), "{spec}: {error}");
    }
    assert!(WORLD.start(&Options::new().with("size", 0)).is_err());
    assert!(WORLD.start(&Options::new().with("setup", "flat")).is_err());
}

#[test]
fn a_record_reads_writes_and_replays() {
    let mut game = start(5);
    for turn in ["2+0", "1+1", "1"] {
        game.play(turn).unwrap();
    }
    let mut record = Record::of(&*game, ["modest".into(), "a \"friend\"".into()]);
    let second = record.line()[1];
    record.tree.get_mut(second).unwrap().seconds = Some(0.52);
    let text = record.to_string();
    assert_eq!(
        text,
        "[World \"pile\"]\n[Size \"5\"]\n[First \"modest\"]\n[Second \"a \\\"friend\\\"\"]\n\
         [Result \"1-0\"]\n[Ending \"Anna wins, 0 against 0\"]\n\n\
         1. 2+0 1+1 {0.52s}\n2. 1\n1-0\n"
    );
    let again: Record = text.parse().unwrap();
    assert_eq!(again, record);
    let end = again.replay_in(&*WORLD).unwrap();
    assert_eq!(end.turns(), game.turns());
}

#[test]
fn a_record_written_by_hand_is_read_kindly_and_refused_clearly() {
    let by_hand = "[World \"pile\"]\n; a remark\n1.2 +0\n";
    assert!(by_hand.parse::<Record>().unwrap().replay_in(&*WORLD).is_err());
    let halves = "[World \"pile\"]\n1. 2 0 {a remark} 1+1 2.1 {1.5s} *";
    let record: Record = halves.parse().unwrap();
    assert_eq!(record.turns().nth(3).unwrap().seconds, Some(1.5));
    assert_eq!(record.replay_in(&*WORLD).unwrap().turns().len(), 3);
    for (text, words) in [
        ("1. 2", "[World"),
        ("[World]", "line 1, column 1"),
        ("[World \"pile\"]\n[Result \"2-0\"]", "expected 1-0"),
        ("[World \"pile\"]\n1. 2 {never", "line 2, column 6: this brace"),
        ("[World \"pile\"]\n1-0 2", "nothing comes after the result"),
        ("[World \"pile\"]\n1. 2\n[Size \"3\"]", "headers come before"),
    ] {
        let error = text.parse::<Record>().unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let illegal: Record = "[World \"pile\"]\n1. 2+1\n   9+9".parse().unwrap();
    let error = illegal.replay_in(&*WORLD).err().unwrap().to_string();
    assert_eq!(error, "line 3: move 2 (9+9): not so many");
    let wrong: Record = "[World \"pile\"]\n[Size \"2\"]\n1. 2 0-1".parse().unwrap();
    assert!(wrong.replay_in(&*WORLD).err().unwrap().to_string().contains("given as 0-1"));
    let nowhere: Record = "[World \"plie\"]".parse().unwrap();
    assert!(nowhere.replay(&Catalog::new()).is_err());
}

#[test]
fn a_file_may_hold_several_records() {
    let one = "[World \"pile\"]\n1. 2+1\n*\n";
    let records = Record::parse_all("games", &format!("{one}\n{one}{one}")).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[2].line_of(records[2].line()[0]), 9);
    let error = Record::parse_all("games", &format!("{one}[Size 3]")).unwrap_err();
    assert!(error.to_string().starts_with("games, line 4, column 1"), "{error}");
}

#[test]
fn records_with_odd_numbers_quotes_and_blanks_read_back_as_they_were_written() {
    let text = "[World \"nim\"]\n[First \"a \\\"b\\\"\tc\"]\n1.2. take-1 1.1/2-1/2 ; over\n";
    let record = Record::parse("game", text).expect("a record");
    assert_eq!(record.players[0], "a \"b\" c");
    let moves: Vec<&str> = record.turns().map(|node| node.turn.as_str()).collect();
    assert_eq!((moves, record.result), (vec!["take-1"], Some(Outcome::Draw)));
    let written = record.to_string();
    assert_eq!(Record::parse("again", &written).expect("our own").to_string(), written);
    assert!(Record::parse("game", "[World \"nim\"]\n1. ;take-1").expect("fine").tree.is_empty());
    assert!(Record::parse("game", "[Wor\"ld \"nim\"]").is_err());
}
