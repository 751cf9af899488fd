//! `bfs` and `astar` against the crate `pathfinding`, on the same Sokoban level and heuristic.
//!
//! Prints the most bytes that each held, then measures speed.
#![allow(unsafe_code)] // an allocator that counts has to be one
#![allow(missing_docs)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use plyground_core::{Heuristic, HeuristicSource, Limits, Puzzle, Silent};
use plyground_search::solve::solve;
use plyground_sokoban::{Board, MoveSpace, heuristics, notation};

/// Counts the bytes held, and the most ever held.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(held, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const LEVEL: &str = "\
#############
#   #   #   #
# $ . $ . $ #
#   #   #   #
## ### ### ##
#   # @ #   #
# .   $   . #
#   #   #   #
#############
";

fn space() -> MoveSpace {
    let levels = notation::parse("bench", LEVEL.as_bytes()).expect("the level is well-formed");
    MoveSpace::new(Arc::new(Board::new(&levels[0].grid)))
}

fn ours(space: &MoveSpace, spec: &str) -> Option<u64> {
    let spec = spec.parse().expect("a spec");
    let limits = Limits::default();
    let report = solve(space, &heuristics::Source(space), &spec, &limits, &mut Silent);
    report.expect("a known method").cost
}

/// What a user of `pathfinding` would write: states as they are, dead ones left out.
fn successors(
    space: &MoveSpace,
    state: &<MoveSpace as Puzzle>::State,
) -> Vec<(<MoveSpace as Puzzle>::State, u32)> {
    let mut moves = Vec::new();
    space.moves(state, &mut moves);
    let next = moves.iter().map(|&mv| (space.play(state, mv), space.cost(state, mv)));
    next.filter(|(next, _)| !space.is_dead(next)).collect()
}

fn their_astar(space: &MoveSpace, heuristic: &dyn Heuristic<MoveSpace>) -> Option<u64> {
    let found = pathfinding::directed::astar::astar(
        &space.start(),
        |state| successors(space, state),
        |state| heuristic.estimate(space, state).unwrap_or(u32::MAX / 2),
        |state| space.is_solved(state),
    );
    found.map(|(_, cost)| cost.into())
}

fn their_bfs(space: &MoveSpace) -> Option<usize> {
    let found = pathfinding::directed::bfs::bfs(
        &space.start(),
        |state| successors(space, state).into_iter().map(|(next, _)| next),
        |state| space.is_solved(state),
    );
    found.map(|path| path.len() - 1)
}

fn peak<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    println!("{name}: {} bytes at most", PEAK.load(Ordering::Relaxed) - before);
    result
}

fn versus(criterion: &mut Criterion) {
    let space = space();
    let heuristic = heuristics::Source(&space).heuristic("manhattan").expect("a heuristic");
    let cost = peak("ours astar", || ours(&space, "astar(h=manhattan)"));
    assert_eq!(cost, peak("pathfinding astar", || their_astar(&space, &*heuristic)));
    let steps = peak("ours bfs", || ours(&space, "bfs")).map(|cost| cost / u64::from(space.unit()));
    assert_eq!(steps, peak("pathfinding bfs", || their_bfs(&space)).map(|steps| steps as u64));

    let mut group = criterion.benchmark_group("move space");
    group.sample_size(10);
    group.bench_function("ours astar", |b| {
        b.iter(|| ours(black_box(&space), "astar(h=manhattan)"));
    });
    group.bench_function("pathfinding astar", |b| {
        b.iter(|| their_astar(black_box(&space), &*heuristic));
    });
    group.bench_function("ours bfs", |b| b.iter(|| ours(black_box(&space), "bfs")));
    group.bench_function("pathfinding bfs", |b| b.iter(|| their_bfs(black_box(&space))));
    group.finish();
}

criterion_group!(benches, versus);
criterion_main!(benches);
