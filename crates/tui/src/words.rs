//! Numbers and times as people read them.

use plyground_core::{Measures, Status};

/// A number with its thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Minutes and seconds; hours where there are some.
pub(crate) fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// "33 moves, 8 pushes".
pub(crate) fn measures(measures: &Measures) -> String {
    let word = |n: u64, one: &'static str, many: &'static str| if n == 1 { one } else { many };
    let moves = format!("{} {}", measures.moves, word(measures.moves, "move", "moves"));
    match measures.pushes {
        Some(pushes) => format!("{moves}, {pushes} {}", word(pushes, "push", "pushes")),
        None => moves,
    }
}

/// How a search without a solution ended.
pub(crate) fn no_solution(status: Status) -> &'static str {
    match status {
        Status::Solved => "Solved",
        Status::Unsolvable => "There is no solution",
        Status::NotFound => "The method ended without a solution",
        Status::TimeLimit => "Out of time",
        Status::StateLimit => "Out of states",
        Status::MemoryLimit => "Out of memory",
        Status::Cancelled => "Cancelled",
        Status::Failed => "The program failed",
    }
}

/// A reason as a sentence of its own.
pub(crate) fn sentence(reason: &str) -> String {
    let mut chars = reason.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", chars.as_str())
}

/// The day and time of a moment in seconds since 1970, in UTC.
pub(crate) fn date(at: i64) -> String {
    let (days, seconds) = (at.div_euclid(86_400), at.rem_euclid(86_400));
    // The civil calendar from days, counted in eras of 400 years that begin in March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let (hour, minute) = (seconds / 3600, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1 234 567");
        assert_eq!(clock(61.9), "1:01");
        assert_eq!(clock(3_600.0), "1:00:00");
        assert_eq!(measures(&Measures { moves: 1, pushes: Some(1) }), "1 move, 1 push");
        assert_eq!(measures(&Measures { moves: 2, pushes: Some(2) }), "2 moves, 2 pushes");
    }

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_400), "2000-02-29 00:00");
        assert_eq!(date(1_794_784_380), "2026-11-15 23:13");
    }
}
