/// What a file says of its levels as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectionInfo {
    /// Its name; empty where it has none.
    pub title: String,
    /// Who made it; empty where unknown.
    pub author: String,
    /// What stands before the first level, line by line.
    pub introduction: Vec<String>,
}

impl CollectionInfo {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What is to be told of a level beside its board, in place of what it tells itself; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Amendment {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// A solution, which is not proven the best.
    pub solution: Option<String>,
}
