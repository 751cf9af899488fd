//! Play, solve, analyse and compare board worlds.
//!
//! What is where:
//!
//! - **A puzzle or a game of one's own**, searched by every algorithm: implement [`Puzzle`] and call [`solve`], or
//!   implement [`Game`] and make a [`player`]. A [`Heuristic`] or an [`Evaluation`] tells them what is near or
//!   good; [`heuristic_fn`] and [`evaluation_fn`] make one of a function.
//! - **The worlds that are built in**: a [`Catalog`] lists them. [`AnyPuzzleWorld::parse`] reads levels of all formats,
//!   [`AnyLevel::solve`] solves one, a [`PuzzleSession`] or a [`GameSession`] is played move by move.
//! - **A world of one's own in every front end**: implement [`PuzzleWorld`] or [`GameWorld`], register it with
//!   [`Catalog::with`] and call [`run`]: that is the whole program. `examples/worlds` in the repository has two.
//! - **How a position looks**: a [`Scene`], drawn as SVG by [`scene::svg`] and as text by [`scene::text`].
//! - **Experiments and tournaments**: [`lab`].
//! - **The laws that worlds are held to**: [`conformance`].
//!
//! ```
//! use plyground::{Catalog, Limits, Options, Unwatched};
//!
//! let catalog = Catalog::new();
//! let world = catalog.puzzle_world("sokoban")?;
//! let level = &world.parse("mine", b"#####\n#@$.#\n#####\n")?[0];
//! let solved = level.solve(&"astar".parse()?, &Options::new(), &Limits::default(), &mut Unwatched)?;
//! assert_eq!(solved.solution.as_deref(), Some("R"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use plyground_catalog::*;
pub use plyground_cli::run;
pub use plyground_core::*;
/// Experiments and tournaments that resume, with tables, plots and reports.
pub use plyground_lab as lab;
/// The algorithms, one by one.
pub use plyground_search as search;

/// The worlds that are built in.
pub fn worlds() -> Vec<World> {
    Catalog::new().worlds().to_vec()
}

/// Solves a puzzle with a method that needs no heuristic.
///
/// ```
/// use plyground::{Puzzle, pack_plain, solve};
///
/// /// Reach a number from 1 by doubling and adding one.
/// struct Reach(u32);
///
/// impl Puzzle for Reach {
///     type State = u32;
///     type Move = char;
///     pack_plain!();
///     fn start(&self) -> u32 {
///         1
///     }
///     fn moves(&self, &now: &u32, out: &mut Vec<char>) {
///         if now < self.0 {
///             out.extend(['d', 'a']);
///         }
///     }
///     fn play(&self, now: &u32, mv: char) -> u32 {
///         if mv == 'd' { now * 2 } else { now + 1 }
///     }
///     fn is_solved(&self, &now: &u32) -> bool {
///         now == self.0
///     }
///     fn step_text(&self, _: &u32, mv: char) -> String {
///         mv.to_string()
///     }
/// }
///
/// let report = solve(&Reach(10), "bfs")?;
/// assert_eq!(report.solution.map(|moves| moves.iter().collect()), Some(String::from("ddad")));
/// # Ok::<(), plyground::SpecError>(())
/// ```
pub fn solve<P: Puzzle>(puzzle: &P, method: &str) -> Result<Report<Vec<P::Move>>, SpecError> {
    let none = Heuristics::new(puzzle, []);
    search::solve::solve(puzzle, &none, &method.parse()?, &Limits::default(), &mut Silent)
}

/// Solves a puzzle with a method that is guided by a heuristic.
pub fn solve_with<P: Puzzle, H: Heuristic<P> + 'static>(
    puzzle: &P,
    heuristic: H,
    method: &str,
) -> Result<Report<Vec<P::Move>>, SpecError> {
    let given = Given::new(heuristic);
    search::solve::solve(puzzle, &given, &method.parse()?, &Limits::default(), &mut Silent)
}

/// A player for a game: `alphabeta(depth=6)`, `mcts(playouts=500)`, …
///
/// ```
/// use plyground::{Budget, Game, Outcome, Position, Side, evaluation_fn, player};
///
/// /// Take one or two stones; who takes the last one wins.
/// struct Stones(u32);
///
/// impl Game for Stones {
///     type State = (u32, Side);
///     type Move = u32;
///     fn start(&self) -> (u32, Side) {
///         (self.0, Side::First)
///     }
///     fn to_move(&self, state: &(u32, Side)) -> Side {
///         state.1
///     }
///     fn moves(&self, state: &(u32, Side), out: &mut Vec<u32>) {
///         out.extend(1..=state.0.min(2));
///     }
///     fn play(&self, state: &mut (u32, Side), taken: u32) {
///         *state = (state.0 - taken, state.1.other());
///     }
///     fn outcome(&self, state: &(u32, Side)) -> Option<Outcome> {
///         (state.0 == 0).then(|| Outcome::Win(state.1.other()))
///     }
///     fn key(&self, state: &(u32, Side)) -> u64 {
///         plyground::mix(&[u64::from(state.0), state.1.index() as u64])
///     }
/// }
///
/// let game = Stones(7);
/// let mut player = player("alphabeta(depth=9)", evaluation_fn(1, |_: &Stones, _: &_| 0))?;
/// let thought = player.choose(&game, &Position::start(&game), &Budget::default(), &mut |_| {});
/// assert_eq!(thought.best, [1]);
/// # Ok::<(), plyground::SpecError>(())
/// ```
pub fn player<G: Game + 'static>(
    method: &str,
    evaluation: impl Evaluation<G> + 'static,
) -> Result<Box<dyn Player<G>>, SpecError> {
    search::play::player(&method.parse()?, Box::new(evaluation))
}
