//! Letters and digits as single strokes, so that a picture looks the same everywhere: no font is
//! needed to draw it, neither in a browser nor in a PNG.

use std::fmt::Write as _;

/// The strokes of a character in a box of 4 × 6, as SVG path data.
fn strokes(c: char) -> &'static str {
    match c.to_ascii_uppercase() {
        'A' => "M0 6 2 0 4 6M.7 4H3.3",
        'B' => "M0 0V6H2.3C4.6 6 4.6 2.8 2.3 2.8H0 2C4 2.8 4 0 2 0Z",
        'C' => "M4 1.2C3.6.4 2.9 0 2.1 0 .8 0 0 1.2 0 3S.8 6 2.1 6C2.9 6 3.6 5.6 4 4.8",
        'D' => "M0 0V6H1.6C5 6 5 0 1.6 0Z",
        'E' => "M4 0H0V6H4M0 3H3.2",
        'F' => "M4 0H0V6M0 3H3.2",
        'G' => "M3.9 1.2C3.5.4 2.9 0 2.1 0 .8 0 0 1.2 0 3S.8 6 2.1 6C3.2 6 4 5.2 4 3.4H2.4",
        'H' => "M0 0V6M4 0V6M0 3H4",
        'I' => "M2 0V6M.8 0H3.2M.8 6H3.2",
        'J' => "M4 0V4C4 6.6.2 6.7 0 4.4",
        'K' => "M0 0V6M4 0 0 3.6M1.3 2.5 4 6",
        'L' => "M0 0V6H4",
        'M' => "M0 6V0L2 3.6 4 0V6",
        'N' => "M0 6V0L4 6V0",
        'O' => "M2 0C.7 0 0 1.2 0 3S.7 6 2 6 4 4.8 4 3 3.3 0 2 0Z",
        'P' => "M0 6V0H2.2C4.6 0 4.6 3.3 2.2 3.3H0",
        'Q' => "M2 0C.7 0 0 1.2 0 3S.7 6 2 6 4 4.8 4 3 3.3 0 2 0ZM2.4 4.4 4 6.2",
        'R' => "M0 6V0H2.2C4.6 0 4.6 3.2 2.2 3.2H0M2 3.2 4 6",
        'S' => "M3.8 1C3.2-.3.2-.4.2 1.5.2 3.4 4 2.6 4 4.5 4 6.5.6 6.4 0 4.9",
        'T' => "M0 0H4M2 0V6",
        'U' => "M0 0V4C0 6.7 4 6.7 4 4V0",
        'V' => "M0 0 2 6 4 0",
        'W' => "M0 0 .9 6 2 2 3.1 6 4 0",
        'X' => "M0 0 4 6M4 0 0 6",
        'Y' => "M0 0 2 3 4 0M2 3V6",
        'Z' => "M0 0H4L0 6H4",
        '0' => "M2 0C.7 0 0 1.2 0 3S.7 6 2 6 4 4.8 4 3 3.3 0 2 0Z",
        '1' => "M.6 1.4 2.2 0V6M.6 6H3.6",
        '2' => "M.2 1.4C.5-.4 3.8-.6 3.8 1.7 3.8 3.2 1.6 4 0 6H4",
        '3' => {
            "M.2.9C1 -.4 3.7-.3 3.7 1.5 3.7 2.5 2.9 2.9 1.7 2.9 3 2.9 4 3.3 4 4.4 4 6.4.8 6.5 0 4.9"
        }
        '4' => "M3.2 6V0L0 4.2H4",
        '5' => "M3.7 0H.6L.3 2.7C1.4 2 4 2 4 4.1 4 6.3 1 6.5 0 5",
        '6' => "M3.6.6C2 -.6 0 .8 0 3.6 0 6.8 4 6.8 4 4 4 1.6.8 1.6.1 3.6",
        '7' => "M0 0H4L1.5 6",
        '8' => "M2 2.8C-.1 2.8-.1 0 2 0S4.1 2.8 2 2.8C-.7 2.8-.7 6 2 6S4.7 2.8 2 2.8Z",
        '9' => "M3.9 2.4C3.2 4.4 0 4.4 0 2 0-.8 4-.8 4 2.4 4 5.2 2 6.6.4 5.4",
        '-' => "M.6 3H3.4",
        '+' => "M.4 3H3.6M2 1.4V4.6",
        _ => "",
    }
}

/// Draws a word centred at a place, `height` high, as one path in the given colour.
pub(super) fn word(out: &mut String, text: &str, x: f32, y: f32, height: f32, colour: &str) {
    let scale = height / 6.0;
    let advance = 5.6 * scale;
    let left = x - (text.chars().count() as f32 * advance - 1.6 * scale) / 2.0;
    for (i, c) in text.chars().enumerate() {
        let data = strokes(c);
        if data.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            r#"<path d="{data}" transform="translate({:.1} {:.1}) scale({scale:.2})" fill="none" stroke="{colour}" stroke-width="1" stroke-linecap="round" stroke-linejoin="round"/>"#,
            left + i as f32 * advance,
            y - height / 2.0,
        );
    }
}
