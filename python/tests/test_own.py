import warnings

import pytest

import plyground as ply


class Eight(ply.Puzzle):
    """Slide tiles until they are in order."""

    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def __init__(self, tiles=(1, 2, 3, 4, 0, 6, 7, 5, 8)):
        self.tiles = tuple(tiles)

    def start(self):
        return self.tiles

    def successors(self, state):
        hole = state.index(0)
        row, column = divmod(hole, 3)
        for name, down, right in (("u", -1, 0), ("d", 1, 0), ("l", 0, -1), ("r", 0, 1)):
            if 0 <= row + down < 3 and 0 <= column + right < 3:
                other = (row + down) * 3 + column + right
                tiles = list(state)
                tiles[hole], tiles[other] = tiles[other], tiles[hole]
                yield name, tuple(tiles)

    def is_solved(self, state):
        return state == self.goal

    def goals(self):
        return [self.goal]

    def predecessors(self, state):
        return [before for _, before in self.successors(state)]

    @ply.consistent
    def h_manhattan(self, state):
        """How far the tiles are from home."""
        total = 0
        for place, tile in enumerate(state):
            if tile:
                total += abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3)
        return total

    @ply.batched
    def h_many(self, states):
        return [self.h_manhattan(state) for state in states]

    def draw(self, state):
        return "\n".join(" ".join(str(tile or ".") for tile in state[i : i + 3]) for i in (0, 3, 6))


HARDER = (8, 6, 7, 2, 5, 4, 3, 0, 1)


def test_every_method_runs_on_a_puzzle_of_ones_own():
    puzzle = Eight()
    level = puzzle.level
    best = puzzle.solve("bfs").steps
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ply.SingleThreadWarning)
        for method in level.world.methods:
            found = puzzle.solve(method, states=50_000)
            assert found.moves is not None or method in ("dfs", "hillclimb", "dls"), method
            if found.moves is not None:
                assert level.verify(found.moves).solved
            if method in ("bfs", "ucs", "astar", "idastar", "ids", "bidirectional", "pbfs", "pastar"):
                assert found.steps == best, method


def test_its_heuristics_have_names_and_promises():
    level = Eight().level
    assert list(level.world.heuristics) == ["manhattan", "many", "zero"]
    astar, zero = level.solve("astar", h="manhattan"), level.solve("astar", h="zero")
    assert astar.optimal and astar.steps == zero.steps
    assert astar.stats.expanded < zero.stats.expanded


def test_a_hard_one_is_solved_in_31_steps():
    assert Eight(HARDER).solve("astar").steps == 31


def test_a_batched_heuristic_is_asked_for_many_at_once():
    sizes = []

    class Watched(Eight):
        @ply.batched
        def h_many(self, states):
            sizes.append(len(states))
            return [self.h_manhattan(state) for state in states]

    found = Watched(HARDER).solve("batch(h=many,size=64)")
    assert found.solved and max(sizes) > 32


class Crowded:
    """A number whose hash is that of many others; comparing some of them may fail."""

    def __init__(self, number, fails=False):
        self.number, self.fails = number, fails

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        if self.fails or other.fails:
            raise ArithmeticError("not to be compared")
        # A search within a comparison: the first goes on unharmed.
        if self.number == other.number == 7:
            assert Eight().solve("bfs").moves
        return self.number == other.number


class Count(ply.Puzzle):
    """From 0 to 40 by steps of two and three, up and down."""

    def __init__(self, fails=()):
        self.fails = fails

    def start(self):
        return Crowded(0)

    def successors(self, state):
        numbers = (state.number + step for step in (2, 3, -2, -3))
        return [(str(number), Crowded(number, number in self.fails)) for number in numbers if 0 <= number <= 60]

    def is_solved(self, state):
        return state.number == 40


def test_states_that_share_a_hash_are_told_apart():
    found = Count().solve("bfs")
    assert found.optimal and len(found.moves.split()) == 14
    assert Count().solve("bfs", states=1000).stats.expanded <= 61


def test_a_comparison_that_fails_reaches_the_caller():
    with pytest.raises(ArithmeticError, match="not to be compared"):
        Count(fails=(12,)).solve("bfs")


def test_parallel_methods_run_on_one_thread_and_say_so():
    with pytest.warns(ply.SingleThreadWarning, match="one thread"):
        assert Eight().solve("pastar").solved


def test_steps_may_cost_what_they_like():
    class Road(ply.Puzzle):
        ways = {"a": [("far", "d", 10), ("near", "b", 1.5)], "b": [("on", "d", 2.25)], "d": []}

        def start(self):
            return "a"

        def successors(self, state):
            return self.ways[state]

        def is_solved(self, state):
            return state == "d"

    assert Road().solve("astar").moves == "near on"
    assert Road().solve("bfs").moves == "far"


def test_exceptions_reach_the_caller():
    class Broken(Eight):
        def __init__(self, where):
            super().__init__()
            self.where = where

        def successors(self, state):
            if self.where == "successors":
                raise KeyError("successors")
            return super().successors(state)

        def is_solved(self, state):
            if self.where == "is_solved":
                raise KeyError("is_solved")
            return super().is_solved(state)

        def h_manhattan(self, state):
            if self.where == "h":
                raise KeyError("h")
            return 1

    for where in ("successors", "is_solved", "h"):
        with pytest.raises(KeyError, match=where):
            Broken(where).solve("astar", h="manhattan")
    with pytest.raises(KeyError, match="successors"):
        ply.compare([Broken("successors")], ["astar"])


@pytest.mark.parametrize(
    "successors, error",
    [
        (lambda state: 5, TypeError),
        (lambda state: [("a",)], TypeError),
        (lambda state: [("a", [])], TypeError),
        (lambda state: [("a", 1, -3)], ValueError),
        (lambda state: [("a", 1, float("nan"))], ValueError),
        (lambda state: ["ab"], TypeError),
    ],
)
def test_bad_successors_are_refused(successors, error):
    class Bad(ply.Puzzle):
        def start(self):
            return 0

        def is_solved(self, state):
            return False

    Bad.successors = lambda self, state: successors(state)
    with pytest.raises(error):
        Bad().solve("bfs")


def test_heuristics_that_are_no_numbers_are_refused(corridor):
    for bad in (float("nan"), "three", [1]):
        with pytest.raises((ValueError, TypeError)):
            corridor.solve("astar", h=lambda state, bad=bad: bad)
    assert corridor.solve("astar", h=lambda state: None).status == "unsolvable"
    assert corridor.solve("astar", h=lambda state: -5).moves == "rRR"


def test_a_heuristic_of_planes_is_asked_in_batches(sokoban):
    shapes = []

    def net(planes):
        shapes.append(planes.shape)
        return (planes[:, 2] & (1 - planes[:, 1])).sum(axis=(1, 2))

    level = sokoban.levels()[11]
    found = level.solve("batch(size=32)", h_batch=net)
    assert found.solved and len(shapes[0]) == 4 and max(shape[0] for shape in shapes) > 16
    with pytest.raises(ValueError, match="numbers for"):
        level.solve(h_batch=lambda planes: [1, 2, 3, 4, 5, 6, 7])


def test_own_puzzles_are_compared_and_drawn():
    table = ply.compare([Eight(), Eight(HARDER)], ["astar(h=manhattan)", "greedy(h=manhattan)"])
    assert [row["status"] for row in table.to_dicts()] == ["solved"] * 4
    assert Eight().level.svg().startswith("<svg")
    assert "1 2 3" in repr(Eight().level)
    assert Eight().solve("bfs")._repr_html_()


def test_svg_of_ones_own_is_shown_as_it_is():
    class Drawn(Eight):
        def draw(self, state):
            return f"<svg xmlns='http://www.w3.org/2000/svg'><text>{state}</text></svg>"

    assert Drawn().level.svg().startswith("<svg xmlns='http")
    assert "animation" in Drawn().solve("bfs")._repr_html_()


class Nim(ply.Game):
    """Take stones; who takes the last one wins."""

    def start(self):
        return ((3, 4, 5), 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [f"{pile}:{n}" for pile, stones in enumerate(state[0]) for n in range(1, stones + 1)]

    def play(self, state, action):
        pile, n = map(int, action.split(":"))
        piles = tuple(stones - n if i == pile else stones for i, stones in enumerate(state[0]))
        return (piles, 1 - state[1])

    def winner(self, state):
        return None if any(state[0]) else 1 - state[1]

    def eval_parity(self, state):
        a, b, c = state[0]
        return 100 if a ^ b ^ c else -100


def test_every_player_plays_a_game_of_ones_own():
    game = Nim()
    for method in game.world.methods:
        options = {"depth": 2} if method in ("minimax", "alphabeta") else {}
        if method == "mcts":
            options = {"playouts": 50}
        thought = game.player(method, **options).think(game.state())
        assert thought.move in game.moves(game.start())
    proven = game.player("alphabeta").think(game.state(), depth=12, time=20)
    assert proven.proof == "win"
    assert proven.move == "0:2"


def test_a_game_of_ones_own_has_tournaments_with_bots():
    class Perfect(ply.Bot):
        def choose(self, state):
            (piles, _) = state.own()
            total = piles[0] ^ piles[1] ^ piles[2]
            for pile, stones in enumerate(piles):
                if stones ^ total < stones:
                    return f"{pile}:{stones - (stones ^ total)}"
            return state.legal_actions()[0]

    result = ply.tournament(Nim(), ["random", Perfect()], rounds=4)
    assert next(iter(result.ratings)) == "perfect"
    assert len(result) == 8


def test_exceptions_of_bots_and_games_reach_the_caller():
    class Broken(ply.Bot):
        def choose(self, state):
            raise KeyError("bot")

    with pytest.raises(KeyError, match="bot"):
        ply.tournament("dropper", ["greedy", Broken()], rounds=1, size=4)

    class BrokenNim(Nim):
        def play(self, state, action):
            raise KeyError("play")

    with pytest.raises(KeyError, match="play"):
        BrokenNim().player("alphabeta(depth=3)").think(BrokenNim().state())
    state = BrokenNim().state()
    with pytest.raises(KeyError, match="play"):
        state.apply_action(0)
        state.legal_actions()
