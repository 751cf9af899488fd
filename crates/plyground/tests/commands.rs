//! Every command does what it says, in text and in JSON.

mod common;

use common::{folder, run, run_with};

/// What a run that must succeed printed.
fn out(line: &str) -> String {
    let ran = run(line);
    assert_eq!(ran.code, 0, "{line}\n{}{}", ran.out, ran.err);
    ran.out
}

fn json(line: &str) -> serde_json::Value {
    let text = out(line);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}\n{text}"))
}

fn json_lines(line: &str) -> Vec<serde_json::Value> {
    out(line).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn help_lists_every_command() {
    let text = out("--help");
    for command in ["serve", "solve", "play", "analyse", "compare", "bench"] {
        assert!(text.contains(command), "{text}");
    }
}

#[test]
fn the_app_starts_prints_its_address_answers_and_ends_when_told() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let data = std::env::temp_dir().join(format!("plyground-serve-{}", std::process::id()));
    let mut server = std::process::Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&data)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("Plyground is at http://").unwrap().trim_end_matches('/');
    let ask = |host: &str| {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        write!(stream, "GET /api/worlds HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let answer = ask(address);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("sokobond"), "{answer}");
    assert!(ask("evil.example").starts_with("HTTP/1.1 403"), "another host's name is refused");
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn compare_runs_every_cell_once_and_writes_its_files() {
    let folder = std::env::temp_dir().join(format!("plyground-compare-{}", std::process::id()));
    let line = format!(
        "compare sokoban --level 1-3 --with bfs,greedy --heuristics manhattan,pushes --out {}",
        folder.display()
    );
    let first = json_lines(&format!("{line} --json"));
    assert_eq!(first.len(), 9, "three levels with bfs and two greedy searches");
    assert!(first.iter().all(|run| run["status"] == "solved"));
    for file in ["runs.csv", "runs.jsonl", "report.html", "time.svg", "cactus.svg", "coverage.svg"]
    {
        assert!(folder.join(file).exists(), "{file}");
    }
    let report = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(!report.contains("src=\"") && !report.contains("@import"), "the report stands alone");
    let again = json_lines(&format!("{line} --json"));
    assert_eq!(first, again, "the kept runs are shown, not run again");
    assert_eq!(report, std::fs::read_to_string(folder.join("report.html")).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_trace_tells_what_was_expanded_generated_and_pruned_and_draws_a_small_tree() {
    let folder = folder("trace");
    let line = format!(
        "compare sokoban rooms.xsb --level 2 --with 'astar(h=manhattan)' --trace --out {}",
        folder.display()
    );
    out(&line);
    let file = |name: &str| {
        std::fs::read_to_string(folder.join("traces").join(name))
            .unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    let events: Vec<serde_json::Value> = file("1-astar_h_manhattan_.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let head = &events[0];
    assert_eq!((&head["world"], &head["cut"]), (&"sokoban".into(), &false.into()));
    assert!(
        head["level"].as_str().unwrap().contains('#') && head["solved"]["solution"].is_string()
    );
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let (expanded, pruned) = (of("expanded"), of("pruned"));
    assert!(expanded.iter().all(|e| e["g"].as_f64().unwrap() + e["h"].as_f64().unwrap() == e["f"]));
    assert!(!of("generated").is_empty() && pruned.iter().all(|event| event["why"].is_string()));
    assert!(!expanded.is_empty() && !pruned.is_empty(), "{events:?}");
    let tree = file("1-astar_h_manhattan_.svg");
    assert_eq!(tree.matches("class=\"x\"").count(), expanded.len());
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = out("--help");
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&name| name != "help")
        .collect();
    assert!(names.len() > 18, "{names:?}");
    for name in names {
        assert!(out(&format!("{name} --help")).contains("Example"), "{name}");
    }
}

#[test]
fn help_begins_with_what_plyground_is() {
    let text = out("--help");
    assert!(text.starts_with("Plyground: a workbench for board worlds and search"), "{text}");
    assert!(out("-h").starts_with("Plyground: a workbench"), "the short help too");
}

#[test]
fn completions_and_the_manual_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = out(&format!("completions {shell}"));
        for word in ["solve", "analyse", "completions", "heuristics"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let bad = run("completions tcsh");
    assert!(bad.code == 2 && bad.err.contains("bash"), "{}", bad.err);
    let pages = folder("manual");
    out(&format!("man {}", pages.display()));
    let page = std::fs::read_to_string(pages.join("plyground-solve.1")).unwrap();
    assert!(page.contains("plyground solve") && page.contains("Example"), "{page}");
    let first = std::fs::read_to_string(pages.join("plyground.1")).unwrap();
    assert!(first.contains("workbench"), "{first}");
}

#[test]
fn pictures_and_boards_go_through_pipes() {
    let binary = env!("CARGO_BIN_EXE_plyground");
    let gif = std::process::Command::new(binary)
        .args(["show", "sokoban", "--level", "1", "--gif", "-"])
        .output()
        .unwrap();
    assert!(gif.status.success() && gif.stdout.starts_with(b"GIF89a"));
    let input = "b\nC5b,D5b,E6w\n";
    let piped = run_with("expand abalone - --board-only", input);
    assert_eq!(piped.code, 0, "{}", piped.err);
    let both = run_with("expand abalone -", input).out;
    for (line, board) in both.lines().zip(piped.out.lines()) {
        assert_eq!(line.split('\t').nth(1), Some(board));
    }
    assert_eq!(both.lines().count(), piped.out.lines().count());
    let bad = run_with("expand abalone -", "b\nA9b\n");
    assert!(bad.code == 2 && bad.err.contains("-, line 2, column 1"), "{}", bad.err);
    assert_eq!(run_with("expand abalone - --out x", input).code, 2);
}

#[test]
fn moves_may_be_lists_of_marbles() {
    let position = "--position 'b C3b,C4b,E5w'";
    let dash = out(&format!("show abalone {position} --at i-C3-3"));
    assert_eq!(dash, out(&format!("show abalone {position} --at '[[C3,C4],3]'")));
    assert_eq!(dash, out(&format!("show abalone {position} --at '[[\"C3\", \"C4\"], 3]'")));
}

#[test]
fn what_the_generator_found_in_time_is_kept() {
    let file = folder("generated").join("levels.xsb");
    let ran = run(&format!(
        "generate sokoban --count 5000 --seed 4 --time 1.5 --set effort=1 --out {}",
        file.display()
    ));
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("of 5000 levels were found in time"), "{}", ran.err);
    let kept = json(&format!("levels sokoban {} --json", file.display()));
    assert!(!kept.as_array().unwrap().is_empty());
    // Wishes that few levels meet: what there is comes out all the same.
    let ran = run("generate sokobond --count 2 --seed 1 --set size=3 --set least=1 --set most=1");
    assert!(ran.code != 0 && !ran.err.is_empty());
    let bad = run("generate sokoban --set pushes=5 --set least=9");
    assert!(bad.code == 2 && bad.err.contains("contradict"), "{}", bad.err);
}

#[test]
fn generated_levels_are_worth_a_look() {
    let levels = json_lines("generate sokoban --count 4 --seed 11 --set effort=3 --json");
    for level in levels {
        let text = level["text"].as_str().unwrap();
        let board: String = text.lines().take_while(|line| line.contains('#')).collect();
        assert!(!board.contains('*'), "no box starts at home\n{text}");
        assert!(level["best"]["pushes"].as_u64().unwrap() >= 8, "{level}");
    }
}

#[test]
fn worlds_and_methods_are_listed() {
    let listed = json("worlds --json");
    let ids: Vec<&str> =
        listed.as_array().unwrap().iter().map(|world| world["world"].as_str().unwrap()).collect();
    let catalog = plyground::Catalog::new();
    let known: Vec<String> =
        catalog.worlds().iter().map(|world| world.info().id.into_owned()).collect();
    assert_eq!(ids, known);
    let methods = json("methods sokoban --json");
    assert!(methods[0]["methods"].as_array().unwrap().iter().any(|m| m["id"] == "astar"));
    assert!(out("methods").contains("alphabeta"));
}

#[test]
fn levels_are_listed_with_number_title_and_size() {
    let levels = json("levels sokoban rooms.xsb --json");
    assert_eq!(levels[1]["title"], "Around");
    assert_eq!((&levels[1]["width"], &levels[1]["height"]), (&7.into(), &4.into()));
    assert!(out("levels sokoban rooms.xsb").lines().count() == 3);
}

#[test]
fn solve_prints_the_documented_object() {
    let solved =
        json("solve sokoban rooms.xsb --level 2 --with 'astar(h=hungarian)' --metric moves --json");
    assert_eq!(solved["world"], "sokoban");
    assert_eq!(solved["file"], "rooms.xsb");
    assert_eq!(solved["level"], 2);
    assert_eq!(solved["method"], "astar(h=hungarian)");
    assert_eq!(solved["status"], "solved");
    assert_eq!(solved["optimal"], true);
    assert_eq!(solved["pushes"], 3);
    for key in [
        "expanded",
        "generated",
        "evaluated",
        "reopened",
        "dead_ends",
        "peak_frontier",
        "peak_bytes",
        "seconds",
    ] {
        assert!(solved["stats"][key].is_number(), "{key}");
    }
    let moves = solved["solution"].as_str().unwrap();
    let line = format!("verify sokoban rooms.xsb --level 2 --solution {moves} --json");
    assert_eq!(json(&line)["solved"], true);
}

#[test]
fn optimise_makes_a_solution_shorter_in_either_metric() {
    for metric in ["moves", "pushes"] {
        let line = "optimise sokoban - --level 1 --solution 'rrrrddlllluRR' --json";
        let room = "#######\n#@    #\n# $ . #\n#     #\n#######\n";
        let ran = run_with(&format!("{line} --metric {metric}"), room);
        let object: serde_json::Value = serde_json::from_str(&ran.out).expect(&ran.err);
        assert_eq!((&object["solution"], &object["optimal"]), (&"dRR".into(), &true.into()));
        assert_eq!((&object["moves"], &object["before"]["moves"]), (&3.into(), &13.into()));
    }
    let ran = run("optimise sokoban rooms.xsb --level 2 --solution drrr");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(ran.err.contains("level 2"), "{}", ran.err);
}

#[test]
fn optimise_reads_files_of_solutions_and_writes_one_that_it_reads_again() {
    let folder = folder("optimise");
    let [given, out_file] = ["given.txt", "out.jsonl"].map(|name| folder.join(name));
    let shown = given.display();
    std::fs::write(
        &given,
        "; the first and the second\n1: R\ndrrlrruLLL\n{\"level\":2,\"solution\":\"drrruLLL\"}\n",
    )
    .unwrap();
    let text = out(&format!(
        "optimise sokoban rooms.xsb --solutions {shown} --out {}",
        out_file.display()
    ));
    assert!(text.contains("1 without a solution"), "{text}");
    let again = json_lines(&format!(
        "optimise sokoban rooms.xsb --solutions {} --json",
        out_file.display()
    ));
    let lengths: Vec<_> =
        again.iter().map(|object| object["solution"].as_str().map(str::len)).collect();
    assert_eq!(lengths, [Some(1), Some(8)]);
    std::fs::write(&given, "{\"level\":2,\"solution\":\"drrr\"}\n").unwrap();
    let ran = run(&format!("optimise sokoban rooms.xsb --solutions {shown}"));
    assert!(ran.code == 2 && ran.err.contains("level 2"), "{}", ran.err);
    std::fs::write(&given, "x: R\n").unwrap();
    let ran = run(&format!("optimise sokoban rooms.xsb --solutions {shown}"));
    assert!(ran.code == 2 && ran.err.contains("line 1"), "{}", ran.err);
}

#[test]
fn solve_prints_a_line_a_level_and_a_summary() {
    let text = out("solve sokoban rooms.xsb --level 1-2 --with bfs");
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.lines().last().unwrap().starts_with("2 of 2 solved"), "{text}");
    let ran = run("solve sokoban rooms.xsb --level all --with bfs");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("2 of 3 solved"), "{}", ran.out);
}

#[test]
fn levels_come_from_standard_input_too() {
    let ran = run_with("solve sokoban - --json", "#####\n#@$.#\n#####\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("\"solution\":\"R\""), "{}", ran.out);
}

#[test]
fn a_hint_gives_the_next_move_and_the_number_of_moves() {
    let hint = json("hint sokoban rooms.xsb --level 1 --json");
    assert_eq!((&hint["move"], &hint["remaining"]), (&"R".into(), &1.into()));
    assert_eq!(hint["outcome"], "move");
    assert!(out("hint sokoban rooms.xsb --at R").contains("solved already"));
    assert_eq!(json("hint sokoban rooms.xsb --at R --json")["outcome"], "solved");
}

#[test]
fn show_draws_text_and_pictures() {
    assert!(out("show sokoban rooms.xsb").starts_with("#####\n#@$.#\n#####\n"));
    let folder = folder("show");
    let path = |name: &str| folder.join(name).display().to_string();
    let (svg, png, gif) = (path("a.svg"), path("a.png"), path("a.gif"));
    let line = format!("show sokoban rooms.xsb --svg {svg} --png {png} --gif {gif} --solution R");
    assert_eq!(out(&line), "");
    let begins = |path: &str| std::fs::read(path).unwrap()[..4].to_vec();
    assert_eq!(begins(&svg), b"<svg");
    assert_eq!(begins(&png), b"\x89PNG");
    assert_eq!(begins(&gif), b"GIF8");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "no partial file is left");
}

#[test]
fn generated_levels_are_the_same_for_the_same_seed_and_can_be_solved() {
    let text = out("generate sokobond --count 1 --seed 3");
    assert_eq!(text, out("generate sokobond --count 1 --seed 3"));
    let ran = run_with("solve sokobond -", &text);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn perft_ends_with_the_count_alone_on_a_line() {
    assert_eq!(out("perft abalone --setup standard --depth 2").lines().last(), Some("1936"));
    assert_eq!(json("perft abalone --depth 2 --json"), serde_json::json!({"depth":2,"nodes":1936}));
    let text = out("perft dropper --size 3 --depth 2 --divide");
    let counts: Vec<u64> =
        text.lines().filter_map(|line| line.split_whitespace().last()?.parse().ok()).collect();
    let (total, parts) = counts.split_last().unwrap();
    assert_eq!(*total, parts.iter().sum::<u64>());
}

#[test]
fn analyse_knows_the_best_openings_of_a_small_board() {
    let analysis = json("analyse dropper --size 4 --with solve --json");
    let mut best: Vec<&str> =
        analysis["best"].as_array().unwrap().iter().map(|b| b.as_str().unwrap()).collect();
    best.sort_unstable();
    assert_eq!(best, ["B2", "B3", "C2", "C3"]);
    assert_eq!(analysis["value"], "draw");
    let replies = json("analyse dropper --position '.../.../X.. O' --with solve --json");
    assert_eq!(replies["best"], serde_json::json!(["A1-B1+B3", "A1-A2+C2"]));
    assert_eq!(replies["value"], "win");
    assert!(out("analyse abalone --with 'alphabeta(depth=2)'").starts_with("best: "));
}

#[test]
fn a_match_counts_its_games_and_its_records_replay() {
    let folder = folder("match");
    let pgn = folder.join("games.txt").display().to_string();
    let line = format!(
        "match dropper --players 'alphabeta(nodes=300),random' --games 4 --size 4 --seed 5 \
         --sprt 0,50 --jobs 2 --json --pgn {pgn}"
    );
    let first = json(&line);
    let wins = [first["wins"][0].as_u64().unwrap(), first["wins"][1].as_u64().unwrap()];
    assert_eq!(wins[0] + wins[1] + first["draws"].as_u64().unwrap(), first["games"]);
    assert!(first["elo"].is_number() && first["elo_error"].is_number());
    assert!(first["llr"].is_number());
    let games = |answer: &serde_json::Value| -> Vec<serde_json::Value> {
        let played = answer["played"].as_array().unwrap().iter();
        played
            .map(|game| serde_json::json!([game["result"], game["turns"], game["reason"]]))
            .collect()
    };
    assert_eq!(games(&first).len(), first["games"].as_u64().unwrap() as usize);
    let again = json(&line);
    assert_eq!(games(&first), games(&again), "the same seed gives the same games");
    assert_eq!(first["wins"], again["wins"]);
    assert!(out(&format!("show dropper {pgn} --level 2")).contains("against"));
}

#[test]
fn a_match_has_whole_games_from_a_random_first_move_and_tells_captures() {
    let line = "match abalone --players greedy,random --games 2 --first-random --seed 3";
    let text = out(line);
    assert!(text.contains("capture") && text.contains("Elo: "), "{text}");
    assert_eq!(text.lines().count(), 5, "{text}");
}

#[test]
fn another_program_plays_as_the_player_inside_it() {
    let engine = format!(
        "engine:{} engine dropper --with minimax(depth=2)",
        env!("CARGO_BIN_EXE_plyground")
    );
    let play = |players: &str| {
        json(&format!("match dropper --size 4 --games 6 --json --players '{players}'"))
    };
    assert_eq!(play(&format!("random,{engine}"))["wins"], play("random,minimax(depth=2)")["wins"]);
    let crash = play("random,engine:false");
    assert_eq!(crash["wins"], serde_json::json!([6, 0]), "a crash is a loss");
    let ran = run("match dropper --players 'random,engine:/no/such/program' --games 2");
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn a_tournament_writes_its_files_and_plays_nothing_twice() {
    let folder = folder("tournament");
    let pgn = folder.join("copy.txt").display().to_string();
    let line = format!(
        "tournament dropper --players 'random,greedy,mcts(playouts=30)' --rounds 2 --size 4 --pgn {pgn} --out {}",
        folder.display()
    );
    let first = json(&format!("{line} --json"));
    assert_eq!(first["games"].as_array().unwrap().len(), 12);
    assert_eq!(first["standings"].as_array().unwrap().len(), 3);
    for file in [
        "games.sqlite",
        "games.csv",
        "games.pgn",
        "standings.csv",
        "cross-table.csv",
        "tournament.json",
        "ratings.svg",
        "report.html",
    ] {
        assert!(folder.join(file).exists(), "{file}");
    }
    let report = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(!report.contains("src=\"") && !report.contains("@import"), "the report stands alone");
    let again = run(&format!("{line} --json"));
    assert!(again.err.contains("nothing new had to be played"), "{}", again.err);
    assert_eq!(first, serde_json::from_str::<serde_json::Value>(&again.out).unwrap());
    assert!(out(&format!("show dropper {pgn} --level 12")).contains("against"));
    let gauntlet = json(&format!("{line} --gauntlet --ratings bayes --json"));
    assert_eq!(gauntlet["games"].as_array().unwrap().len(), 8);
    assert!(gauntlet["first_move"]["elo"].is_number());
}

#[test]
fn a_tournament_takes_an_opening_set_and_refuses_what_cannot_be_played() {
    let folder = folder("openings");
    let set = folder.join("set.txt");
    std::fs::write(&set, "B2 B2-A1+D4\n").unwrap();
    let line = |rest: &str| {
        format!("tournament dropper --size 4 --rounds 1 --out {} {rest}", folder.display())
    };
    let played = json(&line(&format!(
        "--players random,greedy --openings {} --sprt 0,50 --json",
        set.display()
    )));
    assert!(played["games"][0]["record"].as_str().unwrap().contains("1. B2 B2-A1+D4\n"));
    assert!(played["sprt"]["llr"].is_number());
    std::fs::write(&set, "B2\nB2 Z9\n").unwrap();
    for bad in [
        format!("--players random,greedy --openings {}", set.display()),
        "--players random".to_owned(),
        "--players random,greedi".to_owned(),
        "--players random,greedy,random --sprt 0,20".to_owned(),
        "--players random,greedy --ratings glicko".to_owned(),
    ] {
        assert_eq!(run(&line(&bad)).code, 2, "{bad}");
    }
}

#[test]
fn expand_writes_moves_and_boards_line_by_line() {
    let folder = folder("expand");
    out(&format!("expand abalone small.input --out {}", folder.display()));
    let lines = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let (moves, boards) = (lines("small.move"), lines("small.board"));
    assert_eq!(moves.lines().count(), boards.lines().count());
    assert!(moves.starts_with("i-C5-1\n"), "{moves}");
    assert!(moves.ends_with('\n') && boards.ends_with('\n'));
    out(&format!("expand abalone small.input --depth 2 --out {}", folder.display()));
    assert!(folder.join("small.2.board").exists());
}

#[test]
fn the_engine_answers_line_by_line() {
    let input = "world\nsize 4\nposition start moves B2\ngo depth 3\nnonsense\nposition start \
                 moves Z9\ngo time 0\nsize 99\nquit\n";
    let ran = run_with("engine dropper", input);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("id dropper\nname Dropper\nversion "), "{}", ran.out);
    let count = |word: &str| ran.out.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("ok"), count("bestmove B2-"), count("error")), (1, 1, 4), "{}", ran.out);
    assert!(count("info depth ") > 0, "{}", ran.out);
}

#[test]
fn the_engine_takes_a_position_in_one_line() {
    let ran = run_with("engine abalone", "go 50 b C5b,D5b,C6b,E6w\nquit\n");
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    assert_eq!(words[0], "bestmove", "{}", ran.out);
    assert_eq!((words[2], words[4]), ("depth", "nodes"), "{}", ran.out);
}

#[test]
fn the_engine_stops_when_it_is_told() {
    let ran = run_with("engine abalone", "position start\ngo time 3600000\nstop\nquit\n");
    assert!(ran.out.lines().last().unwrap().starts_with("bestmove "), "{}", ran.out);
}
