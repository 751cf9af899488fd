//! Bare states of every world: they play as sessions do, with moves as numbers.

use plyground_catalog::{AnyState, Catalog};
use plyground_core::{Options, Rng};

/// Plays at random and tells each move's text.
fn walk(state: &mut dyn AnyState, rng: &mut Rng, steps: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..steps {
        let actions = state.legal_actions();
        assert_eq!(actions.is_empty(), state.is_terminal());
        let Some(&action) = rng.pick(&actions) else { break };
        assert!(state.action_count() == 0 || action < state.action_count());
        let mut planes = vec![f32::NAN; state.planes().len() * state.cells()];
        state.observe(&mut planes);
        assert!(planes.iter().all(|number| number.is_finite()), "every number is written");
        assert!(planes.iter().any(|&number| number != 0.0) || texts.is_empty());
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
