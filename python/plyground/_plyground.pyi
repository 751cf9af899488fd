"""The extension module: what must be fast, or must speak to the crates."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_Options = dict[str, str]
_Listener = Callable[[str], None] | None

def world(name: str) -> World: ...
def worlds() -> list[str]: ...
def own_puzzle(object: object, about: dict[str, Any]) -> World: ...
def own_game(
    object: object, about: dict[str, Any], sides: list[str], repetition: int, max_plies: int | None
) -> World: ...
def read_records(file: str, text: str) -> list[tuple[str, State]]: ...
def compare(
    levels: list[tuple[str, int, Level]],
    methods: list[str],
    heuristics: list[str],
    seeds: list[int],
    repeats: int,
    given: _Options,
    time: float,
    states: int | None,
    jobs: int,
    store: Path | None,
    listener: _Listener,
) -> tuple[str, list[str]]: ...
def tournament(
    world: World,
    players: list[str],
    rounds: int,
    given: _Options,
    seed: int,
    gauntlet: bool,
    ratings: str,
    time: float | None,
    nodes: int | None,
    jobs: int,
    store: Path | None,
    listener: _Listener,
) -> tuple[str, list[str], str]: ...

class World:
    @property
    def is_own(self) -> bool: ...
    @property
    def calls_python(self) -> bool: ...
    def info(self) -> str: ...
    def rules(self) -> str: ...
    def pack(self, name: str) -> list[Level]: ...
    def parse(self, file: str, bytes: bytes) -> list[Level]: ...
    def print(self, levels: list[Level], format: str) -> str: ...
    def generate(self, count: int, seed: int, given: _Options, listener: _Listener) -> list[tuple[Level, float]]: ...
    def state(self, given: _Options) -> State: ...
    def player(self, spec: str) -> Player: ...
    def check_method(self, spec: str) -> None: ...
    def with_heuristic(self, id: str, call: Callable[..., Any], batched: bool, promised: str) -> World: ...
    def with_evaluation(self, id: str, call: Callable[..., float]) -> World: ...
    def with_player(self, id: str, summary: str, bot: object) -> World: ...
    def expand(
        self, input: Path, folder: Path | None, board_only: bool, depth: int | None
    ) -> tuple[list[int], list[str]]: ...

class Level:
    def world(self) -> World: ...
    def info(self) -> str: ...
    def key(self) -> str: ...
    def text(self, format: str | None) -> str: ...
    def state(self, given: _Options) -> State: ...
    def within(self, world: World) -> Level: ...
    def solve(
        self,
        spec: str,
        given: _Options,
        time: float | None,
        states: int | None,
        memory: int | None,
        threads: int | None,
        listener: _Listener,
    ) -> str: ...
    def trace(
        self, spec: str, given: _Options, most: int, time: float | None, states: int | None
    ) -> tuple[str, str | None]: ...
    def optimise(
        self,
        solutions: list[str],
        given: _Options,
        time: float | None,
        states: int | None,
        listener: _Listener,
    ) -> str: ...
    def verify(self, moves: str, given: _Options) -> str: ...
    def frames(self, moves: str, given: _Options, draw: bool) -> list[str]: ...
    def png(self, moves: str, given: _Options, cell: int, dark: bool) -> bytes: ...
    def gif(self, moves: str, given: _Options, cell: int, dark: bool) -> bytes: ...

class State:
    """A position of a puzzle or a game, with its moves as numbers."""

    def world(self) -> World:
        """The world."""
    def legal_actions(self) -> list[int]:
        """The numbers of the legal actions; none where it is over."""
    def legal_actions_mask(self) -> NDArray[np.int8]:
        """The legal actions as ones among zeros; empty where actions have no numbers of their own."""
    def apply_action(self, action: int) -> None:
        """Plays an action; one that is refused changes nothing."""
    def play(self, text: str) -> None:
        """Plays the action that is written so."""
    def is_terminal(self) -> bool:
        """Whether nothing more can be played."""
    def returns(self) -> list[float]:
        """What each side has at the end: 1 for a win, -1 for a loss; a puzzle gives 1 where it is solved."""
    def current_player(self) -> int:
        """Whose move it is: 0 or 1."""
    def action_count(self) -> int:
        """All actions are below this; 0 where they are numbered by their place among the legal ones."""
    def action_to_string(self, action: int) -> str:
        """A legal action as people write it."""
    def string_to_action(self, text: str) -> int:
        """The number of the action that is written so."""
    def observation(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """The position as planes × rows × columns of bytes, written into `out` where that is given."""
    def planes(self) -> list[str]:
        """The names of the planes of an observation."""
    def shape(self) -> list[int]:
        """Planes, rows and columns of an observation."""
    def key(self) -> bytes:
        """A few bytes that equal positions share."""
    def clone(self) -> State:
        """A copy, to go on with elsewhere."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: object) -> State: ...
    def text(self) -> str:
        """The position as text, as its world writes it."""
    def png(self, cell: int = 48, dark: bool = False) -> bytes:
        """The position as a picture."""
    def own(self) -> Any:
        """The state of a puzzle or game of your own, as you wrote it; None for others."""
    def _repr_svg_(self) -> str: ...

class Player:
    def spec(self) -> str: ...
    def think(
        self,
        state: State,
        time: float | None,
        nodes: int | None,
        depth: int | None,
        lines: int,
        threads: int | None,
        listener: _Listener,
    ) -> str: ...
    def new_game(self) -> None: ...

class Batch:
    def __init__(
        self,
        world: World,
        levels: list[Level],
        count: int,
        given: _Options,
        max_steps: int | None,
        step_reward: float,
        part_reward: float,
        solved_reward: float,
    ) -> None: ...
    @property
    def observations(self) -> NDArray[np.uint8]: ...
    @property
    def masks(self) -> NDArray[np.bool_]: ...
    @property
    def rewards(self) -> NDArray[np.float64]: ...
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def levels(self) -> NDArray[np.uint32]: ...
    @property
    def steps(self) -> NDArray[np.uint32]: ...
    def shape(self) -> list[int]: ...
    def action_count(self) -> int: ...
    def seed(self, play: int, seed: int) -> None: ...
    def reset(self, play: int, level: int | None = None) -> None: ...
    def reset_all(self, mask: NDArray[np.bool_] | None = None) -> None: ...
    def step(self, play: int, action: int) -> tuple[float, bool, bool, int]: ...
    def step_all(self, actions: NDArray[np.int64], next_step: bool) -> None: ...
