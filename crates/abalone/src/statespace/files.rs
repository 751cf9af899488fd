//! Reading and writing the files, so that none is ever half-written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plyground_core::file::{self, Pending};
use plyground_core::{
    Enumeration, ExpandError, Expansion, ExpansionPictures, Limits, ParseError, Progress,
    StateSpace,
};

use super::{Layers, enumerate, expand, input_text, parse_input, pictures, sorted_moves};
use crate::layouts;
use crate::rules::State;

/// Reads a `.input` file.
pub fn read_input(path: &Path) -> Result<State, ExpandError> {
    let bytes = file::read(path).map_err(|error| ExpandError::File(path.to_owned(), error))?;
    read_bytes(&path.display().to_string(), &bytes).map_err(ExpandError::Input)
}

/// Reads the bytes of a `.input` file; `name` is for the error.
fn read_bytes(name: &str, bytes: &[u8]) -> Result<State, ParseError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        ParseError::new(line, 0, "is not text (UTF-8)").in_file(name)
    })?;
    parse_input(text).map_err(|error| error.in_file(name))
}

/// Writes the `.move` and `.board` files of an input, beside it or in another folder, and gives back
/// their paths. Either all of them are written or none.
pub fn expand_file(
    input: &Path,
    folder: Option<&Path>,
    board_only: bool,
) -> Result<Vec<PathBuf>, ExpandError> {
    let expansion = expand(&read_input(input)?);
    let folder = folder.unwrap_or_else(|| input.parent().unwrap_or(Path::new("")));
    let name = Path::new(input.file_name().unwrap_or_default());
    let moves = (!board_only).then_some(("move", &expansion.moves));
    let contents = moves.into_iter().chain([("board", &expansion.boards)]);
    let mut pending = Vec::new();
    for (extension, content) in contents {
        let path = folder.join(name.with_extension(extension));
        let refuse = |error| ExpandError::File(path.clone(), error);
        let mut file = Pending::create(&path).map_err(refuse)?;
        file.write_all(content.as_bytes()).map_err(refuse)?;
        pending.push(file);
    }
    let mut written = Vec::new();
    for file in pending {
        let path = file.path().to_owned();
        file.commit().map_err(|error| ExpandError::File(path.clone(), error))?;
        written.push(path);
    }
    Ok(written)
}

/// Abalone's state-space files, as the catalog sees them.
#[derive(Debug, Clone, Copy)]
pub struct Files;

impl StateSpace for Files {
    fn example(&self) -> String {
        layouts::layouts().first().map_or_else(String::new, |layout| input_text(&layout.start))
    }

    fn expansion(&self, name: &str, input: &[u8]) -> Result<Expansion, ParseError> {
        Ok(expand(&read_bytes(name, input)?))
    }

    fn pictures(&self, name: &str, input: &[u8]) -> Result<ExpansionPictures, ParseError> {
        Ok(pictures(&read_bytes(name, input)?))
    }

    fn read(&self, input: &Path) -> Result<usize, ExpandError> {
        Ok(sorted_moves(&read_input(input)?).len())
    }

    fn expand(
        &self,
        input: &Path,
        folder: Option<&Path>,
        board_only: bool,
    ) -> Result<Vec<PathBuf>, ExpandError> {
        expand_file(input, folder, board_only)
    }

    fn layers(
        &self,
        input: &Path,
        folder: Option<&Path>,
        depth: u32,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(Enumeration, Vec<PathBuf>), ExpandError> {
        let position = read_input(input)?;
        let folder = folder.or_else(|| input.parent()).unwrap_or(Path::new(""));
        let stem = folder.join(input.file_name().unwrap_or_default());
        let mut writer = LayerFiles { stem, open: None, written: Vec::new(), progress };
        let found = enumerate(&position, depth, limits, &mut writer)
            .map_err(|error| ExpandError::File(writer.stem.clone(), error))?;
        Ok((found, writer.written))
    }
}

/// Streams the boards of each depth to a file of its own.
struct LayerFiles<'a> {
    stem: PathBuf,
    open: Option<Pending>,
    written: Vec<PathBuf>,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Layers for LayerFiles<'_> {
    fn board(&mut self, depth: u32, position: &State) -> io::Result<()> {
        let file = match &mut self.open {
            Some(file) => file,
            None => {
                let path = self.stem.with_extension(format!("{depth}.board"));
                self.open.insert(Pending::create(&path)?)
            }
        };
        writeln!(file, "{}", input_text(position).lines().nth(1).unwrap_or_default())
    }

    fn layer_done(&mut self, _depth: u32) -> io::Result<()> {
        if let Some(file) = self.open.take() {
            self.written.push(file.path().to_owned());
            file.commit()?;
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        (self.progress)(progress);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder of its own for a test, removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir()
                .join(format!("plyground-abalone-{}-{name}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
        fn names(&self) -> Vec<String> {
            let mut names: Vec<String> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn an_input_gets_its_two_files() {
        let folder = Folder::new("expand");
        let input = folder.0.join("Test.input");
        fs::write(&input, "b\nE5b,A1w\n").unwrap();
        let written = expand_file(&input, None, false).unwrap();
        assert_eq!(folder.names(), ["Test.board", "Test.input", "Test.move"]);
        assert_eq!(written, [folder.0.join("Test.move"), folder.0.join("Test.board")]);
        assert_eq!(
            fs::read_to_string(&written[0]).unwrap(),
            "i-E5-1\ni-E5-3\ni-E5-5\ni-E5-7\ni-E5-9\ni-E5-11\n"
        );
    }

    #[test]
    fn nothing_is_written_where_something_fails() {
        let folder = Folder::new("fail");
        let input = folder.0.join("Test.input");
        fs::write(&input, "b\nE5b,A9w\n").unwrap();
        let error = expand_file(&input, None, false).unwrap_err().to_string();
        assert!(error.contains("Test.input, line 2, column 5"), "{error}");
        fs::write(&input, "b\nE5b,A1w\n").unwrap();
        fs::create_dir(folder.0.join("Test.board")).unwrap();
        let error = expand_file(&input, None, false).unwrap_err().to_string();
        assert!(error.ends_with("Test.board: this is a folder; expected a file"), "{error}");
        assert_eq!(folder.names(), ["Test.board", "Test.input"]);
        assert!(expand_file(&folder.0, None, false).is_err(), "a folder is no input");
        assert!(expand_file(&folder.0.join("none.input"), None, false).is_err());
        fs::write(&input, b"b\n\xff\n").unwrap();
        let error = expand_file(&input, None, false).unwrap_err().to_string();
        assert!(error.contains("line 2: is not text"), "{error}");
    }
}
