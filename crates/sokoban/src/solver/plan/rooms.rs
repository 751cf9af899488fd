use super::super::fess::cells::Cells;
use super::super::fess::rooms::{NO_ROOM, Rooms, regions};
use super::super::field::{Distances, Field, Flood, contains, each_cell, insert, remove};
use super::super::lone::{Lone, Ways};
use super::super::macros::{MacroPush, Macros};
use super::super::nodes::{NO_NODE, Nodes};
use super::super::pairing::Pairing;
use super::tidy::{Pull, Tidy};
use crate::{Cell, NONE};

/// The most positions the search for a plan looks at.
const MOST_POSITIONS: usize = 2000;
/// How many steps from where it is a box in the same room must be taken to vanish.
const FAR_ENOUGH: u16 = 6;

/// The sets of cells of a plan, from the emptiest found to all goals.
///
/// Backwards from the solved position boxes are pulled to where boxes start, and vanish there. Not anywhere:
/// 1. The starting cell belongs to the largest set of unused ones between which a box can be pushed to and
///    fro, past the boxes that are left, so that it does not matter which of these boxes is meant.
/// 2. It is in another room than the box was, or a few steps away: the box has really left.
/// 3. The boxes that are left can still be matched with the starting cells that are left.
///
/// If no box can vanish, one is parked so that the rooms stay linked and the floor in one piece.
pub(crate) fn line(field: &Field) -> Vec<Vec<u64>> {
    Backwards::new(field).run(field)
}

/// The cell of a position: the boxes that are left, the regions, the links that are broken.
type Label = (u16, u8, u8);

struct Backwards {
    nodes: Nodes,
    facts: Vec<Facts>,
    cells: Cells<Label>,
    ways: Ways,
    rooms: Rooms,
    macros: Macros,
    flood: Flood,
    /// Where the player walks in the position that is expanded.
    reach: Flood,
    distances: Distances,
    from_goals: Vec<u16>,
    pairing: Pairing,
    occupied: Vec<bool>,
}

struct Facts {
    label: Label,
    weight: u32,
    /// The starting cells that boxes have vanished on.
    used: Vec<u64>,
}

/// A box taken off the board.
struct Removal {
    pull: MacroPush,
    /// The best first: boxes that were parked, then those not from the ends of dead ends, then those that
    /// leave the fewest regions, then the farthest.
    order: (bool, bool, u8, std::cmp::Reverse<u16>),
}

impl Backwards {
    fn new(field: &Field) -> Self {
        let mut distances = Distances::default();
        distances.spread_from_set(field, &field.bits(&field.goals));
        let from_goals = (0..field.cells()).map(|cell| distances.get(cell as Cell)).collect();
        Self {
            nodes: Nodes::new(field.words),
            facts: Vec::new(),
            cells: Cells::new(),
            ways: Ways::new(field),
            rooms: Rooms::new(field),
            macros: Macros::default(),
            flood: Flood::default(),
            reach: Flood::default(),
            distances,
            from_goals,
            pairing: Pairing::default(),
            occupied: vec![false; field.cells()],
        }
    }

    fn run(&mut self, field: &Field) -> Vec<Vec<u64>> {
        let goals = field.bits(&field.goals);
        self.begin(field, &goals);
        let mut best = (usize::MAX, 0);
        for _ in 0..MOST_POSITIONS {
            let Some(node) = self.cells.next() else { break };
            let mut boxes = Vec::new();
            each_cell(self.nodes.boxes(node), |cell| boxes.push(cell));
            if boxes.len() < best.0 {
                best = (boxes.len(), node);
            }
            if boxes.is_empty() || field.is_over() {
                break;
            }
            self.expand(field, node, &boxes);
        }
        let mut line = self.tidied(field, &self.nodes.line(best.1));
        line.reverse();
        if line.is_empty() { vec![goals] } else { line }
    }

    /// The sets of boxes on the way to a node, without the parkings that are not needed.
    fn tidied(&self, field: &Field, line: &[u32]) -> Vec<Vec<u64>> {
        let place = |&node: &u32| (self.nodes.boxes(node).to_vec(), self.nodes.player(node));
        let mut places: Vec<_> = line.iter().map(place).collect();
        let mut pulls = Vec::new();
        for pair in line.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            let boxes = [self.nodes.boxes(before), self.nodes.boxes(after)];
            let used = [before, after].map(|node| &self.facts[node as usize].used[..]);
            let from = only(boxes[0], boxes[1]);
            let sink = only(used[1], used[0]);
            let to = sink.or_else(|| only(boxes[1], boxes[0]));
            if let (Some(from), Some(to)) = (from, to) {
                pulls.push(Pull { from, to, vanishes: sink.is_some() });
            }
        }
        Tidy::new(field).shorten(&mut pulls, &mut places);
        places.into_iter().map(|(boxes, _)| boxes).collect()
    }

    /// All goals filled, the player in each region.
    fn begin(&mut self, field: &Field, goals: &[u64]) {
        self.place(&field.goals, true);
        let mut seen = Flood::default();
        seen.clear(field);
        for cell in 0..field.cells() as Cell {
            if !self.occupied[usize::from(cell)] && !seen.contains(cell) {
                seen.add(field, &self.occupied, cell);
                let (node, is_new) =
                    self.nodes.add(hash(field, goals, seen.lowest), goals, seen.lowest, NO_NODE);
                if is_new {
                    let label = self.label(field, field.goals.len());
                    self.facts.push(Facts { label, weight: 0, used: vec![0; field.words] });
                    self.cells.push(label, 0, 0, node);
                }
            }
        }
        self.place(&field.goals, false);
    }

    fn place(&mut self, boxes: &[Cell], there: bool) {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = there;
        }
    }

    /// The label of the position laid out.
    fn label(&mut self, field: &Field, left: usize) -> Label {
        let regions = regions(field, &self.occupied, &mut self.flood);
        (left as u16, regions, self.rooms.broken(field, &self.occupied))
    }

    /// Takes boxes off where that is possible, else parks one.
    fn expand(&mut self, field: &Field, node: u32, boxes: &[Cell]) {
        self.place(boxes, true);
        let player = self.nodes.player(node);
        let starts = self.exchangeable(field, node);
        self.reach.fill(field, &self.occupied, player);
        let mut pulls = Vec::new();
        let mut removals: Vec<Removal> = Vec::new();
        for &cell in boxes {
            let first = pulls.len();
            self.macros.pulls(field, &mut self.occupied, (cell, &self.reach), &mut pulls);
            removals.extend(self.removal(field, node, boxes, cell, &pulls[first..], &starts));
        }
        if removals.is_empty() {
            removals.extend(self.standing(field, node, boxes, player));
        }
        if removals.is_empty() {
            self.park(field, node, boxes, &pulls);
        } else {
            removals.sort_by_key(|removal| removal.order);
            for (rank, removal) in removals.iter().enumerate() {
                if field.is_over() {
                    break;
                }
                self.take_off(field, node, boxes.len(), removal.pull, rank as u32);
            }
        }
        self.place(boxes, false);
    }

    /// The largest sets of unused starting cells between which a box can be pushed to and fro.
    fn exchangeable(&self, field: &Field, node: u32) -> Vec<Vec<u64>> {
        let used = &self.facts[node as usize].used;
        let unused: Vec<Cell> =
            field.boxes.iter().copied().filter(|&cell| !contains(used, cell)).collect();
        // A box that is left may stand on a starting cell; it is about to go.
        let mut is_wall = self.occupied.clone();
        for &cell in &unused {
            is_wall[usize::from(cell)] = false;
        }
        let mut lone = Lone::new(field, &is_wall);
        let targets: Vec<Vec<u64>> = unused
            .iter()
            .map(|&cell| {
                let mut targets = vec![0; field.words];
                if !field.is_over() {
                    lone.targets(field, cell, &mut targets);
                }
                targets
            })
            .collect();
        let sets: Vec<Vec<u64>> = (unused.iter().zip(&targets))
            .map(|(&cell, targets_here)| {
                let mutual = (unused.iter().zip(&targets)).filter(|&(&other, there)| {
                    contains(targets_here, other) && contains(there, cell)
                });
                field.bits(&mutual.map(|(&other, _)| other).collect::<Vec<_>>())
            })
            .collect();
        let size = |set: &Vec<u64>| set.iter().map(|word| word.count_ones()).sum::<u32>();
        let largest = sets.iter().map(size).max().unwrap_or(0);
        let mut sets: Vec<Vec<u64>> = sets.into_iter().filter(|set| size(set) == largest).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// How the box on a cell can vanish by one of its pulls, if it can.
    fn removal(
        &mut self,
        field: &Field,
        node: u32,
        boxes: &[Cell],
        cell: Cell,
        pulls: &[MacroPush],
        starts: &[Vec<u64>],
    ) -> Option<Removal> {
        let mut reached = vec![0; field.words];
        for pull in pulls {
            insert(&mut reached, pull.to);
        }
        insert(&mut reached, cell);
        let whole =
            |set: &&Vec<u64>| set.iter().zip(&reached).all(|(want, have)| want & !have == 0);
        let sets: Vec<&Vec<u64>> = starts.iter().filter(whole).collect();
        if sets.is_empty() {
            return None;
        }
        self.distances.spread_from(field, cell);
        let room = self.rooms.of[usize::from(cell)];
        self.occupied[usize::from(cell)] = false;
        let regions = regions(field, &self.occupied, &mut self.flood);
        self.occupied[usize::from(cell)] = true;
        let mut best: Option<Removal> = None;
        for &pull in pulls {
            if field.is_over() {
                break;
            }
            let other_room = self.rooms.of[usize::from(pull.to)];
            let far = self.distances.get(pull.to) >= FAR_ENOUGH
                || (other_room != room && other_room != NO_ROOM && room != NO_ROOM);
            if !far || !sets.iter().any(|set| contains(set, pull.to)) {
                continue;
            }
            let ends = field.steps[usize::from(cell)].iter().filter(|&&side| side == NONE).count();
            let is_goal = field.is_goal[usize::from(cell)];
            let order = (is_goal, is_goal && ends >= 3, regions, std::cmp::Reverse(pull.pushes));
            if best.as_ref().is_none_or(|best| order < best.order)
                && self.is_matched(field, node, boxes, cell, pull.to)
            {
                best = Some(Removal { pull, order });
            }
        }
        best
    }

    /// Boxes that stand on unused starting cells and may stay there.
    fn standing(&mut self, field: &Field, node: u32, boxes: &[Cell], player: Cell) -> Vec<Removal> {
        let mut found = Vec::new();
        for &cell in boxes {
            if field.is_over() {
                break;
            }
            if field.boxes.contains(&cell)
                && !contains(&self.facts[node as usize].used, cell)
                && self.is_matched(field, node, boxes, cell, cell)
            {
                let pull =
                    MacroPush { from: cell, to: cell, player, reach: 0, regions: 0, pushes: 0 };
                found.push(Removal { pull, order: (false, false, 0, std::cmp::Reverse(0)) });
            }
        }
        found
    }

    /// Whether the boxes but one can come from the starting cells that are unused, but one.
    fn is_matched(
        &mut self,
        field: &Field,
        node: u32,
        boxes: &[Cell],
        gone: Cell,
        start: Cell,
    ) -> bool {
        let used = &self.facts[node as usize].used;
        let rows: Vec<Cell> = boxes.iter().copied().filter(|&cell| cell != gone).collect();
        let columns: Vec<Cell> = (field.boxes.iter().copied())
            .filter(|&cell| cell != start && !contains(used, cell))
            .collect();
        debug_assert_eq!(rows.len(), columns.len());
        let ways = &self.ways;
        let fits = |row: usize, column: usize| ways.leads(columns[column], rows[row]);
        self.pairing.is_possible((rows.len(), columns.len()), fits, || field.is_over())
    }

    /// Adds the position without a box.
    fn take_off(&mut self, field: &Field, node: u32, left: usize, pull: MacroPush, rank: u32) {
        let mut boxes = self.nodes.boxes(node).to_vec();
        remove(&mut boxes, pull.from);
        self.occupied[usize::from(pull.from)] = false;
        self.flood.fill(field, &self.occupied, pull.player);
        let player = self.flood.lowest;
        let (child, is_new) = self.nodes.add(hash(field, &boxes, player), &boxes, player, node);
        if is_new {
            let label = self.label(field, left - 1);
            let mut used = self.facts[node as usize].used.clone();
            insert(&mut used, pull.to);
            let weight = self.facts[node as usize].weight + u32::from(rank > 0);
            let cell = self.facts[node as usize].label;
            let label = label.min(cell);
            self.facts.push(Facts { label, weight, used });
            self.cells.push(cell, weight, u64::from(rank), child);
        }
        self.occupied[usize::from(pull.from)] = true;
    }

    /// Adds the positions in which one box is parked elsewhere.
    fn park(&mut self, field: &Field, node: u32, boxes: &[Cell], pulls: &[MacroPush]) {
        let before = self.facts[node as usize].label;
        let now = self.label(field, boxes.len());
        let mut children: Vec<(u64, u32, Label)> = Vec::new();
        for pull in pulls {
            if field.is_over() {
                break;
            }
            let mut next = self.nodes.boxes(node).to_vec();
            remove(&mut next, pull.from);
            insert(&mut next, pull.to);
            self.occupied[usize::from(pull.from)] = false;
            self.occupied[usize::from(pull.to)] = true;
            let moved = (pull.from, pull.to);
            let broken = self.rooms.broken_after(field, &mut self.occupied, moved);
            let regions = (i16::from(now.1) + pull.regions).clamp(0, 255) as u8;
            let label = (boxes.len() as u16, regions, broken);
            self.occupied[usize::from(pull.to)] = false;
            self.occupied[usize::from(pull.from)] = true;
            let (child, is_new) =
                self.nodes.add(hash(field, &next, pull.player), &next, pull.player, node);
            if is_new {
                let worse = u64::from(label.1 > now.1 || label.2 > now.2);
                let near = u64::from(u16::MAX - self.from_goals[usize::from(pull.to)]);
                let order =
                    worse << 40 | u64::from(label.1) << 32 | u64::from(label.2) << 24 | near;
                let used = self.facts[node as usize].used.clone();
                self.facts.push(Facts { label: label.min(before), weight: 0, used });
                children.push((order, child, label));
            }
        }
        children.sort_unstable();
        let weight = self.facts[node as usize].weight;
        for (rank, &(order, child, label)) in children.iter().enumerate() {
            let free =
                rank == 0 || label.1 < now.1 && children[..rank].iter().all(|c| c.2.1 >= now.1);
            let weight = weight + u32::from(!free);
            self.facts[child as usize].weight = weight;
            self.cells.push(before, weight, order, child);
        }
    }
}

/// The cell that is in one set and not in another.
fn only(with: &[u64], without: &[u64]) -> Option<Cell> {
    let mut found = None;
    for (index, (have, lack)) in with.iter().zip(without).enumerate() {
        if have & !lack != 0 {
            found = Some((index * 64) as Cell + (have & !lack).trailing_zeros() as Cell);
        }
    }
    found
}

fn hash(field: &Field, boxes: &[u64], player: Cell) -> u64 {
    let mut hash = field.player_key(player);
    each_cell(boxes, |cell| hash ^= field.box_key(cell));
    hash
}
