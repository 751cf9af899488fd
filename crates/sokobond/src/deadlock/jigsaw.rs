//! Whether the open molecules can be laid together at all.
//!
//! Where there is no modifier, molecules are rigid and never turn, and two atoms share at most one line. So at the end
//! every open molecule lies somewhere as it is, and each of its free electrons is bonded with an atom beside it
//! that another of today's molecules brought. What they can end as is a puzzle of its own ([`table`](super::table)),
//! whose answers are few and serve many positions. Whether today's molecules can become one of these depends on where
//! each can be pushed to ([`blueprint`](super::blueprint)). If there is none, the position is dead. Answers are kept:
//! positions are many, sets of shapes with where they can be pushed to are few.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::assembly::{Places, is_at_large, reach_of};
use super::blueprint::{Blueprint, Member, blueprints};
use super::shape::Shape;
use crate::anatomy::Anatomy;
use crate::board::Board;
use crate::layout::Layout;

/// Answers kept in each part of the memory.
const KEPT: usize = 1 << 16;
const PARTS: usize = 16;
/// Blueprints kept, and sets of shapes that have none.
const KEPT_BLUEPRINTS: usize = 1 << 16;

/// A molecule as far as it matters: its shape, and where its first atom can come to before it bonds. (Nowhere, where
/// places do not count.)
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Kind {
    pub(super) shape: Shape,
    pub(super) reach: Places,
    /// Whether it comes to wherever it fits.
    pub(super) is_at_large: bool,
}

/// The kinds met so far, with numbers.
#[derive(Debug, Default)]
struct Kinds {
    number_at: HashMap<(Shape, u16), u32>,
    number_of: HashMap<Kind, u32>,
    all: Vec<Arc<Kind>>,
}

/// What shapes may end as, as far as it was asked.
#[derive(Debug, Default)]
struct Library {
    /// Shapes → blueprints; nothing where they are not known.
    of: HashMap<Vec<Shape>, Option<Arc<[Blueprint]>>>,
    /// Blueprints and sets of shapes.
    len: usize,
}

impl Library {
    fn put(&mut self, shapes: Vec<Shape>, found: Option<Arc<[Blueprint]>>) {
        if self.len >= KEPT_BLUEPRINTS {
            *self = Self::default();
        }
        self.len += 1 + found.as_ref().map_or(0, |found| found.len());
        self.of.insert(shapes, found);
    }
}

/// What was found out so far.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    kinds: RwLock<Kinds>,
    hopeless: [Mutex<HashMap<Vec<u32>, bool>>; PARTS],
    library: Mutex<Library>,
}

impl Clone for Answers {
    /// A copy finds its own answers.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Answers {
    /// The number of a molecule's kind.
    fn kind(&self, board: &Board, at: (Shape, u16)) -> u32 {
        let known = self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.number_at.get(&at) {
            return number;
        }
        drop(known);
        let (shape, place) = at.clone();
        let part = shape.part(board);
        let reach = reach_of(board, &part, place as usize);
        let kind = Kind { shape, reach, is_at_large: is_at_large(board, &part, reach) };
        let mut kinds = self.kinds.write().unwrap_or_else(PoisonError::into_inner);
        let Kinds { number_at, number_of, all } = &mut *kinds;
        let number = *number_of.entry(kind).or_insert_with_key(|kind| {
            all.push(Arc::new(kind.clone()));
            all.len() as u32 - 1
        });
        number_at.insert(at, number);
        number
    }

    /// Whether there is no blueprint that these can become.
    fn is_hopeless(&self, board: &Board, members: &[Member]) -> bool {
        let shapes: Vec<Shape> = members.iter().map(|member| member.kind.shape.clone()).collect();
        let library = || self.library.lock().unwrap_or_else(PoisonError::into_inner);
        let known = library().of.get(&shapes).cloned();
        let found = known.unwrap_or_else(|| {
            // Others need not wait meanwhile.
            let found: Option<Arc<[Blueprint]>> = blueprints(board, &shapes).map(Into::into);
            library().put(shapes, found.clone());
            found
        });
        let Some(found) = found else { return false };
        let may_be =
            |blueprint: &Blueprint| !board.minds_places || blueprint.may_be(board, members);
        !found.iter().any(may_be)
    }
}

/// Whether no arrangement of the open molecules uses up all electrons. Only for boards without modifiers.
pub(crate) fn cannot_be_laid<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
    anatomy: &Anatomy<A>,
) -> bool {
    let answers = &board.jigsaws;
    let open: u64 = anatomy.open().fold(0, |open, seat| open | 1 << anatomy.molecule[seat]);
    let mut question: Vec<u32> = (0..anatomy.len)
        .filter(|&home| open >> home & 1 == 1)
        .map(|home| answers.kind(board, Shape::new(board, layout, anatomy, home)))
        .collect();
    question.sort_unstable();
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    let part = &answers.hopeless[hasher.finish() as usize % PARTS];
    if let Some(&answer) = part.lock().unwrap_or_else(PoisonError::into_inner).get(&question) {
        return answer;
    }
    let known = answers.kinds.read().unwrap_or_else(PoisonError::into_inner);
    let mut members: Vec<Member> = question
        .iter()
        .map(|&number| Member { kind: Arc::clone(&known.all[number as usize]), number })
        .collect();
    drop(known);
    // Numbers are given as they come; what is given up must not depend on them.
    members.sort_unstable_by(|a, b| a.kind.cmp(&b.kind));
    let answer = answers.is_hopeless(board, &members);
    let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
    if part.len() >= KEPT {
        part.clear();
    }
    part.insert(question, answer);
    answer
}
