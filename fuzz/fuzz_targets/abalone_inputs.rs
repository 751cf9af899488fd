#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_abalone::statespace;

fuzz_target!(|text: &str| {
    if let Ok(state) = statespace::parse_input(text) {
        let expansion = statespace::expand(&state);
        assert_eq!(expansion.moves.lines().count(), expansion.boards.lines().count());
        let again = statespace::parse_input(&statespace::input_text(&state));
        assert_eq!(again.as_ref(), Ok(&state));
    }
});
