//! A program and all that it starts, which end together.
//!
//! Those who leave the program's group are found by their ancestors, or by a mark in their environment; those who have
//! cleared that too and whose ancestors are gone become our own children, where [`adopt_orphans`] was called.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The variable by which the programs that a program starts are known.
const MARK: &str = "PLYGROUND_ENGINE";

/// The programs that we have started and not ended yet.
static ALIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn alive() -> MutexGuard<'static, BTreeSet<u32>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the system give us the children of programs that end before them, so that none can get away. When the last
/// program has ended, all children of this process that it did not start here are ended too: for processes that have no
/// other children.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok() {
        linux::ADOPTING.store(true, Ordering::Relaxed);
    }
}

/// A program that was started, with the marks by which its family is known.
pub(crate) struct Family {
    program: u32,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    mark: String,
}

impl Family {
    /// Starts a program in a group of its own: Ctrl-C is for us alone.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        command.env(MARK, &mark);
        // Nobody looks for orphans between the start and the entry.
        let mut alive = alive();
        let child = command.spawn()?;
        alive.insert(child.id());
        let program = child.id();
        Ok((child, Self { program, mark }))
    }

    /// Ends all that the program started, and the program itself unless it has ended.
    pub fn end(&self) {
        #[cfg(target_os = "linux")]
        linux::end_descendants(self.program);
        #[cfg(unix)]
        end_group(self.program);
        #[cfg(target_os = "linux")]
        linux::end_marked(&format!("{MARK}={}", self.mark));
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        let mut alive = alive();
        alive.remove(&self.program);
        #[cfg(target_os = "linux")]
        if alive.is_empty() {
            linux::end_orphans();
        }
    }
}

#[cfg(unix)]
fn end_group(program: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(program).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

    pub static ADOPTING: AtomicBool = AtomicBool::new(false);

    /// How often those are looked for whom others have started meanwhile.
    const ROUNDS: usize = 10;

    /// Ends those whom `find` finds, until it finds none. Those who are our children are buried.
    fn end_all(mut find: impl FnMut() -> Vec<u32>) {
        for _ in 0..ROUNDS {
            let mut found = false;
            for number in find() {
                let Some(process) = i32::try_from(number).ok().and_then(Pid::from_raw) else {
                    continue;
                };
                found |= kill_process(process, Signal::KILL).is_ok();
            }
            if !found {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Every process with its parent; those that have ended and wait to be buried are not among them.
    fn processes() -> Vec<(u32, u32)> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let numbers =
            entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.filter_map(|number| Some((number, parent(number)?))).collect()
    }

    fn parent(process: u32) -> Option<u32> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before the parenthesis may hold anything.
        let mut after = text.rsplit_once(')')?.1.split_whitespace();
        let (state, parent) = (after.next()?, after.next()?);
        if state == "Z" { None } else { parent.parse().ok() }
    }

    /// Ends all who descend from a program that is still there.
    pub fn end_descendants(program: u32) {
        end_all(|| {
            let all = processes();
            let mut family = BTreeSet::from([program]);
            loop {
                let before = family.len();
                let born = all.iter().filter(|(_, parent)| family.contains(parent));
                family = family.iter().copied().chain(born.map(|&(number, _)| number)).collect();
                if family.len() == before {
                    break;
                }
            }
            family.remove(&program);
            family.into_iter().collect()
        });
    }

    /// Ends all whose environment has an entry.
    pub fn end_marked(entry: &str) {
        let has_it = |process: u32| {
            let file = Path::new("/proc").join(process.to_string()).join("environ");
            let environment = std::fs::read(file).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|one| one == entry.as_bytes())
        };
        end_all(|| {
            processes().into_iter().map(|(process, _)| process).filter(|&one| has_it(one)).collect()
        });
    }

    /// Ends those who have become our children, and buries them.
    pub fn end_orphans() {
        if !ADOPTING.load(Ordering::Relaxed) {
            return;
        }
        let ours = std::process::id();
        end_all(|| {
            let orphans = processes().into_iter().filter(|&(_, parent)| parent == ours);
            orphans.map(|(process, _)| process).collect()
        });
        while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
    }
}
