//! Alpha-beta search: iterative deepening, principal variation search with aspiration windows, a shared
//! transposition table, killer and history ordering, reductions and pruning, quiescence, many threads.

mod busy;
mod ordering;
mod past;
mod quiescence;
mod reductions;
mod root;
mod settings;
mod table;
mod worker;

use plyground_core::{
    Budget, Evaluation, Game, MethodInfo, OptionInfo, OptionKind, Options, Player, Position,
    SpecError, Thought,
};

use self::busy::Busy;
use self::ordering::History;
use self::past::{MAX_PLY, Past};
use self::root::{Root, Task};
use self::settings::{SWITCHES, Settings};
use self::table::Table;
use self::worker::{Shared, Worker};
use super::effort::{DEPTH, Effort, NODES, THREADS, TIME};
use super::{EVAL, Made, Setup};

pub(super) fn info() -> MethodInfo {
    let hash = OptionInfo {
        id: "hash",
        kind: OptionKind::Number,
        default: "64",
        summary: "megabytes for the table of positions",
    };
    MethodInfo::new("searches as deep as it can and cuts what cannot matter; the strongest")
        .with([DEPTH, TIME, NODES, THREADS, hash, EVAL])
        .with(SWITCHES)
        .threads()
        .looks_ahead()
        .hands_over()
        .keeps_table("hash")
}

pub(super) fn make<G: Game + 'static>(setup: Setup<'_, G>) -> Made<G> {
    Ok(Box::new(AlphaBeta::new(setup.options, setup.evaluation)?))
}

/// The depth for a position with a single legal ply, whose value matters little.
const FORCED_DEPTH: i32 = 4;
const MEGABYTE: u64 = 1 << 20;

/// The alpha-beta player.
struct AlphaBeta<G: Game> {
    evaluation: Box<dyn Evaluation<G>>,
    effort: Effort,
    settings: Settings,
    hash: u64,
    table: Table,
    history: History,
}

impl<G: Game> AlphaBeta<G> {
    pub fn new(options: &Options, evaluation: Box<dyn Evaluation<G>>) -> Result<Self, SpecError> {
        let effort = Effort::new(options)?;
        let settings = Settings::new(options)?;
        let hash = options.number("hash", 64, 1..=1 << 20)? * MEGABYTE;
        // Made before the clock of any move runs: a large table takes a while.
        let (table, history) = (Table::new(hash), History::new(0));
        Ok(Self { evaluation, effort, settings, hash, table, history })
    }
}

impl<G: Game> Player<G> for AlphaBeta<G> {
    fn choose(
        &mut self,
        game: &G,
        position: &Position<G>,
        budget: &Budget,
        info: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let mut effort = self.effort.within(budget);
        if effort.nodes.is_none() && effort.depth.is_none() {
            effort = effort.or_a_second();
        }
        let clock = effort.clock(&budget.limits.cancel);
        let settings = self.settings;
        let bytes = budget.limits.memory.map_or(self.hash, |memory| memory.min(self.hash));
        if self.table.bytes() > bytes {
            self.table = Table::new(bytes);
        }
        self.table.grow_older();
        self.history.grow_older();
        if !self.history.serves(game.move_slots()) {
            self.history = History::new(game.move_slots());
        }
        let past = Past::new(game, position);
        let mut legal = Vec::new();
        game.moves(&position.state, &mut legal);
        let threads = if legal.len() > 1 { effort.threads.unwrap_or(1) } else { 1 };
        let busy = (threads > 1).then(Busy::new);
        let shared = Shared {
            game,
            evaluation: &*self.evaluation,
            table: &self.table,
            settings: &settings,
            past: &past,
            history: &self.history,
            busy: busy.as_ref(),
        };
        let last_depth = match effort.depth {
            Some(depth) => (depth as i32).min(MAX_PLY as i32),
            None if legal.len() <= 1 && budget.lines <= 1 => FORCED_DEPTH,
            None => MAX_PLY as i32,
        };
        let task = Task { last_depth, lines: budget.lines, aspiration: settings.aspiration };
        let (clock, state) = (&clock, &position.state);
        let mut thought = std::thread::scope(|scope| {
            // Helpers search the same, and leave to each other what one of them is at.
            for _helper in 1..threads {
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, clock.counter(threads));
                    Root::new(&mut worker, state).deepen(task, &mut |_| {});
                });
            }
            let mut worker = Worker::new(shared, clock.counter(threads));
            let thought = Root::new(&mut worker, state).deepen(task, info);
            clock.stop();
            thought
        });
        thought.nodes = clock.nodes();
        thought
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.history = History::new(0);
    }
}
