use plyground_core::ParseError;
use serde::Deserialize;

/// An experiment written down in a file:
///
/// ```toml
/// world = "sokoban"
/// files = ["levels.xsb"]
/// level = "1-20"
/// with = ["astar", "beam(width=450)"]
/// heuristics = ["manhattan", "pushes"]
/// seeds = [1, 2, 3]
/// repeats = 1
/// time = 30
/// out = "results"
/// ```
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The world.
    pub world: String,
    /// Files of levels, from where the experiment's file is; the packs that ship where there are none.
    pub files: Vec<String>,
    /// Which levels of each: `N`, `A-B` or `all`.
    pub level: Option<String>,
    /// The methods.
    pub with: Vec<String>,
    /// Heuristics to cross them with.
    pub heuristics: Vec<String>,
    /// Seeds to cross them with.
    pub seeds: Vec<u64>,
    /// How often each run is made.
    pub repeats: Option<u32>,
    /// `moves` or `pushes`.
    pub metric: Option<String>,
    /// Seconds a run.
    pub time: Option<f64>,
    /// States a run.
    pub states: Option<u64>,
    /// Megabytes a run.
    pub memory: Option<u64>,
    /// How many runs at the same time.
    pub jobs: Option<usize>,
    /// The folder for the results.
    pub out: Option<String>,
}

impl Config {
    /// Reads the file's text; an error names the line.
    pub fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = &text[..start.min(text.len())];
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
            ParseError::new(line, column, error.message().trim().to_owned()).in_file(file)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn an_experiment_reads_from_a_file() {
        let config =
            Config::parse("lab.toml", "world = \"sokoban\"\nwith = [\"bfs\"]\ntime = 3\n").unwrap();
        assert_eq!((config.world.as_str(), config.time), ("sokoban", Some(3.0)));
    }

    #[test]
    fn a_wrong_word_is_named_with_its_line() {
        let error =
            Config::parse("lab.toml", "world = \"sokoban\"\nwhit = [\"bfs\"]\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.to_string().contains("lab.toml, line 2"), "{error}");
    }
}
