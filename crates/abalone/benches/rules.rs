//! Speed of the rules: moves generated, moves counted, positions evaluated.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_abalone::{AbaloneGame, Move, State, evaluation, layouts};
use plyground_core::{Evaluation, Game, Rng};

/// Positions from random games, as a search meets them.
fn positions() -> Vec<State> {
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for layout in &layouts::layouts()[..3] {
        let mut state = layout.start;
        for _ in 0..100 {
            moves.clear();
            state.moves(&mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            state.play(mv);
            positions.push(state);
        }
    }
    positions
}

/// Perft that generates the moves of the last ply too.
fn generating_perft(state: &State, lists: &mut [Vec<Move>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    state.moves(list);
    if deeper.is_empty() {
        return black_box(&*list).len() as u64;
    }
    let mut total = 0;
    for &mv in &*list {
        let mut next = *state;
        next.play(mv);
        total += generating_perft(&next, deeper);
    }
    total
}

fn perft(c: &mut Criterion) {
    let start = layouts::find("belgian-daisy").expect("a layout").start;
    let nodes = start.perft(4);
    let mut group = c.benchmark_group("perft 4, Belgian Daisy");
    group.throughput(Throughput::Elements(nodes));
    group.sample_size(10);
    group.bench_function("counting", |b| b.iter(|| black_box(start).perft(4)));
    let mut lists = [const { Vec::new() }; 4];
    group.bench_function("generating", |b| {
        b.iter(|| generating_perft(black_box(&start), &mut lists));
    });
    group.finish();
}

fn positions_one_by_one(c: &mut Criterion) {
    let positions = positions();
    let game = AbaloneGame::new(positions[0]);
    let mut group = c.benchmark_group("a position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = Vec::with_capacity(128);
    group.bench_function("moves", |b| {
        b.iter(|| {
            for state in &positions {
                moves.clear();
                game.moves(state, &mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function("loud moves", |b| {
        b.iter(|| {
            for state in &positions {
                moves.clear();
                game.loud_moves(state, &mut moves);
                black_box(&moves);
            }
        });
    });
    group.bench_function("random move", |b| {
        let mut rng = Rng::new(3);
        b.iter(|| {
            for state in &positions {
                black_box(game.random_move(state, &mut rng, &mut moves));
            }
        });
    });
    group.bench_function("outcome and key", |b| {
        b.iter(|| {
            for state in &positions {
                black_box((game.outcome(state), game.key(state)));
            }
        });
    });
    for entry in evaluation::table() {
        let evaluation = entry.make(&game);
        group.bench_function(format!("evaluation {}", entry.info.id), |b| {
            b.iter(|| {
                for state in &positions {
                    black_box(evaluation.evaluate(&game, state));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, perft, positions_one_by_one);
criterion_main!(benches);
