import warnings

import numpy as np
import pytest

gym = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import plyground as ply  # noqa: E402

NAMES = ["Plyground/Sokoban-v0", "Plyground/SokobanPull-v0", "Plyground/Sokobond-v0"]
MODES = ["next_step", "same_step", "disabled"]


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_nothing_to_complain_of(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the recommended.*")
        warnings.filterwarnings("ignore", message=".*human.*")
        env = gym.make(name, render_mode="rgb_array", size=9).unwrapped
        check_env(env, skip_render_check=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_play_is_the_play_of_a_bare_state(name):
    env = gym.make(name, size=10, max_steps=60)
    for seed in range(5):
        observation, info = env.reset(seed=seed)
        state = env.unwrapped.level.state(**env.unwrapped._plays.options)
        rng = np.random.default_rng(seed)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            assert sorted(state.legal_actions()) == list(legal)
            planes = state.observation()
            assert (observation[:, : planes.shape[1], : planes.shape[2]] == planes).all()
            action = rng.choice(legal)
            state.apply_action(int(action))
            observation, _, terminated, truncated, info = env.step(action)
            assert terminated == state.is_terminal()
            over = terminated or truncated


def test_rewards_are_what_they_say(corridor):
    env = gym.make("Plyground/Sokoban-v0", levels=corridor, step_reward=-1, part_reward=5, solved_reward=100)
    env.reset(seed=0)
    assert env.step(1)[1] == -1
    assert env.step(0)[1] == -1, "a step into a wall is a step"
    assert env.step(1)[1] == -1
    _, reward, terminated, _, info = env.step(1)
    assert (reward, terminated, info["steps"]) == (104, True, 4)
    assert not info["action_mask"].any()


def test_levels_come_from_packs_files_generators_and_values(tmp_path, sokoban, corridor):
    path = tmp_path / "mine.xsb"
    path.write_text(corridor.text())
    for given in (
        {"levels": "plyground"},
        {"levels": str(path)},
        {"levels": path},
        {"levels": [corridor, corridor]},
        {"generate": {"count": 2, "seed": 4, "boxes": 2}},
    ):
        env = gym.make("Plyground/Sokoban-v0", **given)
        env.reset(seed=1)
    with pytest.raises(ValueError, match="no level"):
        gym.make("Plyground/Sokoban-v0", levels=corridor, size=2)


def test_pictures_of_all_kinds(corridor):
    assert gym.make("Plyground/Sokoban-v0", levels=corridor, render_mode="ansi").reset() is not None
    env = gym.make("Plyground/Sokoban-v0", levels=corridor, render_mode="ansi")
    env.reset()
    env.step(1)
    assert env.render().splitlines()[1] == "# @$ .#"
    env = gym.make("Plyground/Sokoban-v0", levels=corridor, render_mode="rgb_array")
    env.reset()
    assert env.render().shape[2] == 3


@pytest.mark.parametrize("mode", MODES)
def test_many_plays_are_what_single_plays_are(mode):
    count = 5
    envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=count, size=8, max_steps=30, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == AutoresetMode[mode.upper()]
    singles = [gym.make("Plyground/Sokoban-v0", size=8, max_steps=30) for _ in range(count)]
    observations, infos = envs.reset(seed=10)
    last = [env.reset(seed=10 + i) for i, env in enumerate(singles)]
    rng = np.random.default_rng(3)
    over = np.zeros(count, bool)
    for _ in range(100):
        actions = rng.integers(0, 4, count)
        before_over = over.copy()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for i, env in enumerate(singles):
            if before_over[i] and mode == "next_step":
                last[i] = env.reset()
                assert rewards[i] == 0 and not terminated[i]
            else:
                observation, reward, ended, cut, info = env.step(actions[i])
                assert (rewards[i], terminated[i], truncated[i]) == (reward, ended, cut)
                last[i] = observation, info
                if (ended or cut) and mode == "same_step":
                    assert (infos["final_obs"][i] == observation).all() and infos["_final_obs"][i]
                    last[i] = env.reset()
            assert (observations[i] == last[i][0]).all()
            assert (infos["action_mask"][i] == last[i][1]["action_mask"]).all()
        over = terminated | truncated
        if mode == "disabled" and over.any():
            observations, infos = envs.reset(options={"reset_mask": over})
            for i in np.flatnonzero(over):
                last[i] = singles[i].reset()
                assert (observations[i] == last[i][0]).all()
            over = np.zeros(count, bool)


def test_arrays_are_shared_only_where_that_is_wanted():
    for copy in (True, False):
        envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=3, size=8, copy=copy)
        first, _ = envs.reset(seed=1)
        second = envs.step(np.zeros(3, np.int64))[0]
        assert (first is second) != copy
        assert second.flags.writeable == copy


def test_the_same_seed_gives_the_same_plays():
    def play(seed):
        envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=8, size=9)
        envs.reset(seed=seed)
        envs.action_space.seed(seed)
        return [envs.step(envs.action_space.sample())[0].sum() for _ in range(300)]

    assert play(3) == play(3)


def test_wrong_calls_are_refused(corridor):
    envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=3, levels=corridor)
    envs.reset()
    with pytest.raises(ValueError, match="expected 3"):
        envs.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="autoreset_mode"):
        gym.make_vec("Plyground/Sokoban-v0", num_envs=3, autoreset_mode="never")
    with pytest.raises(ValueError, match="memory"):
        ply.envs.PuzzleVectorEnv(10**12)
    with pytest.raises((ValueError, OverflowError)):
        ply.envs.PuzzleVectorEnv(-1)
