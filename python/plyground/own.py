"""Puzzles and games of your own: every algorithm runs on them, the lab compares them, notebooks draw them."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from plyground import _plyground as _rust
from plyground.levels import Level, Solution, Trace
from plyground.worlds import World

if TYPE_CHECKING:
    from plyground.players import Player

State = _rust.State
DRAW = "draw"
"""What `Game.winner` gives where nobody won."""

F = TypeVar("F", bound=Callable[..., Any])


def admissible(method: F) -> F:
    """Marks a heuristic that is never more than the true cost still to come."""
    method.__dict__["promise"] = "admissible"
    return method


def consistent(method: F) -> F:
    """Marks a heuristic that is admissible and never drops by more than a step costs."""
    method.__dict__["promise"] = "consistent"
    return method


def batched(method: F) -> F:
    """Marks a heuristic that gets a list of states and gives a number for each."""
    method.__dict__["batched"] = True
    return method


class _Own:
    name: str | None = None
    """What it is called; the name of its class where nothing is said."""

    def draw(self, state: Any) -> str:
        """How a state looks: text, or SVG that begins with `<svg`."""
        return str(state)

    def _about(self, prefix: str) -> dict[str, Any]:
        kind = type(self)
        name = self.name or kind.__name__
        found: dict[str, tuple[str, str, str, bool]] = {}
        for cls in kind.__mro__:
            for attribute in cls.__dict__:
                word = attribute.removeprefix(prefix)
                if word == attribute or word in found or not callable(getattr(self, attribute)):
                    continue
                method = getattr(self, attribute)
                summary = (method.__doc__ or word.replace("_", " ")).strip().splitlines()[0]
                marks = getattr(method, "promise", ""), bool(getattr(method, "batched", False))
                found[word] = (word, summary, *marks)
        doc = kind.__doc__ or f"{name}, written in Python"
        return {
            "id": _id(name),
            "name": name,
            "summary": doc.strip().splitlines()[0],
            "title": self.title(),
            "heuristics": list(found.values()),
        }

    def title(self) -> str:
        """What this one is called among others of its kind."""
        return self.name or type(self).__name__


def _id(name: str) -> str:
    return re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-") or "own"


class Puzzle(_Own):
    """A puzzle of your own.

    Write `start`, `successors` and `is_solved`; a state is any hashable object. Methods whose names begin with `h_` are
    its heuristics (`h_manhattan` is `h="manhattan"`); mark them with `@ply.admissible`, `@ply.consistent` or
    `@ply.batched`. `is_dead(state)`, where there is one, tells states from which there is no solution; `goals()` and
    `predecessors(state)`, both of which give states, let `bidirectional` run. `draw` says how a state looks.

    >>> import plyground as ply
    >>> class Count(ply.Puzzle):
    ...     def __init__(self, goal):
    ...         self.goal = goal
    ...     def start(self):
    ...         return 0
    ...     def successors(self, n):
    ...         yield "one", n + 1
    ...         yield "double", 2 * n
    ...     def is_solved(self, n):
    ...         return n == self.goal
    ...     def is_dead(self, n):
    ...         return n > self.goal
    >>> Count(10).solve("bfs").moves
    'one one double one double'
    >>> ply.compare([Count(10), Count(99)], ["bfs", "astar"]).to_dicts()[1]["status"]
    'solved'
    """

    def start(self) -> Hashable:
        """The state it starts from."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterable[tuple[Any, Hashable] | tuple[Any, Hashable, float]]:
        """Each legal action with the state it leads to, and what it costs where that is not 1."""
        raise NotImplementedError

    def is_solved(self, state: Any) -> bool:
        """Whether the goal is reached."""
        raise NotImplementedError

    @consistent
    def h_zero(self, state: Any) -> float:
        """Nothing: all states are alike."""
        return 0

    @property
    def level(self) -> Level:
        """The puzzle as a level, for all that takes levels."""
        world = _rust.own_puzzle(self, self._about("h_"))
        level = Level(world.parse("", b"")[0], self.title())
        level._own = self
        return level

    def solve(self, method: str = "astar", **options: Any) -> Solution:
        """Solves it, as `Level.solve` does."""
        return self.level.solve(method, **options)

    def trace(self, method: str = "astar", **options: Any) -> Trace:
        """Solves it and keeps what the search did."""
        return self.level.trace(method, **options)

    def _repr_html_(self) -> str:
        drawn = self.draw(self.start())
        return drawn if drawn.lstrip().startswith("<svg") else self.level.svg()


class Game(_Own):
    """A game of your own for two players.

    Write `start`, `to_move`, `moves`, `play` and `winner`; a state is any hashable object. Methods whose names begin with
    `eval_` are its evaluations: the value for the side to move, 100 for about one piece.

    >>> import plyground as ply
    >>> class Stones(ply.Game):
    ...     def start(self):
    ...         return (7, 0)
    ...     def to_move(self, state):
    ...         return state[1]
    ...     def moves(self, state):
    ...         return [n for n in (1, 2, 3) if n <= state[0]]
    ...     def play(self, state, n):
    ...         return (state[0] - n, 1 - state[1])
    ...     def winner(self, state):
    ...         return 1 - state[1] if state[0] == 0 else None
    >>> thought = Stones().player("alphabeta", depth=9).think(Stones().state())
    >>> thought.move, thought.proof
    ('3', 'win')
    """

    sides: tuple[str, str] = ("First", "Second")
    """What the two sides are called."""
    repetition: int = 0
    """A position that occurs so often draws; 0 for never."""
    max_plies: int | None = 1000
    """After so many plies the game is drawn; None for never."""

    def start(self) -> Hashable:
        """The state it starts from."""
        raise NotImplementedError

    def to_move(self, state: Any) -> int:
        """Whose move it is: 0 or 1."""
        raise NotImplementedError

    def moves(self, state: Any) -> Iterable[Any]:
        """The legal actions; there is one at least where there is no winner."""
        raise NotImplementedError

    def play(self, state: Any, action: Any) -> Hashable:
        """The state after an action."""
        raise NotImplementedError

    def winner(self, state: Any) -> int | str | None:
        """Who won: 0 or 1; `ply.DRAW` where nobody did; None while it goes on."""
        raise NotImplementedError

    @property
    def world(self) -> World:
        """The game as a world, for all that takes worlds."""
        about = self._about("eval_")
        return World(_rust.own_game(self, about, list(self.sides), self.repetition, self.max_plies))

    def state(self) -> State:
        """The start, as a bare state."""
        return self.world.state()

    def player(self, method: str | None = None, **options: Any) -> Player:
        """A player of this game."""
        return self.world.player(method, **options)
