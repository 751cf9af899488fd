use super::structure::Structure;

/// A real molecule that levels are made of.
#[derive(Debug, Clone, Copy)]
pub struct Molecule {
    /// Its name.
    pub name: &'static str,
    /// Its formula, as chemists write it.
    pub formula: &'static str,
    /// Its structure in SMILES.
    pub smiles: &'static str,
    /// One line about it.
    pub fact: &'static str,
}

impl Molecule {
    /// How it is built; `None` where its SMILES is not of the kind we read.
    pub fn structure(&self) -> Option<Structure> {
        self.smiles.parse().ok()
    }
}

const fn molecule(
    name: &'static str,
    formula: &'static str,
    smiles: &'static str,
    fact: &'static str,
) -> Molecule {
    Molecule { name, formula, smiles, fact }
}

/// The molecules there are, roughly by size.
pub const MOLECULES: [Molecule; 71] = [
    molecule(
        "Hydrogen",
        "H2",
        "[H][H]",
        "The lightest molecule, and the most common one in the universe.",
    ),
    molecule(
        "Water",
        "H2O",
        "O",
        "It grows when it freezes, so ice floats and lakes stay liquid below.",
    ),
    molecule(
        "Ammonia",
        "NH3",
        "N",
        "About half of all people eat food grown with fertiliser made from it.",
    ),
    molecule("Methane", "CH4", "C", "On Titan, a moon of Saturn, it falls as rain."),
    molecule("Hydrogen peroxide", "H2O2", "OO", "Bombardier beetles mix it into a boiling spray."),
    molecule("Hydroxylamine", "NH2OH", "NO", "Most of it goes into the making of nylon."),
    molecule("Hydrazine", "N2H4", "NN", "A fuel of the small thrusters that steer spacecraft."),
    molecule("Trioxidane", "H2O3", "OOO", "A cousin of hydrogen peroxide that soon falls apart."),
    molecule(
        "Methanol",
        "CH3OH",
        "CO",
        "The simplest alcohol; its flame is hard to see in daylight.",
    ),
    molecule("Methylamine", "CH3NH2", "CN", "It smells of fish that is no longer fresh."),
    molecule(
        "Methanediol",
        "CH2(OH)2",
        "OCO",
        "What formaldehyde turns into when it dissolves in water.",
    ),
    molecule("Methyl hydroperoxide", "CH3OOH", "COO", "It forms in clean air above the oceans."),
    molecule("Ethane", "C2H6", "CC", "With methane it fills the lakes of Titan."),
    molecule("Methylhydrazine", "CH3N2H3", "CNN", "It steered the Space Shuttle in orbit."),
    molecule("Ethanol", "C2H5OH", "CCO", "Clouds of it drift between the stars."),
    molecule("Dimethyl ether", "CH3OCH3", "COC", "It pushes the contents out of many spray cans."),
    molecule("Dimethylamine", "(CH3)2NH", "CNC", "German cockroaches use it as a signal."),
    molecule(
        "Ethylene glycol",
        "C2H4(OH)2",
        "OCCO",
        "It keeps the water in car engines from freezing.",
    ),
    molecule(
        "Dioxetane",
        "C2H4O2",
        "C1COO1",
        "Rings like this one, breaking up, make fireflies glow.",
    ),
    molecule(
        "Oxetane",
        "C3H6O",
        "C1COC1",
        "A ring of four that chemists build into new medicines.",
    ),
    molecule(
        "Ethanolamine",
        "C2H7NO",
        "NCCO",
        "A part of cell walls that was also found between the stars.",
    ),
    molecule(
        "Aminomethanol",
        "NH2CH2OH",
        "NCO",
        "What ammonia and formaldehyde first make of each other.",
    ),
    molecule(
        "Methanetriol",
        "CH(OH)3",
        "OC(O)O",
        "Three hydroxyls at one carbon: it was first caught in ice near absolute zero.",
    ),
    molecule(
        "Methanetetrol",
        "C(OH)4",
        "OC(O)(O)O",
        "No alcohol has more hydroxyls at one carbon.",
    ),
    molecule("Triazane", "N3H5", "NNN", "Hydrazine's longer cousin, far less steady."),
    molecule(
        "Ethylamine",
        "C2H5NH2",
        "CCN",
        "Ammonia with one hydrogen traded for an ethyl group, and a stronger base.",
    ),
    molecule(
        "Methoxymethanol",
        "CH3OCH2OH",
        "COCO",
        "In 2017 it was found where massive stars are being born.",
    ),
    molecule(
        "Azetidine",
        "C3H7N",
        "C1CNC1",
        "Lily of the valley guards itself with an acid built on this ring.",
    ),
    molecule("Propane", "C3H8", "CCC", "It lifts hot-air balloons and heats barbecues."),
    molecule(
        "Cyclobutane",
        "C4H8",
        "C1CCC1",
        "A square of carbon, bent a little to ease the strain.",
    ),
    molecule(
        "Oxygen",
        "O2",
        "O=O",
        "A fifth of the air; liquid, it is blue and clings to magnets.",
    ),
    molecule("Nitrogen", "N2", "N#N", "Nearly four fifths of every breath."),
    molecule("Carbon dioxide", "CO2", "O=C=O", "It makes bread rise and drinks fizz."),
    molecule("Hydrogen cyanide", "HCN", "C#N", "Five of these make adenine, a letter of DNA."),
    molecule("Nitroxyl", "HNO", "N=O", "Studied as a medicine for failing hearts."),
    molecule(
        "Formaldehyde",
        "CH2O",
        "C=O",
        "The first organic molecule of many atoms found between the stars.",
    ),
    molecule("Acetylene", "C2H2", "C#C", "Its flame is hot enough to weld steel."),
    molecule("Diazene", "N2H2", "N=N", "It hands its hydrogen to others and leaves as nitrogen."),
    molecule("Isocyanic acid", "HNCO", "N=C=O", "It is in the smoke of burning forests."),
    molecule(
        "Nitrous acid",
        "HNO2",
        "ON=O",
        "Sunlight splits it in the morning and starts the day's smog.",
    ),
    molecule(
        "Cyanogen",
        "C2N2",
        "N#CC#N",
        "In 1910 a comet's tail that held it brushed the Earth, and gas masks sold out.",
    ),
    molecule("Methanimine", "CH2NH", "C=N", "Found in the clouds from which stars are born."),
    molecule("Formic acid", "HCOOH", "OC=O", "The sting of ants, and named after them."),
    molecule("Ketene", "C2H2O", "C=C=O", "On meeting water it turns into the acid of vinegar."),
    molecule("Carbon suboxide", "C3O2", "O=C=C=C=O", "Once thought to be what makes Mars red."),
    molecule("Ethylene", "C2H4", "C=C", "Ripe fruit gives it off, and fruit nearby ripens too."),
    molecule(
        "Formamide",
        "HCONH2",
        "NC=O",
        "Heated with minerals it gives building blocks of RNA.",
    ),
    molecule("Carbonic acid", "H2CO3", "OC(=O)O", "Drop by drop it carves caves out of limestone."),
    molecule("Glyoxal", "C2H2O2", "O=CC=O", "Paper is made strong against water with it."),
    molecule("Diacetylene", "C4H2", "C#CC#C", "A part of the orange haze of Titan."),
    molecule(
        "Acetaldehyde",
        "CH3CHO",
        "CC=O",
        "What the body first makes of alcohol, and much of the hangover.",
    ),
    molecule(
        "Vinyl alcohol",
        "C2H3OH",
        "C=CO",
        "It turns into acetaldehyde almost as soon as it is made.",
    ),
    molecule(
        "Allene",
        "C3H4",
        "C=C=C",
        "Its two ends are twisted against each other by a right angle.",
    ),
    molecule("Propyne", "C3H4", "CC#C", "A part of a welding gas that is safer than acetylene."),
    molecule("Acetic acid", "CH3COOH", "CC(=O)O", "The sour in vinegar."),
    molecule("Urea", "CO(NH2)2", "NC(=O)N", "In 1828 Wöhler made it without needing a kidney."),
    molecule("Propene", "C3H6", "CC=C", "Ropes, car bumpers and banknotes begin with it."),
    molecule(
        "Glycine",
        "C2H5NO2",
        "NCC(=O)O",
        "The smallest amino acid; a probe found it in a comet's dust.",
    ),
    molecule(
        "Hydroxymethyl hydroperoxide",
        "HOCH2OOH",
        "OCOO",
        "Ozone makes it in the air above forests.",
    ),
    molecule(
        "Methanediamine",
        "CH2(NH2)2",
        "NCN",
        "It was first made in 2022, in ice as cold as that between the stars.",
    ),
    molecule(
        "Glycolaldehyde",
        "HOCH2CHO",
        "OCC=O",
        "A cousin of the sugars, found near the centre of our galaxy.",
    ),
    molecule(
        "Methyl formate",
        "HCOOCH3",
        "COC=O",
        "The atoms of acetic acid joined otherwise, and the commoner of the two between the stars.",
    ),
    molecule("Acrolein", "C3H4O", "C=CC=O", "The sharp smell of fat that burns in a pan."),
    molecule("Butadiene", "C4H6", "C=CC=C", "Much of the rubber in tyres is made from it."),
    molecule("Acetonitrile", "CH3CN", "CC#N", "Comet Kohoutek carried it past the Sun in 1973."),
    molecule("Cyanamide", "NH2CN", "NC#N", "Bound to calcium it is an old fertiliser."),
    molecule("Hyponitrous acid", "H2N2O2", "ON=NO", "It falls apart into laughing gas and water."),
    molecule(
        "Oxalic acid",
        "C2H2O4",
        "OC(=O)C(=O)O",
        "The sour of wood sorrel, and named after it.",
    ),
    molecule("Acrylonitrile", "C3H3N", "C=CC#N", "Warm jumpers are spun from its long chains."),
    molecule("Cyanoacetylene", "HC3N", "C#CC#N", "Voyager found it in the air of Titan."),
    molecule("Vinylacetylene", "C4H4", "C=CC#C", "The first neoprene was made from it."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_molecule_has_a_structure_and_no_two_are_the_same() {
        for (index, molecule) in MOLECULES.iter().enumerate() {
            let structure = molecule.structure().expect(molecule.name);
            let twin = MOLECULES[..index]
                .iter()
                .find(|other| other.structure().is_some_and(|other| other.matches(&structure)));
            assert!(twin.is_none(), "{} is {twin:?}", molecule.name);
        }
    }

    #[test]
    fn formulas_count_the_atoms_of_the_structures() {
        for molecule in MOLECULES {
            let mut counted = count(molecule.formula);
            counted.sort_unstable();
            let elements = molecule.structure().expect(molecule.name).elements();
            let symbols: Vec<&str> = elements.iter().map(|element| element.symbol()).collect();
            let mut wanted: Vec<String> = symbols.into_iter().map(Into::into).collect();
            wanted.sort_unstable();
            assert_eq!(counted, wanted, "{}", molecule.name);
        }
    }

    /// The symbols in a formula, each as often as it counts; one level of parentheses.
    fn count(formula: &str) -> Vec<String> {
        let mut symbols: Vec<String> = Vec::new();
        let mut opened = 0;
        let mut last = 0..0;
        for c in formula.chars() {
            match c {
                '(' => opened = symbols.len(),
                ')' => last = opened..symbols.len(),
                digit if digit.is_ascii_digit() => {
                    let part = symbols[last.clone()].to_vec();
                    for _ in 1..digit.to_digit(10).expect("a digit") {
                        symbols.extend(part.clone());
                    }
                }
                letter => {
                    symbols.push(letter.to_string());
                    last = symbols.len() - 1..symbols.len();
                }
            }
        }
        symbols
    }
}
