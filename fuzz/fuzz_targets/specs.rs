#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_core::Spec;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
        assert_eq!(Spec::parse_list(&spec.to_string()), Ok(vec![spec]));
    }
    let _ = Spec::parse_list(text);
});
