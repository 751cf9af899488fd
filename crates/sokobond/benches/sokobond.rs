//! How fast positions are expanded, stored and solved. Throughput is in states: elements a second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_core::{Limits, Puzzle as _, PuzzleWorld as _, Rng, Silent, Spec, Successors};
use plyground_search::solve::solve;
use plyground_sokobond::heuristics;
use plyground_sokobond::{Board, Sokobond, State, notation, solver};

/// A room of middling size: two molecules' worth of atoms, no modifiers.
const ROOM: &str = "xxxxxxxx\nxn-h---x\nx--h-h-x\nx-H---nx\nx--h-h-x\nx------x\nxxxxxxxx\n";
/// A level that no search solves soon: helium has to push two molecules' worth of atoms together.
const HALL: &str = "xxxxxxxxx\nxh--x--hx\nx-n---n-x\nx---E---x\nxh--x--hx\nx-h---h-x\nxxxxxxxxx\n";
/// The room with all three modifiers.
const WORKSHOP: &str = "v2\nx x x x x x x x\n\nx n - h - - - x\n         /\nx - - h - h - x\n     +\n\
                        x - H - - - n x\n           @\nx - - h - h - x\n\nx - - - - - - x\n\nx x x x x x x x\n";

fn board(text: &str) -> Board {
    let level = notation::parse(text.as_bytes()).expect("a level").remove(0);
    Board::new(&level, false).expect("a board")
}

/// Positions met on random walks.
fn positions(board: &Board) -> Vec<State> {
    let mut rng = Rng::new(1);
    let mut states = Vec::new();
    while states.len() < 1_000 {
        let mut state = board.start();
        for _ in 0..20 {
            let mut moves = Vec::new();
            board.moves(&state, &mut moves);
            let Some(&way) = rng.pick(&moves) else { break };
            state = board.play(&state, way);
            states.push(state);
        }
    }
    states
}

fn expanding(c: &mut Criterion) {
    let mut group = c.benchmark_group("expand");
    for (name, text) in [("room", ROOM), ("workshop", WORKSHOP)] {
        let board = board(text);
        let states = positions(&board);
        let mut successors = Successors::default();
        let mut packed = vec![0; board.packed_len()];
        group.throughput(Throughput::Elements(states.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                for state in &states {
                    board.pack(state, &mut packed);
                    successors.clear(packed.len());
                    board.successors(state, &packed, &mut successors);
                    black_box(&successors);
                }
            });
        });
        group.bench_function(format!("{name}, dead or not"), |b| {
            b.iter(|| states.iter().filter(|state| board.is_dead(state)).count());
        });
    }
    group.finish();
}

fn searching(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let limits = Limits { states: Some(100_000), threads: Some(1), ..Limits::default() };
    for (name, text) in [("hall", HALL), ("workshop", WORKSHOP)] {
        let board = board(text);
        let bfs =
            || solve(&board, &heuristics::of(&board), &Spec::new("bfs"), &limits, &mut Silent);
        // A search may end before the limit: only states that were expanded count.
        group.throughput(Throughput::Elements(bfs().expect("a report").stats.expanded));
        group.bench_function(format!("bfs, {name}"), |b| b.iter(bfs));
        let auto = || solver::solve(&board, &limits, &mut |_| {});
        group.throughput(Throughput::Elements(auto().stats.expanded));
        group.bench_function(format!("auto, {name}"), |b| b.iter(auto));
    }
    group.finish();
}

fn solving(c: &mut Criterion) {
    let packs = Sokobond.packs();
    let levels: Vec<Board> = packs
        .iter()
        .flat_map(|pack| notation::parse(pack.text.as_bytes()).expect(&pack.name))
        .map(|level| Board::new(&level, false).expect("a board"))
        .collect();
    let mut group = c.benchmark_group("solve");
    group.sample_size(10);
    for threads in [1, 2] {
        let limits = Limits { threads: Some(threads), ..Limits::default() };
        group.bench_function(format!("all shipped levels, {threads} threads"), |b| {
            b.iter(|| {
                for board in &levels {
                    black_box(solver::solve(board, &limits, &mut |_| {}));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, expanding, searching, solving);
criterion_main!(benches);
