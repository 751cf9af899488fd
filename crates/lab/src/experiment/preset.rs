use plyground_catalog::Catalog;
use plyground_core::SpecError;

use super::Config;
use crate::solver::Solver;

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
    pub methods: &'static [&'static str],
    /// Heuristics to cross them with.
    pub heuristics: &'static [&'static str],
    /// Which levels of the packs, counted through them.
    pub levels: &'static str,
    /// Seconds a run.
    pub seconds: u64,
}

/// Every preset.
pub const PRESETS: [Preset; 4] = [
    Preset {
        id: "assignment",
        summary: "a search course: A*, IDA*, beam and learning real-time A* under five heuristics",
        world: "sokoban",
        methods: &["astar", "idastar", "beam", "lrtastar"],
        heuristics: &["euclidean", "manhattan", "improved", "hungarian", "pushes"],
        levels: "21-40",
        seconds: 10,
    },
    Preset {
        id: "sokobond-study",
        summary: "the table of states and times: depth-first, breadth-first, best-first walk, greedy, A*, with the studies' heuristics",
        world: "sokobond",
        methods: &["dfs(depth=30)", "bfs(depth=30)", "hillclimb", "greedy", "astar"],
        heuristics: &["h1", "h2", "nearest", "nearest+dots"],
        levels: "1-30",
        seconds: 20,
    },
    Preset {
        id: "sokobond-heuristics",
        summary: "uninformed search against greedy and A* with h1 and h2",
        world: "sokobond",
        methods: &["dfs(depth=30)", "ids", "bfs", "greedy", "astar"],
        heuristics: &["h1", "h2"],
        levels: "1-30",
        seconds: 20,
    },
    Preset {
        id: "sokoban-study",
        summary: "learning real-time A* and beam search under three distances",
        world: "sokoban",
        methods: &["lrtastar", "beam(width=450)"],
        heuristics: &["euclidean", "manhattan", "hungarian"],
        levels: "1-30",
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
    pub fn specs(&self, catalog: &Catalog) -> Result<Vec<Solver>, SpecError> {
        let Config { with, heuristics, .. } = self.config();
        let methods = Solver::parse_list(&with.join(","))?;
        Ok(super::cross(&*catalog.puzzle_world(self.world)?, &methods, &heuristics, &[]))
    }

    /// As people would write it down.
    pub fn config(&self) -> Config {
        let words = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Config {
            name: Some(self.id.to_owned()),
            world: Some(self.world.to_owned()),
            level: Some(self.levels.to_owned()),
            with: words(self.methods),
            heuristics: words(self.heuristics),
            time: Some(self.seconds as f64),
            ..Config::default()
        }
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
                spec.check(&*world).unwrap();
            }
        }
        assert!(preset("sokoban-studi").unwrap_err().0.contains("sokoban-study"));
    }
}
