//! The worlds and methods by name; the one place where types are erased.
