use crate::statistics::Spread;

/// How loaded the machine was when figures were made, in words.
pub(crate) fn load_words(loads: impl Iterator<Item = f64>) -> String {
    match Spread::of(loads) {
        None => "not known".to_owned(),
        Some(load) => format!("{:.1} (from {:.1} to {:.1})", load.median, load.low, load.high),
    }
}

/// What figures were made with, by name.
pub(crate) struct Environment(pub Vec<(String, String)>);

impl Environment {
    /// This version on these machines, with so many runs or games (`what`) at a time.
    pub fn of(jobs: u32, what: &str, machine: &str) -> Self {
        let timing = if jobs == 1 {
            format!("one {what} at a time: times are comparable")
        } else {
            format!("{jobs} {what}s at a time: times share the cores")
        };
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        Self(Vec::new())
            .with("Plyground", env!("CARGO_PKG_VERSION"))
            .with("Processor", machine)
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
