"""Gymnasium environments of the puzzles: `Plyground/Sokoban-v0`, `Plyground/SokobanPull-v0`, `Plyground/Sokobond-v0`.

Observations are planes × rows × columns of bytes, levels in the upper left of a board as large as the largest. Actions
are numbers; `info["action_mask"]` tells the legal ones, and an action that is not legal is a step that changes nothing.

Rewards: `step_reward` for every step, `part_reward` for each part of the goal reached (a box on a goal, a line of a bond)
and minus that for each lost, `solved_reward` for the solution. A play is cut off after `max_steps`.
"""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, cast

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from plyground import _plyground as _rust
from plyground._words import texts
from plyground.levels import Level
from plyground.worlds import World, world

Observation: TypeAlias = NDArray[np.uint8]
Source: TypeAlias = "str | os.PathLike[str] | Level | Iterable[Level] | None"

_MOST_SEED = 2**63


def register() -> None:
    """Registers the environments; `import plyground` does so."""
    given: dict[str, dict[str, Any]] = {
        "Sokoban": {"game": "sokoban"},
        "SokobanPull": {"game": "sokoban", "pull": True},
        "Sokobond": {"game": "sokobond"},
    }
    for name, options in given.items():
        ident = f"Plyground/{name}-v0"
        if ident not in gym.registry:
            gym.register(
                ident,
                entry_point="plyground.envs:PuzzleEnv",
                vector_entry_point="plyground.envs:PuzzleVectorEnv",
                kwargs=options,
                order_enforce=False,
                disable_env_checker=True,
            )


def levels_of(place: World, levels: Source, generate: Mapping[str, object] | None, size: int | None) -> list[Level]:
    """The levels that an environment plays."""
    if generate is not None:
        settings: dict[str, Any] = dict(generate)
        found = place.generate(settings.pop("count", 10), seed=settings.pop("seed", 1), **settings)
    elif levels is None or isinstance(levels, (str, os.PathLike)):
        found = place.levels(cast("str | None", levels))
    else:
        found = [levels] if isinstance(levels, Level) else list(levels)
    if size is not None:
        found = [level for level in found if max(level.width, level.height) <= size]
    if not found:
        raise ValueError("there is no level to play; expected a pack, a file, levels, or a larger size")
    return found


class _Plays:
    """What the single and the vector environment share."""

    def __init__(
        self,
        game: str | World,
        levels: Source,
        generate: Mapping[str, object] | None,
        size: int | None,
        count: int,
        max_steps: int | None,
        rewards: tuple[float, float, float],
        options: Mapping[str, object],
    ) -> None:
        self.world = world(game) if isinstance(game, str) else game
        self.levels = levels_of(self.world, levels, generate, size)
        self.options = texts(options)
        given = [level._level for level in self.levels]
        self.batch = _rust.Batch(self.world._world, given, count, self.options, max_steps, *rewards)
        self.observation_space = gym.spaces.Box(0, 255, tuple(self.batch.shape()), np.uint8)
        self.action_space = gym.spaces.Discrete(self.batch.action_count())

    def picture(self, play: int, moves: Sequence[int]) -> tuple[Level, _rust.State]:
        """The state of a play, made anew from its actions."""
        level = self.levels[int(self.batch.levels[play])]
        state = level.state(**self.options)
        for action in moves:
            if action in state.legal_actions():
                state.apply_action(action)
        return level, state


class PuzzleEnv(gym.Env[Observation, np.int64]):
    """A puzzle, one play at a time.

    >>> import gymnasium as gym, plyground
    >>> env = gym.make("Plyground/Sokoban-v0", size=8, render_mode="ansi")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape[0], info["action_mask"].dtype
    (4, dtype('bool'))
    >>> _ = env.step(env.action_space.sample(info["action_mask"].astype("int8")))
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["rgb_array", "ansi", "human"],
        "render_fps": 8,
    }

    def __init__(
        self,
        game: str | World = "sokoban",
        levels: Source = None,
        *,
        generate: Mapping[str, object] | None = None,
        size: int | None = None,
        max_steps: int | None = 200,
        step_reward: float = -0.1,
        part_reward: float = 1.0,
        solved_reward: float = 10.0,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render_mode {render_mode!r} (known: rgb_array, ansi, human)")
        rewards = (step_reward, part_reward, solved_reward)
        self._plays = _Plays(game, levels, generate, size, 1, max_steps, rewards, options)
        self.observation_space = self._plays.observation_space
        self.action_space = self._plays.action_space
        self.render_mode = render_mode
        batch = self._plays.batch
        self._batch = batch
        self._step = batch.step
        self._observation = batch.observations[0]
        self._mask = batch.masks[0]
        self._moves: list[int] = []

    @property
    def level(self) -> Level:
        """The level that is played."""
        return self._plays.levels[int(self._batch.levels[0])]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins anew; `options={"level": n}` chooses the level by its place."""
        super().reset(seed=seed)
        if seed is not None:
            self._batch.seed(0, seed % _MOST_SEED)
        level = None if options is None else options.get("level")
        if level is not None and not 0 <= int(level) < len(self._plays.levels):
            raise ValueError(f"there is no level {level}; expected 0 to {len(self._plays.levels) - 1}")
        self._batch.reset(0, level)
        self._moves.clear()
        if self.render_mode == "human":
            self.render()
        return self._observation.copy(), {"action_mask": self._mask.copy(), "level": int(self._batch.levels[0])}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        reward, terminated, truncated, steps = self._step(0, int(action))
        if self.render_mode is not None:
            self._moves.append(int(action))
            if self.render_mode == "human":
                self.render()
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "steps": steps}
        return self._observation.copy(), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that libraries for masked policies ask for."""
        mask: NDArray[np.bool_] = self._mask.copy()
        return mask

    def render(self) -> Any:
        """The position: text, an array of colours, or shown where a notebook or a terminal is."""
        if self.render_mode is None:
            gym.logger.warn("render() does nothing without a render_mode")
            return None
        _, state = self._plays.picture(0, self._moves)
        if self.render_mode == "ansi":
            return str(state)
        if self.render_mode == "rgb_array":
            return _pixels(state.png(32))
        show(state)
        return None


class PuzzleVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many plays of a puzzle side by side, in one call.

    `autoreset_mode` is `next_step` (the call after the end begins anew), `same_step` (the call that ends it gives the new
    beginning, and the end in `info["final_obs"]`) or `disabled` (begin anew by `reset(options={"reset_mask": …})`).
    With `copy=False` the arrays are the same from call to call: the fastest, for who copies them anyway. They are
    read-only, as a step writes only what it changes.

    >>> import gymnasium as gym, plyground, numpy as np
    >>> envs = gym.make_vec("Plyground/Sokoban-v0", num_envs=16, size=8)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(np.zeros(16, np.int64))
    >>> infos["action_mask"].shape
    (16, 4)
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        num_envs: int = 1,
        game: str | World = "sokoban",
        levels: Source = None,
        *,
        generate: Mapping[str, object] | None = None,
        size: int | None = None,
        max_steps: int | None = 200,
        step_reward: float = -0.1,
        part_reward: float = 1.0,
        solved_reward: float = 10.0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode not in (None, "rgb_array", "ansi"):
            raise ValueError(f"unknown render_mode {render_mode!r} (known: rgb_array, ansi)")
        rewards = (step_reward, part_reward, solved_reward)
        self._plays = _Plays(game, levels, generate, size, num_envs, max_steps, rewards, options)
        batch = self._plays.batch
        self._batch = batch
        self._copy = copy
        self._mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": ["rgb_array", "ansi"],
            "render_fps": 8,
            "autoreset_mode": self._mode,
        }
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = self._plays.observation_space
        self.single_action_space = self._plays.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._next_step = self._mode is AutoresetMode.NEXT_STEP
        self._arrays = (
            _read_only(batch.observations),
            _read_only(batch.rewards),
            _read_only(batch.terminated),
            _read_only(batch.truncated),
        )
        self._told = (_read_only(batch.masks), _read_only(batch.levels), _read_only(batch.steps))
        self._moves: list[list[int]] = [[] for _ in range(num_envs)]

    def _infos(self) -> dict[str, Any]:
        every = self._all
        masks, levels, steps = (one.copy() for one in self._told) if self._copy else self._told
        return {
            "action_mask": masks,
            "_action_mask": every,
            "level": levels,
            "_level": every,
            "steps": steps,
            "_steps": every,
        }

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all plays anew, or those of `options["reset_mask"]`."""
        if isinstance(seed, int):
            super().reset(seed=seed)
            seed = [seed + play for play in range(self.num_envs)]
        if seed is not None:
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds were given; expected {self.num_envs}")
            for play, one in enumerate(seed):
                if one is not None:
                    self._batch.seed(play, one % _MOST_SEED)
        mask = None if options is None else options.get("reset_mask")
        chosen = None if mask is None else np.asarray(mask, np.bool_)
        self._batch.reset_all(chosen)
        for play, moves in enumerate(self._moves):
            if chosen is None or chosen[play]:
                moves.clear()
        observations = self._arrays[0]
        return observations.copy() if self._copy else observations, self._infos()

    def step(
        self, actions: NDArray[np.int64] | Sequence[int]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each play."""
        given = np.asarray(actions, np.int64)
        if self.render_mode is not None:
            self._remember(given)
        self._batch.step_all(given, self._next_step)
        if self._mode is AutoresetMode.SAME_STEP:
            return self._same_step()
        observations, rewards, terminated, truncated = self._arrays
        if self._copy:
            return (
                observations.copy(),
                rewards.copy(),
                terminated.copy(),
                truncated.copy(),
                self._infos(),
            )
        return observations, rewards, terminated, truncated, self._infos()

    def _same_step(
        self,
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        observations, rewards, terminated, truncated = self._arrays
        over = terminated | truncated
        ended = (rewards.copy(), terminated.copy(), truncated.copy())
        final: dict[str, Any] = {}
        if over.any():
            last = np.full(self.num_envs, None, dtype=object)
            for play in np.flatnonzero(over):
                last[play] = observations[play].copy()
                self._moves[play].clear()
            final = {"final_obs": last, "_final_obs": over, "final_info": self._infos(), "_final_info": over}
            if not self._copy:
                final["final_info"] = {name: one.copy() for name, one in final["final_info"].items()}
            self._batch.reset_all(over)
        shown = observations.copy() if self._copy else observations
        return (shown, *ended, {**self._infos(), **final})

    def _remember(self, actions: NDArray[np.int64]) -> None:
        over = self._batch.terminated | self._batch.truncated
        for play, action in enumerate(actions):
            if over[play] and self._next_step:
                self._moves[play].clear()
            else:
                self._moves[play].append(int(action))

    def render(self) -> tuple[Any, ...] | None:
        """The positions, as text or as arrays of colours."""
        if self.render_mode is None:
            return None
        states = [self._plays.picture(play, moves)[1] for play, moves in enumerate(self._moves)]
        if self.render_mode == "ansi":
            return tuple(str(state) for state in states)
        return tuple(_pixels(state.png(32)) for state in states)


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    names = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}
    names["disabled"] = AutoresetMode.DISABLED
    try:
        return names[mode.lower().replace("-", "_")]
    except KeyError:
        raise ValueError(f"unknown autoreset_mode {mode!r} (known: {', '.join(names)})") from None


def _pixels(png: bytes) -> Observation:
    """A picture as rows × columns × 3 colours."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("rgb_array needs pillow: pip install pillow") from error
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


def show(state: _rust.State) -> None:
    """Shows a position in a notebook; in a terminal as text."""
    try:
        shell: Any = importlib.import_module("IPython.core.getipython").get_ipython()
    except ImportError:
        shell = None
    if shell is None:
        print(state)
        return
    display: Any = importlib.import_module("IPython.display")
    display.clear_output(wait=True)
    display.display(display.SVG(state._repr_svg_()))
