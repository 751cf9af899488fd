import copy
import random

import numpy as np
import pytest

import plyground as ply

STARTS = {
    "dropper": lambda: ply.world("dropper").state(size=6),
    "abalone": lambda: ply.world("abalone").state(setup="belgian-daisy"),
    "sokoban": lambda: ply.world("sokoban").levels()[0].state(),
    "sokobond": lambda: ply.world("sokobond").levels()[0].state(),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_game_is_played_to_its_end_by_numbers(name):
    rng = random.Random(1)
    state = STARTS[name]()
    for _ in range(500):
        actions = state.legal_actions()
        assert bool(actions) != state.is_terminal()
        if not actions:
            break
        assert len(set(actions)) == len(actions) and max(actions) < state.action_count()
        assert list(np.flatnonzero(state.legal_actions_mask())) == sorted(actions)
        action = rng.choice(actions)
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        before, other = state.key(), state.clone()
        state.apply_action(action)
        assert other.key() == before
        other.play(text)
        assert other.key() == state.key()
    if state.is_terminal() and name in ("dropper", "abalone"):
        assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", STARTS)
def test_observations_are_planes_of_bytes(name):
    state = STARTS[name]()
    planes = state.observation()
    assert planes.dtype == np.uint8 and list(planes.shape) == list(state.shape())
    assert len(state.planes()) == planes.shape[0]
    out = np.full(planes.shape, 77, np.uint8)
    assert state.observation(out) is out
    assert (out == planes).all()
    with pytest.raises(ValueError, match="form"):
        state.observation(np.zeros((1, 1, 1), np.uint8))


def test_different_positions_look_different():
    for start in STARTS.values():
        state = start()
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            assert (after.observation() != state.observation()).any()


def test_a_refused_action_changes_nothing():
    state = STARTS["abalone"]()
    before = state.key()
    for bad in (-1, 10**9, 2**63 - 1):
        with pytest.raises(ply.MoveError):
            state.apply_action(bad)
    with pytest.raises(ValueError, match="unknown move"):
        state.play("nonsense")
    assert state.key() == before
    assert copy.deepcopy(state).key() == before


def test_states_draw_themselves():
    state = STARTS["dropper"]()
    assert state._repr_svg_().startswith("<svg")
    assert state.png().startswith(b"\x89PNG")
    assert "A" in str(state)
