//! Every solver against plain oracles.

mod common;

use common::{Costs, Distances, Graph, GraphHeuristics, Tiles, run};
use plyground_core::{Limits, Report, Status};

const ALL_COSTS: [Costs; 3] = [Costs::One, Costs::Any, Costs::UnitAndTie];

fn on_graphs(spec: &str, mut check: impl FnMut(&Graph, Costs, &Report<Vec<u32>>, u64)) {
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
fn ids_finds_the_fewest_steps_and_the_cheapest_of_those() {
    finds_the_fewest_steps("ids");
    let grid = Graph::grid(4, 1);
    let report = run(&grid, &GraphHeuristics::of(&grid, 1), "ids(table=0)", &Limits::default());
    let found = report.solution.map(|moves| moves.len()).zip(report.cost);
    assert_eq!(found, grid.fewest_steps(), "without a table too");
}

#[test]
fn idastar_finds_the_cheapest_with_any_admissible_heuristic() {
    for h in ["zero", "exact", "wild"] {
        finds_the_cheapest(&format!("idastar(h={h})"));
    }
    let solve = |spec| {
        let grid = Graph::grid(5, 1);
        run(&grid, &GraphHeuristics::of(&grid, 1), spec, &Limits::default())
    };
    assert_eq!(solve("idastar(table=0)").cost, solve("ucs").cost);
}

#[test]
fn pbfs_finds_the_fewest_steps_and_the_cheapest_of_those() {
    finds_the_fewest_steps("pbfs");
}

#[test]
fn pastar_finds_the_cheapest_with_any_admissible_heuristic() {
    for h in ["zero", "exact", "wild"] {
        finds_the_cheapest(&format!("pastar(h={h})"));
    }
}

#[test]
fn parallel_searches_do_the_same_with_any_number_of_threads() {
    let tiles = Tiles::scrambled(3, 3, 200, 4);
    for (spec, alone) in [("pbfs", "bfs"), ("pastar", "astar")] {
        let with = |threads| {
            let limits = Limits { threads: Some(threads), ..Limits::default() };
            run(&tiles, &Distances, spec, &limits)
        };
        let (one, three) = (with(1), with(3));
        assert_eq!(one.solution, three.solution);
        assert_eq!(one.stats.expanded, three.stats.expanded);
        assert_eq!(one.stats.generated, three.stats.generated);
        assert_eq!(one.cost, run(&tiles, &Distances, alone, &Limits::default()).cost);
    }
}

#[test]
fn bidirectional_finds_the_cheapest() {
    finds_the_cheapest("bidirectional");
}

#[test]
fn complete_methods_solve_what_can_be_solved_and_prove_what_cannot() {
    for spec in
        ["dfs", "greedy(h=liar)", "wastar(h=wild,w=3)", "lrtastar(h=wild)", "beam(width=1000)"]
    {
        on_graphs(spec, |graph, costs, report, seed| {
            let wanted = match graph.distances()[0] {
                Some(_) => Status::Solved,
                None => Status::Unsolvable,
            };
            assert_eq!(report.status, wanted, "{spec}, {costs:?} graph {seed}");
        });
    }
}

#[test]
fn incomplete_methods_never_claim_a_proof() {
    for spec in ["dfs(depth=3)", "dls(depth=5)", "hillclimb(h=liar)", "beam(width=1,restarts=3)"] {
        on_graphs(spec, |graph, costs, report, seed| {
            if report.status == Status::Unsolvable {
                assert_eq!(graph.distances()[0], None, "{spec}, {costs:?} graph {seed}");
            }
            assert!(!report.optimal, "{spec}");
        });
    }
}

#[test]
fn weighted_astar_costs_at_most_its_weight_times_the_cheapest() {
    on_graphs("wastar(h=wild,w=2)", |graph, _, report, seed| {
        if let (Some(cost), Some(cheapest)) = (report.cost, graph.distances()[0]) {
            assert!(cost <= 2 * cheapest, "graph {seed}");
        }
    });
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

#[test]
fn bfs_with_a_depth_finds_what_is_that_near_and_proves_nothing_beyond() {
    for depth in [0, 1, 3, 6] {
        on_graphs(&format!("bfs(depth={depth})"), |graph, _, report, seed| {
            match graph.fewest_steps() {
                Some((steps, _)) if steps <= depth => {
                    assert_eq!(report.solution.as_ref().map(Vec::len), Some(steps), "{seed}");
                }
                Some(_) => {
                    assert_eq!(report.status, Status::NotFound, "depth {depth}, graph {seed}");
                }
                None => assert_ne!(report.status, Status::Solved, "depth {depth}, graph {seed}"),
            }
        });
    }
}
