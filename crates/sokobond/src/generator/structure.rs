use std::str::FromStr;

use crate::{AtomView, Board, Element, State};

/// How a molecule is built: its heavy atoms with the hydrogens that each has, and the bonds between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    /// Element and hydrogens of each atom that is not hydrogen. (Hydrogen itself is an atom with one.)
    atoms: Vec<(Element, u8)>,
    /// Two atoms and the lines between them.
    bonds: Vec<(usize, usize, u8)>,
}

/// A structure that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadStructure;

impl FromStr for Structure {
    type Err = BadStructure;

    /// Reads the small part of SMILES that the game's molecules need: `C N O`, `=`, `#`, branches, one ring.
    fn from_str(text: &str) -> Result<Self, BadStructure> {
        let mut structure = Self { atoms: Vec::new(), bonds: Vec::new() };
        if text == "[H][H]" {
            structure.atoms.push((Element::Hydrogen, 1));
            return Ok(structure);
        }
        let (mut last, mut lines) = (None, 1);
        let (mut branches, mut ring) = (Vec::new(), None);
        for letter in text.chars() {
            match letter {
                '=' => lines = 2,
                '#' => lines = 3,
                '(' => branches.push(last),
                ')' => last = branches.pop().ok_or(BadStructure)?,
                '1' => match (ring, last) {
                    (Some(first), Some(here)) => structure.bonds.push((first, here, 1)),
                    (None, _) => ring = last,
                    _ => return Err(BadStructure),
                },
                _ => {
                    let element = Element::from_letter(letter.to_ascii_lowercase());
                    let here = structure.atoms.len();
                    structure.atoms.push((element.ok_or(BadStructure)?, 0));
                    if let Some(before) = last {
                        structure.bonds.push((before, here, lines));
                    }
                    (last, lines) = (Some(here), 1);
                }
            }
        }
        for index in 0..structure.atoms.len() {
            let valence = structure.atoms[index].0.valence();
            let used = structure.lines_at(index);
            structure.atoms[index].1 = valence.checked_sub(used).ok_or(BadStructure)?;
        }
        Ok(structure)
    }
}

impl Structure {
    /// The structure of a position in which everything but helium is one finished molecule.
    pub fn of(board: &Board, state: &State) -> Option<Self> {
        let atoms: Vec<AtomView> =
            board.atoms(state).filter(|atom| atom.element != Element::Helium).collect();
        let mut links = Vec::new();
        for (index, atom) in atoms.iter().enumerate() {
            for (lines, x, y) in [(atom.right, atom.x + 1, atom.y), (atom.down, atom.x, atom.y + 1)]
            {
                if lines > 0 {
                    let other = atoms.iter().position(|other| (other.x, other.y) == (x, y))?;
                    links.push((index, other, lines));
                }
            }
        }
        if !is_connected(atoms.len(), &links) {
            return None;
        }
        if atoms.iter().all(|atom| atom.element == Element::Hydrogen) {
            return "[H][H]".parse().ok();
        }
        let heavy: Vec<usize> =
            (0..atoms.len()).filter(|&index| atoms[index].element != Element::Hydrogen).collect();
        let number = |index: usize| heavy.iter().position(|&other| other == index);
        let mut structure = Self {
            atoms: heavy.iter().map(|&index| (atoms[index].element, 0)).collect(),
            bonds: Vec::new(),
        };
        for (a, b, lines) in links {
            match (number(a), number(b)) {
                (Some(a), Some(b)) => structure.bonds.push((a, b, lines)),
                (Some(heavy), None) | (None, Some(heavy)) => structure.atoms[heavy].1 += 1,
                (None, None) => return None,
            }
        }
        let finished = (0..structure.atoms.len()).all(|index| {
            let (element, hydrogens) = structure.atoms[index];
            structure.lines_at(index) + hydrogens == element.valence()
        });
        finished.then_some(structure)
    }

    /// The atoms, hydrogens included, elements sorted.
    pub fn elements(&self) -> Vec<Element> {
        let mut elements = Vec::new();
        for &(element, hydrogens) in &self.atoms {
            elements.push(element);
            elements.extend((0..hydrogens).map(|_| Element::Hydrogen));
        }
        elements.sort_unstable();
        elements
    }

    /// The most lines that two of its atoms share.
    pub fn most_lines(&self) -> u8 {
        self.bonds.iter().map(|&(_, _, lines)| lines).max().unwrap_or(1)
    }

    /// Whether the two are built alike.
    pub fn matches(&self, other: &Self) -> bool {
        self.atoms.len() == other.atoms.len()
            && self.bonds.len() == other.bonds.len()
            && self.extend_match(other, &mut Vec::new())
    }

    /// Maps one more of our atoms to one of theirs, and then the rest.
    fn extend_match(&self, other: &Self, map: &mut Vec<usize>) -> bool {
        let next = map.len();
        if next == self.atoms.len() {
            return true;
        }
        for candidate in 0..other.atoms.len() {
            let alike = self.atoms[next] == other.atoms[candidate]
                && !map.contains(&candidate)
                && (0..next).all(|before| {
                    self.lines_between(before, next) == other.lines_between(map[before], candidate)
                });
            if alike {
                map.push(candidate);
                if self.extend_match(other, map) {
                    return true;
                }
                map.pop();
            }
        }
        false
    }

    fn lines_between(&self, a: usize, b: usize) -> u8 {
        let same = |&&(x, y, _): &&(usize, usize, u8)| (x, y) == (a, b) || (y, x) == (a, b);
        self.bonds.iter().find(same).map_or(0, |&(_, _, lines)| lines)
    }

    fn lines_at(&self, atom: usize) -> u8 {
        let at = |&&(a, b, _): &&(usize, usize, u8)| a == atom || b == atom;
        self.bonds.iter().filter(at).map(|&(_, _, lines)| lines).sum()
    }
}

fn is_connected(len: usize, links: &[(usize, usize, u8)]) -> bool {
    let mut reached = vec![false; len];
    reached.iter_mut().take(1).for_each(|first| *first = true);
    for _ in 0..len {
        for &(a, b, _) in links {
            let either = reached[a] || reached[b];
            (reached[a], reached[b]) = (either, either);
        }
    }
    reached.iter().all(|&is| is)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn structure(text: &str) -> Structure {
        text.parse().expect("a structure")
    }

    #[test]
    fn structures_are_told_apart() {
        assert!(structure("CCO").matches(&structure("OCC")));
        assert!(!structure("CCO").matches(&structure("COC")));
        assert!(structure("OC(=O)O").matches(&structure("O=C(O)O")));
        assert!(!structure("C1CCC1").matches(&structure("CC=CC")));
        assert!("C(".parse::<Structure>().is_ok() && "X".parse::<Structure>().is_err());
    }

    #[test]
    fn hydrogens_fill_what_is_free() {
        use Element::{Carbon, Hydrogen, Oxygen};
        assert_eq!(structure("O").elements(), [Hydrogen, Hydrogen, Oxygen]);
        assert_eq!(structure("C=O").elements(), [Hydrogen, Hydrogen, Oxygen, Carbon]);
        assert_eq!(structure("C#C").most_lines(), 3);
    }
}
