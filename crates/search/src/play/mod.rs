//! Players of two-player games, one file each.
