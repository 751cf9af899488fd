//! Numbers as people read them.

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rate: `1.2 M/s`.
pub fn rate(count: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return String::new();
    }
    match count as f64 / seconds {
        r if r >= 1e9 => format!("{:.1} G/s", r / 1e9),
        r if r >= 1e6 => format!("{:.1} M/s", r / 1e6),
        r if r >= 1e3 => format!("{:.0} k/s", r / 1e3),
        r => format!("{r:.0}/s"),
    }
}

/// Bytes: `340 MB`.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b >= 1e9 => format!("{:.1} GB", b / 1e9),
        b if b >= 1e6 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.0} kB", b / 1e3),
    }
}

/// A time: `0.012 s`, `75 s`.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 10.0 => format!("{s:.3} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s => format!("{s:.0} s"),
    }
}

/// `1 move`, `2 moves`.
pub fn counted(count: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(483_942_012), "483,942,012");
        assert_eq!(counted(1, "push"), "1 push");
    }

    #[test]
    fn rates_bytes_and_times_have_units() {
        assert_eq!(rate(2_400_000, 2.0), "1.2 M/s");
        assert_eq!(rate(5, 0.0), "");
        assert_eq!(bytes(340_000_000), "340 MB");
        assert_eq!(seconds(0.0123), "0.012 s");
        assert_eq!(seconds(123.4), "123 s");
    }
}
