//! Every screen, driven by keys and clicks and read back as text.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_core::scene::text::Charset;
use plyground_data::Store;
use plyground_tui::{App, Colours, Events, Look, Opening, run};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const LEVELS: &str =
    "#####\n#@$.#\n#####\nTitle: One push\n\n######\n#    #\n# @$.#\n#    #\n######\nTitle: Room\n";

/// The app on a screen of 80 × 24.
struct Bench {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Bench {
    fn new(opening: &Opening) -> Self {
        Self::sized(opening, 80, 24)
    }

    fn sized(opening: &Opening, width: u16, height: u16) -> Self {
        let store = Store::in_memory().unwrap();
        let app = App::new(Catalog::new(), opening, store).unwrap();
        Self { app, terminal: Terminal::new(TestBackend::new(width, height)).unwrap() }
    }

    fn sokoban(level: Option<usize>) -> Self {
        let file = Some(("two.xsb".to_owned(), LEVELS.as_bytes().to_vec()));
        Self::new(&Opening { world: Some("sokoban".into()), file, level, ..plain() })
    }

    fn world(name: &str) -> Self {
        Self::new(&Opening { world: Some(name.to_owned()), ..plain() })
    }

    fn code(&mut self, code: KeyCode) {
        self.app.handle(&Event::Key(KeyEvent::from(code)));
        self.app.tick();
    }

    fn keys(&mut self, text: &str) {
        for c in text.chars() {
            self.code(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width);
        let text = |row: &[ratatui::buffer::Cell]| {
            row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
        };
        rows.map(text).collect::<Vec<_>>().join("\n")
    }

    /// Where a text begins on the screen.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.screen();
        for (row, line) in screen.lines().enumerate() {
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, row as u16);
            }
        }
        panic!("{text:?} is not on the screen:\n{screen}");
    }

    fn shows(&mut self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is not on the screen:\n{screen}");
    }

    fn lacks(&mut self, text: &str) {
        let screen = self.screen();
        assert!(!screen.contains(text), "{text:?} is on the screen:\n{screen}");
    }

    /// Lets time pass until the text is there.
    fn wait_for(&mut self, text: &str) {
        for _ in 0..6_000 {
            self.app.tick();
            if self.screen().contains(text) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{text:?} never came:\n{}", self.screen());
    }
}

/// Without colours, so that pieces are letters.
fn plain() -> Opening {
    let look = Look { charset: Charset::Unicode, colours: Colours::None };
    Opening { look, ..Opening::default() }
}

#[test]
fn the_menu_lists_every_world_and_quits() {
    let mut bench = Bench::new(&plain());
    let catalog = Catalog::new();
    let names: Vec<String> =
        catalog.worlds().iter().map(|world| world.info().name.to_string()).collect();
    for name in names.iter().map(String::as_str).chain(["watch", "saved games", "Quit"]) {
        bench.shows(name);
    }
    bench.code(KeyCode::Down);
    bench.shows(&format!("› {}", names[1]));
    bench.keys("q");
    assert!(bench.app.is_over());
}

#[test]
fn a_click_in_the_menu_opens_the_world() {
    let mut bench = Bench::new(&plain());
    let (column, row) = bench.find("Dropper");
    bench.click(column, row);
    bench.shows("Dropper: a new game");
    bench.keys("m");
    bench.shows("Plyground");
}

#[test]
fn the_level_list_shows_titles_sizes_and_what_is_solved() {
    let mut bench = Bench::sokoban(None);
    bench.shows("two.xsb - 0 of 2 solved");
    bench.shows("One push");
    bench.shows("Room");
    bench.keys("\n");
    bench.code(KeyCode::Right);
    bench.shows("Solved: 1 move, 1 push.");
    bench.keys("l");
    bench.shows("1 of 2 solved");
    bench.shows("✓    1  One push");
    bench.shows("1 move, 1 push");
}

#[test]
fn a_puzzle_is_played_with_arrows_and_letters_and_the_next_level_follows() {
    let mut bench = Bench::sokoban(Some(1));
    bench.shows("██@ $ . ██");
    bench.code(KeyCode::Left);
    bench.shows("moves    0");
    bench.keys("d");
    bench.shows("██  @ * ██");
    bench.shows("Solved: 1 move, 1 push.");
    bench.keys("n");
    bench.shows("2 - Room");
    bench.keys("n");
    bench.shows("This is the last level.");
}

#[test]
fn undo_redo_and_restart_go_through_the_moves() {
    let mut bench = Bench::sokoban(Some(2));
    bench.keys("wa");
    bench.shows("moves    2");
    bench.keys("z");
    bench.shows("moves    1");
    bench.keys("y");
    bench.shows("moves    2");
    bench.keys("r");
    bench.shows("moves    0");
    bench.keys("z");
    bench.shows("moves    2");
}

#[test]
fn a_level_that_was_left_half_played_goes_on_where_it_was() {
    let mut bench = Bench::sokoban(Some(2));
    bench.keys("wap");
    bench.shows("1 - ");
    bench.keys("n");
    bench.shows("moves    2");
    bench.shows("You were here before");
    bench.keys("zrpn");
    bench.shows("moves    0");
    bench.lacks("You were here before");
}

#[test]
fn a_refused_move_says_why() {
    let mut bench = Bench::sokoban(Some(1));
    bench.code(KeyCode::Up);
    bench.shows("moves    0");
    assert!(bench.screen().to_lowercase().contains("wall"), "{}", bench.screen());
}

#[test]
fn moves_of_a_puzzle_can_be_typed() {
    let mut bench = Bench::sokoban(Some(2));
    bench.keys("\n");
    bench.shows("Moves: _");
    bench.keys("ur\n");
    bench.shows("moves    2");
}

#[test]
fn a_hint_comes_from_the_background() {
    let mut bench = Bench::sokoban(Some(1));
    bench.keys("h");
    bench.wait_for("Hint: right. 1 move remains.");
}

#[test]
fn a_digit_solves_and_the_solution_is_played_step_by_step() {
    let mut bench = Bench::sokoban(Some(2));
    // The digits: the usual method, then astar, greedy, bfs, dfs, …
    bench.keys("++++4");
    bench.wait_for("bfs: 1 move, 1 push");
    bench.wait_for("step 1 of 1");
    bench.shows("speed");
    bench.keys("l");
    bench.shows("0 of 2 solved");
}

#[test]
fn any_method_can_be_typed_and_an_unknown_one_is_refused() {
    let mut bench = Bench::sokoban(Some(2));
    bench.keys("0ast");
    bench.code(KeyCode::Tab);
    bench.shows("Solve with: astar_");
    bench.keys("\n");
    bench.wait_for("astar");
    bench.wait_for("proven best");
    bench.keys("0asta\n");
    bench.shows("did you mean astar?");
}

#[test]
fn a_click_walks_and_a_box_is_clicked_to_its_place() {
    let mut bench = Bench::sokoban(Some(2));
    let (column, row) = bench.find("@ $ .");
    bench.click(column, row - 1);
    bench.shows("moves    1");
    bench.keys("z");
    bench.click(column + 2, row);
    bench.click(column + 4, row);
    bench.shows("Solved");
}

#[test]
fn a_large_board_scrolls_with_the_player() {
    let mut level = String::new();
    for y in 0..60 {
        let row: String = (0..120)
            .map(|x| match (x, y) {
                (1, 1) => '@',
                (2, 2) => '$',
                (3, 2) => '.',
                _ if x == 0 || y == 0 || x == 119 || y == 59 => '#',
                _ => ' ',
            })
            .collect();
        level.push_str(&row);
        level.push('\n');
    }
    let file = Some(("large.xsb".to_owned(), level.into_bytes()));
    let opening = Opening { world: Some("sokoban".into()), file, level: Some(1), ..plain() };
    let mut bench = Bench::new(&opening);
    bench.shows("rows 1-19 of 60, columns 1-48 of 120");
    bench.code(KeyCode::PageDown);
    bench.shows("of 60");
    bench.lacks("rows 1-19");
    bench.keys("\n");
    bench.keys(&"r".repeat(60));
    bench.keys(&"d".repeat(40));
    bench.keys("\n");
    bench.lacks("rows 1-19");
    bench.lacks("columns 1-48");
    bench.shows("@");
}

#[test]
fn sokobond_shows_its_atoms_and_free_electrons() {
    let mut bench =
        Bench::new(&Opening { level: Some(1), world: Some("sokobond".into()), ..plain() });
    bench.shows("Sokobond");
    assert!(bench.screen().contains('¹') || bench.screen().contains('²'), "{}", bench.screen());
}

#[test]
fn ascii_is_plain() {
    let look = Look { charset: Charset::Ascii, colours: Colours::None };
    for world in ["sokobond", "abalone", "dropper"] {
        let opening = Opening { world: Some(world.into()), look, ..Opening::default() };
        let mut bench = Bench::new(&opening);
        for keys in ["", "\n", "?"] {
            bench.keys(keys);
            let screen = bench.screen();
            let strange: String = screen.chars().filter(|c| !c.is_ascii()).collect();
            assert_eq!(strange, "", "{screen}");
        }
    }
}

#[test]
fn every_look_draws_every_world() {
    for colours in [Colours::True, Colours::Sixteen, Colours::None] {
        for world in ["sokobond", "abalone", "dropper"] {
            let look = Look { charset: Charset::Unicode, colours };
            let opening = Opening { world: Some(world.into()), look, ..Opening::default() };
            let mut bench = Bench::new(&opening);
            bench.screen();
            let coloured = bench.terminal.backend().buffer().content.iter().any(|cell| {
                cell.fg != ratatui::style::Color::Reset || cell.bg != ratatui::style::Color::Reset
            });
            assert_eq!(coloured, colours != Colours::None);
        }
    }
}

#[test]
fn a_game_is_set_up_with_size_players_and_clocks() {
    let mut bench = Bench::world("dropper");
    bench.shows("< 8 x 8 >");
    bench.shows("< Human >");
    bench.code(KeyCode::Home);
    bench.code(KeyCode::Left);
    bench.shows("< 7 x 7 >");
    bench.code(KeyCode::Down);
    bench.code(KeyCode::Right);
    bench.shows("< Newcomer (1000) >");
    bench.keys("\nalphabeta(depth=9");
    bench.shows("alphabeta(depth=9_");
    bench.keys(")\n");
    bench.shows("< alphabeta(depth=9) >");
    bench.keys("\nnobody\n");
    bench.shows("Unknown player");
}

/// A game of Dropper on a small board, between those who are typed here.
fn dropper(size: usize, first: &str, second: &str) -> Bench {
    let mut bench = Bench::world("dropper");
    bench.code(KeyCode::Home);
    bench.keys(&format!("\n{size}\n"));
    for player in [first, second] {
        bench.code(KeyCode::Down);
        bench.keys(&format!("\n{player}\n"));
    }
    bench.keys(" ");
    bench
}

#[test]
fn moves_are_typed_completed_and_refused_with_the_rule() {
    let mut bench = dropper(4, "", "");
    bench.shows("to move");
    bench.keys("\nb2\n");
    bench.shows("1. B2");
    bench.keys("b");
    bench.code(KeyCode::Tab);
    bench.shows("Move: B2-");
    bench.keys("zz\n");
    bench.shows("B2-zz:");
    bench.code(KeyCode::Esc);
    bench.keys("z");
    bench.lacks("1. B2");
}

#[test]
fn a_square_is_clicked() {
    let mut bench = dropper(4, "", "");
    let (column, row) = bench.find("1   .   .   .");
    bench.click(column + 4, row);
    bench.shows("1. A1");
}

#[test]
fn two_methods_play_a_game_to_its_end() {
    let mut bench = dropper(3, "greedy", "random");
    bench.keys("++++");
    for _ in 0..6_000 {
        bench.app.tick();
        let screen = bench.screen();
        if screen.contains(" wins") || screen.contains("Draw") {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the game never ended:\n{}", bench.screen());
}

#[test]
fn a_game_is_paused_analysed_saved_and_loaded() {
    let mut bench = dropper(3, "", "");
    bench.keys(" ");
    bench.shows("Paused");
    bench.keys("\nb2\n");
    bench.code(KeyCode::Esc);
    bench.keys("a");
    bench.wait_for("depth");
    bench.keys("a");
    bench.keys("s");
    bench.shows("Saved: Dropper: human - human, 1 turns");
    bench.keys("l");
    bench.shows("Dropper: saved games");
    bench.keys("\n");
    bench.shows("1. B2");
}

#[test]
fn who_runs_out_of_time_loses() {
    let mut bench = Bench::world("dropper");
    bench.code(KeyCode::Home);
    for _ in 0..5 {
        bench.code(KeyCode::Down);
    }
    bench.keys("\n0.05\n");
    bench.shows("< 0.05 >");
    bench.keys(" ");
    bench.wait_for("X is out of time");
    bench.shows("O wins");
}

#[test]
fn who_resigns_is_asked_once_more() {
    let mut bench = dropper(4, "", "");
    bench.keys("x");
    bench.shows("X again: X resigns");
    bench.keys("x");
    bench.shows("O wins: X resigned");
}

#[test]
fn a_stone_of_ones_own_is_refused_with_the_reason() {
    let mut bench = dropper(4, "", "");
    bench.keys("\nb2\nb2-a1+c4\na1-a2\n");
    bench.shows("a1-a2: ");
    bench.shows("own");
}

#[test]
fn marbles_are_clicked_and_then_their_target() {
    let mut bench = Bench::world("abalone");
    bench.keys(" ");
    let (column, row) = bench.find("A   b   b   .");
    bench.click(column + 4, row);
    bench.click(column + 8, row);
    bench.click(column + 12, row);
    bench.shows("1. ");
}

#[test]
fn an_unsaved_game_is_not_left_by_accident() {
    let mut bench = dropper(4, "", "");
    bench.keys("\nb2\n");
    bench.code(KeyCode::Esc);
    bench.keys("q");
    assert!(!bench.app.is_over());
    bench.shows("not saved");
    bench.keys("q");
    assert!(bench.app.is_over());
}

#[test]
fn abalone_is_a_hexagon_with_coordinates_and_takes_typed_moves() {
    let mut bench = Bench::world("abalone");
    bench.keys(" ");
    bench.shows("I   w   w   .   b   b");
    bench.shows("E   .   .   .   .   .   .   .   .   .");
    bench.shows("1   2   3   4   5");
    bench.keys("\nnonsense\n");
    bench.shows("nonsense:");
}

#[test]
fn help_lists_the_keys_of_the_screen() {
    let mut bench = Bench::sokoban(Some(1));
    bench.keys("?");
    bench.shows("undo / redo");
    bench.shows("all methods and heuristics");
    bench.keys("x");
    bench.lacks("undo / redo");
}

#[test]
fn the_help_of_every_screen_fits_80_by_24_with_nothing_cut() {
    let level = || Bench::sokoban(Some(1));
    let screens = [
        (Bench::new(&plain()), ""),
        (level(), ""),
        (level(), "l"),
        (Bench::world("sokobond"), ""),
        (Bench::world("abalone"), ""),
        (Bench::world("dropper"), " "),
    ];
    for (mut bench, keys) in screens {
        bench.keys(keys);
        bench.keys("?");
        let screen = bench.screen();
        let rows: Vec<&str> = screen.lines().collect();
        let top = rows.iter().position(|row| row.contains("Keys (any key")).expect("the help");
        let bottom = rows.iter().rposition(|row| row.contains('└')).expect("its lower edge");
        assert!(rows[bottom - 1].contains("quit"), "{screen}");
        for row in &rows[top + 1..bottom] {
            // A line that is cut ends at the frame.
            let inside = row.trim().trim_matches('│');
            assert!(inside.ends_with(' '), "{screen}");
        }
    }
}

#[test]
fn a_method_and_a_heuristic_are_picked_from_a_list() {
    let mut bench = Bench::sokoban(Some(2));
    bench.keys("0");
    bench.shows(">1 auto");
    bench.lacks("heuristic (Tab)");
    bench.code(KeyCode::Down);
    bench.shows("heuristic (Tab)");
    bench.code(KeyCode::Tab);
    bench.code(KeyCode::Down);
    bench.code(KeyCode::Down);
    bench.shows("Enter: astar(h=");
    let picked =
        bench.screen().split("Enter: ").nth(1).unwrap().split(';').next().unwrap().to_owned();
    bench.code(KeyCode::Enter);
    bench.wait_for(&format!("{picked}: "));
    bench.keys("0");
    bench.code(KeyCode::Esc);
    bench.lacks("Solve with");
}

#[test]
fn a_small_terminal_says_so_until_it_is_larger() {
    let mut bench = Bench::sized(&plain(), 40, 10);
    bench.shows("This terminal has 40 x 10 characters");
    bench.terminal.backend_mut().resize(80, 24);
    bench.shows("Sokoban");
}

#[test]
fn nothing_breaks_at_any_size() {
    for (width, height) in [(1, 1), (64, 20), (65, 21), (200, 60), (300, 20)] {
        for world in [None, Some("sokobond"), Some("abalone"), Some("dropper")] {
            let opening = Opening { world: world.map(str::to_owned), ..plain() };
            let mut bench = Bench::sized(&opening, width, height);
            bench.screen();
            bench.keys("\n");
            bench.screen();
        }
    }
}

/// Events from a list.
struct Script(VecDeque<Event>);

impl Events for Script {
    fn next(&mut self, _wait: Duration) -> io::Result<Option<Event>> {
        Ok(self.0.pop_front())
    }
    fn is_over(&self) -> bool {
        self.0.is_empty()
    }
}

#[test]
fn the_loop_runs_until_the_person_quits_or_the_events_end() {
    let script = |text: &str| {
        Script(text.chars().map(|c| Event::Key(KeyEvent::from(KeyCode::Char(c)))).collect())
    };
    let mut bench = Bench::new(&plain());
    run(&mut bench.app, &mut bench.terminal, &mut script("ssq")).unwrap();
    assert!(bench.app.is_over());
    let mut bench = Bench::new(&plain());
    run(&mut bench.app, &mut bench.terminal, &mut script("s")).unwrap();
    assert!(!bench.app.is_over());
}

#[test]
fn a_world_or_level_that_is_not_there_is_refused() {
    let refused = |opening: Opening| {
        let app = App::new(Catalog::new(), &opening, Store::in_memory().unwrap());
        app.err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused(Opening { world: Some("chess".into()), ..plain() }).contains("unknown world"));
    let file = Some(("two.xsb".to_owned(), LEVELS.as_bytes().to_vec()));
    let opening = Opening { world: Some("sokoban".into()), file, level: Some(9), ..plain() };
    assert_eq!(refused(opening), "there is no level 9; the levels go from 1 to 2");
}

#[test]
fn looking_back_keeps_the_game_and_a_move_there_is_a_variation() {
    let mut bench = dropper(4, "", "");
    bench.keys("\nA1\nA1-B2+D3\n");
    bench.code(KeyCode::Esc);
    bench.shows("1. A1");
    bench.code(KeyCode::Left);
    bench.shows("Looking: Space returns");
    bench.shows("A1-B2+D3");
    bench.keys("\nA1-B1+D1\n");
    bench.code(KeyCode::Esc);
    bench.shows("a variation");
    bench.shows("A1-B1+D1");
    bench.keys(" ");
    bench.shows("moves");
    bench.shows("A1-B2+D3");
    bench.lacks("A1-B1+D1");
}

#[test]
fn the_levels_of_the_day_are_made_in_the_background_and_played() {
    let mut bench = Bench::new(&plain());
    let (column, row) = bench.find("Daily challenge");
    bench.click(column, row);
    bench.shows("of 7");
    bench.wait_for("difficulty");
    while bench.screen().contains("is being made") {
        bench.app.tick();
        std::thread::sleep(Duration::from_millis(10));
    }
    bench.code(KeyCode::Right);
    bench.shows("These are the levels of today.");
    bench.keys("\n");
    bench.shows("Sokoban: daily 1");
    bench.keys("m");
    bench.shows("Daily challenge");
}

/// The turn that the last of the hints tells.
fn told_turn(bench: &mut Bench) -> String {
    bench.keys("h");
    bench.shows("The idea: ");
    bench.keys("h");
    bench.shows("Begin with the marked piece");
    bench.keys("h");
    let screen = bench.screen();
    let (_, told) = screen.split_once("The turn: ").expect("the turn");
    told.split_once('.').expect("a sentence").0.to_owned()
}

#[test]
fn a_problem_is_solved_with_hints_and_the_next_one_follows() {
    for world in ["Abalone", "Dropper"] {
        let mut bench = Bench::new(&plain());
        let (column, row) = bench.find(&format!("{world}: problems"));
        bench.click(column, row);
        bench.shows(&format!("{world}: problem 1"));
        bench.shows("0 of 40 solved");
        while !bench.screen().contains("Solved.") {
            let turn = told_turn(&mut bench);
            bench.keys(&format!("\n{turn}\n"));
            bench.lacks("R: try again");
        }
        bench.shows("1 of 40 solved");
        bench.keys("n");
        bench.shows(&format!("{world}: problem 2"));
        bench.code(KeyCode::Left);
        bench.shows(&format!("{world}: problem 1"));
    }
}

#[test]
fn a_wrong_turn_of_a_problem_is_refuted_and_tried_again() {
    let mut bench = Bench::new(&plain());
    let (column, row) = bench.find("Abalone: problems");
    bench.click(column, row);
    let right = told_turn(&mut bench);
    let world = Catalog::new().game_world("abalone").unwrap();
    let attempt = plyground_catalog::Attempt::new(&world, &world.problems()[0]).unwrap();
    let legal = attempt.session().legal_turns();
    let wrong = legal.into_iter().find(|turn| *turn != right).expect("another turn");
    bench.keys(&format!("\n{wrong}\n"));
    bench.shows("R: try again");
    bench.keys("h");
    bench.shows("There is nothing to find from here");
    bench.keys("r");
    bench.lacks("try again");
    bench.shows("0 of 40 solved");
}
