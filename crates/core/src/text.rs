//! Words in files: titles, names and remarks that are written on one line and read back as they were, and what others wrote, made
//! fit to be shown.

use std::borrow::Cow;

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

/// The text without what a terminal or a page would obey: control characters and marks that turn the direction of
/// writing are shown as signs. Ends of lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_obeyed) {
        return Cow::Borrowed(text);
    }
    text.chars().map(sign).collect::<String>().into()
}

fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && !matches!(c, '\n' | '\t')
}

/// The sign for a character that would be obeyed; all others as they are.
pub fn sign(c: char) -> char {
    match c {
        _ if !is_obeyed(c) => c,
        '\0'..' ' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// The most characters of somebody's text that a message quotes.
const QUOTED: usize = 200;

/// The beginning of a text, to be quoted in a message: visible, and not too long.
pub fn excerpt(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// The beginning of a text in quotes, as a message names what it complains about.
pub fn quoted(text: &str) -> String {
    format!("{:?}", excerpt(text))
}

/// A message of somebody else's reader, which may quote as much as it likes: its beginning and its end.
pub fn abridged(message: &str) -> String {
    let message = visible(message);
    let places: Vec<usize> = message.char_indices().map(|(place, _)| place).collect();
    if places.len() <= 3 * QUOTED {
        return message.into_owned();
    }
    let (head, tail) = (places[QUOTED], places[places.len() - QUOTED]);
    format!("{}… …{}", &message[..head], &message[tail..])
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
    fn what_a_terminal_would_obey_is_shown_as_a_sign() {
        assert_eq!(visible("a\tb\n"), "a\tb\n");
        assert_eq!(visible("\x1b]0;x\x07\r"), "␛]0;x␇␍");
        assert_eq!(visible("\u{9b}2J \u{202e}abc"), "\u{fffd}2J \u{fffd}abc");
    }

    #[test]
    fn an_excerpt_is_short_and_visible() {
        assert_eq!(excerpt("short\x1b"), "short␛");
        let long = excerpt(&"é".repeat(100_000));
        assert_eq!(long.chars().count(), QUOTED + 1);
        assert!(long.ends_with("é…"));
        assert_eq!(quoted("a \"b\""), r#""a \"b\"""#);
    }

    #[test]
    fn a_long_message_keeps_its_beginning_and_its_end() {
        assert_eq!(abridged("short\x1b"), "short␛");
        let long = abridged(&format!("unknown field {}, expected a or b", "é".repeat(100_000)));
        assert!(long.starts_with("unknown field é") && long.ends_with("é, expected a or b"));
        assert!(long.chars().count() < 3 * QUOTED);
    }

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
