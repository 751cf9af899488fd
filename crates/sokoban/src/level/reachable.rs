use crate::Direction;
use crate::level::{Grid, Tile};

/// What player and boxes could ever reach if boxes that can move at all did not stand in each other's way:
/// at least what they reach in play. Boxes that cannot move even so are as good as walls.
#[derive(Debug, Clone)]
pub(crate) struct Reachable {
    /// Squares the player could enter.
    pub player: Vec<bool>,
    /// Squares a movable box could stand on.
    pub boxes: Vec<bool>,
}

impl Reachable {
    /// Grows both sets until nothing is added. `pulls`: boxes may also be dragged.
    pub fn of(grid: &Grid, pulls: bool) -> Self {
        let count = grid.tiles().len();
        let mut reachable = Self { player: vec![false; count], boxes: vec![false; count] };
        let Some(start) = grid.tiles().iter().position(|tile| tile.is_player()) else {
            return reachable;
        };
        reachable.player[start] = true;
        reachable.walk(grid, vec![start]);
        // Sweeping to and fro carries a box along a line in one sweep, whichever way it goes.
        loop {
            let forth = reachable.sweep(grid, 0..count, pulls);
            let back = reachable.sweep(grid, (0..count).rev(), pulls);
            if !forth && !back {
                return reachable;
            }
        }
    }

    /// Moves every box that the player can move from where it could be, once.
    fn sweep(&mut self, grid: &Grid, squares: impl Iterator<Item = usize>, pulls: bool) -> bool {
        let mut grown = false;
        for square in squares {
            if !self.player[square] {
                continue;
            }
            for direction in Direction::ALL {
                let Some(beside) = step(grid, square, direction) else { continue };
                if let Some(beyond) = step(grid, beside, direction) {
                    grown |= self.shove(grid, beside, beyond);
                }
                if pulls && step(grid, square, direction.opposite()).is_some() {
                    grown |= self.shove(grid, beside, square);
                }
            }
        }
        grown
    }

    fn shove(&mut self, grid: &Grid, from: usize, to: usize) -> bool {
        let has_box = grid.tiles()[from].is_crate() || self.boxes[from];
        if !has_box || !self.is_free(grid, to) || (self.boxes[from] && self.boxes[to]) {
            return false;
        }
        self.boxes[from] = true;
        self.boxes[to] = true;
        self.player[from] = true;
        self.walk(grid, vec![from]);
        true
    }

    fn walk(&mut self, grid: &Grid, mut work: Vec<usize>) {
        while let Some(square) = work.pop() {
            for direction in Direction::ALL {
                if let Some(next) = step(grid, square, direction)
                    && !self.player[next]
                    && self.is_free(grid, next)
                {
                    self.player[next] = true;
                    work.push(next);
                }
            }
        }
    }

    fn is_free(&self, grid: &Grid, square: usize) -> bool {
        !grid.tiles()[square].is_crate() || self.boxes[square]
    }
}

/// The square next to another; `None` for a wall or the edge of the level.
fn step(grid: &Grid, square: usize, direction: Direction) -> Option<usize> {
    let (down, right) = direction.offset();
    let row = (square / grid.width()).checked_add_signed(down)?;
    let column = (square % grid.width()).checked_add_signed(right)?;
    let next = row * grid.width() + column;
    let inside = row < grid.height() && column < grid.width();
    (inside && grid.tiles()[next] != Tile::Wall).then_some(next)
}
