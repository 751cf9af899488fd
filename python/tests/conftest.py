import pytest

import plyground as ply

CORRIDOR = "#######\n#@ $ .#\n#######\n"


@pytest.fixture
def sokoban():
    return ply.world("sokoban")


@pytest.fixture
def corridor(sokoban):
    return sokoban.parse(CORRIDOR)[0]
