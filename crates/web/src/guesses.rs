//! Wrong tokens: whoever sends many has to wait, and is not even compared with the right one meanwhile.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::rooms::lock;

/// How many wrong tokens an address may send within the time.
const MOST: u32 = 30;
const TIME: Duration = Duration::from_secs(60);
/// How many addresses are remembered; beyond that, those are forgotten whose time is over.
const ADDRESSES: usize = 10_000;

/// The wrong tokens of each address: how many, and since when they are counted.
#[derive(Default)]
pub(crate) struct Guesses(Mutex<HashMap<IpAddr, (u32, Instant)>>);

impl Guesses {
    /// Counts a wrong token.
    pub fn wrong(&self, from: IpAddr, now: Instant) {
        let mut guesses = lock(&self.0);
        if guesses.len() >= ADDRESSES {
            guesses.retain(|_, (_, since)| now.duration_since(*since) < TIME);
        }
        let (count, since) = guesses.entry(from).or_insert((0, now));
        if now.duration_since(*since) >= TIME {
            (*count, *since) = (0, now);
        }
        *count += 1;
    }

    /// How long an address has to wait, where it sent too many.
    pub fn wait(&self, from: IpAddr, now: Instant) -> Option<Duration> {
        let guesses = lock(&self.0);
        let (count, since) = guesses.get(&from)?;
        let left = TIME.checked_sub(now.duration_since(*since))?;
        (*count >= MOST && !left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_guesses_waits_and_others_do_not() {
        let (guesses, start) = (Guesses::default(), Instant::now());
        let [bad, good] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        for _ in 0..MOST {
            assert_eq!(guesses.wait(bad, start), None);
            guesses.wrong(bad, start);
        }
        assert_eq!(guesses.wait(bad, start), Some(TIME));
        assert_eq!(guesses.wait(good, start), None);
        assert_eq!(guesses.wait(bad, start + TIME), None);
        guesses.wrong(bad, start + TIME);
        assert_eq!(guesses.wait(bad, start + TIME), None, "it counts anew");
    }
}
