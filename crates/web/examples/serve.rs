//! Serves the page from disk, for those who work on it: `cargo run -p plyground-web --example serve`.

use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_web::{Config, serve};

fn main() -> Result<(), plyground_web::ServeError> {
    let config = Config {
        host: [127, 0, 0, 1].into(),
        port: 8377,
        data: std::env::temp_dir().join("plyground-dev"),
        token: None,
        catalog: Catalog::new(),
        assets: Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("static")),
    };
    serve(config, |address, notes| println!("{address} {}", notes.join("; ")))
}
