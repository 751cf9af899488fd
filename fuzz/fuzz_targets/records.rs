#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_catalog::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse("fuzz", text) {
        let written = record.to_string();
        let again = Record::parse("again", &written).expect("it was written by us");
        assert_eq!(again.to_string(), written);
        let _ = record.replay(&plyground_catalog::Catalog::new());
    }
});
