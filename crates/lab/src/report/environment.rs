/// What figures were made with, by name.
pub(crate) struct Environment(pub Vec<(String, String)>);

impl Environment {
    /// This version on this machine, with so many runs or games (`what`) at a time.
    pub fn here(jobs: u32, what: &str) -> Self {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let cpu = cpu
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1))
            .unwrap_or("unknown");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let timing = if jobs == 1 {
            format!("one {what} at a time: times are comparable")
        } else {
            format!("{jobs} {what}s at a time: times share the cores")
        };
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        Self(Vec::new())
            .with("Plyground", env!("CARGO_PKG_VERSION"))
            .with("Processor", format!("{cpu}, {cores} cores"))
            .with("System", system)
            .with("Timing", timing)
    }

    /// The same with one more fact.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.push((name.to_owned(), value.into()));
        self
    }
}
