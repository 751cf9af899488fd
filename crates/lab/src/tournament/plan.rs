use std::sync::Arc;
use std::time::Duration;

use plyground_catalog::AnyGameWorld;
use plyground_core::{Options, SpecError, fingerprint};
use schemars::JsonSchema;
use serde::Serialize;

use super::RatingMethod;
use crate::contestant::Contestant;
use crate::openings::{Openings, mix};
use crate::ratings::Sprt;

/// Who plays whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Everybody plays everybody.
    RoundRobin,
    /// The first player plays everybody else.
    Gauntlet,
}

/// What a player may use for a move, where its own options do not say less.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MoveBudget {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
}

impl MoveBudget {
    /// In words.
    pub fn words(&self) -> String {
        let time = self.time.map(|time| format!("{} ms", time.as_millis()));
        let nodes = self.nodes.map(|nodes| format!("{nodes} positions"));
        match time.into_iter().chain(nodes).collect::<Vec<_>>() {
            none if none.is_empty() => "what each player's own options say".to_owned(),
            limits => format!("{} a move", limits.join(", ")),
        }
    }
}

/// A tournament to be played. A match is a tournament of two.
#[derive(Clone)]
pub struct Plan {
    /// The world.
    pub world: Arc<dyn AnyGameWorld>,
    /// Who takes part.
    pub players: Vec<Contestant>,
    /// Who plays whom.
    pub form: Form,
    /// In a round every pairing plays one opening twice, with swapped sides.
    pub rounds: usize,
    /// Only so many games of the schedule, where it is cut short.
    pub most: Option<usize>,
    /// `setup`, `size`, `position` and the world's own options.
    pub options: Options,
    /// The seed of the openings and of players that use chance.
    pub seed: u64,
    /// How games begin.
    pub openings: Openings,
    /// What a player may use for a move.
    pub budget: MoveBudget,
    /// How strength is judged.
    pub ratings: RatingMethod,
    /// With two players: ends as soon as this test is decided.
    pub sprt: Option<Sprt>,
}

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixture {
    /// Names the game: the same players, rules, opening, budget, seed and version have the same name.
    pub id: String,
    /// Its number, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: usize,
    /// The players' indices, the one who moves first in front.
    pub players: [usize; 2],
    /// What chance they use.
    pub seeds: [u64; 2],
}

impl Plan {
    /// One round robin round between these, from openings of two random turns.
    pub fn new(world: Arc<dyn AnyGameWorld>, players: Vec<Contestant>) -> Self {
        Self {
            world,
            players,
            form: Form::RoundRobin,
            rounds: 1,
            most: None,
            options: Options::new(),
            seed: 1,
            openings: Openings::Random(2),
            budget: MoveBudget::default(),
            ratings: RatingMethod::Elo,
            sprt: None,
        }
    }

    /// Refuses what cannot be played, before anything is played.
    pub fn check(&self) -> Result<(), SpecError> {
        if self.players.len() < 2 {
            return Err(SpecError("at least two players are needed".to_owned()));
        }
        if self.sprt.is_some() && self.players.len() != 2 {
            let count = self.players.len();
            return Err(SpecError(format!("the test is for two players, not for {count}")));
        }
        for player in &self.players {
            player.check(&*self.world)?;
        }
        match self.world.start(&self.options)?.ending() {
            Some(ending) => Err(SpecError(format!("the game is over already: {}", ending.reason))),
            None => Ok(()),
        }
    }

    /// The players' names, each different: the second of the same name is `NAME#2`.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (index, player) in self.players.iter().enumerate() {
            let earlier = self.players[..index].iter().filter(|other| *other == player).count();
            names.push(match earlier {
                0 => player.to_string(),
                _ => format!("{player}#{}", earlier + 1),
            });
        }
        names
    }

    /// Every pair of players that meet.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.players.len();
        let heroes = match self.form {
            Form::RoundRobin => count,
            Form::Gauntlet => 1,
        };
        (0..heroes).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// Every game, round by round; the two games of an opening stand together.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let (names, pairings) = (self.names(), self.pairings());
        let all = self.rounds.saturating_mul(pairings.len()).saturating_mul(2);
        let count = self.most.map_or(all, |most| most.min(all));
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (0..count)
            .map(|index| {
                let (pair, swapped) = (index / 2, index % 2);
                let (round, [a, b]) = (pair / pairings.len(), pairings[pair % pairings.len()]);
                let seed = |which: usize, player: usize| {
                    let game = (round * 2 + swapped) as u64;
                    mix(
                        self.seed ^ self.players[player].seed(),
                        game * 2 + which as u64 + (1 << 32),
                    )
                };
                let mut seats = [(a, seed(0, a)), (b, seed(1, b))];
                if swapped == 1 {
                    seats.reverse();
                }
                let key = format!(
                    "{}\n{}\n{}\n{}\n{:?}\n{:?}\n{}\n{}\n{round}",
                    env!("CARGO_PKG_VERSION"),
                    self.world.info().id,
                    options.join(","),
                    self.openings.key(self.seed, round),
                    self.budget,
                    seats.map(|(_, seed)| seed),
                    names[seats[0].0],
                    names[seats[1].0],
                );
                Fixture {
                    id: fingerprint(&key),
                    number: index + 1,
                    round: round + 1,
                    players: seats.map(|(player, _)| player),
                    seeds: seats.map(|(_, seed)| seed),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use plyground_catalog::Catalog;

    use super::*;

    fn plan(players: &str, form: Form, rounds: usize) -> Plan {
        let players = Contestant::parse_list(players).unwrap();
        Plan { form, rounds, ..Plan::new(Catalog::new().game_world("dropper").unwrap(), players) }
    }

    #[test]
    fn everybody_meets_everybody_equally_often_on_both_sides() {
        let fixtures = plan("random,greedy,mcts,alphabeta", Form::RoundRobin, 3).fixtures();
        assert_eq!(fixtures.len(), 3 * 6 * 2);
        let mut meetings: BTreeMap<[usize; 2], usize> = BTreeMap::new();
        for fixture in &fixtures {
            *meetings.entry(fixture.players).or_default() += 1;
        }
        assert_eq!(meetings.len(), 12);
        assert!(meetings.values().all(|&games| games == 3));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let fixtures = plan("random,greedy,mcts", Form::Gauntlet, 2).fixtures();
        assert_eq!(fixtures.len(), 8);
        assert!(fixtures.iter().all(|fixture| fixture.players.contains(&0)));
    }

    #[test]
    fn every_game_has_a_name_of_its_own_that_more_rounds_do_not_change() {
        let few = plan("random,random,random", Form::RoundRobin, 2).fixtures();
        let more = plan("random,random,random", Form::RoundRobin, 5).fixtures();
        assert_eq!(few[..], more[..few.len()]);
        let mut ids: Vec<&str> = more.iter().map(|fixture| fixture.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), more.len());
        let other = Plan { seed: 2, ..plan("random,random,random", Form::RoundRobin, 2) };
        assert_ne!(few[0].id, other.fixtures()[0].id, "another seed is another game");
    }
}
