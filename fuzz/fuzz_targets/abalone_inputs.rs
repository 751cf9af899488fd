#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(input) = plyground_abalone::statespace::Input::parse(data) {
        let _ = input.expand();
    }
});
