//! How games begin before the players take over.

use plyground_catalog::{AnyGameWorld, GameSession, Record};
use plyground_core::{Options, ParseError, Rng, SpecError};

/// Where the openings come from. Each is played twice, with swapped sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Openings {
    /// So many turns at random.
    Random(u32),
    /// These, in turn: the moves of each.
    Set(Vec<Vec<String>>),
}

impl Openings {
    /// Reads a set: game records, or a line of moves for each opening (`#` begins a remark). Every opening is played
    /// through the rules; an error names the line.
    pub fn parse(
        file: &str,
        text: &str,
        world: &dyn AnyGameWorld,
        options: &Options,
    ) -> Result<Self, ParseError> {
        let mut set = Vec::new();
        let mut add = |line: usize, moves: Vec<(usize, String)>| -> Result<(), ParseError> {
            let at = |line, message: String| ParseError::new(line, 0, message).in_file(file);
            let mut session = world.start(options).map_err(|error| at(0, error.0))?;
            for (number, (line, mv)) in moves.iter().enumerate() {
                session.play(mv).map_err(|error| at(*line, error.at(number + 1).to_string()))?;
            }
            if let Some(ending) = session.ending() {
                let message = format!("the opening ends the game: {}", ending.reason);
                return Err(at(line, message));
            }
            set.push(moves.into_iter().map(|(_, mv)| mv).collect());
            Ok(())
        };
        if text.trim_start().starts_with('[') {
            for record in Record::parse_all(file, text)? {
                let turn = |id| (record.line_of(id), record.tree[id].turn.clone());
                let moves: Vec<_> = record.line().into_iter().map(turn).collect();
                add(moves.last().map_or(0, |&(line, _)| line), moves)?;
            }
        } else {
            for (index, line) in text.lines().enumerate() {
                let moves = line.split('#').next().unwrap_or_default().split_whitespace();
                let moves: Vec<_> = moves.map(|mv| (index + 1, mv.to_owned())).collect();
                if !moves.is_empty() {
                    add(index + 1, moves)?;
                }
            }
        }
        if set.is_empty() {
            let message = "no opening here; expected a line of moves for each, or game records";
            return Err(ParseError::new(0, 0, message).in_file(file));
        }
        Ok(Self::Set(set))
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            Self::Random(0) => "none: every game begins at the start".to_owned(),
            Self::Random(1) => "one random turn".to_owned(),
            Self::Random(turns) => format!("{turns} random turns"),
            Self::Set(set) => format!("a set of {}", set.len()),
        }
    }

    /// What the opening of a round depends on.
    pub(crate) fn key(&self, seed: u64, round: usize) -> String {
        match self {
            Self::Random(turns) => format!("{turns} turns of {seed}"),
            Self::Set(set) => set[round % set.len()].join(" "),
        }
    }

    /// The position that the games of a round start from.
    pub(crate) fn open(
        &self,
        start: &dyn GameSession,
        seed: u64,
        round: usize,
    ) -> Result<Box<dyn GameSession>, SpecError> {
        match self {
            Self::Random(turns) => Ok(random(start, *turns, Rng::new(mix(seed, round as u64)))),
            Self::Set(set) => {
                let mut session = start.clone_box();
                for mv in &set[round % set.len()] {
                    session.play(mv).map_err(|error| SpecError(error.to_string()))?;
                }
                Ok(session)
            }
        }
    }
}

/// How many games are begun to find an opening.
const TRIES: usize = 8;

/// So many turns at random, or fewer where so many end the game: then the longest of what was tried, without the turn
/// that ended it.
fn random(start: &dyn GameSession, turns: u32, mut rng: Rng) -> Box<dyn GameSession> {
    let (mut most, mut best) = (0, rng.clone());
    for _ in 0..TRIES {
        let seed = rng.clone();
        let (session, played) = play(start, turns, &mut rng);
        if session.ending().is_none() {
            return session;
        }
        if played > most + 1 {
            (most, best) = (played - 1, seed);
        }
    }
    play(start, most, &mut best).0
}

/// Plays so many turns at random, or to the end of the game; and how many that were.
fn play(start: &dyn GameSession, turns: u32, rng: &mut Rng) -> (Box<dyn GameSession>, u32) {
    let mut session = start.clone_box();
    let mut played = 0;
    while played < turns && session.ending().is_none() && session.play_random(rng).is_some() {
        played += 1;
    }
    (session, played)
}

/// A seed for the `index`-th stream of a seed.
pub(crate) fn mix(seed: u64, index: u64) -> u64 {
    Rng::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}

#[cfg(test)]
mod tests {
    use plyground_catalog::Catalog;

    use super::*;

    fn read(text: &str) -> Result<Openings, ParseError> {
        Openings::parse(
            "set.txt",
            text,
            &*Catalog::new().game_world("dropper").unwrap(),
            &Options::new().with("size", 4),
        )
    }

    #[test]
    fn a_set_is_a_line_for_each_opening_or_game_records() {
        let lines = read("# central\nB2\nB2 B2-A1+D4  # a reply\n\n").unwrap();
        let wanted: Vec<Vec<String>> =
            vec![vec!["B2".into()], vec!["B2".into(), "B2-A1+D4".into()]];
        assert_eq!(lines, Openings::Set(wanted));
        let records =
            "[World \"dropper\"]\n[Size \"4\"]\n\n1. B2 *\n\n[World \"dropper\"]\n\n1. C3 *\n";
        assert_eq!(
            read(records).unwrap(),
            Openings::Set(vec![vec!["B2".into()], vec!["C3".into()]])
        );
    }

    #[test]
    fn an_opening_that_the_rules_forbid_is_refused_with_its_line() {
        let error = read("B2\nB2 B2\n").unwrap_err();
        assert_eq!(error.line, 2, "{error}");
        assert!(read("\n# nothing\n").is_err());
    }

    #[test]
    fn the_same_seed_gives_the_same_opening_and_no_opening_ends_the_game() {
        let start = Catalog::new()
            .game_world("dropper")
            .unwrap()
            .start(&Options::new().with("size", 2))
            .unwrap();
        for round in 0..20 {
            let open = || Openings::Random(9).open(&*start, 3, round).unwrap();
            assert_eq!(open().position_text(), open().position_text());
            assert!(open().ending().is_none());
        }
    }

    #[test]
    fn more_turns_than_a_game_has_leave_the_longest_of_a_few_games() {
        let world = Catalog::new().game_world("dropper").unwrap();
        let start = world.start(&Options::new().with("size", 4)).unwrap();
        let length = |turns, round| {
            let opened = Openings::Random(turns).open(&*start, 3, round).unwrap();
            assert!(opened.ending().is_none());
            opened.turns().len()
        };
        for round in 0..10 {
            // Asking for more than any game has asks for the same games.
            assert_eq!(length(250, round), length(1000, round));
            assert!(length(250, round) > 3);
            assert_eq!(length(3, round), 3);
        }
    }

    #[test]
    fn no_text_brings_the_reader_down() {
        let words = [
            "B2",
            "B2-A1+D4",
            " ",
            "\n",
            "#",
            "[World \"dropper\"]",
            "[",
            "\"",
            "1.",
            "*",
            "é",
            "{",
            "-",
        ];
        let mut rng = Rng::new(9);
        for _ in 0..500 {
            let text: String =
                (0..rng.below(12)).filter_map(|_| rng.pick(&words).copied()).collect();
            let _ = read(&text);
            let _ = crate::contestant::Contestant::parse_list(&text);
            let _ = crate::contestant::Contestant::parse_list(&format!("engine({text}):{text}"));
        }
    }

    #[test]
    fn readers_of_the_lab_quote_little_of_a_long_line() {
        use crate::contestant::Contestant;
        use crate::experiment::Config;
        use crate::solver::Solver;
        let short = |what: &str, message: Option<String>| {
            let length = message.iter().flat_map(|text| text.chars()).count();
            assert!(length <= 1_500, "{what}: {message:.300?}…");
        };
        for word in ["x", "A1", "é", "(", "\"", "'", "9", "a=b,", "engine:", "="] {
            let line = word.repeat(50_000);
            short("opening", read(&line).err().map(|error| error.to_string()));
            for text in [line.clone(), format!("engine({line}):x"), format!("engine:'{line}")] {
                short("contestant", Contestant::parse_list(&text).err().map(|error| error.0));
            }
            for text in [line.clone(), format!("exec(format={line}):'x"), format!("exec:'{line}")] {
                short("solver", Solver::parse_list(&text).err().map(|error| error.0));
            }
            for text in [line.clone(), format!("x{line} = 1"), format!("world = {line}")] {
                let error = Config::parse("lab.toml", &text).err();
                short("lab file", error.map(|error| error.to_string()));
            }
        }
    }
}
