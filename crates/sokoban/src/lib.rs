//! The world of Sokoban: board, rules, notation, looks.
