//! Search algorithms over the core traits; they know no world.
