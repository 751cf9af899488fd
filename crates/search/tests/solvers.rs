//! Every solver against plain oracles.

mod common;

use common::{Costs, Distances, Graph, GraphHeuristics, Tiles, run};
use plyground_core::{Limits, Report, Status};

const ALL_COSTS: [Costs; 3] = [Costs::One, Costs::Any, Costs::UnitAndTie];

fn on_graphs(spec: &str, mut check: impl FnMut(&Graph, Costs, &Report<u32>, u64)) {
    for costs in ALL_COSTS {
        for seed in 0..300 {
            let graph = Graph::random(seed, costs);
            let source = GraphHeuristics::of(&graph, seed + 1000);
            let limits = Limits { threads: Some(2), ..Limits::states(200_000) };
            check(&graph, costs, &run(&graph, &source, spec, &limits), seed);
        }
    }
}

fn finds_the_cheapest(spec: &str) {
    on_graphs(spec, |graph, costs, report, seed| match graph.distances()[0] {
        Some(cost) => {
            assert_eq!(report.status, Status::Solved, "{spec}, {costs:?} graph {seed}");
            assert_eq!(report.cost, Some(cost), "{spec}, {costs:?} graph {seed}");
            assert!(report.optimal, "{spec}, {costs:?} graph {seed}");
        }
        None => assert_eq!(report.status, Status::Unsolvable, "{spec}, {costs:?} graph {seed}"),
    });
    for seed in 0..5 {
        let grid = Graph::grid(12, seed);
        let report = run(&grid, &GraphHeuristics::of(&grid, seed), spec, &Limits::default());
        assert_eq!(report.cost, grid.distances()[0], "{spec}, grid {seed}");
    }
}

fn finds_the_fewest_steps(spec: &str) {
    on_graphs(spec, |graph, costs, report, seed| match graph.fewest_steps() {
        Some((steps, cost)) => {
            let solution = report.solution.as_ref().expect("a solution");
            assert_eq!(
                (solution.len(), report.cost),
                (steps, Some(cost)),
                "{spec} {costs:?} {seed}"
            );
            let cheapest = graph.distances()[0];
            assert!(!report.optimal || report.cost == cheapest, "{spec} {costs:?} {seed}");
            assert!(report.optimal || costs == Costs::Any, "{spec} {costs:?} {seed}");
        }
        None => assert_eq!(report.status, Status::Unsolvable, "{spec} {costs:?} {seed}"),
    });
}

#[test]
fn ucs_finds_the_cheapest() {
    finds_the_cheapest("ucs");
}

#[test]
fn astar_finds_the_cheapest_with_any_admissible_heuristic() {
    for h in ["zero", "exact", "wild"] {
        finds_the_cheapest(&format!("astar(h={h})"));
    }
}

#[test]
fn bfs_finds_the_fewest_steps_and_the_cheapest_of_those() {
    finds_the_fewest_steps("bfs");
}

#[test]
fn astar_solves_the_eight_puzzle_as_bfs_does() {
    for seed in 0..5 {
        let tiles = Tiles::scrambled(3, 3, 60, seed);
        let bfs = run(&tiles, &Distances, "bfs", &Limits::default());
        let astar = run(&tiles, &Distances, "astar", &Limits::default());
        assert_eq!(bfs.cost, astar.cost);
        assert!(bfs.optimal && astar.optimal);
        assert!(astar.stats.expanded < bfs.stats.expanded);
    }
}
