#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| plyground_fuzz::levels("sokobond", data));
