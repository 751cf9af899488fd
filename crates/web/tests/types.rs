//! The page's type declarations are made from the description of the API: `types/api.d.ts` is what this makes.
//! `PLYGROUND_BLESS=1 cargo test -p plyground-web --test types` writes it anew.

mod client;

use client::Server;
use serde_json::Value;

/// A schema as a type of TypeScript.
fn type_of(schema: &Value) -> String {
    let list = |name: &str| schema[name].as_array().map(|all| all.iter().map(type_of).collect());
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default().to_owned();
        let more = schema["properties"].is_object();
        return if more { format!("{name} & {}", object(schema)) } else { name };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(parts) = list(name) {
            let parts: Vec<String> = parts;
            let parts = parts.join(" | ");
            let more = schema["properties"].is_object();
            return if more { format!("{} & ({parts})", object(schema)) } else { parts };
        }
    }
    match &schema["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                type_of(&schema)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => array(schema),
            "object" => object(schema),
            other => other.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn array(schema: &Value) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        return format!("[{}]", items.iter().map(type_of).collect::<Vec<_>>().join(", "));
    }
    let item = type_of(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most && most <= 4 => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ if item.contains(' ') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return match schema.get("additionalProperties") {
            Some(values) if values.is_object() => format!("Record<string, {}>", type_of(values)),
            _ => "Record<string, unknown>".to_owned(),
        };
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        if let Some(words) = property["description"].as_str() {
            text += &format!("    /** {} */\n", words.replace('\n', " "));
        }
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        text += &format!("    {name}{mark}: {};\n", type_of(property).replace('\n', "\n  "));
    }
    text + "  }"
}

fn declarations(api: &Value) -> String {
    let mut text = "// Made from the description of the API by tests/types.rs; not to be edited.\n\
         declare namespace Api {\n"
        .to_owned();
    for (name, schema) in api["components"]["schemas"].as_object().expect("schemas") {
        if let Some(words) = schema["description"].as_str() {
            text += &format!("  /** {} */\n", words.replace('\n', " "));
        }
        text += &format!("  type {name} = {};\n\n", type_of(schema));
    }
    text.trim_end().to_owned() + "\n}\n"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_types_of_the_page_are_those_of_the_api() {
    let server = Server::start().await;
    let api = server.get("/api/openapi.json").await.json();
    let made = declarations(&api);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/types/api.d.ts");
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/types")).unwrap();
        std::fs::write(file, &made).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(kept == made, "types/api.d.ts is stale: PLYGROUND_BLESS=1 writes it anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_described() {
    let server = Server::start().await;
    let api = server.get("/api/openapi.json").await.json();
    for (path, entry) in api["paths"].as_object().unwrap() {
        for (method, described) in entry.as_object().unwrap() {
            let content = &described["responses"]["200"]["content"];
            for (kind, answer) in content.as_object().unwrap() {
                let stream = kind == "text/event-stream";
                let wanted = stream || kind == "application/json";
                assert!(!wanted || !answer["schema"].is_null(), "{method} {path} has no schema");
                assert!(!stream || !answer["x-progress"].is_null(), "{method} {path} tells what?");
            }
        }
    }
}
