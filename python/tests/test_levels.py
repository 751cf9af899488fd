import io
import json
from pathlib import Path

import pytest

import plyground as ply


def test_the_levels_that_ship_are_there_and_show_themselves(sokoban):
    levels = sokoban.levels()
    assert len(levels) > 20
    assert levels[11].number == 12
    assert levels[11]._repr_svg_().startswith("<svg")
    assert "#" in repr(levels[11])


def test_a_solution_is_replayed_and_verified(corridor):
    solution = corridor.solve("astar", h="hungarian", time=10)
    assert (solution.status, solution.moves, solution.steps, solution.pushes) == ("solved", "rRR", 3, 2)
    assert solution.optimal and solution.solved and solution.stats.expanded > 0
    assert corridor.verify(solution.moves).solved
    assert "data:image/gif" in solution._repr_html_()
    assert [str(state).count("*") for state in solution.states()][-1] == 1


def test_every_method_of_every_world_solves_its_first_level():
    for name in ("sokoban", "sokobond"):
        level = ply.world(name).levels()[0]
        for method in level.world.methods:
            found = level.solve(method, states=200_000, time=20)
            assert found.status in ("solved", "not_found", "state_limit", "time_limit"), method
            if found.moves is not None:
                assert level.verify(found.moves).solved, method


def test_world_options_and_method_options_are_told_apart(corridor):
    assert corridor.solve("astar", h="pushes", metric="pushes").pushes == 2
    assert corridor.solve("beam(width=5)", seed=3).method == "beam(seed=3,width=5)"
    assert corridor.solve("bfs", pull=True).solved


def test_limits_end_a_search(sokoban):
    hard = max(sokoban.levels(), key=lambda level: level.width * level.height)
    assert hard.solve("bfs", states=10).status == "state_limit"
    assert hard.solve("bfs", memory=20_000).status == "memory_limit"
    assert hard.solve("bfs", time=0.05).status in ("time_limit", "solved")


def test_progress_is_told_to_a_function(sokoban):
    hard = max(sokoban.levels(), key=lambda level: level.width * level.height)
    told = []
    hard.solve("bfs", time=1.5, progress=told.append)
    assert told and all("stats" in one for one in told)


def test_levels_come_from_files_and_go_to_text(sokoban, corridor, tmp_path):
    path = tmp_path / "mine.xsb"
    path.write_text(sokoban.print([corridor, corridor]))
    levels = sokoban.levels(path)
    assert [level.number for level in levels] == [1, 2]
    assert levels[0].file == "mine.xsb"
    assert levels[0].key() == corridor.key()
    assert levels[0].text() == corridor.text()


def test_levels_are_generated_by_seed(sokoban):
    made = [sokoban.generate(1, seed=5, boxes=2)[0].text() for _ in range(2)]
    assert made[0] == made[1]
    assert sokoban.generate(1, seed=6, boxes=2)[0].text() != made[0]
    assert sokoban.generate(1, seed=5, boxes=2)[0].difficulty is not None


def test_a_solution_is_made_shorter(corridor):
    assert corridor.optimise(["rlrRR", "rlrlrRR"], time=5).moves == "rRR"
    with pytest.raises(ValueError, match="solve"):
        corridor.optimise("r", time=1)


def test_a_trace_tells_what_a_search_did(corridor):
    trace = corridor.trace("astar", h="manhattan")
    kinds = [event["event"] for event in trace.events]
    assert kinds.count("expanded") == trace.solution.stats.expanded
    assert not trace.cut
    assert len(trace.to_pandas()) == len(trace.events)
    assert json.loads(trace.text.splitlines()[0])["world"] == "sokoban"
    assert corridor.trace("bfs", events=2).cut


def test_pictures_are_bytes_of_their_format(corridor):
    assert corridor.png().startswith(b"\x89PNG")
    assert corridor.gif("rRR").startswith(b"GIF89a")
    image = pytest.importorskip("PIL.Image")
    assert image.open(io.BytesIO(corridor.gif("rRR"))).n_frames >= 4


def test_shared_data_reads_where_it_is_there(sokoban):
    data = Path(__file__).resolve().parents[3] / "shared" / "data"
    files = sorted(data.glob("**/*.xsb"))[:3] if data.exists() else []
    if not files:
        pytest.skip("../shared/data is not there")
    for file in files:
        assert sokoban.levels(file)
