#![no_main]
use libfuzzer_sys::fuzz_target;
use plyground_lab::contestant::Contestant;
use plyground_lab::solver::Solver;

fuzz_target!(|text: &str| {
    if let Ok(list) = Contestant::parse_list(text) {
        for contestant in list {
            assert_eq!(contestant.to_string().parse().as_ref(), Ok(&contestant));
        }
    }
    if let Ok(list) = Solver::parse_list(text) {
        for solver in list {
            let again = Solver::parse_list(&solver.to_string()).expect("it was written by us");
            assert_eq!(again, [solver]);
        }
    }
});
