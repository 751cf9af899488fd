//! What a client sent, read so that every refusal has the same form: axum's own refusals are plain text.
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use plyground_core::text::abridged;

use crate::error::ApiError;

fn refused(status: StatusCode, reason: &str) -> ApiError {
    ApiError::new(status, abridged(reason))
}

/// The body, which is JSON.
pub(crate) struct Sent<T>(pub T);

impl<S, T> FromRequest<S> for Sent<T>
where
    S: Send + Sync,
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(refusal) => Err(refused(refusal.status(), &refusal.body_text())),
        }
    }
}

/// The parts of the address that have a name.
pub(crate) struct Path<T>(pub T);

impl<S, T> FromRequestParts<S> for Path<T>
where
    S: Send + Sync,
    axum::extract::Path<T>: FromRequestParts<S, Rejection = PathRejection>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(refusal) => Err(refused(refusal.status(), &refusal.body_text())),
        }
    }
}

/// What stands behind the question mark of an address.
pub(crate) struct Query<T>(pub T);

impl<S, T> FromRequestParts<S> for Query<T>
where
    S: Send + Sync,
    axum::extract::Query<T>: FromRequestParts<S, Rejection = QueryRejection>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Self(value)),
            Err(refusal) => Err(refused(refusal.status(), &refusal.body_text())),
        }
    }
}
