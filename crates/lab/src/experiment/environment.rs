use super::Plan;

/// What the figures of an experiment were made with, as names and values; `jobs` is how many runs shared the machine.
pub fn environment(plan: &Plan, jobs: usize) -> Vec<(String, String)> {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name").and_then(|rest| rest.split(": ").nth(1)))
        .unwrap_or("unknown");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let timing = if jobs == 1 {
        "one run at a time: times are comparable".to_owned()
    } else {
        format!("{jobs} runs at a time: times share the cores")
    };
    [
        ("Plyground", env!("CARGO_PKG_VERSION").to_owned()),
        ("Processor", format!("{cpu}, {cores} cores")),
        ("System", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("Limits", plan.limits.words()),
        ("Timing", timing),
    ]
    .map(|(what, value)| (what.to_owned(), value))
    .to_vec()
}
