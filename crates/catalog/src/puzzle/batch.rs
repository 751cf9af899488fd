//! Many plays of levels side by side, for programs that learn: a step of all of them is one call.

use plyground_core::{Options, Puzzle, PuzzleMove, PuzzleState, PuzzleWorld, Rng, SpecError};

use super::Level;
use super::adapter::Puzzles;
use super::state::Field;

/// What a batch plays, and how.
#[derive(Clone)]
pub struct BatchSetup {
    /// The levels; each play begins at one of them, chosen by chance.
    pub levels: Vec<Level>,
    /// The world's options.
    pub options: Options,
    /// How many plays go on side by side.
    pub count: usize,
    /// A play is cut off after so many steps; `None` for never.
    pub max_steps: Option<u32>,
    /// The reward of every step.
    pub step_reward: f64,
    /// The reward for each part of the goal that is reached, and the price of each that is lost.
    pub part_reward: f64,
    /// The reward for solving the level.
    pub solved_reward: f64,
}

/// Where a step of a batch is written: each list has one entry for each play, `observations` and `masks` as many as an
/// observation has bytes, or a puzzle actions. They are the same from call to call, as the last one left them: a step
/// writes what it changes.
#[derive(Debug)]
pub struct BatchStep<'a> {
    /// The positions.
    pub observations: &'a mut [u8],
    /// The legal actions.
    pub masks: &'a mut [bool],
    /// The rewards.
    pub rewards: &'a mut [f64],
    /// Whether the level is solved, or there is no move.
    pub terminated: &'a mut [bool],
    /// Whether the play was cut off.
    pub truncated: &'a mut [bool],
    /// The level played, by its place in the setup.
    pub levels: &'a mut [u32],
    /// Steps so far.
    pub steps: &'a mut [u32],
}

/// Many plays of levels side by side.
pub trait PuzzleBatch: Send {
    /// Planes, rows and columns of an observation: large enough for all levels, which lie in the upper left.
    fn shape(&self) -> [usize; 3];
    /// All numbers of actions are below this.
    fn action_count(&self) -> usize;
    /// The plays.
    fn count(&self) -> usize;
    /// Seeds the choice of levels of one play.
    fn seed(&mut self, play: usize, seed: u64);
    /// Begins one play anew, at a level of its choice or at this one.
    fn reset(&mut self, play: usize, level: Option<usize>, out: &mut BatchStep<'_>);
    /// Plays one action; one that is not legal is a step that changes nothing. A play that is over stays as it is.
    fn step(&mut self, play: usize, action: usize, out: &mut BatchStep<'_>);
    /// Plays one action in each of the plays.
    fn step_all(&mut self, actions: &[i64], out: &mut BatchStep<'_>);
    /// Plays one action in each of the plays that are not over, and begins the others anew.
    fn step_or_reset(&mut self, actions: &[i64], out: &mut BatchStep<'_>);
}

/// One of the plays.
struct Play<W: PuzzleWorld> {
    level: usize,
    state: PuzzleState<W>,
    steps: u32,
    parts: u32,
    over: bool,
    rng: Rng,
}

/// Plays of one world.
pub(super) struct BatchOf<W: PuzzleWorld> {
    world: Puzzles<W>,
    fields: Vec<Field<W>>,
    starts: Vec<PuzzleState<W>>,
    plays: Vec<Play<W>>,
    actions: usize,
    /// For each play and each action the legal move of that number.
    legal: Vec<Option<PuzzleMove<W>>>,
    setup: BatchSetup,
}

impl<W: PuzzleWorld> BatchOf<W> {
    pub(super) fn new(
        world: &Puzzles<W>,
        boards: Vec<W::Board>,
        setup: &BatchSetup,
    ) -> Result<Self, SpecError> {
        let fields: Vec<_> =
            boards.into_iter().map(|board| Field::new(world.clone(), board)).collect();
        let actions = fields.iter().map(|field| field.board.move_slots()).max().unwrap_or(0);
        if fields.is_empty() || setup.count == 0 {
            return Err(SpecError("a batch needs a level and a play at least".to_owned()));
        }
        if actions == 0 {
            let reason = format!("moves of {} have no numbers of their own", world.0.info().name);
            return Err(SpecError(reason));
        }
        let rows = fields.iter().map(|field| field.raster.rows).max().unwrap_or(0);
        let columns = fields.iter().map(|field| field.raster.columns).max().unwrap_or(0);
        let fields: Vec<_> = fields.into_iter().map(|field| field.within(rows, columns)).collect();
        let starts: Vec<_> = fields.iter().map(|field| field.board.start()).collect();
        let play = |number: usize| Play {
            level: 0,
            state: starts[0].clone(),
            steps: 0,
            parts: 0,
            over: true,
            rng: Rng::new(number as u64),
        };
        let plays = (0..setup.count).map(play).collect();
        Ok(Self {
            world: world.clone(),
            fields,
            starts,
            plays,
            actions,
            legal: vec![None; setup.count * actions],
            setup: setup.clone(),
        })
    }

    /// Writes the legal actions of a play, and whether it is over.
    #[inline]
    fn list(&mut self, index: usize, solved: bool, out: &mut BatchStep<'_>) {
        let play = &self.plays[index];
        let board = &self.fields[play.level].board;
        let mask = &mut out.masks[index * self.actions..][..self.actions];
        let legal = &mut self.legal[index * self.actions..][..self.actions];
        match solved {
            true => legal.fill(None),
            false => board.numbered_moves(&play.state, legal),
        }
        let mut any = false;
        for (mask, mv) in mask.iter_mut().zip(legal) {
            *mask = mv.is_some();
            any |= *mask;
        }
        out.terminated[index] = !any;
    }

    /// Cuts a play off that took too long.
    #[inline]
    fn cut(&mut self, index: usize, out: &mut BatchStep<'_>) {
        let play = &mut self.plays[index];
        let ended = out.terminated[index];
        let cut = !ended && self.setup.max_steps.is_some_and(|most| play.steps >= most);
        play.over = ended || cut;
        out.truncated[index] = cut;
        out.steps[index] = play.steps;
    }
}

impl<W: PuzzleWorld> PuzzleBatch for BatchOf<W> {
    fn shape(&self) -> [usize; 3] {
        let field = &self.fields[0];
        [field.planes, field.raster.rows, field.raster.columns]
    }

    fn action_count(&self) -> usize {
        self.actions
    }

    fn count(&self) -> usize {
        self.plays.len()
    }

    fn seed(&mut self, play: usize, seed: u64) {
        self.plays[play].rng = Rng::new(seed);
    }

    fn reset(&mut self, play: usize, level: Option<usize>, out: &mut BatchStep<'_>) {
        let count = self.fields.len();
        let now = &mut self.plays[play];
        now.level = match level {
            Some(level) => level.min(count - 1),
            None if count == 1 => 0,
            None => now.rng.below(count),
        };
        now.state = self.starts[now.level].clone();
        now.steps = 0;
        now.parts = self.world.0.parts_reached(&self.fields[now.level].board, &now.state);
        let field = &self.fields[now.level];
        let size = field.size();
        field.observe(&now.state, &mut out.observations[play * size..][..size]);
        out.levels[play] = now.level as u32;
        out.rewards[play] = 0.0;
        let solved = field.board.is_solved(&now.state);
        self.list(play, solved, out);
        self.cut(play, out);
    }

    #[inline]
    fn step(&mut self, index: usize, action: usize, out: &mut BatchStep<'_>) {
        let play = &mut self.plays[index];
        if play.over {
            out.rewards[index] = 0.0;
            return;
        }
        play.steps += 1;
        let mut reward = self.setup.step_reward;
        let legal = &self.legal[index * self.actions..][..self.actions];
        if let Some(&Some(mv)) = legal.get(action) {
            let field = &self.fields[play.level];
            let board = &field.board;
            let before = play.state.clone();
            board.play_on(&mut play.state, mv);
            let size = field.size();
            let shown = &mut out.observations[index * size..][..size];
            field.observe_change(&before, &play.state, shown);
            // A play goes on from positions that are not solved, and a quiet move solves nothing.
            let mut solved = false;
            if !board.is_quiet(&before, mv) {
                let parts = self.world.0.parts_reached(board, &play.state);
                reward += self.setup.part_reward * (f64::from(parts) - f64::from(play.parts));
                play.parts = parts;
                solved = board.is_solved(&play.state);
            }
            if solved {
                reward += self.setup.solved_reward;
            }
            self.list(index, solved, out);
        }
        self.cut(index, out);
        out.rewards[index] = reward;
    }

    fn step_all(&mut self, actions: &[i64], out: &mut BatchStep<'_>) {
        for (index, &action) in actions.iter().enumerate().take(self.plays.len()) {
            self.step(index, usize::try_from(action).unwrap_or(usize::MAX), out);
        }
    }

    fn step_or_reset(&mut self, actions: &[i64], out: &mut BatchStep<'_>) {
        for (index, &action) in actions.iter().enumerate().take(self.plays.len()) {
            if self.plays[index].over {
                self.reset(index, None, out);
            } else {
                self.step(index, usize::try_from(action).unwrap_or(usize::MAX), out);
            }
        }
    }
}
