//! The `plyground` binary.
fn main() {}
