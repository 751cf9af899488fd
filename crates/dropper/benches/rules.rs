//! How fast turns are generated and random games are played on 8×8.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_core::{Game, Rng};
use plyground_dropper::DropperGame;

fn turns(c: &mut Criterion) {
    let mut group = c.benchmark_group("turns");
    for size in [8, 9] {
        let game = DropperGame::new(size);
        group.throughput(Throughput::Elements(game.perft(&game.start(), 2)));
        group.bench_function(format!("perft 2 on {size}×{size}"), |b| {
            b.iter(|| game.perft(black_box(&game.start()), 2));
        });
    }
    group.finish();
}

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    for size in [8, 9, 12] {
        let game = DropperGame::new(size);
        let mut rng = Rng::new(1);
        group.bench_function(format!("random game on {size}×{size}"), |b| {
            b.iter(|| game.playout(black_box(&game.start()), &mut rng));
        });
    }
    group.finish();
}

criterion_group!(benches, turns, playouts);
criterion_main!(benches);
