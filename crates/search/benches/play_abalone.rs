//! How fast the players search, on Abalone from the Belgian Daisy.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyground_abalone::{AbaloneGame, evaluation, layouts};
use plyground_core::{Budget, Position};
use plyground_search::play::player;

fn players(criterion: &mut Criterion) {
    let layout = layouts::find("belgian-daisy").expect("the layout ships");
    let game = AbaloneGame::new(layout.start);
    let position = Position::start(&game);
    let mut group = criterion.benchmark_group("abalone");
    group.sample_size(10);
    let mut bench = |name: &str, spec: &str, nodes: Option<u64>| {
        let spec = spec.parse().expect("a spec");
        let full = || Box::new(evaluation::Full::default());
        let mut someone = player(&spec, full()).expect("a player");
        if let Some(nodes) = nodes {
            group.throughput(Throughput::Elements(nodes));
        }
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                someone.new_game();
                someone.choose(&game, &position, &Budget::default(), &mut |_| {}).nodes
            });
        });
    };
    bench("alphabeta 100,000 nodes", "alphabeta(nodes=100000,hash=8)", Some(100_000));
    bench("mcts 100,000 nodes", "mcts(nodes=100000)", Some(100_000));
    bench("alphabeta depth 8", "alphabeta(depth=8,hash=8)", None);
    bench("minimax depth 3", "minimax(depth=3)", None);
}

criterion_group!(benches, players);
criterion_main!(benches);
