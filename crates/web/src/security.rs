//! Who may talk to the server.
//!
//! A page elsewhere in the browser must not be able to drive a local server: the `Host` must be one we
//! serve, the `Origin` of anything that changes something must be ours, and beyond loopback
//! everybody needs the token.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::error::ApiError;
use crate::serve::LARGEST_BODY;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Who sent a request.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub IpAddr);

/// The address of those who have none.
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// 128 random bits as text: names a room, or is a token.
pub(crate) fn unguessable() -> String {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks every request and puts the security headers on every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut answer = match check(&app, &request) {
        Ok(set_cookie) => {
            let mut answer = next.run(request).await;
            if let Some(cookie) = set_cookie {
                answer.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            answer
        }
        Err(error) => error.into_response(),
    };
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn check(app: &App, request: &Request) -> Result<Option<HeaderValue>, ApiError> {
    let refused = |reason: &str| ApiError::new(StatusCode::FORBIDDEN, reason);
    let headers = request.headers();
    let host = text(headers, &header::HOST);
    if app.token().is_none() && !is_loopback(host) {
        return Err(refused("this server answers to 127.0.0.1 and localhost only"));
    }
    let origin = text(headers, &header::ORIGIN);
    let own = [format!("http://{host}"), format!("https://{host}")];
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if !origin.is_empty() && !own.iter().any(|address| address == origin) {
        return Err(refused("this request comes from a page of another address"));
    }
    if changes
        && headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
    {
        return Err(refused("this request comes from a page of another address"));
    }
    if changes && !text(headers, &header::CONTENT_TYPE).starts_with("application/json") {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send JSON, with the header Content-Type: application/json",
        ));
    }
    let announced = text(headers, &header::CONTENT_LENGTH).parse::<u64>().unwrap_or(0);
    if announced > LARGEST_BODY as u64 {
        return Err(ApiError::too_large());
    }
    let Some(token) = app.token() else { return Ok(None) };
    let Peer(peer) = request.extensions().get().copied().unwrap_or(Peer(NOBODY));
    if let Some(wait) = app.guesses().wait(peer, Instant::now()) {
        let reason = format!("too many wrong tokens; try again in {} seconds", wait.as_secs() + 1);
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, reason));
    }
    let checked = check_token(token, request);
    if let Err((_, true)) = checked {
        app.guesses().wrong(peer, Instant::now());
    }
    checked.map_err(|(refusal, _)| refusal)
}

fn is_loopback(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|digit| digit.is_ascii_digit()) { name } else { host }
    });
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// The token comes in the address once (`?token=…`) and from then on in a cookie, or in a header. A refusal says
/// whether there was one.
fn check_token(token: &str, request: &Request) -> Result<Option<HeaderValue>, (ApiError, bool)> {
    let headers = request.headers();
    let bearer = text(headers, &header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
    let cookies = text(headers, &header::COOKIE);
    let cookie = cookies.split("; ").find_map(|cookie| cookie.strip_prefix("plyground="));
    if same(bearer, token) || same(cookie.unwrap_or_default(), token) {
        return Ok(None);
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|part| part.strip_prefix("token=")).unwrap_or_default();
    if same(given, token) {
        let cookie = format!("plyground={token}; HttpOnly; SameSite=Strict; Path=/");
        return Ok(HeaderValue::from_str(&cookie).ok());
    }
    let guessed = [bearer, cookie.unwrap_or_default(), given].iter().any(|text| !text.is_empty());
    let reason = "this server needs its token: open the address that it printed when it started";
    Err((ApiError::new(StatusCode::UNAUTHORIZED, reason), guessed))
}

/// Compares in a time that does not tell where the difference is.
fn same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given.bytes().zip(token.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_loopback() {
        for host in ["127.0.0.1:8080", "localhost", "localhost:1", "[::1]:80", "127.0.0.1"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "localhost:80:x", "10.0.0.1:80"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        assert_ne!(unguessable(), unguessable());
        assert_eq!(unguessable().len(), 32);
        assert!(same("abc", "abc") && !same("abd", "abc") && !same("", "abc"));
    }
}
