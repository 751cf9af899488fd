//! The optimiser against exhaustive search on small random levels, and what it promises of any solution.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use plyground_core::{Heuristic, Limits, Options, Puzzle, PuzzleWorld, Rng, Status};
use plyground_sokoban::heuristics::{Assignment, Conflicting};
use plyground_sokoban::optimiser::Optimiser;
use plyground_sokoban::{
    Board, Direction, Grid, Metric, MoveSpace, Position, Push, Sokoban, Step, Tile,
};

/// A random walled room with boxes and goals anywhere; often unsolvable.
fn random_level(rng: &mut Rng) -> Option<Grid> {
    let (width, height) = (5 + rng.below(3), 5 + rng.below(2));
    let walls = 5 + rng.below(25);
    let mut rows = vec![vec![Tile::Wall; width]; height];
    let mut floor: Vec<(usize, usize)> = (1..height - 1)
        .flat_map(|row| (1..width - 1).map(move |column| (row, column)))
        .filter(|_| rng.below(100) >= walls)
        .collect();
    for &(row, column) in &floor {
        rows[row][column] = Tile::Floor;
    }
    rng.shuffle(&mut floor);
    let mut places = floor.into_iter();
    for _ in 0..1 + rng.below(3) {
        for tile in [Tile::Crate, Tile::Goal] {
            let (row, column) = places.next()?;
            rows[row][column] = tile;
        }
    }
    let (row, column) = places.next()?;
    rows[row][column] = Tile::Player;
    Grid::new(&rows).ok()
}

/// Moves and pushes, in the order in which they count.
type Cost = (u32, u32);

fn added(metric: Metric, cost: Cost, pushes: bool) -> Cost {
    let (moves, pushed) = (1, u32::from(pushes));
    match metric {
        Metric::Moves => (cost.0 + moves, cost.1 + pushed),
        Metric::Pushes => (cost.0 + pushed, cost.1 + moves),
    }
}

/// Every position of a level that can be reached, with what it takes from there to a goal.
struct Everything {
    space: MoveSpace,
    numbers: HashMap<Position, usize>,
    positions: Vec<Position>,
}

impl Everything {
    fn of(grid: &Grid) -> Self {
        let space = MoveSpace::new(Arc::new(Board::new(grid)));
        let mut all = Self { numbers: HashMap::new(), positions: vec![space.start()], space };
        all.numbers.insert(all.space.start(), 0);
        let mut head = 0;
        while head < all.positions.len() {
            for step in all.steps(head) {
                let next = all.space.play(&all.positions[head], step);
                if !all.numbers.contains_key(&next) {
                    all.numbers.insert(next.clone(), all.positions.len());
                    all.positions.push(next);
                }
            }
            head += 1;
        }
        all
    }

    fn steps(&self, at: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        self.space.moves(&self.positions[at], &mut steps);
        steps
    }

    fn after(&self, at: usize, step: Step) -> usize {
        self.numbers[&self.space.play(&self.positions[at], step)]
    }

    /// The least cost from each position to a goal; `None` where there is no way.
    fn costs(&self, metric: Metric) -> Vec<Option<Cost>> {
        let mut before: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.positions.len()];
        for at in 0..self.positions.len() {
            for step in self.steps(at) {
                let pushes = self.space.moves_box(&self.positions[at], step);
                before[self.after(at, step)].push((at, pushes));
            }
        }
        let mut costs = vec![None; self.positions.len()];
        let solved = |&at: &usize| self.space.is_solved(&self.positions[at]);
        let mut open: BinaryHeap<_> =
            (0..self.positions.len()).filter(solved).map(|at| Reverse(((0, 0), at))).collect();
        while let Some(Reverse((cost, at))) = open.pop() {
            if costs[at].is_some() {
                continue;
            }
            costs[at] = Some(cost);
            for &(earlier, pushes) in &before[at] {
                open.push(Reverse((added(metric, cost, pushes), earlier)));
            }
        }
        costs
    }

    /// A solution that first wanders about for so many steps.
    fn padded(&self, rng: &mut Rng, costs: &[Option<Cost>], steps: usize) -> Vec<Step> {
        let mut line = Vec::new();
        let mut at = 0;
        while !self.space.is_solved(&self.positions[at]) {
            let mut ways = self.steps(at);
            ways.retain(|&way| costs[self.after(at, way)].is_some());
            let step = if line.len() < steps {
                ways[rng.below(ways.len())]
            } else {
                ways.into_iter().min_by_key(|&way| costs[self.after(at, way)]).expect("a way")
            };
            line.push(step);
            at = self.after(at, step);
        }
        line
    }

    fn cost(&self, metric: Metric, text: &str) -> Cost {
        let start = self.space.start();
        let steps = Sokoban.parse_moves(&self.space, &start, text).expect("legal moves");
        let mut position = start;
        let mut cost = (0, 0);
        for step in steps {
            cost = added(metric, cost, self.space.moves_box(&position, step));
            position = self.space.play(&position, step);
        }
        assert!(self.space.is_solved(&position), "{text}");
        cost
    }
}

/// The pushes of a line of steps from the start.
fn pushes(space: &MoveSpace, line: &[Step]) -> Vec<Push> {
    let mut position = space.start();
    let mut pushes = Vec::new();
    for &step in line {
        if space.moves_box(&position, step) {
            let cell = space.board().step(position.player, step.direction);
            pushes.push(Push { cell, direction: step.direction });
        }
        position = space.play(&position, step);
    }
    pushes
}

/// Small levels that can be solved and are not at the start.
fn solvable(seed: u64, count: usize) -> Vec<Everything> {
    let mut rng = Rng::new(seed);
    let mut levels = Vec::new();
    while levels.len() < count {
        let Some(grid) = random_level(&mut rng) else { continue };
        let all = Everything::of(&grid);
        if all.costs(Metric::Moves)[0].is_some_and(|(moves, _)| moves > 0) {
            levels.push(all);
        }
    }
    levels
}

#[test]
fn a_bad_solution_of_a_small_level_becomes_the_best_there_is_and_is_proven() {
    let mut rng = Rng::new(7);
    for all in solvable(1, 120) {
        for metric in [Metric::Moves, Metric::Pushes] {
            let costs = all.costs(metric);
            let length = rng.below(120);
            let line = all.padded(&mut rng, &costs, length);
            let board = all.space.board();
            let mut optimiser =
                Optimiser::new(board, metric, &[pushes(&all.space, &line)]).expect("a solution");
            let report = optimiser.run(&Limits::default(), &mut |_| {});
            let text = report.solution.expect("a solution");
            assert_eq!(Some(all.cost(metric, &text)), costs[0], "{metric:?} {text}");
            assert_eq!(report.status, Status::Solved);
            assert!(report.optimal);
            assert_eq!(report.bound, Some(u64::from(costs[0].unwrap().0)));
        }
    }
}

#[test]
fn neighbours_that_hold_each_other_up_raise_the_bound_and_never_above_the_truth() {
    let mut raised = 0;
    for all in solvable(3, 200) {
        let board = all.space.board();
        let (plain, more) = (Assignment::by_pushes(board, 1), Conflicting::new(board, 1));
        let costs = all.costs(Metric::Pushes);
        for (position, cost) in all.positions.iter().zip(costs) {
            let Some((pushes, _)) = cost else { continue };
            let bound = more.estimate(&all.space, position).expect("it can be solved");
            assert!(bound <= pushes, "{position:?}: {bound} of {pushes}");
            raised += usize::from(Some(bound) > plain.distance(position));
        }
    }
    assert!(raised > 0);
}

#[test]
fn no_bound_is_above_the_best_solution() {
    for all in solvable(2, 300) {
        for metric in [Metric::Moves, Metric::Pushes] {
            let costs = all.costs(metric);
            let line = all.padded(&mut Rng::new(1), &costs, 0);
            let mut optimiser =
                Optimiser::new(all.space.board(), metric, &[pushes(&all.space, &line)])
                    .expect("a solution");
            let report = optimiser.run(&Limits::states(1), &mut |_| {});
            assert!(report.bound.unwrap() <= u64::from(costs[0].unwrap().0));
        }
    }
}

/// A level of the pack that ships, of some size.
fn warehouse() -> Board {
    let pack = Sokoban.packs().into_iter().next().expect("a pack");
    let levels = Sokoban.parse(&pack.name, pack.text.as_bytes()).expect("levels");
    let level = levels.iter().find(|level| level.title == "Priest hole").expect("the level");
    Board::new(&level.grid)
}

/// A solution of the warehouse, as the default solver finds it at first.
fn solution(board: &Board) -> Vec<Push> {
    let spec = "auto(shorten=false)".parse().expect("a method");
    let limits = Limits::states(1_000_000);
    let report =
        plyground_sokoban::solver::solve(board, &spec, Metric::Moves, &limits, &mut |_| {})
            .expect("a known method");
    let space = MoveSpace::new(Arc::new(board.clone()));
    let text = report.solution.expect("a solution");
    let steps = Sokoban.parse_moves(&space, &space.start(), &text).expect("legal moves");
    pushes(&space, &steps)
}

#[test]
fn limits_in_states_give_the_same_result_each_time_and_more_of_them_nothing_worse() {
    let board = warehouse();
    let first = solution(&board);
    for metric in [Metric::Moves, Metric::Pushes] {
        let mut before = u64::MAX;
        for states in [0, 1000, 50_000, 400_000, 3_000_000] {
            let run = || {
                let mut optimiser =
                    Optimiser::new(&board, metric, std::slice::from_ref(&first)).expect("legal");
                let report = optimiser.run(&Limits::states(states), &mut |_| {});
                assert!(report.stats.expanded <= states);
                (report.solution, report.stats.expanded, optimiser.steps())
            };
            let once = run();
            assert_eq!(once, run());
            assert!(once.2 <= before);
            before = once.2;
        }
    }
}

#[test]
fn work_that_was_stopped_goes_on_where_it_stopped() {
    let board = warehouse();
    let mut optimiser =
        Optimiser::new(&board, Metric::Moves, &[solution(&board)]).expect("a solution");
    let mut before = optimiser.steps();
    for _ in 0..40 {
        let report = optimiser.run(&Limits::states(100_000), &mut |_| {});
        assert!(report.solution.is_some() && optimiser.steps() <= before);
        before = optimiser.steps();
        if report.status == Status::Solved {
            break;
        }
    }
    let mut at_once =
        Optimiser::new(&board, Metric::Moves, &[solution(&board)]).expect("a solution");
    at_once.run(&Limits::states(4_000_000), &mut |_| {});
    assert_eq!(before, at_once.steps());
}

#[test]
fn a_cancelled_run_keeps_what_it_found() {
    let board = warehouse();
    let first = solution(&board);
    let mut optimiser =
        Optimiser::new(&board, Metric::Moves, std::slice::from_ref(&first)).expect("a solution");
    let begun = optimiser.steps();
    let limits = Limits::states(2_000_000);
    optimiser.run(&limits, &mut |_| {});
    let found = optimiser.steps();
    assert!(found < begun);
    limits.cancel.cancel();
    let report = optimiser.run(&limits, &mut |_| {});
    assert_eq!((report.status, report.stats.expanded), (Status::Cancelled, 0));
    assert_eq!(optimiser.steps(), found);
    assert_eq!(report.solution.map(|text| text.len() as u64), Some(found));
}

#[test]
fn little_memory_gives_slices_and_still_nothing_worse() {
    let board = warehouse();
    let first = solution(&board);
    let limits = Limits { memory: Some(1 << 20), states: Some(2_000_000), ..Limits::default() };
    let mut optimiser =
        Optimiser::new(&board, Metric::Moves, std::slice::from_ref(&first)).expect("a solution");
    let begun = optimiser.steps();
    let report = optimiser.run(&limits, &mut |_| {});
    assert!(optimiser.steps() < begun);
    assert!(report.stats.peak_bytes < 4 << 20, "{}", report.stats.peak_bytes);
}

#[test]
fn what_does_not_solve_the_level_is_no_solution() {
    let board = warehouse();
    let first = solution(&board);
    assert!(Optimiser::new(&board, Metric::Moves, &[]).is_none());
    assert!(Optimiser::new(&board, Metric::Moves, &[first[..5].to_vec()]).is_none());
    let mut wrong = first.clone();
    wrong[0].direction = Direction::Up;
    wrong[0].cell = 0;
    assert!(Optimiser::new(&board, Metric::Moves, &[wrong]).is_none());
    assert!(Optimiser::new(&board, Metric::Moves, &[first[..5].to_vec(), first]).is_some());
}

#[test]
fn two_solutions_together_are_at_least_as_good_as_each() {
    let mut rng = Rng::new(11);
    for all in solvable(5, 40) {
        let costs = all.costs(Metric::Moves);
        let lines: Vec<Vec<Push>> =
            (0..3).map(|_| pushes(&all.space, &all.padded(&mut rng, &costs, 60))).collect();
        let steps = |lines: &[Vec<Push>]| {
            let optimiser = Optimiser::new(all.space.board(), Metric::Moves, lines);
            let mut optimiser = optimiser.expect("a solution");
            optimiser.run(&Limits::states(200), &mut |_| {});
            optimiser.steps()
        };
        let begun = |line: &Vec<Push>| {
            Optimiser::new(all.space.board(), Metric::Moves, std::slice::from_ref(line))
                .expect("a solution")
                .steps()
        };
        assert!(steps(&lines) <= lines.iter().map(begun).min().unwrap());
    }
}

#[test]
fn the_world_makes_solutions_shorter_in_either_metric_but_not_where_boxes_are_pulled() {
    let level =
        &Sokoban.parse("test", b"#######\n#@    #\n# $ . #\n#     #\n#######\n").unwrap()[0];
    let improve = |options: Options, text: &str| {
        let board = Sokoban.board(level, &options).unwrap();
        let line = Sokoban.parse_moves(&board, &board.start(), text).unwrap();
        Sokoban.optimise(level, &options, &[line], &Limits::default(), &mut |_| {}).unwrap()
    };
    for metric in Metric::WORDS {
        let best = improve(Options::new().with("metric", metric), "rrrrddlllluRR");
        assert_eq!(best.and_then(|best| best.solution).as_deref(), Some("dRR"));
    }
    assert!(improve(Options::new().with("pull", true), "dRR").is_none());
}
