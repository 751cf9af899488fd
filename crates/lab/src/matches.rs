//! Matches between two players: pairs of games with swapped colours from seeded random openings.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use plyground_catalog::{AnyGameWorld, AnyPlayer, Ending, GameSession, Record};
use plyground_core::{Budget, Cancel, Options, Outcome, Rng, Side, Spec, SpecError};

use crate::ratings::{Elo, Pairs, Sprt, Verdict};

/// A match to be played.
#[derive(Clone)]
pub struct Match {
    /// The world.
    pub world: &'static dyn AnyGameWorld,
    /// The two players.
    pub players: [Spec; 2],
    /// How many games; an odd number leaves the last pair half done.
    pub games: usize,
    /// `setup`, `size`, `position` and the world's own options.
    pub options: Options,
    /// The seed of the openings and of players that use chance.
    pub seed: u64,
    /// How many turns are played at random before the players take over.
    pub opening: u32,
    /// What a player may use for one move.
    pub budget: Budget,
    /// How many games run at the same time.
    pub jobs: usize,
    /// Ends the match as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// Ends the match early.
    pub cancel: Cancel,
}

/// A game of a match.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its number, from 1.
    pub number: usize,
    /// Which of the two players moved first: 0 or 1.
    pub first: usize,
    /// How it ended.
    pub ending: Ending,
    /// The score of each player (not side) as people count it.
    pub scores: [String; 2],
    /// The longest thought in seconds.
    pub longest: f64,
    /// The moves, with times.
    pub record: Record,
}

impl Played {
    /// The half points of the first player of the match.
    fn half_points(&self) -> usize {
        let side = if self.first == 0 { Side::First } else { Side::Second };
        (self.ending.outcome.points(side) * 2.0) as usize
    }
}

/// How a match stands.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Games played.
    pub games: usize,
    /// Wins of each player.
    pub wins: [usize; 2],
    /// Draws.
    pub draws: usize,
    /// What each player scored in all games, where scores are numbers.
    pub scores: Option<[i64; 2]>,
    /// The points of finished pairs.
    pub pairs: Pairs,
    /// The longest thought in seconds.
    pub longest: f64,
    half: Option<usize>,
}

impl Standing {
    fn add(&mut self, game: &Played) {
        self.games += 1;
        match game.ending.outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(side) => self.wins[(side.index() + game.first) % 2] += 1,
        }
        let scores = [game.scores[0].parse::<i64>(), game.scores[1].parse::<i64>()];
        self.scores = match (scores, self.scores, self.games) {
            ([Ok(a), Ok(b)], None, 1) => Some([a, b]),
            ([Ok(a), Ok(b)], Some([c, d]), _) => Some([a + c, b + d]),
            _ => None,
        };
        self.longest = self.longest.max(game.longest);
        match self.half.take() {
            None => self.half = Some(game.half_points()),
            Some(half) => self.pairs.add(half + game.half_points()),
        }
    }

    /// The difference in strength; `None` before the first pair is done.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&self.pairs)
    }
}

impl Match {
    /// Plays the games and tells `played` of each, in order. The same seed gives the same openings; with
    /// players that count nodes, not time, it gives the same games, however many jobs there are.
    pub fn run(&self, played: &mut dyn FnMut(&Played, &Standing)) -> Result<Standing, SpecError> {
        for spec in &self.players {
            self.world.player(spec)?;
        }
        self.world.start(&self.options)?;
        let next = AtomicUsize::new(0);
        let stop = Cancel::new();
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, self.games.max(1)) {
                let (send, next, stop) = (send.clone(), &next, stop.clone());
                scope.spawn(move || {
                    while !stop.is_cancelled() && !self.cancel.is_cancelled() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.games {
                            break;
                        }
                        let game = self.game(index, &stop).transpose();
                        if game.is_some_and(|game| send.send((index, game)).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let result = self.collect(&receive, played);
            stop.cancel();
            result
        })
    }

    /// Puts the games in order and counts them.
    fn collect(
        &self,
        games: &mpsc::Receiver<(usize, Result<Played, SpecError>)>,
        played: &mut dyn FnMut(&Played, &Standing),
    ) -> Result<Standing, SpecError> {
        let mut standing = Standing::default();
        let mut waiting = BTreeMap::new();
        for (index, game) in games {
            waiting.insert(index, game?);
            while let Some(game) = waiting.remove(&standing.games) {
                standing.add(&game);
                played(&game, &standing);
                if self.sprt.is_some_and(|test| test.verdict(&standing.pairs) != Verdict::Open) {
                    return Ok(standing);
                }
            }
        }
        Ok(standing)
    }

    /// Plays one game; `None` where it was cancelled.
    fn game(&self, index: usize, stop: &Cancel) -> Result<Option<Played>, SpecError> {
        let first = index % 2;
        let mut session = self.open(index / 2)?;
        let opening = session.turns().len();
        let mut players = [self.player(0, index)?, self.player(1, index)?];
        let mut times = Vec::new();
        while session.ending().is_none() {
            if stop.is_cancelled() || self.cancel.is_cancelled() {
                return Ok(None);
            }
            let player = &mut players[(session.side().index() + first) % 2];
            let thought = player.think(&*session, &self.budget, &mut |_| {})?;
            times.push(thought.seconds);
            let turn = thought.best.first().cloned().unwrap_or_default();
            session.play(&turn).map_err(|error| {
                SpecError(format!("{} chose a move that is refused: {error}", player.spec()))
            })?;
        }
        Ok(session.ending().map(|ending| {
            let names = [0, 1].map(|side| self.players[(side + first) % 2].to_string());
            let mut record = Record::of(&*session, names);
            record.headers.push(("Game".to_owned(), (index + 1).to_string()));
            for (mv, &seconds) in record.moves.iter_mut().skip(opening).zip(&times) {
                mv.seconds = Some(seconds);
            }
            let mut scores = session.score();
            if first == 1 {
                scores.reverse();
            }
            let longest = times.iter().copied().fold(0.0, f64::max);
            Played { number: index + 1, first, ending, scores, longest, record }
        }))
    }

    /// The position that both games of a pair start from.
    fn open(&self, pair: usize) -> Result<Box<dyn GameSession>, SpecError> {
        let start = self.world.start(&self.options)?;
        let mut rng = Rng::new(mix(self.seed, pair as u64));
        for turns in (0..=self.opening).rev() {
            for _ in 0..8 {
                let mut session = start.clone();
                let all_played = (0..turns).all(|_| session.play_random(&mut rng).is_some());
                if all_played && session.ending().is_none() {
                    return Ok(session);
                }
            }
        }
        match start.ending() {
            Some(ending) => Err(SpecError(format!("the game is over already: {}", ending.reason))),
            None => Ok(start),
        }
    }

    /// A fresh player; one that uses chance gets a seed of its own in every game.
    fn player(&self, which: usize, game: usize) -> Result<Box<dyn AnyPlayer>, SpecError> {
        let mut spec = self.players[which].clone();
        let takes_seed = self.world.players().iter().any(|player| {
            player.id == spec.name && player.options.iter().any(|option| option.id == "seed")
        });
        if takes_seed {
            let given = spec.options.number("seed", 0, 0..=u64::MAX)?;
            let stream = mix(self.seed ^ given, (game * 2 + which) as u64 + (1 << 32));
            spec.options.set("seed", stream >> 33);
        }
        self.world.player(&spec)
    }
}

/// A seed for the `index`-th stream of a seed.
fn mix(seed: u64, index: u64) -> u64 {
    Rng::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64()
}
