//! The routes of the API and their description, from one list: what is served is what is described.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value, json};

use crate::App;

/// What most answers are.
const JSON: &str = "application/json";

/// One address of the API.
pub(crate) struct Route {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    body: Option<Value>,
    gives: &'static str,
    handler: MethodRouter<App>,
}

impl Route {
    /// An address that is read.
    pub fn get<H, T>(path: &'static str, summary: &'static str, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let handler = routing::get(handler);
        Self { path, method: "get", summary, body: None, gives: JSON, handler }
    }

    /// An address that does something.
    pub fn post<H, T>(path: &'static str, summary: &'static str, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let handler = routing::post(handler);
        Self { path, method: "post", summary, body: None, gives: JSON, handler }
    }

    /// What the body holds.
    pub fn takes<B: JsonSchema>(mut self) -> Self {
        self.body = Some(schema_for!(B).to_value());
        self
    }

    /// The answer is a stream of events (`queued`, `progress`, …, `result` or `error`).
    pub fn streams(self) -> Self {
        self.gives("text/event-stream")
    }

    /// The answer is of this kind, not JSON.
    pub fn gives(mut self, kind: &'static str) -> Self {
        self.gives = kind;
        self
    }

    fn describe(&self) -> Value {
        let content = self.gives;
        let mut description = json!({
            "summary": self.summary,
            "responses": {
                "200": { "description": "Done", "content": { content: {} } },
                "4XX": {
                    "description": "Refused; `error` says why, in words for people",
                    "content": { JSON: {} }
                }
            }
        });
        let parameters: Vec<Value> = self
            .path
            .split(['{', '}'])
            .skip(1)
            .step_by(2)
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        if !parameters.is_empty() {
            description["parameters"] = parameters.into();
        }
        if let Some(body) = &self.body {
            description["requestBody"] =
                json!({ "required": true, "content": { JSON: { "schema": body } } });
        }
        description
    }
}

/// The routes as a service, and their description at `/api/openapi.json`.
pub(crate) fn router(routes: Vec<Route>) -> Router<App> {
    let mut paths: Map<String, Value> = Map::new();
    for route in &routes {
        let entry = paths.entry(route.path).or_insert_with(|| json!({}));
        entry[route.method] = route.describe();
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Plyground", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
    });
    routes
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.handler))
        .route(
            "/api/openapi.json",
            routing::get(move || {
                let document = document.clone();
                async move { axum::Json(document) }
            }),
        )
}
