//! Ctrl-C ends the work cleanly, with what is known so far; a second one ends the program.

use std::sync::OnceLock;

use plyground_core::Cancel;

/// The flag that Ctrl-C raises.
pub fn cancel() -> Cancel {
    static FLAG: OnceLock<Cancel> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Cancel::new();
        let raised = flag.clone();
        // Where no handler can be set, Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(move || {
            if raised.is_cancelled() {
                std::process::exit(130);
            }
            raised.cancel();
        });
        flag
    })
    .clone()
}
