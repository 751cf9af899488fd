"""Levels, and what solving them found."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from plyground import _plyground as _rust
from plyground._words import Progress, listener, texts

if TYPE_CHECKING:
    import pandas

    from plyground.worlds import World

State = _rust.State

_MOST_FRAMES = 400


@dataclass(frozen=True)
class Stats:
    """What a search did, counted the same way for all methods."""

    expanded: int = 0
    """States whose successors were generated."""
    generated: int = 0
    """Successors generated."""
    evaluated: int = 0
    """Heuristic estimates made."""
    reopened: int = 0
    """States opened again by a cheaper path."""
    dead_ends: int = 0
    """States dropped as unsolvable."""
    peak_frontier: int = 0
    """The most states that waited at once."""
    peak_bytes: int = 0
    """The most bytes held at once by the search."""
    seconds: float = 0.0
    """Wall time."""

    @classmethod
    def _of(cls, told: dict[str, Any]) -> Stats:
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in told.items() if name in known})


@dataclass(frozen=True)
class Verified:
    """What a line of moves reaches."""

    valid: bool
    """Whether every move is legal."""
    solved: bool
    """Whether the end is solved."""
    steps: int
    """The steps of the line, as far as it is legal."""
    pushes: int | None
    """The pushes, in worlds that count them."""
    error: str | None
    """The move that was refused, and why."""


@dataclass(frozen=True)
class Solution:
    """What a method found. In a notebook it shows itself as a replay."""

    level: Level
    """The level."""
    method: str
    """The method with its options."""
    status: str
    """`solved`, `unsolvable`, `not_found`, `time_limit`, `state_limit`, `memory_limit` or `cancelled`."""
    moves: str | None
    """The solution in the world's notation. Also there where a limit came before the proof."""
    steps: int | None
    """How many steps it has."""
    pushes: int | None
    """How many pushes, in worlds that count them."""
    optimal: bool
    """Whether it is proven that no solution is better."""
    bound: int | None
    """No solution is better than this, in the metric asked for."""
    stats: Stats
    """What it took."""
    options: dict[str, str] = field(default_factory=dict[str, str])
    """The world's options that were in force."""

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return self.moves is not None

    def gif(self, cell: int = 32, *, dark: bool = False) -> bytes:
        """The solution as an animation."""
        return self.level.gif(self.moves or "", cell, dark=dark, **self.options)

    def states(self) -> list[State]:
        """The positions along the solution, the start first."""
        state = self.level.state(**self.options)
        along = [state.clone()]
        for move in self._steps():
            state.play(move)
            along.append(state.clone())
        return along

    def _steps(self) -> list[str]:
        moves = self.moves or ""
        if " " in moves or self.level.world.is_own:
            return moves.split()
        steps: list[str] = []
        for letter in moves:
            if steps and steps[-1] == "~":
                steps[-1] += letter
            else:
                steps.append(letter)
        return steps

    def __repr__(self) -> str:
        found = "" if self.moves is None else f", {self.steps} steps"
        return f"<Solution {self.status} by {self.method}{found}, {self.stats.expanded} states expanded>"

    def _repr_html_(self) -> str:
        words = html.escape(repr(self)[1:-1])
        if self.moves is None:
            return f"<p>{words}</p>"
        drawn = self.level._drawings(self._steps()) if self.level.world.is_own else None
        if drawn:
            return _animation(drawn) + f"<p>{words}</p>"
        if self.steps is not None and self.steps > _MOST_FRAMES:
            return f"<p>{words}; too long to be shown here</p>"
        data = base64.b64encode(self.gif()).decode()
        return f'<img alt="{words}" src="data:image/gif;base64,{data}"><p>{words}</p>'


@dataclass(frozen=True)
class Trace:
    """All that a search did, event by event."""

    solution: Solution
    """What was found."""
    events: list[dict[str, Any]]
    """`expanded`, `generated`, `pruned` and `iteration`, in order; numbers name states."""
    cut: bool
    """Whether the search was ended because there were more events than wanted."""
    svg: str | None
    """The tree as a picture, where it is small enough to be drawn."""
    text: str
    """The trace as a file: JSON, the head and then one event a line. The page's Watch reads it."""

    def to_pandas(self) -> pandas.DataFrame:
        """The events as a table."""
        import pandas

        return pandas.DataFrame(self.events)

    def _repr_svg_(self) -> str | None:
        return self.svg


class Level:
    """A level: to be looked at, played, solved. In a notebook it shows itself as a picture.

    >>> import plyground as ply
    >>> level = ply.world("sokoban").parse("#####\\n#@$.#\\n#####\\nTitle: One push")[0]
    >>> level
    <Level of sokoban: One push>
    #####
    #@$.#
    #####
    """

    def __init__(self, level: _rust.Level, file: str = "", number: int = 1, difficulty: float | None = None) -> None:
        self._level = level
        self._info: dict[str, Any] = json.loads(level.info())
        self._own: Any = None
        self.file = file
        """The file or pack it comes from."""
        self.number = number
        """Its number there, from 1."""
        self.difficulty = difficulty
        """How hard it is, where it was generated; comparable within a world."""

    @property
    def world(self) -> World:
        """The world it belongs to."""
        from plyground.worlds import World

        return World(self._level.world())

    @property
    def title(self) -> str:
        """Its title; empty where it has none."""
        return str(self._info["title"])

    @property
    def author(self) -> str:
        """Who made it; empty where unknown."""
        return str(self._info["author"])

    @property
    def width(self) -> int:
        """Columns of the board."""
        return int(self._info["width"])

    @property
    def height(self) -> int:
        """Rows of the board."""
        return int(self._info["height"])

    @property
    def info(self) -> dict[str, Any]:
        """All that is known of it: best solution, notes, measures."""
        return dict(self._info)

    def text(self, format: str | None = None) -> str:
        """The level as text, in one of the world's formats."""
        return self._level.text(format)

    def state(self, **options: object) -> State:
        """The bare state at its beginning, for programs.

        >>> import plyground as ply
        >>> s = ply.world("sokoban").parse("######\\n#@ $.#\\n######")[0].state()
        >>> [s.action_to_string(a) for a in s.legal_actions()]
        ['r']
        """
        return self._level.state(texts(options))

    def solve(
        self,
        method: str | None = None,
        *,
        h: str | Callable[..., Any] | None = None,
        h_batch: Callable[..., Any] | None = None,
        time: float | None = None,
        states: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        progress: Progress = False,
        **options: object,
    ) -> Solution:
        """Solves it. `time` is in seconds, `memory` in bytes; other options are the method's or the world's.

        `h` is the name of a heuristic or a function of a state; `h_batch` a function of many states at once, an array
        N×C×H×W (the method is then `batch` where none is named). Ctrl-C ends the search; other threads go on.

        >>> import plyground as ply
        >>> level = ply.world("sokoban").parse("#######\\n#@ $ .#\\n#######")[0]
        >>> sol = level.solve("astar", h="hungarian", time=10)
        >>> sol.status, sol.moves, sol.stats.expanded > 0
        ('solved', 'rRR', True)
        >>> level.solve("astar", h=lambda state: 0).moves
        'rRR'
        >>> level.solve("astr")
        Traceback (most recent call last):
        ...
        ValueError: unknown method "astr"; did you mean astar? (known: ...
        """
        level, world = self, self.world
        if h_batch is not None:
            world = world.with_heuristic("given", h_batch, batched=True)
            h, method = "given", method or "batch"
        elif h is not None and not isinstance(h, str):
            world = world.with_heuristic("given", h)
            h, method = "given", method or "astar"
        if (world._world.calls_python and not self._level.world().calls_python) or (h == "given" and world.is_own):
            level = self._in(world)
        line, own = world._split(method, {"h": h, **options})
        world._warn_threads(line, threads)
        hear = listener(
            progress,
            lambda told: f"{told['stats']['expanded']:,} states expanded, {told['frontier']:,} waiting",
        )
        found = json.loads(level._level.solve(line, own, time, states, memory, threads, hear))
        return self._solution(found, own)

    def trace(
        self,
        method: str = "astar",
        *,
        events: int = 100_000,
        time: float | None = None,
        states: int | None = None,
        **options: object,
    ) -> Trace:
        """Solves it and keeps what the search did, event by event.

        >>> import plyground as ply
        >>> trace = ply.world("sokoban").parse("######\\n#@ $.#\\n######")[0].trace("bfs")
        >>> [event["event"] for event in trace.events][:2]
        ['expanded', 'generated']
        """
        world = self.world
        line, own = world._split(method, options)
        world._warn_threads(line, None)
        text, svg = self._level.trace(line, own, events, time, states)
        head, *lines = [json.loads(one) for one in text.splitlines()]
        return Trace(self._solution(head["solved"], own), lines, bool(head["cut"]), svg, text)

    def optimise(
        self,
        solutions: str | Iterable[str],
        *,
        time: float | None = 10,
        states: int | None = None,
        progress: Progress = False,
        **options: object,
    ) -> Solution:
        """Makes solutions shorter; gives nothing worse than the best of them.

        >>> import plyground as ply
        >>> level = ply.world("sokoban").parse("######\\n#@ $.#\\n######")[0]
        >>> level.optimise("rlrR", time=5).moves
        'rR'
        """
        lines = [solutions] if isinstance(solutions, str) else list(solutions)
        own = texts(options)
        hear = listener(progress, lambda told: str(told["note"]))
        return self._solution(json.loads(self._level.optimise(lines, own, time, states, hear)), own)

    def verify(self, moves: str, **options: object) -> Verified:
        """Replays a line of moves from the start.

        >>> import plyground as ply
        >>> level = ply.world("sokoban").parse("######\\n#@ $.#\\n######")[0]
        >>> level.verify("rR").solved, level.verify("u").valid
        (True, False)
        """
        found = json.loads(self._level.verify(moves, texts(options)))
        return Verified(
            bool(found["valid"]),
            bool(found["solved"]),
            int(found["moves"]),
            found.get("pushes"),
            found.get("error"),
        )

    def svg(self, moves: str = "", **options: object) -> str:
        """A picture of the level after a line of moves, as SVG."""
        if not moves and (drawn := self._drawings([])):
            return drawn[-1]
        return self._level.frames(moves, texts(options), True)[-1]

    def png(self, moves: str = "", cell: int = 48, *, dark: bool = False, **options: object) -> bytes:
        """A picture of the level after a line of moves, as PNG."""
        return self._level.png(moves, texts(options), cell, dark)

    def gif(self, moves: str, cell: int = 32, *, dark: bool = False, **options: object) -> bytes:
        """An animation of a line of moves."""
        return self._level.gif(moves, texts(options), cell, dark)

    def key(self) -> str:
        """Names the level by how its start looks, whatever its title."""
        return self._level.key()

    def __repr__(self) -> str:
        drawn = self._level.frames("", {}, False)[0].rstrip("\n")
        return f"<Level of {self.world.id}: {self.title}>\n{drawn}"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _in(self, world: World) -> Level:
        return Level(self._level.within(world._world), self.file, self.number, self.difficulty)

    def _drawings(self, moves: Sequence[str]) -> list[str]:
        """The pictures that a puzzle of one's own draws, where it draws SVG."""
        if self._own is None:
            return []
        state = self._level.state({})
        drawn = [str(self._own.draw(state.own()))]
        if not drawn[0].lstrip().startswith("<svg"):
            return []
        for move in moves:
            state.play(move)
            drawn.append(str(self._own.draw(state.own())))
        return drawn

    def _solution(self, found: dict[str, Any], options: dict[str, str]) -> Solution:
        return Solution(
            level=self,
            method=str(found["method"]),
            status=str(found["status"]),
            moves=found.get("solution"),
            steps=found.get("moves"),
            pushes=found.get("pushes"),
            optimal=bool(found["optimal"]),
            bound=found.get("bound"),
            stats=Stats._of(found["stats"]),
            options=options,
        )


def _animation(frames: Sequence[str]) -> str:
    """Pictures one after the other, without a script."""
    count, step = len(frames), 0.5
    name = f"ply{abs(hash(tuple(frames))) % 10**9}"
    share = 100 / count
    style = (
        f"@keyframes {name}{{0%{{opacity:1}}{share:.4f}%{{opacity:1}}{share + 0.001:.4f}%{{opacity:0}}"
        f"100%{{opacity:0}}}}.{name}{{display:grid}}.{name}>*{{grid-area:1/1;opacity:0;"
        f"animation:{name} {count * step}s infinite}}"
    )
    parts = [f'<div style="animation-delay:{index * step}s">{frame}</div>' for index, frame in enumerate(frames)]
    return f'<style>{style}</style><div class="{name}">{"".join(parts)}</div>'
