"""Game records with variations: read, looked at, written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground import _plyground as _rust

State = _rust.State


@dataclass(frozen=True)
class Turn:
    """A turn of a record, with what was said of it and the turns that follow."""

    text: str
    """The turn in the world's notation."""
    about: dict[str, Any]
    """Time, comment, mark and assessment, where there are any."""
    next: list[Turn]
    """What follows: the first goes on with this line, the others are variations."""


class Record:
    """A game that was played, with its variations.

    >>> import plyground as ply
    >>> text = '[World "dropper"]\\n[Size "4"]\\n\\n1. B2 (1. C3)\\n*'
    >>> record = ply.records(text)[0]
    >>> [turn.text for turn in record.line()], record.variations()
    (['B2'], 1)
    """

    def __init__(self, told: dict[str, Any], end: State) -> None:
        self.world = str(told["world"])
        """The world's name."""
        self.options: dict[str, str] = dict(told["options"])
        """How it began."""
        self.players: list[str] = list(told["players"])
        """Who played, first side first; empty where unknown."""
        self.result: str | None = told["result"]
        """`1-0`, `0-1`, `1/2-1/2`, or None where it is not over."""
        self.headers: dict[str, str] = {str(name): str(value) for name, value in told["headers"]}
        """Other headers."""
        self.text = str(told["text"])
        """The record as text."""
        self.end = end
        """The position at the end of the main line."""
        made: dict[int, Turn] = {}
        for one in told["nodes"]:
            node = dict(one["node"])
            made[one["id"]] = Turn(str(node.pop("turn", "")), {k: v for k, v in node.items() if v}, [])
        for one in told["nodes"]:
            made[one["id"]].next.extend(made[child] for child in one["children"] if child in made)
        first = made.get(0)
        self.turns: list[Turn] = first.next if first else []
        """The first turns: that of the game, then variations."""

    def line(self) -> Iterator[Turn]:
        """The turns of the game itself."""
        turns = self.turns
        while turns:
            yield turns[0]
            turns = turns[0].next

    def variations(self) -> int:
        """How many variations there are."""
        count, stack = 0, [self.turns]
        while stack:
            turns = stack.pop()
            count += max(0, len(turns) - 1)
            stack += [turn.next for turn in turns]
        return count

    def __repr__(self) -> str:
        return f"<Record of {self.world}: {' – '.join(self.players)} {self.result or '*'}>"


def records(text: str, file: str = "<text>") -> list[Record]:
    """The records that a text holds, each played through the rules."""
    return [Record(json.loads(told), end) for told, end in _rust.read_records(file, text)]
