"""Worlds: what there is to play and to solve."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground import _plyground as _rust
from plyground._words import Progress, listener, spec, texts
from plyground.errors import SingleThreadWarning
from plyground.levels import Level

if TYPE_CHECKING:
    from plyground.players import Player

State = _rust.State


@dataclass(frozen=True)
class Expansion:
    """The files of a state space, and how many boards or moves they hold."""

    counts: list[int]
    """The moves of the input; or, with a depth, the different boards after 1, 2, … plies."""
    files: list[Path]
    """The files that were written."""


def worlds() -> list[str]:
    """The names of the worlds.

    >>> import plyground as ply
    >>> ply.worlds()
    ['sokoban', 'sokobond', 'abalone', 'dropper']
    """
    return _rust.worlds()


def world(name: str) -> World:
    """The world of that name.

    >>> import plyground as ply
    >>> ply.world("sokobann")
    Traceback (most recent call last):
    ...
    ValueError: unknown world "sokobann"; did you mean sokoban? (known: sokoban, sokobond, abalone, dropper)
    """
    return World(_rust.world(name))


class World:
    """A world of puzzles or of games.

    >>> import plyground as ply
    >>> soko = ply.world("sokoban")
    >>> soko.kind, soko.name
    ('puzzle', 'Sokoban')
    >>> "astar" in soko.methods and "hungarian" in soko.heuristics
    True
    """

    def __init__(self, world: _rust.World) -> None:
        self._world = world
        self._info: dict[str, Any] = json.loads(world.info())

    def __repr__(self) -> str:
        return f"<World {self.id}: {self.summary}>"

    @property
    def id(self) -> str:
        """The word people type."""
        return str(self._info["id"])

    @property
    def name(self) -> str:
        """The name people read."""
        return str(self._info["name"])

    @property
    def summary(self) -> str:
        """What it is, in one sentence."""
        return str(self._info["summary"])

    @property
    def kind(self) -> str:
        """`"puzzle"` or `"game"`."""
        return str(self._info["kind"])

    @property
    def options(self) -> dict[str, str]:
        """Settings of the world, each with what it does."""
        return _named(self._info["options"])

    @property
    def methods(self) -> dict[str, str]:
        """The solvers (of a puzzle) or players (of a game), each with what it does."""
        return _named(self._info.get("methods") or self._info.get("players") or [])

    @property
    def heuristics(self) -> dict[str, str]:
        """The heuristics (of a puzzle) or evaluations (of a game), each with what it measures."""
        return _named(self._info.get("heuristics") or self._info.get("evaluations") or [])

    @property
    def setups(self) -> dict[str, str]:
        """Named starting positions of a game."""
        return {str(setup["id"]): str(setup["name"]) for setup in self._info.get("setups", [])}

    @property
    def packs(self) -> list[str]:
        """The packs of levels that ship."""
        return list(self._info.get("packs", []))

    @property
    def formats(self) -> list[str]:
        """The formats in which levels are written."""
        return list(self._info.get("formats", []))

    @property
    def generator(self) -> dict[str, str]:
        """The settings of `generate`, each with what it does."""
        return _named(self._info.get("generator", []))

    @property
    def rules(self) -> str:
        """The rules in words."""
        return "\n".join(json.loads(self._world.rules())["text"])

    def method_options(self, method: str) -> dict[str, str]:
        """The options of a method, each with what it does.

        >>> import plyground as ply
        >>> sorted(ply.world("sokoban").method_options("beam"))
        ['h', 'noise', 'restarts', 'seed', 'width']
        """
        for info in self._info.get("methods") or self._info.get("players") or []:
            if info["id"] == method:
                return _named(info["options"])
        raise ValueError(f"unknown method {method!r} (known: {', '.join(self.methods)})")

    def levels(self, source: str | os.PathLike[str] | None = None) -> list[Level]:
        """The levels of a pack that ships, or of a file; all packs where nothing is named.

        >>> import plyground as ply
        >>> level = ply.world("sokoban").levels()[11]
        >>> level.number
        12
        """
        if source is None:
            found: list[Level] = []
            for pack in self.packs:
                found += self.levels(pack)
            return found
        if isinstance(source, str) and source in self.packs:
            return _numbered(source, self._world.pack(source))
        path = Path(source)
        if not path.exists() and isinstance(source, str) and not path.suffix:
            return _numbered(source, self._world.pack(source))
        return _numbered(path.name, self._world.parse(str(path), path.read_bytes()))

    def parse(self, text: str, file: str = "<text>") -> list[Level]:
        """The levels that a text holds, in any of the world's formats.

        >>> import plyground as ply
        >>> ply.world("sokoban").parse("#####\\n#@$.#\\n#####")[0].solve("bfs").moves
        'R'
        """
        return _numbered(file, self._world.parse(file, text.encode()))

    def print(self, levels: Iterable[Level], format: str | None = None) -> str:
        """Levels as one file of text."""
        return self._world.print([level._level for level in levels], format or self.formats[0])

    def generate(self, count: int = 1, *, seed: int = 1, progress: Progress = False, **options: object) -> list[Level]:
        """Makes levels that are proven solvable; the same seed gives the same levels. `generator` lists the options.

        >>> import plyground as ply
        >>> level = ply.world("sokoban").generate(1, seed=3, boxes=2)[0]
        >>> level.solve("astar").status
        'solved'
        """
        if count < 0 or seed < 0:
            raise ValueError("count and seed must not be negative")
        hear = listener(progress, lambda done: f"{done} of {count} levels")
        made = self._world.generate(count, seed, texts(options), hear)
        return [Level(level, "generated", number, difficulty) for number, (level, difficulty) in enumerate(made, 1)]

    def state(
        self,
        *,
        setup: str | None = None,
        size: int | None = None,
        position: str | None = None,
        **options: object,
    ) -> State:
        """The start of a game, as a bare state: its moves are numbers.

        >>> import plyground as ply
        >>> s = ply.world("abalone").state(setup="belgian-daisy")
        >>> len(s.legal_actions()), s.is_terminal(), s.current_player()
        (52, False, 0)
        """
        return self._world.state(texts({"setup": setup, "size": size, "position": position, **options}))

    def player(self, method: str | None = None, **options: Any) -> Player:
        """A player of this game, such as `alphabeta(depth=4)`."""
        from plyground.players import Player

        return Player(method or str(self._info["default"]), world=self, **options)

    def with_heuristic(
        self,
        name: str,
        call: Callable[..., Any],
        *,
        batched: bool = False,
        promise: str = "",
    ) -> World:
        """The same world with a heuristic of your own, for `h=name`.

        `call` gets a `State` (of a puzzle of your own: your state) and gives the steps still to come; None or infinity
        means unsolvable. Where `batched`, it gets many states as an array N×C×H×W of bytes (of a puzzle of your own: a
        list) and gives N numbers; the method `batch` asks for many at once. `promise` is `"admissible"` or
        `"consistent"` where that is so.

        >>> import plyground as ply
        >>> def away(state):
        ...     walls, goals, boxes, player = state.observation()
        ...     return int((boxes & (1 - goals)).sum())
        >>> soko = ply.world("sokoban").with_heuristic("away", away, promise="admissible")
        >>> level = soko.parse("######\\n#@ $.#\\n######")[0]
        >>> level.solve("astar", h="away").moves
        'rR'
        """
        return World(self._world.with_heuristic(name, call, batched, promise))

    def with_evaluation(self, name: str, call: Callable[..., float]) -> World:
        """The same game with an evaluation of your own, for `eval=name`: the value for the side to move.

        >>> import plyground as ply
        >>> stones = lambda s: int(s.observation()[0].sum()) - int(s.observation()[1].sum())
        >>> mine = lambda s: stones(s) if s.current_player() == 0 else -stones(s)
        >>> dropper = ply.world("dropper").with_evaluation("stones", mine)
        >>> thought = dropper.player("alphabeta", eval="stones", depth=2).think(dropper.state(size=4))
        >>> len(thought.best) > 0
        True
        """
        return World(self._world.with_evaluation(name, call))

    def with_player(self, name: str, bot: object) -> World:
        """The same game with a player of your own: an object whose `choose(state)` gives an action."""
        summary = (type(bot).__doc__ or "a player of your own").strip().splitlines()[0]
        return World(self._world.with_player(name, summary, bot))

    @property
    def is_own(self) -> bool:
        """Whether its rules are written in Python."""
        return self._world.is_own

    def _split(self, method: str | None, options: dict[str, object]) -> tuple[str, dict[str, str]]:
        """The method with its options, and the options that are the world's."""
        mine = {name: value for name, value in options.items() if name in self.options}
        rest = {name: value for name, value in options.items() if name not in mine}
        return spec(method or str(self._info["default"]), rest), texts(mine)

    def _warn_threads(self, line: str, threads: int | None) -> None:
        """Says so where a method of many threads runs on one, because it calls Python."""
        name = line.partition("(")[0].strip().lower()
        listed = self._info.get("methods") or self._info.get("players") or []
        parallel = any(info["id"] == name and info["threads"] for info in listed)
        asks = self._world.is_own or "h=given" in line or "eval=given" in line
        if parallel and self._world.calls_python and asks and threads != 1:
            warnings.warn(f"{name} runs on one thread here: it calls Python code", SingleThreadWarning, stacklevel=4)

    def expand(
        self,
        input: str | os.PathLike[str],
        folder: str | os.PathLike[str] | None = None,
        *,
        depth: int | None = None,
        board_only: bool = False,
    ) -> Expansion:
        """Writes the state-space files of an input file: all moves and boards, or the boards of each depth."""
        where = None if folder is None else Path(folder)
        counts, files = self._world.expand(Path(input), where, board_only, depth)
        return Expansion(list(counts), [Path(file) for file in files])


def _named(listed: Sequence[dict[str, Any]]) -> dict[str, str]:
    return {str(info["id"]): str(info.get("summary", "")) for info in listed}


def _numbered(file: str, levels: Sequence[_rust.Level]) -> list[Level]:
    return [Level(level, file, number) for number, level in enumerate(levels, 1)]
