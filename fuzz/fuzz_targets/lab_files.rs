#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_lab::experiment::{Config, TraceLength};

fuzz_target!(|text: &str| {
    match Config::parse("fuzz.toml", text) {
        Ok(config) => {
            // What a file allows, the flags of the same names would.
            assert!(config.time.is_none_or(|time| time > 0.0 && time.is_finite()));
            assert!(config.memory != Some(0) && config.states != Some(0));
            assert!(config.threads != Some(0) && config.jobs != Some(0) && config.repeats != Some(0));
            let _ = config.trace.and_then(TraceLength::events);
            assert_eq!(config.clone().or(Config::default()), config);
        }
        Err(error) => assert!(error.to_string().chars().count() < 1000, "{error}"),
    }
});
