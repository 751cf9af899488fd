//! A folder that one program at a time may write to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::DataError;

const NAME: &str = "in-use.lock";
/// The most that is read of what the other program says.
const LONGEST: u64 = 200;

/// Holds a folder until it is dropped or the process ends, however that may be.
#[derive(Debug)]
pub struct Claim(File);

impl Claim {
    /// Claims a folder, making it where it is missing. `who` is told to those who come later.
    pub fn take(folder: &Path, who: &str) -> Result<Self, DataError> {
        let problem = |source| DataError::Folder { folder: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(problem)?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(NAME)).map_err(problem)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut by = String::new();
                let _ = (&mut file).take(LONGEST).read_to_string(&mut by);
                by.retain(|c| !c.is_control());
                let by = if by.is_empty() { "another program".to_owned() } else { by };
                return Err(DataError::Taken { folder: folder.to_owned(), by });
            }
            Err(TryLockError::Error(source)) => return Err(problem(source)),
        }
        let mut claim = Self(file);
        claim.tell(who);
        Ok(claim)
    }

    /// Changes what is told to those who come later.
    pub fn tell(&mut self, who: &str) {
        // Whoever cannot be told has to do without.
        let _ = self.0.set_len(0).and_then(|()| self.0.rewind());
        let _ = self.0.write_all(who.as_bytes()).and_then(|()| self.0.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_claimed_once_and_free_again_afterwards() {
        let folder = std::env::temp_dir().join(format!("plyground-claim-{}", std::process::id()));
        let mut first = Claim::take(&folder, "the first").unwrap();
        first.tell("the server at http://127.0.0.1:1/");
        let error = Claim::take(&folder, "the second").unwrap_err().to_string();
        assert!(error.contains("http://127.0.0.1:1/"), "{error}");
        drop(first);
        Claim::take(&folder, "the second").unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
