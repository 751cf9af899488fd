#![no_main]
//! Small levels of any shape, solved by every method of their world: what one of them claims, breadth-first search must
//! not refute.
use libfuzzer_sys::fuzz_target;
use plyground_catalog::{Catalog, Level, Solved, Unwatched};
use plyground_core::{Limits, Options, Spec, Status};

/// Positions for each search; levels that need more prove nothing here.
const STATES: u64 = 20_000;

/// Bytes as choices; zeros where they end.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, most: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % most.max(1)
    }
}

/// A room with walls around and inside it, and different free cells for the pieces.
struct Room {
    width: usize,
    cells: Vec<char>,
    free: Vec<usize>,
}

impl Room {
    fn new(choices: &mut Choices<'_>, wall: char, floor: char) -> Self {
        let (width, height) = (5 + choices.below(3), 5 + choices.below(2));
        let edge = |cell: usize| {
            let (x, y) = (cell % width, cell / width);
            x == 0 || y == 0 || x + 1 == width || y + 1 == height
        };
        let mut cells: Vec<char> =
            (0..width * height).map(|cell| if edge(cell) { wall } else { floor }).collect();
        for _ in 0..choices.below(6) {
            let cell = choices.below(cells.len());
            cells[cell] = wall;
        }
        let free = (0..cells.len()).filter(|&cell| cells[cell] == floor).collect();
        Self { width, cells, free }
    }

    fn take(&mut self, choices: &mut Choices<'_>) -> Option<usize> {
        if self.free.is_empty() {
            return None;
        }
        let place = choices.below(self.free.len());
        Some(self.free.swap_remove(place))
    }

    fn rows(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(self.width)
    }
}

fn sokoban(choices: &mut Choices<'_>) -> Option<String> {
    let mut room = Room::new(choices, '#', ' ');
    let player = room.take(choices)?;
    room.cells[player] = '@';
    let goals = room.free.clone();
    let mut at = Vec::new();
    for _ in 0..=choices.below(3) {
        at.push(room.take(choices)?);
    }
    for &cell in &at {
        room.cells[cell] = '$';
    }
    let mut left = at.len();
    while left > 0 {
        let cell = goals[choices.below(goals.len())];
        // Where there is a goal already, the next cell without one is taken.
        let start = goals.iter().position(|&goal| goal == cell)?;
        let place = (0..goals.len()).map(|step| goals[(start + step) % goals.len()]);
        let cell = place.into_iter().find(|&cell| !matches!(room.cells[cell], '.' | '*'))?;
        room.cells[cell] = if room.cells[cell] == '$' { '*' } else { '.' };
        left -= 1;
    }
    Some(room.rows().map(|row| row.iter().collect::<String>() + "\n").collect())
}

fn sokobond(choices: &mut Choices<'_>) -> Option<String> {
    let mut room = Room::new(choices, 'x', '-');
    let hero = room.take(choices)?;
    room.cells[hero] = ['H', 'O', 'N', 'C'][choices.below(4)];
    for _ in 0..=choices.below(3) {
        let cell = room.take(choices)?;
        room.cells[cell] = ['h', 'o', 'n', 'c', 'e'][choices.below(5)];
    }
    let mut text = "v2\n".to_owned();
    for (row, cells) in room.rows().enumerate() {
        let line: Vec<String> = cells.iter().map(char::to_string).collect();
        text += &line.join(" ");
        text.push('\n');
        // Modifiers lie at the corners, below the blanks between two cells.
        let mut corners = " ".repeat(2 * room.width);
        if row > 0 && choices.below(4) == 0 {
            let column = 2 * (1 + choices.below(room.width - 2)) + 1;
            let mark = ["+", "/", "@"][choices.below(3)];
            corners.replace_range(column..=column, mark);
        }
        text += corners.trim_end();
        text.push('\n');
    }
    Some(text)
}

fn solve(level: &Level, method: &Spec, metric: Option<&str>) -> Solved {
    let limits = Limits { threads: Some(1), ..Limits::states(STATES) };
    let options = metric.map_or_else(Options::new, |metric| Options::new().with("metric", metric));
    level.solve(method, &options, &limits, &mut Unwatched).expect("the method runs here")
}

/// Compares every method with breadth-first search in one metric.
fn compare(level: &Level, metric: Option<&str>) {
    let cost = |solved: &Solved| {
        let measures = solved.measures?;
        if metric == Some("pushes") { measures.pushes } else { Some(measures.moves) }
    };
    let truth = solve(level, &Spec::new("bfs"), metric);
    let proven = truth.status == Status::Unsolvable || truth.optimal;
    if !proven {
        return;
    }
    let best = cost(&truth);
    for method in level.world().methods() {
        let solved = solve(level, &Spec::new(method.id), metric);
        let told = || {
            let text = level.text(&level.world().formats()[0]).unwrap_or_default();
            format!("{} in {metric:?}: {solved:?}\nbut bfs: {truth:?}\n{text}", method.id)
        };
        match best {
            None => assert!(solved.solution.is_none(), "{}", told()),
            Some(best) => {
                assert!(solved.status != Status::Unsolvable, "{}", told());
                assert!(cost(&solved).is_none_or(|cost| cost >= best), "{}", told());
                assert!(!solved.optimal || cost(&solved) == Some(best), "{}", told());
                assert!(solved.bound.is_none_or(|bound| bound <= best), "{}", told());
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices(data);
    let catalog = Catalog::new();
    let (id, text) = match choices.below(4) {
        0 => ("sokobond", sokobond(&mut choices)),
        _ => ("sokoban", sokoban(&mut choices)),
    };
    let world = catalog.puzzle_world(id).expect("it ships");
    // Some are no levels: the player may get out, or a modifier has no place.
    let Some(Ok(levels)) = text.map(|text| world.parse("drawn", text.as_bytes())) else { return };
    let metrics: &[Option<&str>] =
        if world.counts_pushes() { &[Some("moves"), Some("pushes")] } else { &[None] };
    for metric in metrics {
        compare(&levels[0], *metric);
    }
});
