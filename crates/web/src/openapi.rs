//! The routes of the API and their description, from one list: what is served is what is described.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{self, MethodRouter};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::App;
use crate::error::Refusal;

/// What most answers are.
const JSON: &str = "application/json";

/// Describes a type, and those it is made of.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// One address of the API.
pub(crate) struct Route {
    path: &'static str,
    method: &'static str,
    summary: &'static str,
    body: Option<Describe>,
    answer: Option<Describe>,
    progress: Option<Describe>,
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
        Self::new(path, "get", summary, handler)
    }

    /// An address that does something.
    pub fn post<H, T>(path: &'static str, summary: &'static str, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        let handler = routing::post(handler);
        Self::new(path, "post", summary, handler)
    }

    const fn new(
        path: &'static str,
        method: &'static str,
        summary: &'static str,
        handler: MethodRouter<App>,
    ) -> Self {
        let (body, answer, progress, gives) = (None, None, None, JSON);
        Self { path, method, summary, body, answer, progress, gives, handler }
    }

    /// What the body holds.
    pub fn takes<B: JsonSchema>(mut self) -> Self {
        self.body = Some(SchemaGenerator::subschema_for::<B>);
        self
    }

    /// What the answer holds, or the last event (`result`) of a stream.
    pub fn answers<A: JsonSchema>(mut self) -> Self {
        self.answer = Some(SchemaGenerator::subschema_for::<A>);
        self
    }

    /// What the events `progress` of a stream hold.
    pub fn tells<P: JsonSchema>(mut self) -> Self {
        self.progress = Some(SchemaGenerator::subschema_for::<P>);
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

    fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let content = self.gives;
        let mut answer =
            self.answer.map_or_else(|| json!({}), |answer| json!({ "schema": answer(generator) }));
        if let Some(progress) = self.progress {
            answer["x-progress"] = progress(generator).to_value();
        }
        let mut description = json!({
            "summary": self.summary,
            "responses": {
                "200": { "description": "Done", "content": { content: answer } },
                "4XX": {
                    "description": "Refused; `error` says why, in words for people",
                    "content": { JSON: { "schema": generator.subschema_for::<Refusal>() } }
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
        if let Some(body) = self.body {
            let body = body(generator);
            description["requestBody"] =
                json!({ "required": true, "content": { JSON: { "schema": body } } });
        }
        description
    }
}

/// The routes as a service, and their description at `/api/openapi.json`.
pub(crate) fn router(routes: Vec<Route>) -> Router<App> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for route in &routes {
        let entry = paths.entry(route.path).or_insert_with(|| json!({}));
        entry[route.method] = route.describe(&mut generator);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Plyground", "version": env!("CARGO_PKG_VERSION") },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
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
