use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use plyground_core::scene::svg;
use plyground_lab::report::colour_rules;
use rust_embed::RustEmbed;

use crate::App;

/// The page's files, in the binary.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Static;

/// The colours of the drawings for light and dark, as the page's style sheet needs them.
pub(crate) async fn palette() -> Response {
    const DARK: &str = ":root[data-theme=dark] ";
    const NOT_LIGHT: &str = ":root:not([data-theme=light]) ";
    let (light, dark) = svg::css();
    // The lab's plots are shown with the page's theme, so their colours follow it as well.
    let (plots, _) = colour_rules("");
    let (_, plots_by_system) = colour_rules(NOT_LIGHT);
    let (_, plots_by_choice) = colour_rules(DARK);
    let sheet = format!(
        ":root{{{light}}}{plots}@media (prefers-color-scheme: dark){{{NOT_LIGHT}{{{dark}}}{plots_by_system}}}{DARK}{{{dark}}}{plots_by_choice}"
    );
    ([(header::CONTENT_TYPE, kind("palette.css")), (header::CACHE_CONTROL, "no-cache")], sheet)
        .into_response()
}

/// Serves the page. Any address without a dot in it is the page itself: it finds its screen by its
/// own address.
pub(crate) async fn asset(State(app): State<App>, uri: Uri) -> Response {
    let wanted = uri.path().trim_start_matches('/');
    let path = if wanted.contains('.') { wanted } else { "index.html" };
    if path.split('/').any(|part| part == ".." || part.starts_with('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let bytes = match app.assets() {
        Some(folder) => std::fs::read(folder.join(path)).ok(),
        None => Static::get(path).map(|file| file.data.into_owned()),
    };
    match bytes {
        Some(bytes) => {
            ([(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")], bytes)
                .into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
