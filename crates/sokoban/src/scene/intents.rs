//! What a hand can do in a position: click a square to walk there, or a box and then where it is to go.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use plyground_core::{Intent, Puzzle};

use crate::{Board, Cell, Direction, MoveSpace, NONE, Position, Push, Reach, Step};

/// How many cells may be walked through while ways are looked for; on huge boards only the nearer ways are
/// offered.
const EFFORT: usize = 2_000_000;

/// All that can be done here, each as a line of moves.
pub fn intents(space: &MoveSpace, position: &Position) -> Vec<Intent> {
    let board = space.board();
    let mut reach = Reach::new();
    reach.fill(board, position.player, &position.boxes);
    let mut intents = Vec::new();
    for &cell in &reach.cells()[1..] {
        let text = reach.path(board, cell).into_iter().map(Direction::letter).collect();
        intents.push(Intent { text, select: Vec::new(), target: board.square(cell) });
    }
    let mut effort = EFFORT;
    for cell in &position.boxes {
        box_ways(board, position, cell, &mut effort, &mut intents);
    }
    let pulls = Direction::ALL.map(|direction| Step { direction, pull: true });
    for step in pulls.into_iter().filter(|&step| space.is_legal(position, step)) {
        let behind = board.step(position.player, step.direction.opposite());
        intents.push(Intent {
            text: space.step_text(position, step),
            select: vec![board.square(behind)],
            target: board.square(position.player),
        });
    }
    intents
}

/// Where a box stands and from which side it was pushed there last; `None` before the first push.
type Place = (Cell, Option<Direction>);

/// Appends the ways to push one box to every cell it can get to, the other boxes staying where they are: the
/// fewest pushes, then the fewest moves.
fn box_ways(
    board: &Board,
    start: &Position,
    cell: Cell,
    effort: &mut usize,
    intents: &mut Vec<Intent>,
) {
    let mut others = start.boxes.clone();
    others.remove(cell);
    let mut best: HashMap<Place, (u32, u32)> = HashMap::from([((cell, None), (0, 0))]);
    let mut came: HashMap<Place, Place> = HashMap::new();
    let mut ends: Vec<Place> = Vec::new();
    let mut queue = BinaryHeap::from([Reverse(((0, 0), (cell, None)))]);
    let mut reach = Reach::new();
    while let Some(Reverse((cost, place))) = queue.pop() {
        if best[&place] < cost {
            continue;
        }
        if place.1.is_some() && ends.iter().all(|end| end.0 != place.0) {
            ends.push(place);
        }
        let boxes = with(&others, place.0);
        reach.fill(board, player_at(board, start, place), &boxes);
        let Some(left) = effort.checked_sub(reach.cells().len()) else { break };
        *effort = left;
        for direction in Direction::ALL {
            let push = Push { cell: place.0, direction };
            let (to, stand) = (board.step(place.0, direction), push.stand(board));
            if to == NONE || stand == NONE || boxes.contains(to) || !reach.contains(stand) {
                continue;
            }
            let next = (to, Some(direction));
            let next_cost = (cost.0 + 1, cost.1 + u32::from(reach.walk(stand)) + 1);
            if best.get(&next).is_none_or(|&known| next_cost < known) {
                best.insert(next, next_cost);
                came.insert(next, place);
                queue.push(Reverse((next_cost, next)));
            }
        }
    }
    for end in ends.into_iter().filter(|end| end.0 != cell) {
        let text = way_text(board, start, &others, &came, end);
        let (select, target) = (vec![board.square(cell)], board.square(end.0));
        intents.push(Intent { text, select, target });
    }
}

fn with(others: &crate::CellSet, cell: Cell) -> crate::CellSet {
    let mut boxes = others.clone();
    boxes.insert(cell);
    boxes
}

/// Where the player is when the box came to a place.
fn player_at(board: &Board, start: &Position, (cell, pushed): Place) -> Cell {
    pushed.map_or(start.player, |direction| board.step(cell, direction.opposite()))
}

fn way_text(
    board: &Board,
    start: &Position,
    others: &crate::CellSet,
    came: &HashMap<Place, Place>,
    end: Place,
) -> String {
    let mut places = vec![end];
    while let Some(&before) = places.last().and_then(|place| came.get(place)) {
        places.push(before);
    }
    places.reverse();
    let mut reach = Reach::new();
    let mut text = String::new();
    for pair in places.windows(2) {
        let (from, Some(direction)) = (pair[0], pair[1].1) else { continue };
        reach.fill(board, player_at(board, start, from), &with(others, from.0));
        let stand = Push { cell: from.0, direction }.stand(board);
        text.extend(reach.path(board, stand).into_iter().map(Direction::letter));
        text.push(direction.letter().to_ascii_uppercase());
    }
    text
}
