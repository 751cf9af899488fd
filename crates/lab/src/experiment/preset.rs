use plyground_catalog::Catalog;
use plyground_core::{Spec, SpecError};

/// A ready-made experiment on the levels that ship.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name.
    pub id: &'static str,
    /// What it compares.
    pub summary: &'static str,
    /// The world.
    pub world: &'static str,
    /// The methods.
    pub methods: &'static str,
    /// Heuristics to cross them with.
    pub heuristics: &'static [&'static str],
    /// The last level, where not all are used.
    pub levels: usize,
    /// Seconds a run.
    pub seconds: u64,
}

/// Every preset.
pub const PRESETS: [Preset; 3] = [
    Preset {
        id: "sokobond-study",
        summary: "the table of states and times: depth-first, breadth-first, best-first walk, greedy, A*",
        world: "sokobond",
        methods: "dfs(depth=30),bfs,hillclimb(h=h1),greedy(h=h1),astar(h=h1)",
        heuristics: &[],
        levels: 30,
        seconds: 20,
    },
    Preset {
        id: "sokobond-heuristics",
        summary: "uninformed search against greedy and A* with h1 and h2",
        world: "sokobond",
        methods: "dfs(depth=30),ids,bfs,greedy,astar",
        heuristics: &["h1", "h2"],
        levels: 30,
        seconds: 20,
    },
    Preset {
        id: "sokoban-study",
        summary: "learning real-time A* and beam search under three distances",
        world: "sokoban",
        methods: "lrtastar,beam(width=450)",
        heuristics: &["euclidean", "manhattan", "hungarian"],
        levels: 30,
        seconds: 20,
    },
];

/// The preset of that name; an error suggests the nearest.
pub fn preset(name: &str) -> Result<Preset, SpecError> {
    let found = PRESETS.iter().find(|preset| preset.id == name);
    found.copied().ok_or_else(|| SpecError::unknown("preset", name, PRESETS.iter().map(|p| p.id)))
}

impl Preset {
    /// The methods with their heuristics.
    pub fn specs(&self, catalog: &Catalog) -> Result<Vec<Spec>, SpecError> {
        let heuristics: Vec<String> = self.heuristics.iter().map(ToString::to_string).collect();
        let methods = Spec::parse_list(self.methods)?;
        Ok(super::cross(&*catalog.puzzle_world(self.world)?, &methods, &heuristics, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_names_methods_that_its_world_has() {
        let catalog = Catalog::new();
        for preset in PRESETS {
            let world = catalog.puzzle_world(preset.world).unwrap();
            let specs = preset.specs(&catalog).unwrap();
            assert!(specs.len() >= 5, "{}", preset.id);
            for spec in specs {
                world.check_method(&spec).unwrap();
            }
        }
        assert!(preset("sokoban-studi").unwrap_err().0.contains("sokoban-study"));
    }
}
