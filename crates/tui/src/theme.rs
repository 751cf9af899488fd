//! Colours and characters, by what the terminal can show.

use plyground_core::scene::text::{Charset, Dot};
use plyground_core::scene::{Ground, MarkKind, Shape, Tone};
use ratatui::style::{Color, Modifier, Style};

/// Which colours the terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colours {
    /// All of them.
    #[default]
    True,
    /// The sixteen that every colour terminal has.
    Sixteen,
    /// None; bold, underlined and reversed stand in.
    None,
}

/// How the screen looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The characters that may be used.
    pub charset: Charset,
    /// The colours that may be used.
    pub colours: Colours,
}

impl Look {
    /// The look that the environment asks for: `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn from_environment(ascii: bool) -> Self {
        let read = |name| std::env::var(name).unwrap_or_default();
        let colours = colours(&read("NO_COLOR"), &read("COLORTERM"), &read("TERM"));
        Self { charset: if ascii { Charset::Ascii } else { Charset::Unicode }, colours }
    }

    /// Whether only ASCII may be used.
    pub fn is_ascii(self) -> bool {
        self.charset == Charset::Ascii
    }

    /// One of two texts, by what characters may be used.
    pub fn text(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.is_ascii() { ascii } else { unicode }
    }

    fn foreground(self, rgb: (u8, u8, u8), ansi: Color) -> Style {
        match self.colours {
            Colours::True => Style::new().fg(Color::Rgb(rgb.0, rgb.1, rgb.2)),
            Colours::Sixteen => Style::new().fg(ansi),
            Colours::None => Style::new(),
        }
    }

    /// The bar at the top.
    pub fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }
    /// Words that matter.
    pub fn strong(self) -> Style {
        self.foreground((110, 190, 255), Color::Cyan).add_modifier(Modifier::BOLD)
    }
    /// Words that matter less.
    pub fn quiet(self) -> Style {
        self.foreground((140, 140, 140), Color::DarkGray)
    }
    /// Good news.
    pub fn good(self) -> Style {
        self.foreground((120, 220, 120), Color::Green).add_modifier(Modifier::BOLD)
    }
    /// Trouble.
    pub fn bad(self) -> Style {
        self.foreground((255, 130, 110), Color::LightRed).add_modifier(Modifier::BOLD)
    }
    /// The chosen line of a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The character and style of a dot of a board. `filled` boards show their ground as background.
    pub(crate) fn dot(self, dot: &Dot, shape: Option<Shape>, filled: bool) -> (char, Style) {
        let coloured = self.colours != Colours::None;
        let mut glyph = dot.glyph;
        let mut style = Style::new();
        if let Some(ground) = dot.ground {
            style = self.ground(ground, filled);
            if ground == Ground::Wall && dot.tone.is_none() && !self.is_ascii() {
                glyph = '█';
            }
        }
        if let Some(tone) = dot.tone {
            let (rgb, ansi) = tone_colour(tone);
            match shape {
                Some(Shape::Crate) if coloured => {
                    let dark = self.foreground((40, 26, 10), Color::Black);
                    let fill = self.foreground(rgb, ansi).fg.unwrap_or(Color::Reset);
                    style = dark.bg(fill);
                }
                _ => style = style.patch(self.foreground(rgb, ansi)),
            }
            if shape == Some(Shape::Marble) && glyph != ' ' && coloured && !self.is_ascii() {
                glyph = '●';
            }
            style = style.add_modifier(Modifier::BOLD);
        }
        // A box fills its cell: that it moved last is seen from who stands behind it.
        let hidden = shape == Some(Shape::Crate) && dot.mark == Some(MarkKind::Last);
        if let Some(mark) = dot.mark.filter(|_| !hidden) {
            style = style.patch(self.mark(mark));
        }
        (glyph, style)
    }

    fn ground(self, ground: Ground, filled: bool) -> Style {
        let (ink, paper, ansi_ink, ansi_paper) = match ground {
            Ground::Void => return Style::new(),
            Ground::Wall => ((122, 108, 94), (122, 108, 94), Color::DarkGray, Color::DarkGray),
            Ground::Floor => ((110, 104, 98), (46, 43, 40), Color::DarkGray, Color::Black),
            Ground::Goal => ((240, 120, 100), (46, 43, 40), Color::LightRed, Color::Black),
            Ground::Dent => ((150, 112, 70), (196, 154, 104), Color::Gray, Color::DarkGray),
            Ground::Shade => ((120, 114, 108), (60, 56, 52), Color::DarkGray, Color::Black),
        };
        let style = self.foreground(ink, ansi_ink);
        match self.colours {
            Colours::True if filled => style.bg(Color::Rgb(paper.0, paper.1, paper.2)),
            Colours::Sixteen if filled => style.bg(ansi_paper),
            _ => style,
        }
    }

    fn mark(self, mark: MarkKind) -> Style {
        let (paper, ansi, instead) = match mark {
            MarkKind::Last => ((104, 104, 60), Color::Blue, Modifier::UNDERLINED),
            MarkKind::Target => ((50, 96, 60), Color::Green, Modifier::UNDERLINED),
            MarkKind::Hint => ((40, 100, 150), Color::Cyan, Modifier::REVERSED),
            MarkKind::Warning => {
                let all = Modifier::BOLD.union(Modifier::UNDERLINED);
                ((150, 50, 40), Color::Red, all)
            }
        };
        match self.colours {
            Colours::True => Style::new().bg(Color::Rgb(paper.0, paper.1, paper.2)),
            Colours::Sixteen => Style::new().bg(ansi),
            Colours::None => Style::new().add_modifier(instead),
        }
    }
}

fn tone_colour(tone: Tone) -> ((u8, u8, u8), Color) {
    match tone {
        Tone::Black => ((16, 16, 20), Color::Black),
        Tone::White => ((250, 250, 250), Color::White),
        Tone::Grey => ((160, 160, 160), Color::Gray),
        Tone::Wood => ((198, 146, 84), Color::Yellow),
        Tone::Gold => ((240, 200, 70), Color::LightYellow),
        Tone::Red => ((235, 100, 90), Color::LightRed),
        Tone::Green => ((110, 200, 110), Color::LightGreen),
        Tone::Blue => ((110, 170, 250), Color::LightBlue),
        Tone::Purple => ((190, 130, 230), Color::LightMagenta),
        Tone::Orange => ((245, 165, 70), Color::LightYellow),
        Tone::Teal => ((80, 200, 190), Color::LightCyan),
    }
}

fn colours(no_color: &str, colorterm: &str, term: &str) -> Colours {
    if !no_color.is_empty() || matches!(term, "" | "dumb") || term.starts_with("vt") {
        Colours::None
    } else if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") {
        Colours::True
    } else {
        Colours::Sixteen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_on_colours() {
        assert_eq!(colours("1", "truecolor", "xterm-256color"), Colours::None);
        assert_eq!(colours("", "truecolor", "xterm-256color"), Colours::True);
        assert_eq!(colours("", "", "xterm-256color"), Colours::Sixteen);
        assert_eq!(colours("", "", "dumb"), Colours::None);
    }

    #[test]
    fn without_colours_no_style_has_one() {
        let look = Look { colours: Colours::None, charset: Charset::Unicode };
        let dot = Dot {
            glyph: '$',
            tone: Some(Tone::Wood),
            ground: Some(Ground::Goal),
            mark: Some(MarkKind::Target),
            cell: Some(0),
        };
        let (glyph, style) = look.dot(&dot, Some(Shape::Crate), true);
        assert_eq!(glyph, '$');
        assert_eq!((style.fg, style.bg), (None, None));
        for style in [look.title(), look.strong(), look.quiet(), look.good(), look.bad()] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
