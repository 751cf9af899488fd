//! What every search keeps, whatever its method: limits, determinism, pauses, events, specs.

mod common;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use common::{Distances, Graph, GraphHeuristics, Tiles, run};
use plyground_core::{
    Cancel, Event, Given, Heuristic, HeuristicSource, Limits, Observer, Properties, Puzzle, Report,
    Silent, Spec, Stats, Status, heuristic_fn,
};
use plyground_search::solve::{self, Session, methods};

fn every_method() -> impl Iterator<Item = &'static str> {
    methods().into_iter().map(|method| method.id)
}

/// Two tiles swapped: half of all orders, and no solution.
fn endless() -> Tiles {
    let mut start = Tiles::home(16);
    start.swap(0, 1);
    Tiles { width: 4, start }
}

fn without_seconds<S>(report: &Report<S>) -> Stats {
    Stats { seconds: 0.0, ..report.stats }
}

#[test]
fn a_heuristic_given_as_a_value_serves_as_well_as_one_with_a_name() {
    let tiles = Tiles { width: 3, start: vec![1, 2, 5, 3, 4, 8, 6, 7, 0] };
    let named = run(&tiles, &Distances, "astar", &Limits::default());
    let distances = Distances.heuristic(Distances.default_name()).unwrap();
    let function = heuristic_fn(Properties::CONSISTENT, move |tiles: &Tiles, state: &Vec<u8>| {
        distances.estimate(tiles, state)
    });
    let given = run(&tiles, &Given::new(function), "astar", &Limits::default());
    assert_eq!(given.solution, named.solution);
    assert_eq!(without_seconds(&given), without_seconds(&named));
    let nothing = Given::new(heuristic_fn(Properties::CONSISTENT, |_: &Tiles, _| Some(0)));
    let error = nothing.heuristic("hungarian").err().unwrap();
    assert!(error.to_string().contains("given"), "{error}");
}

#[test]
fn every_method_stops_at_its_limit_of_states() {
    for method in every_method() {
        let report = run(&endless(), &Distances, method, &Limits::states(20));
        assert_eq!(report.status, Status::StateLimit, "{method}");
        assert_eq!(report.stats.expanded, 20, "{method}");
        assert!(report.solution.is_none(), "{method}");
    }
}

/// A puzzle in which somebody asks for the end after so many expansions.
struct Interrupted {
    puzzle: Tiles,
    left: AtomicI64,
    cancel: Cancel,
}

impl Puzzle for Interrupted {
    type State = <Tiles as Puzzle>::State;
    type Move = <Tiles as Puzzle>::Move;
    fn start(&self) -> Self::State {
        self.puzzle.start()
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 0 {
            self.cancel.cancel();
        }
        self.puzzle.moves(state, out);
    }
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State {
        self.puzzle.play(state, mv)
    }
    fn is_solved(&self, state: &Self::State) -> bool {
        self.puzzle.is_solved(state)
    }
    fn packed_len(&self) -> usize {
        self.puzzle.packed_len()
    }
    fn pack(&self, state: &Self::State, out: &mut [u8]) {
        self.puzzle.pack(state, out);
    }
    fn unpack(&self, bytes: &[u8]) -> Self::State {
        self.puzzle.unpack(bytes)
    }
    fn step_text(&self, state: &Self::State, mv: Self::Move) -> String {
        self.puzzle.step_text(state, mv)
    }
}

#[test]
fn a_step_of_thousands_of_states_hears_of_the_end_too() {
    let zero = Given::new(heuristic_fn(Properties::CONSISTENT, |_: &Interrupted, _| Some(0)));
    for method in methods().iter().filter(|method| method.threads) {
        let limits = Limits { threads: Some(1), ..Limits::default() };
        let (left, cancel) = (AtomicI64::new(30_000), limits.cancel.clone());
        let puzzle = Interrupted { puzzle: endless(), left, cancel };
        let spec = Spec::new(method.id);
        let report = solve::solve(&puzzle, &zero, &spec, &limits, &mut Silent).unwrap();
        assert_eq!(report.status, Status::Cancelled, "{spec}");
        let late = -puzzle.left.load(Ordering::Relaxed);
        assert!((0..600).contains(&late), "{spec} expanded {late} more");
    }
}

/// A puzzle without an end in which thousands of ways lead on from everywhere.
struct Wide;

impl Wide {
    const WAYS: u16 = 3_000;
}

impl Puzzle for Wide {
    type State = u64;
    type Move = u16;
    fn start(&self) -> u64 {
        1
    }
    fn moves(&self, _state: &u64, out: &mut Vec<u16>) {
        out.extend(0..Self::WAYS);
    }
    fn play(&self, state: &u64, mv: u16) -> u64 {
        (state + u64::from(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn is_solved(&self, _state: &u64) -> bool {
        false
    }
    fn packed_len(&self) -> usize {
        8
    }
    fn pack(&self, state: &u64, out: &mut [u8]) {
        out.copy_from_slice(&state.to_le_bytes());
    }
    fn unpack(&self, bytes: &[u8]) -> u64 {
        u64::from_le_bytes(bytes.try_into().unwrap())
    }
    fn step_text(&self, _state: &u64, mv: u16) -> String {
        mv.to_string()
    }
}

/// Estimates that take long, and ask whether it is too late; during one of them somebody asks for the end.
struct Lengthy {
    left: AtomicI64,
    cancel: Cancel,
}

impl Heuristic<Wide> for Lengthy {
    fn estimate(&self, puzzle: &Wide, state: &u64) -> Option<u32> {
        self.estimate_unless(puzzle, state, &|| false)
    }
    fn estimate_unless(&self, _: &Wide, _: &u64, is_over: &dyn Fn() -> bool) -> Option<u32> {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 0 {
            self.cancel.cancel();
        }
        (!is_over()).then_some(1)
    }
    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

#[test]
fn no_estimate_is_begun_when_it_is_too_late() {
    for method in methods().iter().filter(|method| method.options.iter().any(|one| one.id == "h")) {
        // In the first expansion, and in one of many that are made together.
        for before in [50, 10_000] {
            let limits = Limits { threads: Some(1), ..Limits::default() };
            let lengthy = Lengthy { left: AtomicI64::new(before), cancel: limits.cancel.clone() };
            let lengthy = std::sync::Arc::new(lengthy);
            let given = Given::from(std::sync::Arc::clone(&lengthy));
            let spec = Spec::new(method.id);
            let report = solve::solve(&Wide, &given, &spec, &limits, &mut Silent).unwrap();
            assert_eq!(report.status, Status::Cancelled, "{spec}");
            let late = -lengthy.left.load(Ordering::Relaxed) - 1;
            assert_eq!(late, 0, "{spec} began estimates when it was too late");
        }
    }
}

#[test]
fn every_method_stays_within_its_limit_of_memory() {
    for memory in [0, 1_000, 50_000, 300_000, 1 << 20] {
        for method in every_method() {
            let limits = Limits { memory: Some(memory), ..Limits::states(30_000) };
            let report = run(&endless(), &Distances, method, &limits);
            let stopped = match method {
                // These need no more than the line they are on; their table takes what fits.
                "ids" | "idastar" | "dls" if memory > 1_000 => Status::StateLimit,
                "ids" | "idastar" if memory > 0 => Status::StateLimit,
                "hillclimb" if report.stats.expanded < 1_000 => continue, // at a dead end
                _ if report.status == Status::StateLimit => {
                    assert!(memory >= 300_000, "{method} in {memory} bytes");
                    Status::StateLimit
                }
                _ => Status::MemoryLimit,
            };
            assert_eq!(report.status, stopped, "{method} in {memory} bytes");
            let peak = report.stats.peak_bytes;
            assert!(peak <= memory.max(1_000), "{method} in {memory} bytes took {peak}");
        }
    }
}

#[test]
fn every_method_ends_when_cancelled_or_out_of_time() {
    for method in every_method() {
        let limits = Limits::default();
        limits.cancel.cancel();
        assert_eq!(run(&endless(), &Distances, method, &limits).status, Status::Cancelled);
        let limits = Limits::time(Duration::ZERO);
        assert_eq!(run(&endless(), &Distances, method, &limits).status, Status::TimeLimit);
    }
}

#[test]
fn every_method_does_the_same_twice() {
    let tiles = Tiles::scrambled(3, 3, 40, 5);
    for method in every_method() {
        let [one, two] = [0, 1].map(|_| run(&tiles, &Distances, method, &Limits::states(20_000)));
        assert_eq!(one.solution, two.solution, "{method}");
        assert_eq!(without_seconds(&one), without_seconds(&two), "{method}");
    }
}

#[test]
fn a_search_in_pieces_is_the_same_search() {
    let tiles = Tiles::scrambled(3, 3, 40, 6);
    for method in every_method() {
        let limits = Limits::states(5_000);
        let whole = run(&tiles, &Distances, method, &limits);
        let spec = Spec::new(method);
        let mut session = Session::new(&tiles, &Distances, &spec, &limits).unwrap();
        let mut pauses = 0;
        let pieces = loop {
            match session.advance(7, &mut Silent) {
                Some(report) => break report,
                None => pauses += 1,
            }
        };
        assert!(pauses > 0, "{method}");
        assert_eq!(whole.status, pieces.status, "{method}");
        assert_eq!(whole.solution, pieces.solution, "{method}");
        assert_eq!(without_seconds(&whole), without_seconds(&pieces), "{method}");
    }
}

#[test]
fn a_solved_start_needs_no_search_and_a_dead_one_has_none() {
    let solved = Tiles { width: 3, start: Tiles::home(9) };
    let mut dead = Graph::grid(3, 1);
    dead.goals.clear();
    dead.dead.insert(0);
    for method in every_method() {
        let report = run(&solved, &Distances, method, &Limits::default());
        assert_eq!((report.status, report.cost), (Status::Solved, Some(0)), "{method}");
        assert!(report.optimal);
        let report = run(&dead, &GraphHeuristics::of(&dead, 1), method, &Limits::default());
        assert_eq!(report.status, Status::Unsolvable, "{method}");
        assert_eq!(report.stats.expanded, 0, "{method}");
    }
}

/// Checks events as they come.
#[derive(Default)]
struct Witness {
    states: HashMap<u32, Vec<u8>>,
    known: HashSet<u32>,
    expanded: HashSet<u32>,
    expansions: u64,
    successors: u64,
}

impl Witness {
    fn name(&mut self, id: u32, state: &[u8]) {
        let known = self.states.entry(id).or_insert_with(|| state.to_vec());
        assert_eq!(known, state, "number {id} names two states");
    }
}

impl Observer<Tiles> for Witness {
    fn wants_events(&self) -> bool {
        true
    }
    fn event(&mut self, event: &Event<'_, Tiles>) {
        match *event {
            Event::Expanded { id, state, .. } => {
                self.name(id, state);
                self.expansions += 1;
                self.expanded.insert(id);
            }
            Event::Generated { id, parent, from, .. } => {
                self.name(parent, from);
                assert!(self.expanded.contains(&parent), "a parent is expanded first");
                self.known.insert(id);
                self.successors += 1;
            }
            Event::Pruned { parent, from, .. } => {
                self.name(parent, from);
                assert!(self.expanded.contains(&parent), "a parent is expanded first");
                self.successors += 1;
            }
            Event::Iteration { .. } => {}
        }
    }
}

#[test]
fn events_tell_the_whole_story_in_order() {
    let tiles = Tiles::scrambled(3, 3, 40, 7);
    for method in every_method() {
        let mut witness = Witness::default();
        let limits = Limits::states(3_000);
        let report =
            solve::solve(&tiles, &Distances, &Spec::new(method), &limits, &mut witness).unwrap();
        assert_eq!(witness.expansions, report.stats.expanded, "{method}");
        assert!(witness.successors <= report.stats.generated, "{method}");
        let start = witness.states.values().filter(|state| **state == tiles.start());
        assert!(start.count() >= 1, "{method}");
        let strangers = witness.expanded.difference(&witness.known).count();
        assert!(strangers <= 2, "{method}: only starts are expanded without being generated");
        let silent = run(&tiles, &Distances, method, &limits);
        assert_eq!(without_seconds(&silent), without_seconds(&report), "watching changes nothing");
    }
}

#[test]
fn unknown_words_are_refused_with_the_nearest() {
    let tiles = Tiles::scrambled(3, 3, 4, 1);
    for (spec, hint) in [
        ("astr", "did you mean astar?"),
        ("astar(w=2)", "unknown option of astar"),
        ("ucs(h=manhattan)", "ucs takes no options"),
        ("astar(h=manhatan)", "did you mean manhattan?"),
        ("beam(width=0)", "expected a number from 1"),
        ("wastar(w=many)", "expected a number"),
        ("dls(depth=-1)", "expected a number"),
    ] {
        let parsed: Spec = spec.parse().unwrap();
        let error = solve::solve(&tiles, &Distances, &parsed, &Limits::default(), &mut Silent);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(hint), "{spec}: {error}");
    }
    let mut graph = Graph::grid(3, 1);
    graph.reversible = false;
    let spec = Spec::new("bidirectional");
    let source = GraphHeuristics::of(&graph, 1);
    let error = solve::solve(&graph, &source, &spec, &Limits::default(), &mut Silent).unwrap_err();
    assert!(error.to_string().contains("backwards"), "{error}");
}
