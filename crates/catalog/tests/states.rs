//! Bare states of every world: they play as sessions do, with moves as numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyground_catalog::{
    AnyState, BatchSetup, BatchStep, Catalog, GivenEvaluation, GivenHeuristic, PuzzleBatch,
    Unwatched,
};
use plyground_core::{Budget, Limits, Options, Properties, Rng};

/// Plays at random and tells each move's text.
fn walk(state: &mut dyn AnyState, rng: &mut Rng, steps: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..steps {
        let actions = state.legal_actions();
        assert_eq!(actions.is_empty(), state.is_terminal());
        let Some(&action) = rng.pick(&actions) else { break };
        assert!(state.action_count() == 0 || action < state.action_count());
        let shape = state.shape();
        assert_eq!(shape[0], state.planes().len());
        let mut planes = vec![u8::MAX; shape.iter().product()];
        state.observe(&mut planes);
        assert!(planes.iter().all(|&number| number < u8::MAX), "every number is written");
        assert!(planes.iter().any(|&number| number != 0) || texts.is_empty());
        texts.push(state.action_text(action).expect("it is legal"));
        let before = state.clone_box();
        state.apply(action).expect("it is legal");
        assert!(state.apply(usize::MAX).is_err());
        assert!(before.legal_actions() == actions, "a copy stays as it was");
    }
    texts
}

#[test]
fn a_game_played_by_numbers_is_the_game_played_by_texts() {
    let catalog = Catalog::new();
    for world in catalog.game_worlds() {
        let mut state = world.state(&Options::new()).expect("it starts");
        let mut session = world.start(&Options::new()).expect("it starts");
        for text in walk(&mut *state, &mut Rng::new(3), 60) {
            session.play(&text).expect("the session takes it too");
        }
        assert_eq!(state.text(), session.position_text());
        assert_eq!(state.to_move(), session.side());
        assert_eq!(state.is_terminal(), session.ending().is_some());
    }
}

#[test]
fn a_puzzle_played_by_numbers_is_the_puzzle_played_by_texts() {
    let catalog = Catalog::new();
    for world in catalog.puzzle_worlds() {
        let pack = world.packs().remove(0);
        let level = &world.parse(&pack.name, pack.text.as_bytes()).expect("it reads")[0];
        let mut state = level.state(&Options::new()).expect("it starts");
        let mut session = level.start(&Options::new()).expect("it starts");
        for text in walk(&mut *state, &mut Rng::new(5), 60) {
            session.play(&text).expect("the session takes it too");
        }
        assert_eq!(state.returns()[0] > 0.0, session.is_solved());
        let mut now = session.legal();
        let mut numbered: Vec<String> =
            state.legal_actions().iter().map(|&n| state.action_text(n).expect("legal")).collect();
        now.sort_unstable();
        numbered.sort_unstable();
        assert!(now == numbered || state.is_terminal());
    }
}

/// A batch with all that it writes.
struct Watched {
    batch: Box<dyn PuzzleBatch>,
    observations: Vec<u8>,
    masks: Vec<bool>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    levels: Vec<u32>,
    steps: Vec<u32>,
}

impl Watched {
    fn new(batch: Box<dyn PuzzleBatch>) -> Self {
        let (count, size) = (batch.count(), batch.shape().iter().product::<usize>());
        Self {
            observations: vec![0; count * size],
            masks: vec![false; count * batch.action_count()],
            rewards: vec![0.0; count],
            terminated: vec![false; count],
            truncated: vec![false; count],
            levels: vec![0; count],
            steps: vec![0; count],
            batch,
        }
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut dyn PuzzleBatch, &mut BatchStep<'_>) -> T) -> T {
        let mut out = BatchStep {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            levels: &mut self.levels,
            steps: &mut self.steps,
        };
        act(&mut *self.batch, &mut out)
    }
}

#[test]
fn a_play_of_a_batch_is_the_play_of_a_bare_state() {
    for world in Catalog::new().puzzle_worlds() {
        let pack = world.packs().remove(0);
        let level = world.parse(&pack.name, pack.text.as_bytes()).expect("it reads").remove(0);
        let setup = BatchSetup {
            levels: vec![level.clone()],
            options: Options::new(),
            count: 2,
            max_steps: Some(50),
            step_reward: -1.0,
            part_reward: 0.0,
            solved_reward: 100.0,
        };
        let mut plays = Watched::new(world.batch(&setup).expect("its moves have numbers"));
        let actions = plays.batch.action_count();
        plays.with(|batch, out| (0..2).for_each(|play| batch.reset(play, None, out)));
        let mut state = level.state(&Options::new()).expect("it starts");
        let mut rng = Rng::new(9);
        let size: usize = state.shape().iter().product();
        while !plays.terminated[1] && !plays.truncated[1] {
            let legal: Vec<usize> = (0..actions).filter(|&n| plays.masks[actions + n]).collect();
            let mut wanted = state.legal_actions();
            wanted.sort_unstable();
            assert_eq!(legal, wanted);
            let mut planes = vec![0; size];
            state.observe(&mut planes);
            assert_eq!(plays.observations[size..], planes);
            let &action = rng.pick(&legal).expect("it is not over");
            state.apply(action).expect("it is legal");
            // The other play is given what is no action: a step that changes nothing.
            plays.with(|batch, out| batch.step_all(&[-1, action as i64], out));
            let solved = state.returns()[0] > 0.0;
            assert_eq!(plays.rewards[1], if solved { 99.0 } else { -1.0 });
        }
        assert!(plays.terminated[1] || plays.steps == [50, 50]);
        let before = plays.observations.clone();
        plays.with(|batch, out| batch.step(1, 0, out));
        assert_eq!(plays.observations, before, "a play that is over stays as it is");
    }
}

#[test]
fn a_heuristic_that_is_given_has_a_name_and_is_asked() {
    let world = Catalog::new().puzzle_world("sokoban").expect("it is there");
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let nothing = move |_: Box<dyn AnyState>| {
        count.fetch_add(1, Ordering::Relaxed);
        Some(0.0)
    };
    let world = world.with_heuristic(GivenHeuristic {
        id: "nothing".into(),
        summary: "nothing".into(),
        properties: Properties::CONSISTENT,
        estimate: Arc::new(nothing),
    });
    assert!(world.heuristics().iter().any(|heuristic| heuristic.id == "nothing"));
    let level = world.parse("mine", b"######\n#@ $.#\n######\n").expect("it reads").remove(0);
    for method in ["astar(h=nothing)", "batch(h=nothing)", "idastar(h=nothing)"] {
        let spec = method.parse().expect("it is one");
        let (options, limits) = (Options::new(), Limits::default());
        let solved = level.solve(&spec, &options, &limits, &mut Unwatched).expect("it runs");
        assert_eq!(solved.solution.as_deref(), Some("rR"), "{method}");
    }
    assert!(calls.load(Ordering::Relaxed) > 3);
}

#[test]
fn an_evaluation_that_is_given_is_asked() {
    let world = Catalog::new().game_world("dropper").expect("it is there");
    let world = world.with_evaluation(GivenEvaluation {
        id: "seven".into(),
        summary: "seven".into(),
        one_thread: false,
        judge: Arc::new(|_| 7),
    });
    let session = world.start(&Options::new().with("size", 4)).expect("it starts");
    assert_eq!(session.evaluate("seven"), Ok(7));
    let spec = "alphabeta(eval=seven,depth=1)".parse().expect("it is one");
    let mut player = world.player(&spec).expect("it plays");
    let state = session.state();
    let session = state.session().expect("it is a game");
    assert!(player.think(&*session, &Budget::default(), &mut |_| {}).is_ok());
}
