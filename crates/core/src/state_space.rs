use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Intent, Limits, ParseError, Progress, Scene, Status};

/// State-space files of a world that has them: a position in, all moves and the boards they give out.
pub trait StateSpace: Send + Sync {
    /// An input to begin with.
    fn example(&self) -> String;
    /// The moves and boards of an input that is at hand as bytes; `name` is for the error.
    fn expansion(&self, name: &str, input: &[u8]) -> Result<Expansion, ParseError>;
    /// The same as pictures.
    fn pictures(&self, name: &str, input: &[u8]) -> Result<ExpansionPictures, ParseError>;
    /// Reads an input file; the number of its moves.
    fn read(&self, input: &Path) -> Result<usize, ExpandError>;
    /// Writes the `.move` and `.board` files of an input, beside it or in another folder, and gives back
    /// their paths. Either all of them are written or none.
    fn expand(
        &self,
        input: &Path,
        folder: Option<&Path>,
        board_only: bool,
    ) -> Result<Vec<PathBuf>, ExpandError>;
    /// Finds the different boards after 1 to `depth` plies, each depth into a file of its own; a depth that
    /// a limit cut short leaves no file.
    fn layers(
        &self,
        input: &Path,
        folder: Option<&Path>,
        depth: u32,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Enumeration, Vec<PathBuf>), ExpandError>;
}

/// The content of the two files that belong to an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expansion {
    /// `NAME.move`: a move a line.
    pub moves: String,
    /// `NAME.board`: the boards that the moves give, line for line.
    pub boards: String,
}

/// How an input and its boards look.
#[derive(Debug, Clone)]
pub struct ExpansionPictures {
    /// The input.
    pub start: Scene,
    /// Each move as a hand makes it, with the board it gives; line for line those of the files. Pieces keep
    /// their ids.
    pub moves: Vec<(Intent, Scene)>,
}

/// Boards per depth, and why the work ended early if it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    /// The number of different boards after 1, 2, … plies; the last one is short where the work was
    /// stopped.
    pub counts: Vec<u64>,
    /// The limit that stopped it; `None` where all depths are complete.
    pub stopped: Option<Status>,
}

/// Why an input was not expanded.
#[derive(Debug)]
pub enum ExpandError {
    /// The input's text is broken.
    Input(ParseError),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ExpandError {}
