/// A chemical element of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// Helium, which bonds with nobody.
    Helium,
    /// Hydrogen.
    Hydrogen,
    /// Oxygen.
    Oxygen,
    /// Nitrogen.
    Nitrogen,
    /// Carbon.
    Carbon,
}

impl Element {
    /// All elements, by valence.
    pub const ALL: [Self; 5] =
        [Self::Helium, Self::Hydrogen, Self::Oxygen, Self::Nitrogen, Self::Carbon];

    /// How many electrons it has to share: 0 to 4.
    pub const fn valence(self) -> u8 {
        self as u8
    }

    /// The symbol of the periodic table.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Helium => "He",
            Self::Hydrogen => "H",
            Self::Oxygen => "O",
            Self::Nitrogen => "N",
            Self::Carbon => "C",
        }
    }

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Helium => "helium",
            Self::Hydrogen => "hydrogen",
            Self::Oxygen => "oxygen",
            Self::Nitrogen => "nitrogen",
            Self::Carbon => "carbon",
        }
    }

    /// The letter of level files; the hero's is the capital.
    pub const fn letter(self) -> char {
        match self {
            Self::Helium => 'e',
            Self::Hydrogen => 'h',
            Self::Oxygen => 'o',
            Self::Nitrogen => 'n',
            Self::Carbon => 'c',
        }
    }

    /// The element of a lower-case letter of level files.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|element| element.letter() == letter)
    }
}
