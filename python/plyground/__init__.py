"""Board worlds and search: play, solve, analyse and compare.

>>> import plyground as ply
>>> level = ply.world("sokoban").levels()[0]
>>> level.solve("astar", h="hungarian", time=10).status
'solved'
"""

from plyground.errors import MoveError, ParseError, SingleThreadWarning
from plyground.lab import Comparison, Rating, Table, Tournament, compare, read_store, tournament
from plyground.levels import Level, Solution, State, Stats, Trace, Verified
from plyground.own import DRAW, Game, Puzzle, admissible, batched, consistent
from plyground.players import Bot, Line, Player, Thought, player
from plyground.records import Record, Turn, records
from plyground.worlds import Expansion, World, world, worlds

try:
    import gymnasium as _gymnasium
except ImportError:
    pass
else:
    from plyground.envs import register as _register

    _register()
    del _gymnasium

__all__ = [
    "DRAW",
    "Bot",
    "Comparison",
    "Expansion",
    "Game",
    "Level",
    "Line",
    "MoveError",
    "ParseError",
    "Player",
    "Puzzle",
    "Rating",
    "Record",
    "SingleThreadWarning",
    "Solution",
    "State",
    "Stats",
    "Table",
    "Thought",
    "Tournament",
    "Trace",
    "Turn",
    "Verified",
    "World",
    "admissible",
    "batched",
    "compare",
    "consistent",
    "player",
    "read_store",
    "records",
    "tournament",
    "world",
    "worlds",
]
