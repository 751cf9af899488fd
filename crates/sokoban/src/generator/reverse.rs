use std::collections::HashSet;

use plyground_core::Rng;

use super::room::Room;
use crate::Direction;

/// The most positions of one distance from the end that are followed.
const WIDTH: usize = 150;
/// The most pulls.
const DEPTH: usize = 120;

/// Where boxes (sorted) and the player are.
type Place = (Vec<usize>, usize);

/// Pulls boxes away from the goals, as far as random choice finds ways to new positions, and gives boxes and
/// player at the end: of the last positions one with few boxes on goals. `None` where hardly anything moves.
pub(super) fn play(room: &Room, goals: &[usize], rng: &mut Rng) -> Option<Place> {
    let mut boxes = goals.to_vec();
    boxes.sort_unstable();
    let mut layer: Vec<Place> = Vec::new();
    for player in (0..room.is_floor.len()).filter(|&square| room.is_floor[square]) {
        if !boxes.contains(&player) && reach(room, &boxes, player)[0] == player {
            layer.push((boxes.clone(), player));
        }
    }
    let mut seen: HashSet<Place> = layer.iter().cloned().collect();
    let mut last: Vec<Vec<Place>> = Vec::new();
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for place in &layer {
            for earlier in pulls(room, place) {
                if seen.insert(earlier.clone()) {
                    next.push(earlier);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        rng.shuffle(&mut next);
        next.truncate(WIDTH);
        last.push(std::mem::replace(&mut layer, next));
    }
    last.push(layer);
    if last.len() < 4 {
        return None;
    }
    let on_goals = |place: &Place| place.0.iter().filter(|square| goals.contains(square)).count();
    let late = last[last.len() - 3..].concat();
    let (boxes, region) = late.into_iter().min_by_key(on_goals)?;
    let standing = reach(room, &boxes, region);
    let player = *rng.pick(&standing)?;
    Some((boxes, player))
}

/// The squares the player can walk to, the lowest first.
fn reach(room: &Room, boxes: &[usize], player: usize) -> Vec<usize> {
    let mut seen = vec![false; room.is_floor.len()];
    let mut cells = vec![player];
    seen[player] = true;
    let mut head = 0;
    while let Some(&square) = cells.get(head) {
        head += 1;
        for way in Direction::ALL {
            if let Some(next) = room.step(square, way)
                && room.is_floor[next]
                && !seen[next]
                && boxes.binary_search(&next).is_err()
            {
                seen[next] = true;
                cells.push(next);
            }
        }
    }
    cells.sort_unstable();
    cells
}

/// The positions from which one push leads here.
fn pulls(room: &Room, (boxes, player): &Place) -> Vec<Place> {
    let standing = reach(room, boxes, *player);
    let free = |square: usize| room.is_floor[square] && boxes.binary_search(&square).is_err();
    let mut places = Vec::new();
    for (index, &square) in boxes.iter().enumerate() {
        for way in Direction::ALL {
            let Some(to) = room.step(square, way).filter(|&to| free(to)) else { continue };
            let Some(stand) = room.step(to, way).filter(|&stand| free(stand)) else { continue };
            if standing.binary_search(&to).is_ok() {
                let mut moved = boxes.clone();
                moved[index] = to;
                moved.sort_unstable();
                let region = reach(room, &moved, stand)[0];
                places.push((moved, region));
            }
        }
    }
    places
}
