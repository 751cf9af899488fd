//! The text of a file, whatever it was encoded in.

use std::borrow::Cow;

/// What Windows-1252 puts where Latin-1 has control characters; those it leaves out stay as they are.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text, and what had to be assumed to read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// What a person should know of how it was read; `None` for UTF-8.
    pub note: Option<&'static str>,
}

/// Reads bytes as text. Files of old are often in Windows-1252 or Latin-1: what is not UTF-8 (nor UTF-16 with its mark)
/// is read so, which never fails.
///
/// ```
/// use plyground_core::decode;
/// assert_eq!(decode("é".as_bytes()).text, "é");
/// let old = decode(b"Caf\xe9 \x96 one");
/// assert_eq!(old.text, "Café – one");
/// assert!(old.note.is_some());
/// ```
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let sixteen = |read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> =
            bytes[2..].chunks_exact(2).map(|two| read([two[0], two[1]])).collect();
        Decoded { text: String::from_utf16_lossy(&units).into(), note: Some("read as UTF-16") }
    };
    if bytes.starts_with(&[0xff, 0xfe]) {
        return sixteen(u16::from_le_bytes);
    }
    if bytes.starts_with(&[0xfe, 0xff]) {
        return sixteen(u16::from_be_bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            Decoded { text: text.strip_prefix('\u{feff}').unwrap_or(text).into(), note: None }
        }
        Err(_) => Decoded {
            text: bytes.iter().map(|&byte| windows(byte)).collect::<String>().into(),
            note: Some("not UTF-8; read as Windows-1252 (Latin-1)"),
        },
    }
}

const fn windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[byte as usize - 0x80],
        _ => byte as char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_not_part_of_the_text() {
        assert_eq!(decode(b"\xef\xbb\xbfa").text, "a");
        assert_eq!(decode(b"\xff\xfea\0\xe9\0").text, "aé");
        assert_eq!(decode(b"\xfe\xff\0a").text, "a");
    }

    #[test]
    fn every_byte_is_read() {
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all).text.into_owned();
        assert_eq!(text.chars().count(), 256);
        assert!(text.contains('€') && text.contains('ÿ'));
    }
}
