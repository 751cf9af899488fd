"""What must not crash the interpreter: bad input of every kind, interruptions, threads."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import plyground as ply
from plyground import _plyground as rust

# A panic is none of these: it would be a BaseException.
ALLOWED = Exception


def test_errors_name_the_place_and_the_nearest_word(sokoban):
    with pytest.raises(ply.ParseError) as refused:
        sokoban.parse("#####\n#@x.#\n#####\n", "mine.xsb")
    assert (refused.value.file, refused.value.line, refused.value.column) == ("mine.xsb", 2, 3)
    for call, hint in (
        (lambda: ply.world("drooper"), "did you mean dropper"),
        (lambda: sokoban.levels()[0].solve("astr"), "did you mean astar"),
        (lambda: sokoban.levels()[0].solve("astar", h="hungarain"), "did you mean hungarian"),
        (lambda: sokoban.levels()[0].solve("astar", hh=1), "did you mean h"),
        (lambda: sokoban.levels("plygroun"), "did you mean plyground"),
        (lambda: ply.world("abalone").state(setup="nothing"), "known"),
        (lambda: ply.world("dropper").state(size=99), "size"),
        (lambda: sokoban.generate(1, boxs=2), "did you mean boxes"),
    ):
        with pytest.raises(ValueError, match=hint):
            call()


def test_ctrl_c_ends_a_search():
    program = textwrap.dedent(
        """
        import plyground as ply, signal, sys, warnings
        # Who was started in the background has inherited that Ctrl-C is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        kind = sys.argv[1]
        hard = max(ply.world("sokoban").levels(), key=lambda level: level.width * level.height)
        print("ready", flush=True)
        try:
            if kind == "solve":
                hard.solve("idastar", time=60)
            elif kind == "python":
                hard.solve("idastar", h=lambda state: 0, time=60)
            elif kind == "think":
                ply.player("alphabeta").think(ply.world("abalone").state(), time=60)
            else:
                ply.tournament("abalone", ["alphabeta", "alphabeta"], rounds=9, time=5)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    for kind in ("solve", "python", "think", "tournament"):
        process = subprocess.Popen([sys.executable, "-c", program, kind], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
        assert out == "interrupted\n", kind


def test_threads_share_a_level_and_each_gets_its_own_answer(sokoban):
    level = sokoban.levels()[11]
    wanted = level.solve("astar").moves
    found = []

    def solve():
        found.append(level.solve("astar", h=lambda state: 0).steps)

    threads = [threading.Thread(target=solve) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [len(wanted)] * 4


def test_a_player_is_not_shared_by_threads_at_once():
    player = ply.world("abalone").player("alphabeta")
    state = ply.world("abalone").state()
    refused = []

    def think():
        try:
            player.think(state, time=0.4)
        except RuntimeError as error:
            refused.append(str(error))

    threads = [threading.Thread(target=think) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1 and "another thread" in refused[0]


ODDITIES = [ply.world("dropper")._world, ply.world("sokoban")._world, ply.world("sokoban").levels()[0]._level]


def oddities(rng):
    return rng.choice(
        [
            *ODDITIES,
            None, True, 0, -1, 1, 2**31, 2**63, 2**70, -(2**70), 1.5, float("nan"), float("inf"), "", "\0", "é\ud800",
            "astar", "astar(", "beam(width=0)", "h", "#####\n#@$.#\n#####", b"", b"\xff\xfe\x00", [], [1], ["bfs"],
            {}, {"a": "b"}, {"size": "4"}, {"metric": "pushes"}, (), object(), print, lambda *a: 1, np.zeros(3),
            np.zeros((2, 2, 2), np.uint8), np.zeros(0, np.int64),
        ]
    )  # fmt: skip


def test_the_boundary_bears_whatever_it_is_given():
    """Calls everything with anything, for `PLYGROUND_FUZZ_SECONDS`."""
    seconds = float(os.environ.get("PLYGROUND_FUZZ_SECONDS", "5"))
    rng = random.Random(int(os.environ.get("PLYGROUND_FUZZ_SEED", "1")))
    soko, dropper = ply.world("sokoban"), ply.world("dropper")
    corridor = soko.parse("#######\n#@ $ .#\n#######\n")[0]
    targets = [
        soko._world, dropper._world, corridor._level, corridor.state(), dropper.state(size=4),
        dropper.player("greedy")._of(dropper),
        rust.Batch(soko._world, [corridor._level], 2, {}, 5, 0.0, 0.0, 0.0), rust,
    ]  # fmt: skip
    slow = {"generate", "solve", "trace", "optimise", "compare", "tournament", "think", "expand"}

    def enough(number, frame):
        raise TimeoutError

    signal.signal(signal.SIGALRM, enough)
    end, calls, answered = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        target = rng.choice(targets)
        name = rng.choice([one for one in dir(target) if not one.startswith("__")])
        call = getattr(target, name)
        if not callable(call) or (name in slow and rng.random() < 0.5):
            continue
        arguments = [oddities(rng) for _ in range(rng.randrange(5))]
        if name in slow:
            arguments = fitting(name, rng)
        calls += 1
        # What was asked for without a limit is ended as Ctrl-C would end it.
        signal.setitimer(signal.ITIMER_REAL, 1)
        try:
            call(*arguments)
            answered += 1
        except ALLOWED:
            pass
        except BaseException as error:
            raise AssertionError(f"{name}{arguments!r} raised {error!r}") from error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    assert calls > 50 and answered > 5


def fitting(name, rng):
    """Arguments of the right number, most of them fitting, so that the work itself is reached."""
    odd = lambda usual: oddities(rng) if rng.random() < 0.25 else usual  # noqa: E731
    level = ply.world("sokoban").levels()[0]._level
    match name:
        case "generate":
            return [odd(1), odd(3), odd({"boxes": "2"}), odd(None)]
        case "solve":
            return [odd("astar"), odd({}), odd(0.05), odd(100), odd(None), odd(None), odd(None)]
        case "trace":
            return [odd("bfs"), odd({}), odd(100), odd(0.05), odd(100)]
        case "optimise":
            return [odd(["rRR"]), odd({}), odd(0.05), odd(100), odd(None)]
        case "think":
            return [odd(ply.world("dropper").state(size=4)), odd(0.05), odd(100), odd(2), odd(1), odd(1), odd(None)]
        case "expand":
            return [odd("/nowhere"), odd(None), odd(False), odd(1)]
        case "compare":
            return [
                odd([("a", 1, level)]), odd(["bfs"]), odd([]), odd([1]), odd(1), odd({}), odd(0.05), odd(50), odd(1),
                None, odd(None),
            ]  # fmt: skip
        case _:
            return [
                odd(ply.world("dropper")._world), odd(["random", "greedy"]), 1, odd({"size": "3"}), odd(1), odd(False),
                odd("elo"), odd(0.01), odd(10), odd(1), None, odd(None),
            ]  # fmt: skip
