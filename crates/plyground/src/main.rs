//! The `plyground` binary: the worlds that are built in, on the command line, in the terminal and in the browser.

use plyground::Catalog;

fn main() -> std::process::ExitCode {
    plyground::run(&Catalog::new())
}
