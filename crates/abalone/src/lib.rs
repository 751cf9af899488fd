//! The world of Abalone: board, rules, notation, looks.
