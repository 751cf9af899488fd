//! How a command ends.

use std::io;
use std::process::ExitCode;

use plyground_core::{MoveError, ParseError, SpecError};

/// How a command that did its work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Everything that was asked for is there.
    Yes,
    /// An honest negative: the output says which.
    No,
}

impl From<bool> for Done {
    fn from(yes: bool) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// Bad input or usage, in words.
    Input(String),
    /// Whoever read the output has enough.
    ClosedPipe,
}

impl Failure {
    /// Bad input, in words.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// What went wrong with a file.
    pub fn file(path: impl std::fmt::Display, error: &io::Error) -> Self {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
            io::ErrorKind::PermissionDenied => "this is not permitted".to_owned(),
            io::ErrorKind::IsADirectory => "this is a folder; expected a file".to_owned(),
            _ => error.to_string(),
        };
        Self::Input(format!("{path}: {reason}"))
    }
}

macro_rules! from_text {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Input(error.to_string())
            }
        }
    )*};
}
from_text!(
    SpecError,
    plyground_lab::engine::SpeakError,
    ParseError,
    MoveError,
    plyground_cluster::ClusterError,
    plyground_data::DataError,
    plyground_picture::PictureError,
    plyground_lab::store::StoreError,
    plyground_lab::store::RunError
);

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Input(error.to_string()),
        }
    }
}

/// Says what went wrong and gives the exit code.
pub fn exit_code(result: Result<Done, Failure>) -> ExitCode {
    match result {
        Ok(Done::Yes) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Err(Failure::Input(message)) => {
            crate::output::complain(&message);
            ExitCode::from(2)
        }
    }
}
