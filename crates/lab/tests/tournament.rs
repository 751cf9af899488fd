//! Tournaments: schedules are played, kept and counted once, and nobody brings one down.

use plyground_catalog::{Catalog, Record};
use plyground_core::{Cancel, Outcome, Side};
use plyground_lab::contestant::Contestant;
use plyground_lab::crew::{Crew, Hear, Load, News};
use plyground_lab::matches::Tally;
use plyground_lab::openings::Openings;
use plyground_lab::ratings::{Sprt, Verdict};
use plyground_lab::store::RunError;
use plyground_lab::tournament::{
    Form, Game, GameStore, Plan, RatingMethod, Tournament, run, run_with, summary,
};

fn plan(players: &str, rounds: usize) -> Plan {
    let players = Contestant::parse_list(players).unwrap();
    let mut plan =
        Plan { rounds, ..Plan::new(Catalog::new().game_world("dropper").unwrap(), players) };
    plan.options.set("size", 4);
    plan
}

fn play(plan: &Plan) -> Tournament {
    let store = GameStore::in_memory().unwrap();
    run(plan, &store, 2, &Cancel::new(), &mut |_, _| {}).unwrap()
}

/// What a game was, without the times.
fn moves(game: &Game) -> Vec<String> {
    let record: Record = game.record.parse().unwrap();
    record.turns().map(|node| node.turn.clone()).collect()
}

#[test]
fn the_stronger_player_stands_above_and_the_cross_table_adds_up() {
    for ratings in [RatingMethod::Elo, RatingMethod::Bayes] {
        let result = play(&Plan { ratings, ..plan("random,greedy,mcts(playouts=60)", 5) });
        assert!(result.finished);
        assert_eq!(result.games.len(), 30);
        let names: Vec<&str> = result.standings.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["mcts(playouts=60)", "greedy", "random"]);
        assert_eq!(result.standings.iter().map(|s| s.points).sum::<f64>(), 30.0);
        for standing in &result.standings {
            assert_eq!(standing.games, 20);
            assert_eq!(result.cross_table.total(standing.player).points(), standing.points);
            assert!(standing.rating.error > 0.0);
        }
    }
}

#[test]
fn both_games_of_an_opening_start_alike_with_swapped_sides() {
    let result = play(&plan("random,greedy,random", 3));
    for pair in result.games.chunks(2) {
        assert_eq!(moves(&pair[0])[..2], moves(&pair[1])[..2]);
        let [a, b] = pair[0].players;
        assert_eq!(pair[1].players, [b, a]);
    }
    let openings: std::collections::BTreeSet<_> =
        result.games.iter().map(|game| moves(game)[..2].to_vec()).collect();
    assert_eq!(openings.len(), 3, "the pairings of a round share its opening");
}

#[test]
fn openings_come_from_a_set() {
    let mut plan = plan("random,greedy", 2);
    let text = "B2 B2-A1+D4\nC3\n";
    plan.openings = Openings::parse("set", text, &*plan.world, &plan.options).unwrap();
    let result = play(&plan);
    assert_eq!(moves(&result.games[0])[..2], ["B2", "B2-A1+D4"]);
    assert_eq!(moves(&result.games[3])[0], "C3");
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_jobs() {
    let plan = plan("random,mcts(playouts=20)", 3);
    let one = run(&plan, &GameStore::in_memory().unwrap(), 1, &Cancel::new(), &mut |_, _| {});
    let (one, two) = (one.unwrap(), play(&plan));
    let all = |result: &Tournament| result.games.iter().map(moves).collect::<Vec<_>>();
    assert_eq!(all(&one), all(&two));
}

#[test]
fn records_replay_to_the_result() {
    for game in play(&plan("random,greedy", 3)).games {
        let record: Record = game.record.parse().unwrap();
        let ending = record.replay(&Catalog::new()).unwrap().ending().unwrap();
        assert_eq!((Some(ending.outcome), record.line().len()), (game.outcome, game.turns));
    }
}

#[test]
fn a_tournament_that_was_cut_off_goes_on_and_plays_nothing_twice() {
    let store = GameStore::in_memory().unwrap();
    let plan = plan("random,greedy,mcts(playouts=10)", 20);
    let cancel = Cancel::new();
    let part = run(&plan, &store, 1, &cancel, &mut |progress, _| {
        if progress.done == 7 {
            cancel.cancel();
        }
    })
    .unwrap();
    let played = part.games.len();
    assert!(!part.finished && (7..120).contains(&played), "{played}");
    let mut kept = 0;
    let rest = run(&plan, &store, 1, &Cancel::new(), &mut |progress, _| kept = progress.kept);
    let rest = rest.unwrap();
    assert_eq!((kept, rest.games.len(), rest.finished), (played, 120, true));
    assert_eq!(
        part.games[..],
        rest.games[..played],
        "the kept games are the ones that were played"
    );
    let mut fresh = 0;
    let again = run(&plan, &store, 1, &Cancel::new(), &mut |progress, _| {
        fresh = progress.done - progress.kept;
    });
    assert_eq!((again.unwrap(), fresh), (rest, 0), "there is nothing new to play");
}

#[test]
fn more_rounds_keep_the_games_of_the_earlier_ones() {
    let store = GameStore::in_memory().unwrap();
    let none = &mut |_: &_, _: &[Game]| {};
    let few = run(&plan("random,greedy", 2), &store, 1, &Cancel::new(), none).unwrap();
    let more = run(&plan("random,greedy", 4), &store, 1, &Cancel::new(), none).unwrap();
    assert_eq!(few.games[..], more.games[..4]);
}

#[test]
fn games_are_told_in_the_order_of_the_schedule() {
    let mut told = Vec::new();
    let store = GameStore::in_memory().unwrap();
    let plan = plan("random,greedy,random", 4);
    run(&plan, &store, 3, &Cancel::new(), &mut |_, games| {
        told.extend(games.iter().map(|game| game.number));
    })
    .unwrap();
    assert_eq!(told, (1..=24).collect::<Vec<_>>());
}

#[test]
fn a_test_between_two_ends_as_soon_as_it_is_decided() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let result = play(&Plan { sprt, ..plan("alphabeta(nodes=300),random", 500) });
    let test = result.sprt.unwrap();
    assert_eq!(test.verdict, Verdict::Accepted);
    assert!(result.finished && result.games.len() < 200, "{}", result.games.len());
    assert!(Plan { sprt, ..plan("random,greedy,random", 1) }.check().is_err());
}

#[test]
fn a_result_is_one_json_object() {
    let result = play(&Plan { form: Form::Gauntlet, ..plan("greedy,random,random", 1) });
    let json = serde_json::to_value(&result).unwrap();
    assert_eq!(json["form"], "gauntlet");
    assert_eq!(json["players"][2], "random#2");
    assert!(json["standings"][0]["rating"]["error"].is_number());
    assert_eq!(json["cross_table"][0][0]["wins"], 0);
    assert!(["1-0", "0-1", "1/2-1/2"].contains(&json["games"][0]["outcome"].as_str().unwrap()));
}

/// Plays all games but the first, which ends whoever tries it.
struct Unlucky;

impl Crew for Unlucky {
    fn jobs(&self) -> usize {
        1
    }

    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError> {
        for index in 0..load.count() {
            let product = match index {
                0 => Some(load.failed(0, "poison: nobody came back")),
                _ => load.make(index, 1, cancel, cancel)?,
            };
            let _ =
                hear(News::Made(product.map(|product| (index, product)).into_iter().collect()))?;
        }
        Ok(())
    }
}

#[test]
fn a_game_that_nobody_could_play_is_kept_with_its_reason_and_counts_for_nobody() {
    let (plan, store) = (plan("random,greedy", 3), GameStore::in_memory().unwrap());
    let none = &mut |_: &plyground_lab::Progress, _: &[Game]| {};
    let result = run_with(&plan, &store, &mut Unlucky, &Cancel::new(), none).unwrap();
    let game = &result.games[0];
    assert_eq!((game.outcome, game.result().as_str(), game.forfeit), (None, "*", false));
    assert_eq!(game.reason, "poison: nobody came back");
    assert!(game.record.contains("[Result \"*\"]"), "{}", game.record);
    assert!(result.finished && result.games.len() == 6);
    assert!(result.standings.iter().all(|standing| standing.games == 5));
    assert_eq!(result.standings.iter().map(|standing| standing.points).sum::<f64>(), 5.0);
    let tally = Tally::of(&result.games);
    assert_eq!((tally.games, tally.wins[0] + tally.wins[1] + tally.draws), (6, 5));
    let words = summary(&result).join(" ");
    assert!(words.contains("1 game has no result and counts for nobody"), "{words}");
    let again = run(&plan, &store, 1, &Cancel::new(), none).unwrap();
    assert_eq!(again.games, result.games, "it is kept, and not played again");
}

#[cfg(unix)]
mod engines {
    use super::*;

    /// The only game of a player against a shell script that is asked to move; the script has the first move.
    fn against(script: &str, options: &str) -> Game {
        let mut plan = plan("random,random", 1);
        let engine = format!("engine{options}:sh -c \"{script}\"");
        plan.players[0] = engine.parse().unwrap();
        plan.openings = Openings::Random(0);
        plan.most = Some(1);
        play(&plan).games.remove(0)
    }

    fn loses(script: &str, options: &str, reason: &str) {
        let game = against(script, options);
        assert_eq!(game.outcome, Some(Outcome::Win(Side::Second)));
        assert!(game.forfeit && game.reason.contains(reason), "{}", game.reason);
        assert!(game.record.contains("[Result \"0-1\"]") && game.record.contains("loses: engine"));
    }

    const GREETING: &str = "read a; echo id dropper; echo ok;";

    #[test]
    fn one_that_crashes_loses() {
        loses("exit 3", "", "ended by itself (exit status: 3)");
        loses(&format!("{GREETING} read b; read c; kill -9 $$"), "", "ended by itself (signal: 9");
    }

    #[test]
    fn one_that_plays_a_forbidden_move_loses() {
        loses(&format!("{GREETING} echo bestmove Z9; sleep 9"), "", "(Z9)");
    }

    #[test]
    fn one_that_is_silent_loses_on_time() {
        loses(&format!("{GREETING} sleep 60"), "(time=20,margin=50)", "gave no move within 0.1 s");
        loses(&format!("{GREETING} exec >&-; sleep 60"), "", "closed its output");
    }

    #[test]
    fn one_that_talks_rubbish_loses() {
        loses(&format!("{GREETING} echo hello; sleep 9"), "", "said \"hello\"");
        loses(&format!("{GREETING} echo bestmove; sleep 9"), "", "said \"bestmove\"");
        loses("read a; echo id abalone; echo ok; sleep 9", "", "plays abalone, not dropper");
        loses(&format!("{GREETING} yes info"), "(time=20,margin=50)", "gave no move");
        loses("yes", "", "expected a greeting");
    }

    #[test]
    fn one_that_never_reads_cannot_hold_the_game_up() {
        let game = against("echo ok; while :; do echo bestmove A1; done", "");
        assert!(game.forfeit && game.reason.contains("A1"), "{}", game.reason);
    }

    #[test]
    fn a_program_that_is_not_there_is_refused_before_the_first_game() {
        let error = plan("random,engine:/no/such/program", 1).check().unwrap_err();
        assert!(error.to_string().contains("cannot be started"), "{error}");
    }

    #[test]
    fn a_tournament_goes_on_after_a_crash() {
        let result = play(&plan("greedy,random,engine:sh -c 'exit 1'", 2));
        assert!(result.finished && result.games.len() == 12);
        let last = result.standings.last().unwrap();
        assert_eq!((last.forfeits, last.losses, last.player), (8, 8, 2));
    }
}
