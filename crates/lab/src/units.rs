//! Numbers with units that show something.

/// A time: `430 µs`, `12.0 ms`, `3.41 s`, `2.5 min`.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", (s * 1e6).max(1.0)),
        s if s < 1.0 => format!("{} ms", digits(s * 1e3)),
        s if s < 120.0 => format!("{} s", digits(s)),
        s if s < 7200.0 => format!("{} min", digits(s / 60.0)),
        s => format!("{} h", digits(s / 3600.0)),
    }
}

/// Bytes: `640 B`, `21.5 kB`, `3.2 MB`.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        b if b < 1e3 => format!("{b:.0} B"),
        b if b < 1e6 => format!("{} kB", digits(b / 1e3)),
        b if b < 1e9 => format!("{} MB", digits(b / 1e6)),
        b => format!("{} GB", digits(b / 1e9)),
    }
}

/// A number of things: `950`, `12.3k`, `4.56M`.
pub fn count(number: f64) -> String {
    match number {
        n if n < 1e3 && n.fract() == 0.0 => format!("{n:.0}"),
        n if n < 1e3 => digits(n),
        n if n < 1e6 => format!("{}k", digits(n / 1e3)),
        n if n < 1e9 => format!("{}M", digits(n / 1e6)),
        n => format!("{}G", digits(n / 1e9)),
    }
}

/// The number at the beginning of what these give, and of `+4 %` and `19 of 20`; a larger one for what is more than it (`> 60 s`).
pub(crate) fn read(text: &str) -> Option<f64> {
    let (text, more) = match text.strip_prefix("> ") {
        Some(text) => (text, 1.0 + 1e-9),
        None => (text.strip_prefix('+').unwrap_or(text), 1.0),
    };
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '−'));
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = number.replace('−', "-").parse().ok()?;
    let unit = rest.trim_start().split([' ', ',']).next().unwrap_or_default();
    let factor = match unit {
        "µs" => 1e-6,
        "ms" => 1e-3,
        "min" => 60.0,
        "h" => 3600.0,
        "k" | "kB" => 1e3,
        "M" | "MB" => 1e6,
        "G" | "GB" => 1e9,
        _ => 1.0,
    };
    Some(number * factor * more)
}

/// Three digits that count, without zeros behind the point.
fn digits(number: f64) -> String {
    let text = match number.abs() {
        n if n >= 99.95 => return format!("{number:.0}"),
        n if n >= 9.995 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_in_its_order() {
        let numbers = [3e-6, 4.3e-4, 0.012, 0.5, 3.414, 75.0, 150.0, 8000.0, 99_999.0];
        for words in [seconds, bytes, count] {
            let read: Vec<f64> = numbers.iter().map(|&n| read(&words(n * 1e6)).unwrap()).collect();
            assert!(read.is_sorted_by(|a, b| a < b), "{read:?}");
        }
        for (number, text) in numbers.iter().zip(numbers.map(seconds)) {
            assert!((read(&text).unwrap() / number - 1.0).abs() < 0.01, "{text}");
        }
        assert_eq!(read("12.5 ms (11 ms … 2 s)"), Some(0.0125));
        assert_eq!(["+4.5 %", "−12", "19 of 20", "7"].map(read), [4.5, -12.0, 19.0, 7.0].map(Some));
        assert!(read("> 60 s") > read("60 s"));
        assert_eq!(["–", "", "best", "time_limit"].map(read), [None; 4]);
    }

    #[test]
    fn small_and_large_numbers_show_their_digits() {
        let times = [2e-7, 4.3e-4, 0.012, 0.9999, 3.414, 75.0, 150.0, 8000.0].map(seconds);
        assert_eq!(
            times,
            ["1 µs", "430 µs", "12 ms", "1000 ms", "3.41 s", "75 s", "2.5 min", "2.22 h"]
        );
        assert_eq!(
            [640.0, 21_500.0, 3.2e6, 1.5e9].map(bytes),
            ["640 B", "21.5 kB", "3.2 MB", "1.5 GB"]
        );
        assert_eq!([0.0, 950.0, 12_345.0, 4.56e6].map(count), ["0", "950", "12.3k", "4.56M"]);
    }
}
