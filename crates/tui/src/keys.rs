//! Keys as the screens know them, whatever the terminal calls them.

use plyground_core::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    /// Ends the app from anywhere.
    Interrupt,
    /// A character, as it was typed.
    Char(char),
}

impl Key {
    /// The key of an event; `None` for releases and for keys that mean nothing here.
    pub fn of(event: KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            return match event.code {
                KeyCode::Char('c' | 'C') => Some(Self::Interrupt),
                _ => None,
            };
        }
        if event.modifiers.contains(KeyModifiers::ALT) {
            return None;
        }
        Some(match event.code {
            KeyCode::Up => Self::Up,
            KeyCode::Down => Self::Down,
            KeyCode::Left => Self::Left,
            KeyCode::Right => Self::Right,
            KeyCode::PageUp => Self::PageUp,
            KeyCode::PageDown => Self::PageDown,
            KeyCode::Home => Self::Home,
            KeyCode::End => Self::End,
            KeyCode::Enter => Self::Enter,
            KeyCode::Esc => Self::Escape,
            KeyCode::Tab => Self::Tab,
            KeyCode::Backspace => Self::Backspace,
            KeyCode::Delete => Self::Delete,
            KeyCode::Char(c) => Self::Char(c),
            _ => return None,
        })
    }

    /// The key as a command: letters count the same in either case.
    #[must_use]
    pub fn command(self) -> Self {
        match self {
            Self::Char(c) => Self::Char(c.to_ascii_lowercase()),
            other => other,
        }
    }

    /// The direction it points in.
    pub fn direction(self) -> Option<Direction> {
        match self.command() {
            Self::Up | Self::Char('w') => Some(Direction::Up),
            Self::Down | Self::Char('s') => Some(Direction::Down),
            Self::Left | Self::Char('a') => Some(Direction::Left),
            Self::Right | Self::Char('d') => Some(Direction::Right),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_wasd_are_directions_in_either_case() {
        for (code, direction) in [
            (KeyCode::Up, Direction::Up),
            (KeyCode::Char('s'), Direction::Down),
            (KeyCode::Char('A'), Direction::Left),
            (KeyCode::Right, Direction::Right),
        ] {
            let key = Key::of(KeyEvent::from(code)).unwrap();
            assert_eq!(key.direction(), Some(direction));
        }
    }

    #[test]
    fn only_the_interrupt_is_taken_from_control_keys() {
        let control = |c| Key::of(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
        assert_eq!(control('c'), Some(Key::Interrupt));
        assert_eq!(control('z'), None);
    }
}
