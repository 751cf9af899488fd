//! Files, read within a size and written so that none is ever half there.
//!
//! Every file that the program writes goes through [`Pending`] or [`write()`]: a regular file appears under
//! its name only when it is whole; a link stays a link, and what it points to is written; a device or a
//! pipe is written to as it is.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// No file of levels, positions or moves is larger; what is larger is something else.
pub const LARGEST: u64 = 64 << 20;

/// How many links are followed to a file that may not be there yet.
const MOST_LINKS: usize = 40;

/// A file's bytes; an error where there are more than [`LARGEST`], whatever kind of file it is.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(folder());
    }
    read_from(File::open(path)?)
}

/// All bytes of a stream; an error where there are more than [`LARGEST`].
pub fn read_from(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        let most = LARGEST >> 20;
        let message = format!("the file is larger than {most} MB");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Pending::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// A file that appears under its name only when it is complete: until then it is a part beside it, which
/// is removed if it is never committed. What is no regular file cannot be replaced, and is written
/// directly.
#[derive(Debug)]
pub struct Pending {
    path: PathBuf,
    /// The part, and the file whose place it takes; `None` where the writing is direct.
    part: Option<(PathBuf, PathBuf)>,
    /// `None` once committed.
    writer: Option<BufWriter<File>>,
}

impl Pending {
    /// Starts a file; what is there under its name stays until the commit.
    pub fn create(path: &Path) -> io::Result<Self> {
        let target = behind_links(path)?;
        let found = match fs::metadata(&target) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(folder());
        }
        let path = path.to_owned();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            let writer = BufWriter::new(OpenOptions::new().write(true).open(&target)?);
            return Ok(Self { path, part: None, writer: Some(writer) });
        }
        let mut name = OsString::from(".");
        name.push(target.file_name().ok_or_else(folder)?);
        name.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(name);
        let file = File::create(&part)?;
        if let Some(found) = found {
            // A file system without permissions has none to keep.
            let _ = fs::set_permissions(&part, found.permissions());
        }
        Ok(Self { path, part: Some((part, target)), writer: Some(BufWriter::new(file)) })
    }

    /// The name it was asked for under.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name.
    pub fn commit(mut self) -> io::Result<()> {
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        let Some((part, target)) = &self.part else { return writer.flush() };
        let done = writer
            .flush()
            .and_then(|()| writer.get_ref().sync_all())
            .and_then(|()| fs::rename(part, target));
        if done.is_err() {
            let _ = fs::remove_file(part);
        }
        done
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let (Some(_), Some((part, _))) = (self.writer.take(), &self.part) {
            let _ = fs::remove_file(part);
        }
    }
}

fn folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "this is a folder; expected a file")
}

/// The file that a name stands for, whether it is there yet or not.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many links"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is removed in the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("plyground-file-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn names(&self) -> Vec<OsString> {
            let mut names: Vec<_> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_never_committed_leaves_no_trace() {
        let scratch = Scratch::new("dropped");
        let path = scratch.0.join("out");
        fs::write(&path, "before").unwrap();
        let mut file = Pending::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"before");
        assert_eq!(scratch.names(), ["out"]);
    }

    #[test]
    fn a_committed_file_replaces_the_one_before() {
        let scratch = Scratch::new("committed");
        let path = scratch.0.join("out");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(scratch.names(), ["out"]);
    }

    #[test]
    fn a_folder_is_refused() {
        let scratch = Scratch::new("folder");
        assert_eq!(write(&scratch.0, b"x").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(read(&scratch.0).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_its_file_is_written() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::new("link");
        let (link, target) = (scratch.0.join("link"), scratch.0.join("target"));
        // First to a file that is not there yet, then to the one that is.
        symlink("target", &link).unwrap();
        for text in ["new", "again"] {
            write(&link, text.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
            fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        }
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(scratch.names(), ["link", "target"]);
        symlink("around", scratch.0.join("around")).unwrap();
        assert!(write(&scratch.0.join("around"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_stays_a_device() {
        let device = Path::new("/dev/null");
        write(device, b"gone").unwrap();
        assert!(!fs::metadata(device).unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_is_too_large_to_read() {
        let error = read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
