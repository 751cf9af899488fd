//! Waiting for a process, with patience.

use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// Between two looks.
const GLANCE: Duration = Duration::from_millis(2);

/// How a process ended; `None` where it goes on for longer than that.
pub fn ended_within(patience: Duration, child: &mut Child) -> Option<ExitStatus> {
    let end = Instant::now() + patience;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= end {
            return None;
        }
        std::thread::sleep(GLANCE);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn who_ends_is_heard_and_who_goes_on_is_not_waited_for() {
        let start = |script| Command::new("sh").args(["-c", script]).spawn().unwrap();
        let ended = ended_within(Duration::from_secs(60), &mut start("exit 3"));
        assert_eq!(ended.and_then(|status| status.code()), Some(3));
        let mut goes_on = start("exec sleep 60");
        assert_eq!(ended_within(Duration::from_millis(10), &mut goes_on), None);
        goes_on.kill().unwrap();
        goes_on.wait().unwrap();
    }
}
