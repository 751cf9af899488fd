//! Words in files: titles, names and remarks that are written on one line and read back as they were.

/// The text as one line that every format can hold: blanks for all other space and for control characters,
/// and none at the ends.
pub fn one_line(text: &str) -> String {
    with_blanks(text).trim().to_owned()
}

/// The same, but blanks at the beginning stay.
pub fn indented_line(text: &str) -> String {
    with_blanks(text).trim_end().to_owned()
}

fn with_blanks(text: &str) -> String {
    // Two code points are no characters, and XML cannot hold them either.
    let is_space =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if is_space(c) { ' ' } else { c }).collect()
}

/// The text in double quotes, with a backslash before quotes and backslashes.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What [`quote`] was given; `None` where the text is not in quotes, or a quote inside has no backslash.
pub fn unquote(quoted: &str) -> Option<String> {
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => chars.next()?,
            '"' => return None,
            _ => c,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_control_characters_and_no_space_but_blanks() {
        assert_eq!(one_line(" a\u{1}b\r\n\tc\u{2028}d "), "a b   c d");
        assert_eq!(one_line("\u{0}\u{fffe}"), "");
        assert_eq!(indented_line("\t a\n"), "  a");
    }

    #[test]
    fn quoted_text_reads_back() {
        for text in ["", "plain", "\"", "\\", "a\\\"b", "\\\\\"\""] {
            assert_eq!(unquote(&quote(text)).as_deref(), Some(text));
        }
    }

    #[test]
    fn stray_quotes_are_no_quoted_text() {
        for text in ["", "\"", "a", "\"a", "\"a\"b\"", "\"a\\\""] {
            assert_eq!(unquote(text), None, "{text}");
        }
    }
}
