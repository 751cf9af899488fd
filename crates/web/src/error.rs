use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plyground_core::{MoveError, ParseError, SpecError};
use plyground_data::DataError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::serve::LARGEST_BODY;

/// A request that cannot be answered as asked: why, in words for people.
#[derive(Debug)]
pub struct ApiError {
    /// The kind of refusal.
    pub status: StatusCode,
    /// The reason.
    pub message: String,
    /// Where in the text that was sent: line and column, from 1.
    pub place: Option<(usize, usize)>,
}

impl ApiError {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), place: None }
    }

    /// The request is larger than any may be.
    pub fn too_large() -> Self {
        let message = format!("a request holds at most {LARGEST_BODY} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    }

    /// Nothing of that name is here.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} is not here"))
    }
}

/// Why a request was refused.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Refusal {
    /// The reason, in words for people.
    error: String,
    /// The line of the text that was sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        let (line, column) = error.place.unzip();
        Self { error: error.message, line, column }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(Refusal::from(self))).into_response()
    }
}

impl From<SpecError> for ApiError {
    fn from(error: SpecError) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error.to_string())
    }
}

impl From<MoveError> for ApiError {
    fn from(error: MoveError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
    }
}

impl From<ParseError> for ApiError {
    fn from(error: ParseError) -> Self {
        let place = (error.line > 0).then_some((error.line, error.column));
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, message: error.to_string(), place }
    }
}

impl From<DataError> for ApiError {
    fn from(error: DataError) -> Self {
        let status = match error {
            DataError::Full { .. } => StatusCode::CONFLICT,
            DataError::Large { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, error.to_string())
    }
}
