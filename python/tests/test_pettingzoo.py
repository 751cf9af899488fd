import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test

import plyground.pettingzoo as zoo

GAMES = [("dropper", {"size": 5}), ("abalone", {"setup": "belgian-daisy", "plies": 60})]


@pytest.mark.parametrize("name, options", GAMES)
def test_the_api_is_kept(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(name, **options), num_cycles=200, verbose_progress=False)
        api_test(zoo.raw_env(name, **options), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("name, options", GAMES)
def test_the_same_seed_gives_the_same_game(name, options):
    seed_test(lambda: zoo.env(name, **options), num_cycles=50)


@pytest.mark.parametrize("name, options", GAMES)
def test_a_game_is_that_of_the_bare_state(name, options):
    env = zoo.raw_env(name, render_mode="ansi", **options)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    total = {"player_0": 0.0, "player_1": 0.0}
    for agent in env.agent_iter(2000):
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert sorted(env.position.legal_actions()) == list(legal)
        env.step(rng.choice(legal))
    assert [total["player_0"], total["player_1"]] == env.position.returns()
    assert env.render()


def test_an_illegal_action_loses():
    env = zoo.env("dropper", size=4)
    env.reset()
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert any(env.terminations.values())
