//! A program with worlds of its own: on the command line, in the terminal (`play`) and in the browser (no argument).

fn main() -> std::process::ExitCode {
    plyground::run(&my_worlds::catalog())
}
