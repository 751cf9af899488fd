//! `bfs` and `astar` against the crate `pathfinding`, on the same Sokoban level and heuristic.
//!
//! First a table of processor time and of the most bytes held, each pair in turn so that a busy
//! machine hurts both alike; then criterion. With a name (`ours astar`) and `--once` that side runs
//! once and nothing else does: something to profile.
#![allow(unsafe_code)] // an allocator that counts has to be one
#![allow(missing_docs)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};

use criterion::Criterion;
use plyground_core::{Heuristic, HeuristicSource, Limits, Puzzle, Silent};
use plyground_search::solve::solve;
use plyground_sokoban::{Board, MoveSpace, heuristics, notation};

/// Counts, where asked to, the bytes held and the most ever held.
struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static HELD: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn hold(bytes: isize) {
    if COUNTS.load(Ordering::Relaxed) {
        let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
        PEAK.fetch_max(held, Ordering::Relaxed);
    }
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        hold(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        hold(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const LEVEL: &str = "\
###############
#   #     #   #
# $ . $ . . $ #
#   #     #   #
## ### # ### ##
#   #  @  #   #
# .    $      #
#   #     #   #
###############
";

type State = <MoveSpace as Puzzle>::State;

fn space() -> MoveSpace {
    let levels = notation::parse("bench", LEVEL.as_bytes()).expect("the level is well-formed");
    MoveSpace::new(Arc::new(Board::new(&levels[0].grid)))
}

fn ours(space: &MoveSpace, spec: &str) -> Option<u64> {
    let spec = spec.parse().expect("a spec");
    let limits = Limits::default();
    let report = solve(space, &heuristics::of(space), &spec, &limits, &mut Silent);
    report.expect("a known method").cost
}

/// What a user of `pathfinding` would write: states as they are, dead ones left out.
fn successors<'a>(space: &'a MoveSpace) -> impl FnMut(&State) -> Vec<(State, u32)> + 'a {
    let mut moves = Vec::new();
    move |state| {
        moves.clear();
        space.moves(state, &mut moves);
        let next = moves.iter().map(|&mv| (space.play(state, mv), space.cost(state, mv)));
        next.filter(|(next, _)| !space.is_dead(next)).collect()
    }
}

fn their_astar(space: &MoveSpace, heuristic: &dyn Heuristic<MoveSpace>) -> Option<u64> {
    let found = pathfinding::directed::astar::astar(
        &space.start(),
        successors(space),
        |state| heuristic.estimate(space, state).unwrap_or(u32::MAX / 2),
        |state| space.is_solved(state),
    );
    found.map(|(_, cost)| cost.into())
}

fn their_bfs(space: &MoveSpace) -> Option<u64> {
    let mut successors = successors(space);
    let found = pathfinding::directed::bfs::bfs(
        &space.start(),
        |state| successors(state).into_iter().map(|(next, _)| next),
        |state| space.is_solved(state),
    );
    found.map(|path| path.len() as u64 - 1)
}

/// The most bytes held during some work.
fn peak(work: &dyn Fn() -> Option<u64>) -> isize {
    HELD.store(0, Ordering::Relaxed);
    PEAK.store(0, Ordering::Relaxed);
    COUNTS.store(true, Ordering::Relaxed);
    work();
    COUNTS.store(false, Ordering::Relaxed);
    PEAK.load(Ordering::Relaxed)
}

/// The processor time that this process has used, in nanoseconds; `None` where the system does not tell.
fn used() -> Option<u64> {
    std::fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// The processor time of some work, in milliseconds.
fn time(work: &dyn Fn() -> Option<u64>) -> f64 {
    let before = used();
    black_box(work());
    used().zip(before).map_or(f64::NAN, |(after, before)| (after - before) as f64 / 1e6)
}

fn main() {
    let space = space();
    let heuristic = heuristics::of(&space).heuristic("manhattan").expect("a heuristic");
    let unit = u64::from(space.unit());
    let steps = || ours(&space, "bfs").map(|cost| cost / unit);
    let sides: [(&str, &dyn Fn() -> Option<u64>); 4] = [
        ("ours astar", &|| ours(&space, "astar(h=manhattan)")),
        ("pathfinding astar", &|| their_astar(&space, &*heuristic)),
        ("ours bfs", &steps),
        ("pathfinding bfs", &|| their_bfs(&space)),
    ];
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "--once") {
        for (name, work) in sides {
            if arguments.iter().any(|argument| argument == name) {
                println!("{name}: {:?}", work());
            }
        }
        return;
    }
    for pair in sides.chunks(2) {
        assert_eq!(pair[0].1(), pair[1].1(), "both find the same");
        let mut best = [f64::INFINITY; 2];
        for _ in 0..5 {
            for (best, (_, work)) in best.iter_mut().zip(pair) {
                *best = best.min(time(work));
            }
        }
        let peaks = [peak(pair[0].1), peak(pair[1].1)];
        for ((name, _), (time, bytes)) in pair.iter().zip(best.iter().zip(peaks)) {
            println!("{name:20} {time:8.1} ms of processor time, {bytes:10} bytes at most");
        }
        let (speed, memory) = (best[1] / best[0], peaks[1] as f64 / peaks[0] as f64);
        println!("{:20} {speed:.2} times as fast, {memory:.2} times less memory", "ratio");
    }
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("move space");
    group.sample_size(10);
    for (name, work) in sides {
        group.bench_function(name, |b| b.iter(|| black_box(work())));
    }
    group.finish();
    criterion.final_summary();
}
