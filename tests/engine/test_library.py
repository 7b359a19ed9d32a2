"""The three ways are one: what comes out of a library is what Numba and plain Python say."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.engine.conftest import ENGINE, EVERYTHING, Run
from tests.kernel.test_compiler import GAMES


def test_every_bot_plays_the_same_games_without_numpy_and_numba(
    library: Path, run: Run, numba: dict[str, Any]
) -> None:
    bare = run(*EVERYTHING, "bare", TAUPES_LIBRARY=str(library))
    assert bare.pop("way") == "library"
    assert bare == numba
    assert len(bare["games"]) == 72
    assert len({game for game, _ in bare["games"]}) > 60


def test_plain_python_thinks_the_same(library: Path, run: Run) -> None:
    plain = run(*EVERYTHING, "bare", "few", TAUPES_NO_NUMBA="1")
    bare = run(*EVERYTHING, "bare", "few", TAUPES_LIBRARY=str(library))
    assert (plain.pop("way"), bare.pop("way")) == ("plain", "library")
    assert plain == bare


def test_games_by_chance_are_the_same(library: Path, run: Run) -> None:
    assert run("-c", GAMES, TAUPES_LIBRARY=str(library)) == run("-c", GAMES)


def test_exact_tables_are_the_same_where_numpy_is(library: Path, run: Run, tmp_path: Path) -> None:
    code = """
import json
from random import Random
from taupes.bots.endgame import Endgame, judge_of
from tests.bots.endgame.tiny import random_state, tiny_game
values = []
for counts in ((1, 1), (2, 1), (2, 2)):
    state = random_state(tiny_game(2), counts, Random(1))
    values += [Endgame.for_state(state).value(state)]
state = random_state(tiny_game(2, seats=3), (1, 1, 1), Random(1))
print(json.dumps([values, judge_of(state).value(state)]))
"""
    ways: tuple[dict[str, str], ...] = ({"TAUPES_LIBRARY": str(library)}, {})
    first, second = (
        run("-c", code, TAUPES_CACHE=str(tmp_path / str(n)), **way) for n, way in enumerate(ways)
    )
    assert first == second


def test_a_library_that_is_none_is_named(tmp_path: Path) -> None:
    nothing = tmp_path / "engine.so"
    nothing.write_bytes(b"nothing")
    done = subprocess.run(
        [sys.executable, "-c", "import taupes.kernel"],
        env={**os.environ, "TAUPES_LIBRARY": str(nothing)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "NoLibrary" in done.stderr
    assert str(nothing) in done.stderr


def test_what_does_not_fit_never_reaches_the_library(library: Path, run: Run) -> None:
    code = """
import ctypes, json
from taupes import kernel
from taupes.rules import Game, load_stack, preset_rules
engine = kernel.Engine(Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10))
said = []
for row in ((ctypes.c_int32 * 40)(), (ctypes.c_int64 * 40 * 2)(), [0] * 40, None):
    try:
        kernel.count_actions(engine.tables, row)
    except (TypeError, AttributeError) as error:
        said.append(type(error).__name__)
try:
    kernel.count_actions(engine.tables)
except ValueError as error:
    said.append(type(error).__name__)
print(json.dumps(said))
"""
    assert len(run("-c", code, TAUPES_LIBRARY=str(library))) == 5


def test_a_function_that_the_library_has_not_stays_plain(library: Path, run: Run) -> None:
    code = """
import json
from taupes.kernel import compiled
@compiled
def double(number: int) -> int:
    return 2 * number
print(json.dumps(double(21)))
"""
    assert run("-c", code, TAUPES_LIBRARY=str(library)) == 42


def test_a_changed_numba_is_named() -> None:
    code = """
from numba.core import codegen
del codegen.CPUCodeLibrary._optimize_functions
from intermediate import leave_unoptimised
leave_unoptimised()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ENGINE, capture_output=True, text=True, check=False
    )
    assert "NumbaHasChanged" in done.stderr
    assert "_optimize_functions" in done.stderr
