//! Advisers: each looks at all that can be done in a position and recommends at most one move.

mod explorer;
mod improver;
mod loser;
mod opener;

use super::super::ground::Ground;
use super::super::lone::Ways;
use super::super::macros::MacroPush;
use super::super::plan::Stage;
use super::score::Score;
use explorer::Explorer;
use improver::Improver;
use loser::Loser;
use opener::Opener;

/// A move and what it leads to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    /// The position it leads to.
    pub node: u32,
    /// The move.
    pub push: MacroPush,
    /// The score of the position it leads to.
    pub score: Score,
    /// Whether an adviser recommends it.
    pub is_advised: bool,
}

/// What advisers look at.
pub(crate) struct Scene<'a> {
    /// The position, laid out.
    pub ground: &'a mut Ground,
    /// Where a lone box can be pushed.
    pub ways: &'a Ways,
    /// The stage of the plan.
    pub stage: &'a Stage,
    /// The score of the position.
    pub before: Score,
    /// What can be done, the best score first; no move here undoes what is packed.
    pub children: &'a [Child],
}

/// Recommends at most one move, by its place among the children.
pub(crate) trait Adviser: std::fmt::Debug {
    /// The move, if there is one worth it.
    fn advise(&mut self, scene: &mut Scene<'_>) -> Option<usize>;
}

/// All advisers.
pub(crate) fn all() -> Vec<Box<dyn Adviser>> {
    vec![
        Box::new(Improver(|score| -i32::from(score.packed))),
        Box::new(Improver(|score| i32::from(score.regions))),
        Box::new(Improver(|score| i32::from(score.links))),
        Box::new(Improver(|score| i32::from(score.hotspots))),
        Box::new(Loser::default()),
        Box::new(Opener::default()),
        Box::new(Explorer::default()),
    ]
}
