"""Experiments and tournaments: run, kept in a store, read as tables."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground import _plyground as _rust
from plyground._words import Progress, listener, texts
from plyground.levels import Level
from plyground.own import Game, Puzzle
from plyground.records import Record, records
from plyground.worlds import World, world

if TYPE_CHECKING:
    import pandas
    import polars


class Table:
    """Rows with names, for pandas, polars or plain Python."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return [dict(row) for row in self._rows]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas table."""
        import pandas

        return pandas.DataFrame(self._rows)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars table."""
        import polars

        return polars.DataFrame(self._rows, infer_schema_length=None)

    def _repr_html_(self) -> str:
        return str(self.to_pandas().to_html())


class Comparison(Table):
    """What methods did on levels: a row for each run."""

    def __init__(self, rows: list[dict[str, Any]], sentences: list[str]) -> None:
        super().__init__(rows)
        self.summary = sentences
        """What the rows say, in sentences."""

    def __repr__(self) -> str:
        return f"<Comparison of {len(self)} runs>\n" + "\n".join(self.summary)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row with what is nested laid beside the rest."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            flat.update(value)
        else:
            flat[name] = value
    return flat


def compare(
    levels: Iterable[Level | Puzzle] | Level | Puzzle,
    methods: Sequence[str],
    *,
    heuristics: Sequence[str] = (),
    seeds: Sequence[int] = (),
    repeats: int = 1,
    time: float = 60,
    states: int | None = None,
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    progress: Progress = False,
    **options: object,
) -> Comparison:
    """Runs every method on every level, with every heuristic and seed that it takes.

    `store` is a folder that keeps the runs: what is there is not run again. The rows are those of `plyground compare`.

    >>> import plyground as ply
    >>> level = ply.world("sokoban").parse("#######\\n#@ $ .#\\n#######")[0]
    >>> table = ply.compare([level], ["bfs", "astar(h=pushes)", "beam(width=450)"], seeds=[1, 2])
    >>> [row["method"] for row in table.to_dicts()]
    ['bfs', 'astar(h=pushes)', 'beam(seed=1,width=450)', 'beam(seed=2,width=450)']
    """
    listed = [levels] if isinstance(levels, (Level, Puzzle)) else list(levels)
    cases = [one.level if isinstance(one, Puzzle) else one for one in listed]
    if cases:
        for method in methods:
            cases[0].world._warn_threads(method, None)
    hear = listener(progress, lambda told: f"{told[0]} of {told[1]} runs")
    text, sentences = _rust.compare(
        [(case.file, case.number, case._level) for case in cases],
        list(methods),
        list(heuristics),
        list(seeds),
        repeats,
        texts(options),
        time,
        states,
        jobs,
        None if store is None else Path(store),
        hear,
    )
    return Comparison([_flat(json.loads(line)) for line in text.splitlines()], sentences)


@dataclass(frozen=True)
class Rating:
    """How strong a player is, the mean of all being 0."""

    elo: float
    """The strength."""
    error: float
    """The true strength lies within plus or minus this in 95 of 100 cases."""


class Tournament(Table):
    """A tournament that was played: a row for each game."""

    def __init__(self, result: dict[str, Any], sentences: list[str], text: str) -> None:
        super().__init__([_flat(game) for game in result["games"]])
        self.summary = sentences
        """What the games say, in sentences."""
        self.text = text
        """The games as records."""
        self.standings: list[dict[str, Any]] = [_flat(one) for one in result["standings"]]
        """The players, best first: rank, name, elo, error, points, games, wins, draws, losses."""
        self.ratings: dict[str, Rating] = {
            str(one["name"]): Rating(float(one["rating"]["elo"]), float(one["rating"]["error"]))
            for one in result["standings"]
        }
        """How strong each player is, best first."""

    def records(self) -> list[Record]:
        """The games as records; of the built-in worlds."""
        return records(self.text)

    def __repr__(self) -> str:
        return f"<Tournament of {len(self)} games>\n" + "\n".join(self.summary)

    def _repr_html_(self) -> str:
        import pandas

        return str(pandas.DataFrame(self.standings).to_html())


def tournament(
    game: str | World | Game,
    players: Sequence[object],
    *,
    rounds: int = 10,
    seed: int = 1,
    time: float | None = None,
    nodes: int | None = None,
    form: str = "round-robin",
    ratings: str = "elo",
    jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    progress: Progress = False,
    **options: object,
) -> Tournament:
    """Plays a tournament. A player is a method such as `mcts(playouts=100)`, or an object with `choose(state)`.

    In a round every pairing plays one opening twice, with swapped sides. `form` is `round-robin` or `gauntlet` (the first
    against all others), `ratings` is `elo` or `bayes`. An exception of a player ends it and is raised.

    >>> import plyground as ply
    >>> result = ply.tournament("dropper", ["greedy", "random"], rounds=2, size=4)
    >>> len(result), list(result.ratings)[0]
    (4, 'greedy')
    """
    if form not in ("round-robin", "gauntlet"):
        raise ValueError(f"unknown form {form!r} (known: round-robin, gauntlet)")
    place = game.world if isinstance(game, Game) else world(game) if isinstance(game, str) else game
    names: list[str] = []
    for one in players:
        if isinstance(one, str):
            names.append(one)
            continue
        if not callable(getattr(one, "choose", None)):
            raise TypeError(f"{one!r} is no player; expected a method's name or an object with choose(state)")
        wanted = str(getattr(one, "name", None) or type(one).__name__)
        name = re.sub(r"[^a-z0-9_-]+", "-", wanted.lower()).strip("-") or "bot"
        number = 2
        while name in place.methods or name in names:
            name, number = f"{name.rstrip('0123456789')}{number}", number + 1
        place = place.with_player(name, one)
        names.append(name)
    hear = listener(progress, lambda told: f"{told[0]} of {told[1]} games")
    result, sentences, text = _rust.tournament(
        place._world,
        names,
        rounds,
        texts(options),
        seed,
        form == "gauntlet",
        ratings,
        time,
        nodes,
        jobs,
        None if store is None else Path(store),
        hear,
    )
    return Tournament(json.loads(result), sentences, text)


def read_store(path: str | os.PathLike[str], table: str | None = None) -> Table:
    """The rows of a store of the lab: a folder of `plyground compare` or `plyground tournament`, or its file.

    >>> import plyground as ply, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> level = ply.world("sokoban").parse("#######\\n#@ $ .#\\n#######")[0]
    >>> _ = ply.compare([level], ["bfs"], store=folder)
    >>> ply.read_store(folder).to_dicts()[0]["method"]
    'bfs'
    """
    place = Path(path)
    files = sorted(place.glob("*.sqlite")) if place.is_dir() else [place]
    if not files or not files[0].exists():
        raise FileNotFoundError(f"{place} holds no store; expected a folder of the lab or its .sqlite file")
    connection = sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True)
    try:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [str(row[0]) for row in found]
        wanted = table or next((name for name in ("runs", "games") if name in tables), None)
        if wanted not in tables:
            raise ValueError(f"unknown table {table!r} (known: {', '.join(tables)})")
        rows = [dict(row) for row in connection.execute(f'SELECT * FROM "{wanted}"')]
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{files[0]} is no store: {error}") from error
    finally:
        connection.close()
    for row in rows:
        stats = row.get("stats")
        if isinstance(stats, str):
            row.update(json.loads(row.pop("stats")))
    return Table(rows)
