//! The world of Dropper: board, rules, notation, looks.
