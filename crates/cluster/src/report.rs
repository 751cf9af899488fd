//! What workers say.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of the worker.
    pub version: String,
    /// Which worker it is.
    pub worker: String,
    /// What the piece gave: a row or a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<Value>,
    /// Why it gave nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// A worker's sign of life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pulse {
    /// Which worker it is.
    pub worker: String,
    /// Its version.
    pub version: String,
    /// Its job slots.
    pub jobs: usize,
}
