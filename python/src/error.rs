//! Refusals as Python exceptions.

use plyground_core::{MoveError, ParseError, SpecError};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// What was refused, as the exception that Python code expects.
pub trait Refusal {
    /// The exception.
    fn into_py(self) -> PyErr;
}

/// An exception of `plyground.errors`.
fn own(name: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py> + Send) -> PyErr {
    let made = Python::attach(|py| {
        let class = py.import("plyground.errors")?.getattr(name)?;
        PyResult::Ok(PyErr::from_value(class.call1(arguments)?))
    });
    made.unwrap_or_else(|error| error)
}

impl Refusal for SpecError {
    fn into_py(self) -> PyErr {
        PyValueError::new_err(self.0)
    }
}

impl Refusal for MoveError {
    fn into_py(self) -> PyErr {
        let number = self.number;
        own("MoveError", (self.to_string(), self.text, self.reason, number))
    }
}

impl Refusal for ParseError {
    fn into_py(self) -> PyErr {
        own("ParseError", (self.to_string(), self.file, self.line, self.column, self.message))
    }
}

impl Refusal for plyground_picture::PictureError {
    fn into_py(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Refusal for plyground_lab::store::StoreError {
    fn into_py(self) -> PyErr {
        PyOSError::new_err(self.to_string())
    }
}

impl Refusal for plyground_lab::store::RunError {
    fn into_py(self) -> PyErr {
        match self {
            Self::Spec(error) => error.into_py(),
            Self::Store(error) => error.into_py(),
            Self::Crew(words) => PyRuntimeError::new_err(words),
        }
    }
}

impl Refusal for plyground_core::ExpandError {
    fn into_py(self) -> PyErr {
        match self {
            Self::Input(error) => error.into_py(),
            Self::File(path, error) => PyOSError::new_err(format!("{}: {error}", path.display())),
        }
    }
}

impl Refusal for serde_json::Error {
    fn into_py(self) -> PyErr {
        PyRuntimeError::new_err(self.to_string())
    }
}

/// A result whose refusal is a Python exception.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: Refusal> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(Refusal::into_py)
    }
}
