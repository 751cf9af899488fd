//! The server and its page: everything Plyground does, in the browser, from one binary.
//!
//! The page knows no rules. The server sends drawings and what a hand can do (`api`), the page
//! draws, animates and sends back what the hand did.

mod api;
mod app;
mod assets;
mod error;
mod followers;
mod guesses;
mod library;
mod openapi;
mod players;
mod pool;
mod rooms;
mod security;
mod sent;
mod serve;
mod work;

pub use app::App;
pub use serve::{Config, ServeError, answer, patient_router, router, serve, serve_until};
