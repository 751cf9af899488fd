use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plyground_core::{MoveError, ParseError, SpecError};
use plyground_data::DataError;
use serde_json::json;

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

    /// Nothing of that name is here.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("{what} is not here"))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": self.message });
        if let Some((line, column)) = self.place {
            body["line"] = line.into();
            body["column"] = column.into();
        }
        (self.status, Json(body)).into_response()
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
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}
