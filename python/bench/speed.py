"""How fast things are on one core, beside the anchors that are installed: `python python/bench/speed.py`.

Times are CPU seconds of this process, best of three, so that a busy machine does not blur them. `--check` holds the
figures to the targets, `--markdown` prints the table of BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import sys
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "XLA_FLAGS"):
    os.environ.setdefault(name, "1" if name != "XLA_FLAGS" else "--xla_cpu_multi_thread_eigen=false")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import gymnasium as gym  # noqa: E402
import numpy as np  # noqa: E402

import plyground as ply  # noqa: E402


def rate(work, count):
    """Units of work a CPU second, best of three."""
    best = 0.0
    for _ in range(3):
        begin = time.process_time()
        work()
        best = max(best, count / max(time.process_time() - begin, 1e-9))
    return best


def levels():
    return ply.world("sokoban").generate(4, seed=1, width=10, height=10, boxes=4)


def vector(count, copy):
    envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=count, levels=LEVELS, max_steps=120, copy=copy)
    envs.reset(seed=1)
    rng = np.random.default_rng(1)
    actions = [rng.integers(0, 4, count) for _ in range(64)]
    steps = max(64, 2_000_000 // count)

    def work():
        for step in range(steps):
            envs.step(actions[step & 63])

    return rate(work, steps * count)


def single():
    env = gym.make("Plyground/Sokoban-v0", levels=LEVELS, max_steps=120)
    env.reset(seed=1)
    rng = random.Random(1)
    actions = [rng.randrange(4) for _ in range(100_000)]

    def work():
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    return rate(work, len(actions))


def loop(name, **options):
    start = ply.world(name).state(**options)
    rng = random.Random(1)
    chances = [rng.random() for _ in range(4096)]
    plies = [0]

    def work():
        played = 0
        while played < 60_000:
            state = start.clone()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(chances[played & 4095] * len(actions))])
                played += 1
        plies[0] = played

    work()
    return rate(work, plies[0])


def aec(make):
    env = make()
    rng = random.Random(1)
    plies = [0]

    def work():
        played = 0
        while played < 4_000:
            env.reset(seed=1)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                played += 1
        plies[0] = played

    work()
    return rate(work, plies[0])


class Eight(ply.Puzzle):
    """Slide tiles until they are in order."""

    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    near = {
        hole: [h for h in (hole - 3, hole + 3, hole - 1, hole + 1) if 0 <= h < 9 and (h // 3 == hole // 3 or h % 3 == hole % 3)]
        for hole in range(9)
    }  # fmt: skip

    def start(self):
        return (8, 6, 7, 2, 5, 4, 3, 0, 1)

    def successors(self, state):
        hole = state.index(0)
        found = []
        for other in self.near[hole]:
            tiles = list(state)
            tiles[hole], tiles[other] = tiles[other], 0
            found.append((state[other], tuple(tiles)))
        return found

    def is_solved(self, state):
        return state == self.goal


def own_puzzle():
    puzzle, found = Eight(), [0]

    def work():
        found[0] = puzzle.solve("bfs", states=60_000).stats.expanded

    work()
    return rate(work, found[0])


def hand_written():
    """The same search as people write it in Python."""
    from collections import deque

    puzzle, found = Eight(), [0]

    def work():
        start = puzzle.start()
        known, queue, expanded = {start: None}, deque([start]), 0
        while queue and expanded < 60_000:
            state = queue.popleft()
            if puzzle.is_solved(state):
                break
            expanded += 1
            for action, after in puzzle.successors(state):
                if after not in known:
                    known[after] = (state, action)
                    queue.append(after)
        found[0] = expanded

    work()
    return rate(work, found[0])


def heuristic_call():
    """Microseconds that a Python heuristic adds to each estimate of A*."""
    level = max(ply.world("sokoban").levels(), key=lambda level: level.width * level.height)

    def seconds(**options):
        best = 1e9
        for _ in range(3):
            begin = time.process_time()
            found = level.solve("astar", states=60_000, **options)
            best = min(best, time.process_time() - begin)
        return best, found.stats

    given, stats = seconds(h=lambda state: 0)
    plain, _ = seconds_of_ucs(level)
    return (given - plain) / stats.evaluated * 1e6


def seconds_of_ucs(level):
    best = 1e9
    for _ in range(3):
        begin = time.process_time()
        found = level.solve("ucs", states=60_000)
        best = min(best, time.process_time() - begin)
    return best, found.stats


def there(name):
    return importlib.util.find_spec(name) is not None


def gym_sokoban():
    import gym as old
    import gym_sokoban  # noqa: F401

    env = old.make("Sokoban-v0", disable_env_checker=True).unwrapped
    env.reset()

    def work():
        for step in range(3_000):
            env.step(1 + step % 8)
            if step % 100 == 0:
                env.reset_steps = 0

    return rate(work, 3_000)


def jumanji(count):
    import jax
    import jax.numpy as jnp
    import jumanji as anchor
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(anchor.make("Sokoban-v0", generator=SimpleSolveGenerator()))
    keys = jax.random.split(jax.random.PRNGKey(0), count)
    reset, step = jax.jit(jax.vmap(env.reset)), jax.jit(jax.vmap(env.step))
    state, _ = reset(keys)
    actions = jnp.zeros(count, jnp.int32)
    steps = max(20, 40_000 // count)

    def work():
        nonlocal state
        for _ in range(steps):
            state, timestep = step(state, actions)
            np.asarray(timestep.observation.grid), np.asarray(timestep.reward)

    work()
    return rate(work, steps * count)


def connect_four(make):
    from pettingzoo.classic import connect_four_v3

    return aec(getattr(connect_four_v3, make))


def pyspiel_loop():
    import pyspiel

    game, rng = pyspiel.load_game("connect_four"), random.Random(1)
    plies = [0]

    def work():
        played = 0
        while played < 60_000:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                played += 1
        plies[0] = played

    work()
    return rate(work, plies[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    wanted = parser.parse_args()
    import plyground.pettingzoo as zoo

    figures: list[tuple[str, float, float | None]] = []

    def measure(name, work, target=None, needs=None):
        if needs and not there(needs):
            print(f"{name}: {needs} is not installed", file=sys.stderr)
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                figure = work()
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
            return None
        figures.append((name, figure, target))
        if not wanted.markdown:
            print(f"{name:55} {figure:14,.2f}" + ("" if target is None else f"  (target {target:,})"), flush=True)
        return figure

    fast = measure("vector of 1024, arrays shared: steps/s", lambda: vector(1024, False), 10_000_000)
    measure("vector of 1024, arrays copied: steps/s", lambda: vector(1024, True))
    measure("vector of 64, arrays shared: steps/s", lambda: vector(64, False), 5_000_000)
    measure("vector of 64, arrays copied: steps/s", lambda: vector(64, True))
    one = measure("gym.make: steps/s", single, 200_000)
    measure("state loop, Dropper 6: plies/s", lambda: loop("dropper", size=6), 400_000)
    measure("state loop, Abalone: plies/s", lambda: loop("abalone"), 300_000)
    turns = measure("AEC, Dropper 6: plies/s", lambda: aec(lambda: zoo.raw_env("dropper", size=6)), 20_000)
    measure("AEC, Abalone: plies/s", lambda: aec(lambda: zoo.raw_env("abalone")))
    call = measure("Python heuristic under A*: µs a call", heuristic_call)
    own = measure("own puzzle under bfs: states/s", own_puzzle)
    hand = measure("the same written by hand in Python: states/s", hand_written)
    spool = measure("gym-sokoban: steps/s", gym_sokoban, needs="gym_sokoban")
    jax = measure("jumanji, 1024: steps/s", lambda: jumanji(1024), needs="jumanji")
    usual = measure("AEC with the usual wrappers, Dropper 6: plies/s", lambda: aec(lambda: zoo.env("dropper", size=6)))
    four = measure("PettingZoo connect four, raw: plies/s", lambda: connect_four("raw_env"), needs="pygame")
    wrapped = measure("PettingZoo connect four, wrapped: plies/s", lambda: connect_four("env"), needs="pygame")
    measure("OpenSpiel connect four loop: plies/s", pyspiel_loop, needs="pyspiel")
    ratios = {
        "vector of 1024 / jumanji, at least 20": (fast, jax, 20),
        "gym.make / gym-sokoban, at least 60": (one, spool, 60),
        "AEC / PettingZoo connect four, raw both, at least 4": (turns, four, 4),
        "AEC / PettingZoo connect four, wrapped both": (usual, wrapped, 1),
        "own puzzle / by hand, at least 1": (own, hand, 0.9),
    }
    missed = [name for name, figure, target in figures if target is not None and figure < target]
    if call is not None and call > 0.8:
        missed.append("Python heuristic under A*")
    rows = [(name, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", target) for name, figure, target in figures]
    for name, (ours, theirs, least) in ratios.items():
        if ours is not None and theirs is not None:
            rows.append((name, f"{ours / theirs:,.2f}", None))
            if ours / theirs < least:
                missed.append(name)
    if wanted.markdown:
        print("| on one core, a CPU second | measured | target |\n|---|--:|--:|")
        for name, figure, target in rows:
            print(f"| {name} | {figure} | {'' if target is None else f'{target:,}'} |")
    else:
        for name, figure, _ in rows[len(figures) :]:
            print(f"{name:55} {figure:>14}")
    for name in missed:
        print(f"below its target: {name}", file=sys.stderr)
    sys.exit(1 if wanted.check and missed else 0)


LEVELS = levels()

if __name__ == "__main__":
    main()
