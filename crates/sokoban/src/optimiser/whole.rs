use super::boxes::Boxes;
use super::budget::Budget;
use super::configurations::Configurations;
use super::terrain::{Scratch, Terrain};
use super::walks::{Entry, Found, Walks};
use super::work::{Method, Work};
use crate::{Cell, NONE};

/// Tries everything that could be cheaper than the line: whatever comes of it, if memory lasts, is proven. For
/// small levels, and for lines that are nearly as short as their bound.
#[derive(Debug)]
pub(super) struct Whole {
    most_bytes: u64,
    /// By how much the line was above its bound when the memory did not do.
    too_far: Option<u64>,
}

impl Whole {
    /// In so many bytes.
    pub const fn new(most_bytes: u64) -> Self {
        Self { most_bytes, too_far: None }
    }
}

impl<const N: usize> Method<N> for Whole {
    fn name(&self) -> String {
        "everything".into()
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        let mut scratch = Scratch::default();
        let bound = work.terrain.bound(&work.terrain.start, &mut scratch).map_or(0, u64::from);
        let gap = work.line.cost().saturating_sub(bound * work.price.push);
        // A little less is not worth another try.
        if self.too_far.is_some_and(|far| gap > far - far / 4) {
            return;
        }
        let end = work.line.pushes.len();
        let any = Any { terrain: &work.terrain, scratch };
        let mut walks = Walks::new(&work.terrain, work.price, Configurations::new(), any);
        let found = walks.run(&work.task(0, end), budget.bytes(self.most_bytes), budget);
        let is_exact = walks.is_exact();
        match found {
            Found::Better(pushes, to) => {
                let better = work.replace(0, to, &pushes);
                work.is_proven = better && is_exact && to == end;
                self.too_far = (to != end).then_some(gap);
            }
            Found::Nothing => work.is_proven = is_exact,
            Found::Cut if budget.ended().is_some() => {}
            Found::Cut => self.too_far = Some(gap),
        }
    }
}

/// Every configuration from which there may be a way to the goals.
struct Any<'a, const N: usize> {
    terrain: &'a Terrain<N>,
    scratch: Scratch,
}

impl<const N: usize> Entry<N> for Any<'_, N> {
    const GROWS: bool = true;

    #[inline]
    fn is_movable(&self, _cell: Cell) -> bool {
        true
    }

    fn bound(&mut self, boxes: &Boxes<N>, moved: Cell) -> Option<u32> {
        if moved != NONE && self.terrain.is_frozen(boxes, moved) {
            return None;
        }
        self.terrain.bound(boxes, &mut self.scratch)
    }
}
