"""Players of games: those that there are, and your own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground import _plyground as _rust
from plyground._words import Progress, listener, spec
from plyground.worlds import World

State = _rust.State


@dataclass(frozen=True)
class Line:
    """A continuation and what it is worth."""

    score: int
    """The value for the side to move."""
    moves: list[str]
    """The turns, first one first."""


@dataclass(frozen=True)
class Thought:
    """What a player thinks of a position."""

    best: list[str]
    """The chosen turn first; then those proven equally good, where the method is exact."""
    score: int
    """The value for the side to move."""
    proof: str | None
    """`win`, `loss` or `draw` for the side to move, if there is a proof."""
    depth: int
    """Plies looked ahead."""
    nodes: int
    """Positions visited."""
    lines: list[Line]
    """The best lines, best first."""
    seconds: float
    """The time it took."""

    @property
    def move(self) -> str:
        """The chosen turn."""
        return self.best[0]


class Player:
    """A player by its method, such as `alphabeta(depth=4)`; it keeps what it learned from move to move.

    >>> import plyground as ply
    >>> s = ply.world("dropper").state(size=4)
    >>> thought = ply.player("alphabeta", depth=3).think(s)
    >>> thought.lines[0].moves[0] == thought.move
    True
    """

    def __init__(
        self,
        method: str,
        *,
        world: World | None = None,
        eval: str | Callable[..., float] | None = None,
        **options: object,
    ) -> None:
        self._call = None if eval is None or isinstance(eval, str) else eval
        named = "given" if self._call is not None else eval
        self.spec = spec(method, {"eval": named, **options})
        """The method with its options."""
        self._world = world
        self._made: tuple[str, _rust.Player] | None = None
        if world is not None:
            self._of(world)

    def __repr__(self) -> str:
        return f"<Player {self.spec}>"

    def _of(self, world: World) -> _rust.Player:
        if self._made is None or self._made[0] != world.id:
            if self._call is not None:
                world = world.with_evaluation("given", self._call)
            self._made = (world.id, world._world.player(self.spec))
        return self._made[1]

    def think(
        self,
        state: State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Thought:
        """Thinks about a position that is not over. Ctrl-C ends it; other threads go on.

        `time` is in seconds. Without any limit, and none in the method's options, it thinks for a second.
        """
        if time is None and nodes is None and depth is None and "(" not in self.spec:
            time = 1.0
        world = self._world or World(state.world())
        player = self._of(world)
        if threads is not None and threads > 1:
            world._warn_threads(self.spec, threads)
        hear = listener(progress, lambda told: f"depth {told['depth']}: {' '.join(told['best'][:1])}")
        told: dict[str, Any] = json.loads(player.think(state, time, nodes, depth, lines, threads, hear))
        return Thought(
            best=list(told["best"]),
            score=int(told["score"]),
            proof=told.get("proof"),
            depth=int(told["depth"]),
            nodes=int(told["nodes"]),
            lines=[Line(int(line["score"]), list(line["moves"])) for line in told["lines"]],
            seconds=float(told["seconds"]),
        )

    def new_game(self) -> None:
        """Forgets what it learned: a new game begins."""
        if self._made is not None:
            self._made[1].new_game()


def player(method: str, *, world: World | None = None, **options: Any) -> Player:
    """A player by its method. Its world is that of the first position it thinks about, where none is given."""
    return Player(method, world=world, **options)


class Bot:
    """A player of your own: `choose` gives an action of a position, as a number or as text.

    >>> import plyground as ply
    >>> class First(ply.Bot):
    ...     def choose(self, state):
    ...         return state.legal_actions()[0]
    >>> result = ply.tournament("dropper", ["greedy", First()], rounds=1, size=4)
    >>> sorted(result.ratings)
    ['first', 'greedy']
    """

    name: str | None = None
    """What it is called in tables; the name of its class where nothing is said."""

    def choose(self, state: State) -> int | str:
        """The action to play."""
        raise NotImplementedError

    def new_game(self) -> None:
        """Is told when a new game begins."""
