#!/usr/bin/env python3
"""An engine that plays Abalone at random, with nothing but Python:

    plyground match abalone --players greedy,'engine:python3 examples/an_engine.py' --games 2

It says `wants position`, so that it is told the whole position before each move and needs no rules but those of
one marble: `b C5b,D5b,E6w` is the side to move and the marbles. docs/engine.md has the protocol.
"""
import random
import sys

STEPS = {1: (1, 1), 3: (0, 1), 5: (-1, 0), 7: (-1, -1), 9: (0, -1), 11: (1, 0)}


def on_board(row, column):
    return 1 <= row <= 9 and max(1, row - 4) <= column <= min(9, row + 4)


def moves(position):
    """Every move of a single marble, such as i-C5-3."""
    side, marbles = position.split()[:2]
    colours = {(ord(m[0]) - 64, int(m[1])): m[2] for m in marbles.split(",")}
    for (row, column), colour in colours.items():
        for hour, (up, right) in STEPS.items():
            to = (row + up, column + right)
            if colour == side and on_board(*to) and to not in colours:
                yield f"i-{chr(64 + row)}{column}-{hour}"


chance = random.Random(1)
position = ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "world":
        print("id abalone\nname A random mover\nwants position\nok", flush=True)
    elif word == "position":
        position = rest
    elif word == "go":
        print("bestmove", chance.choice(list(moves(position))), flush=True)
    elif word == "quit":
        break
