//! The world of Sokobond: board, rules, notation, looks.
