use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};

use crate::error::ApiError;

/// What a client sent as JSON; where it does not fit, the refusal has the same form as all others.
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
            Err(refusal) => Err(ApiError::new(refusal.status(), refusal.body_text())),
        }
    }
}
