import threading
import time

import pytest

import plyground as ply


def test_a_player_thinks_and_its_turn_can_be_played():
    state = ply.world("dropper").state(size=6)
    thought = ply.player("alphabeta").think(state, time=0.3)
    assert thought.lines and thought.nodes > 0 and thought.move == thought.best[0]
    assert ply.player("mcts", playouts=50).think(state).move
    assert ply.world("abalone").player("alphabeta(depth=2)").think(ply.world("abalone").state()).depth >= 1


def test_several_lines_are_given_where_they_are_asked_for():
    thought = ply.player("alphabeta").think(ply.world("abalone").state(), depth=2, lines=3)
    assert len(thought.lines) == 3


def test_a_game_that_is_over_is_refused():
    state = ply.world("dropper").state(size=3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="over"):
        ply.player("greedy").think(state)


def test_an_evaluation_of_ones_own_is_asked():
    calls = []

    def first_stones(state):
        calls.append(state.current_player())
        return 0

    state = ply.world("dropper").state(size=4)
    ply.player("alphabeta", eval=first_stones, depth=2).think(state)
    assert set(calls) <= {0, 1} and calls


def test_an_exception_of_an_evaluation_reaches_the_caller():
    def broken(state):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ply.player("alphabeta", eval=broken, depth=3).think(ply.world("dropper").state(size=4))


def test_other_threads_go_on_while_a_player_thinks():
    beats = []
    done = threading.Event()

    def beat():
        while not done.is_set():
            beats.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        ply.player("alphabeta").think(ply.world("abalone").state(), time=0.5)
    finally:
        done.set()
        thread.join()
    assert len(beats) > 20
