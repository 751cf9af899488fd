import pytest

import plyground as ply


def test_methods_are_compared_and_the_rows_are_tables(corridor):
    table = ply.compare([corridor], ["bfs", "astar(h=pushes)", "beam(width=450)"], seeds=[1, 2])
    frame = table.to_pandas()
    assert list(frame["method"])[-1] == "beam(seed=2,width=450)"
    assert {"status", "moves", "pushes", "expanded", "seconds", "title"} <= set(frame.columns)
    assert table.summary
    assert len(table.to_polars()) == len(table) == 4


def test_a_store_keeps_runs_and_is_read(corridor, tmp_path):
    first = ply.compare([corridor], ["bfs", "astar"], store=tmp_path)
    again = ply.compare([corridor], ["bfs", "astar"], store=tmp_path)
    assert [row["seconds"] for row in first.to_dicts()] == [row["seconds"] for row in again.to_dicts()]
    rows = ply.read_store(tmp_path)
    assert len(rows) == 2 and "expanded" in rows.to_dicts()[0]
    assert len(rows.to_pandas()) == len(rows.to_polars()) == 2


def test_a_store_of_games_is_read(tmp_path):
    ply.tournament("dropper", ["greedy", "random"], rounds=1, size=4, store=tmp_path)
    assert len(ply.read_store(tmp_path)) == 2
    with pytest.raises(FileNotFoundError):
        ply.read_store(tmp_path / "nothing")
    with pytest.raises(ValueError, match="unknown table"):
        ply.read_store(tmp_path, "nothing")


def test_tournaments_are_the_same_for_the_same_seed():
    played = [
        ply.tournament("dropper", ["greedy", "mcts(playouts=20)"], rounds=2, size=4, seed=7).text.count(".")
        for _ in range(2)
    ]
    assert played[0] == played[1]


def test_games_of_a_tournament_are_records():
    result = ply.tournament("dropper", ["greedy", "random"], rounds=1, size=4)
    records = result.records()
    assert len(records) == 2
    assert all(record.end.is_terminal() for record in records)


def test_records_keep_variations():
    record = ply.records('[World "dropper"]\n[Size "4"]\n\n1. B2 {good} (1. C3)\n*')[0]
    assert record.variations() == 1 and [turn.text for turn in record.turns] == ["B2", "C3"]
    assert record.options == {"size": "4"}
    with pytest.raises(ply.ParseError) as refused:
        ply.records('[World "dropper"]\n[Size "4"]\n\n1. Z9\n*', "my.txt")
    assert refused.value.line == 4 and refused.value.file == "my.txt"


def test_a_state_space_is_expanded(tmp_path):
    abalone = ply.world("abalone")
    source = tmp_path / "one.input"
    source.write_text("b\nC5b,D5b,E5w\n")
    found = abalone.expand(source)
    assert found.counts[0] > 0 and all(file.exists() for file in found.files)
    with pytest.raises(ValueError, match="no state-space"):
        ply.world("dropper").expand(source)
