#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse("fuzz", text) {
        let _ = Record::parse("again", &record.to_string());
        let _ = record.replay();
    }
});
