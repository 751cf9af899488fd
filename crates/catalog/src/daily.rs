//! The level of a day: the same for everybody, easy on Monday and hard on Sunday.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use plyground_core::{Amendment, Cancel, DailyGrade, Generation, SpecError, mix};

use crate::{AnyPuzzleWorld, MadeLevel};

/// Levels that are made for a day; the one that fits its grade best is taken.
const CANDIDATES: usize = 3;
/// Positions that may be looked at for them: a moment's work, and the same everywhere.
const MOST_STATES: u64 = 1_500_000;
/// Seconds of a day.
const DAY: u64 = 86_400;

/// The names of the days of a week, as they are graded.
const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A day of the calendar, from 1970 to 9999.
///
/// ```
/// use plyground_catalog::Date;
///
/// let date: Date = "2026-11-18".parse()?;
/// assert_eq!(date.weekday(), "Wednesday");
/// assert_eq!(date.days_before(18).map(|date| date.to_string()), Some("2026-10-31".to_owned()));
/// # Ok::<(), plyground_core::SpecError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// Days since the first of January 1970.
    days: u32,
}

impl Date {
    /// The day it is now, at Greenwich.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        Self { days: u32::try_from(seconds / DAY).unwrap_or_default() }
    }

    /// How hard its levels are: 0 on Monday to 6 on Sunday.
    pub const fn grade(self) -> usize {
        // The first day was a Thursday.
        (self.days as usize + 3) % WEEKDAYS.len()
    }

    /// Its name in the week.
    pub const fn weekday(self) -> &'static str {
        WEEKDAYS[self.grade()]
    }

    /// The day so many days before; `None` before 1970.
    pub fn days_before(self, days: u32) -> Option<Self> {
        Some(Self { days: self.days.checked_sub(days)? })
    }

    /// The day after.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { days: self.days + 1 }
    }

    /// Year, month and day.
    fn civil(self) -> (u32, u32, u32) {
        let mut rest = self.days;
        let mut year = 1970;
        while rest >= year_length(year) {
            rest -= year_length(year);
            year += 1;
        }
        let mut month = 1;
        while rest >= month_length(year, month) {
            rest -= month_length(year, month);
            month += 1;
        }
        (year, month, rest + 1)
    }
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn year_length(year: u32) -> u32 {
    if is_leap(year) { 366 } else { 365 }
}

const fn month_length(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let refused = || {
            SpecError(format!(
                "{text:?} is no date; expected one from 1970 to 9999 such as 2026-11-18"
            ))
        };
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(refused()) };
        let digits = |part: &str, count: usize| {
            let fits = part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
            if fits { part.parse::<u32>().map_err(|_| refused()) } else { Err(refused()) }
        };
        let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
        let fits = year >= 1970
            && (1..=12).contains(&month)
            && (1..=month_length(year, month)).contains(&day);
        if !fits {
            return Err(refused());
        }
        let years: u32 = (1970..year).map(year_length).sum();
        let months: u32 = (1..month).map(|month| month_length(year, month)).sum();
        Ok(Self { days: years + months + day - 1 })
    }
}

/// The seed of a world's level of a day.
pub fn seed(world: &str, date: Date) -> u64 {
    let letters = world.bytes().map(u64::from);
    mix(&[u64::from(date.days)].into_iter().chain(letters).collect::<Vec<_>>())
}

/// The level of a day; `None` where the world has none. It takes a moment, and always comes to the same. Where so much work
/// finds no level of the day's grade, one of the grade below is taken.
pub fn level_of(
    world: &dyn AnyPuzzleWorld,
    date: Date,
    cancel: &Cancel,
) -> Result<Option<MadeLevel>, SpecError> {
    if world.daily(date.grade()).is_none() {
        return Ok(None);
    }
    let id = world.info().id;
    let grades = (0..=date.grade()).rev().filter_map(|grade| world.daily(grade));
    for grade in grades {
        let best = best_of(world, &grade, seed(&id, date), cancel)?;
        if let Some(MadeLevel { level, difficulty }) = best {
            let title = Some(format!("{} {date}", date.weekday()));
            let level = level.amended(&Amendment { title, ..Amendment::default() });
            return Ok(Some(MadeLevel { level, difficulty }));
        }
    }
    Err(SpecError(format!("no level of {id} was found for {date}")))
}

/// Of a few levels the one that fits a grade best; `None` where none was found.
fn best_of(
    world: &dyn AnyPuzzleWorld,
    grade: &DailyGrade,
    seed: u64,
    cancel: &Cancel,
) -> Result<Option<MadeLevel>, SpecError> {
    let wanted = Generation {
        count: CANDIDATES,
        seed,
        options: grade.wishes.clone(),
        states: Some(MOST_STATES),
        cancel: cancel.clone(),
    };
    let mut best: Option<MadeLevel> = None;
    // Fewer than wanted are enough, so that an error only matters where there is none.
    let _ = world.generate(&wanted, &mut |made| {
        let far = |level: &MadeLevel| (level.difficulty - grade.difficulty).abs();
        if best.as_ref().is_none_or(|best| far(&made) < far(best)) {
            best = Some(made);
        }
    });
    if cancel.is_cancelled() {
        return Err(SpecError("the level of the day was given up".to_owned()));
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_what_they_write_and_follow_each_other() {
        let mut date: Date = "1999-12-30".parse().unwrap();
        let mut grade = date.grade();
        assert_eq!(date.weekday(), "Thursday");
        for _ in 0..3000 {
            let next = date.next();
            assert_eq!(next.to_string().parse(), Ok(next));
            assert_eq!(next.days_before(1), Some(date));
            assert_eq!(next.grade(), (grade + 1) % 7);
            (date, grade) = (next, next.grade());
        }
        assert_eq!(date.to_string(), "2008-03-17");
        assert_eq!("2024-02-29".parse::<Date>().unwrap().next().to_string(), "2024-03-01");
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-2-03",
            "1969-12-31",
            "x-1-1",
            "2026-11-18-1",
        ] {
            assert!(text.parse::<Date>().unwrap_err().to_string().contains("such as 2026-11-18"));
        }
    }

    #[test]
    fn worlds_and_days_have_seeds_of_their_own() {
        let date: Date = "2026-11-18".parse().unwrap();
        assert_ne!(seed("a", date), seed("b", date));
        assert_ne!(seed("a", date), seed("a", date.next()));
    }
}
