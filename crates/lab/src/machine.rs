//! Which machine figures were made on.

use std::sync::OnceLock;

/// How many cores there are.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The processor's name and its cores, such as `AMD EPYC 7763, 2 cores`. Times are comparable only between
/// machines of the same name.
pub fn machine() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let cores = cores();
        format!("{}, {cores} core{}", processor(), if cores == 1 { "" } else { "s" })
    })
}

/// The cores of a machine of this name.
pub(crate) fn cores_of(name: &str) -> Option<usize> {
    let (_, cores) = name.rsplit_once(", ")?;
    cores.split(' ').next()?.parse().ok()
}

fn processor() -> String {
    let from_file = || {
        let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let from_system = || std::env::var("PROCESSOR_IDENTIFIER").ok();
    from_file().or_else(from_system).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// How many processes wanted a core in the last minute, this one's among them; `None` where the system does not tell.
/// Far above the number of cores, times mean little.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_and_cores_and_where_it_tells_a_load() {
        assert!(machine().ends_with(if cores() == 1 { ", 1 core" } else { " cores" }));
        assert_eq!(cores_of(machine()), Some(cores()));
        assert_eq!(load().is_some(), cfg!(target_os = "linux"));
        assert!(load().is_none_or(|load| load >= 0.0));
    }
}
