"""PettingZoo environments of the games: Abalone, Dropper, and your own.

>>> from plyground.pettingzoo import env
>>> game = env("dropper", size=4)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     over = terminated or truncated
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
>>> game.close()

The games are played in turns, so there is no parallel environment of them.
"""

from __future__ import annotations

import io
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from plyground import _plyground as _rust
from plyground.own import Game
from plyground.worlds import World, world

_AGENTS = ("player_0", "player_1")


def env(game: str | World | Game = "dropper", **options: Any) -> AECEnv[str, Any, Any]:
    """A game with the usual wrappers: an illegal action loses, and calls out of order are refused."""
    wrapped: Any = raw_env(game, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class GameEnv(AECEnv[str, dict[str, Any], "int | None"]):  # type: ignore[misc]
    """A game for two, ply by ply: a Dropper turn is two plies of one player.

    Observations are planes × rows × columns of bytes beside the mask of legal actions. The winner gets 1, the loser -1.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array", "ansi", "human"],
        "name": "plyground_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str | World | Game = "dropper", *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render_mode {render_mode!r} (known: rgb_array, ansi, human)")
        place = game.world if isinstance(game, Game) else world(game) if isinstance(game, str) else game
        self._start = place.state(**options)
        self._count = self._start.action_count()
        if self._count == 0:
            raise ValueError(f"the moves of {place.name} have no numbers of their own")
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents: list[str] = []
        shape = tuple(self._start.shape())
        self._spaces = {
            agent: gym.spaces.Dict(
                {
                    "observation": gym.spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": gym.spaces.Box(0, 1, (self._count,), np.int8),
                }
            )
            for agent in _AGENTS
        }
        self._actions = {agent: gym.spaces.Discrete(self._count) for agent in _AGENTS}
        self._state = self._start.clone()

    def observation_space(self, agent: str) -> gym.Space[Any]:
        """Planes, and the mask of legal actions."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        """The numbers of actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. There is no chance in it, so that the seed changes nothing but the action spaces'."""
        if seed is not None:
            for index, agent in enumerate(_AGENTS):
                self._actions[agent].seed(seed + index)
        self._state = self._start.clone()
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = _AGENTS[self._state.current_player()]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position; the mask is empty for who is not to move."""
        acts = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._state.legal_actions_mask() if acts else np.zeros(self._count, np.int8)
        return {"observation": self._state.observation(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a ply of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for agents whose game is over; expected an action")
        self._cumulative_rewards[agent] = 0.0
        self._state.apply_action(int(action))
        if self._state.is_terminal():
            first, second = self._state.returns()
            self.rewards = {_AGENTS[0]: first, _AGENTS[1]: second}
            self.terminations = dict.fromkeys(_AGENTS, True)
        self.agent_selection = _AGENTS[self._state.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position: text, an array of colours, or shown where a notebook or a terminal is."""
        if self.render_mode == "ansi":
            return str(self._state)
        if self.render_mode == "rgb_array":
            from PIL import Image

            with Image.open(io.BytesIO(self._state.png(40))) as picture:
                return np.asarray(picture.convert("RGB"))
        if self.render_mode == "human":
            from plyground.envs import show

            show(self._state)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def state(self) -> NDArray[Any]:
        """The position as an array."""
        return self._state.observation()

    @property
    def position(self) -> _rust.State:
        """The position as a bare state."""
        return self._state


raw_env = GameEnv
