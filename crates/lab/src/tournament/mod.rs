//! Tournaments: who plays whom, every finished game kept at once, ratings with error bars.
//!
//! ```
//! use plyground_catalog::Catalog;
//! use plyground_core::{Cancel, Spec};
//! use plyground_lab::tournament::{GameStore, Plan, run};
//!
//! let players = Spec::parse_list("greedy,random").unwrap();
//! let mut plan = Plan::new(Catalog::new().game_world("dropper").unwrap(), players.into_iter().map(Into::into).collect());
//! plan.options.set("size", 4);
//! plan.rounds = 2;
//! let store = GameStore::in_memory().unwrap();
//! let result = run(&plan, &store, 1, &Cancel::new(), &mut |progress, _games| {
//!     assert_eq!(progress.total, 4);
//! })
//! .unwrap();
//! assert_eq!(result.games.len(), 4);
//! assert_eq!(result.standings.len(), 2);
//! ```

mod bout;
mod cross_table;
mod load;
mod page;
mod plan;
mod plot;
mod ratings;
mod result;
mod row;
mod runner;
mod store;
mod summary;
mod tables;

pub use bout::Game;
pub use cross_table::{CrossTable, Meeting};
pub use load::Games;
pub use page::report;
pub use plan::{Fixture, Form, MoveBudget, Plan};
pub use plot::rating_plot;
pub use ratings::{Rating, RatingMethod, Ratings};
pub use result::{Standing, Test, Tournament};
pub use row::{GameRow, games};
pub use runner::{run, run_with};
pub(crate) use store::FILE;
pub use store::GameStore;
pub use summary::summary;
pub use tables::{cross_table, cross_table_csv, records, standings_csv, standings_table};
