"""The room as a whole: a test file for every module, frozen data, nothing needed but msgspec."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import taupes.table
from taupes.table.applied import Applied, _Marks
from taupes.table.history import History

ROOM = Path(taupes.table.__file__).parent
TESTS = Path(__file__).parent


def test_every_module_has_a_test_file_of_its_name_and_no_file_is_of_another() -> None:
    modules = {path.stem for path in ROOM.glob("*.py")} - {"__init__"}
    tested = {path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py")} - {"room"}
    assert tested == modules


def kinds() -> Iterator[type]:
    """Every class of the room."""
    for path in sorted(ROOM.glob("*.py")):
        module = import_module(f"taupes.table.{path.stem}")
        found = (each for each in vars(module).values() if isinstance(each, type))
        yield from (each for each in found if each.__module__ == module.__name__)


GROWING = (History, Applied, _Marks)
"""These keep a list or a dictionary, and only ever let it grow."""

DATA = [kind for kind in kinds() if not issubclass(kind, (Exception, *GROWING))]


@pytest.mark.parametrize("kind", DATA, ids=lambda kind: kind.__name__)
def test_what_a_table_keeps_and_says_is_never_changed(kind: Any) -> None:
    assert issubclass(kind, Struct)
    assert kind.__struct_config__.frozen


ALONE = """
import sys

REFUSED = {
    "_socket", "_sqlite3", "_ssl", "asyncio", "concurrent", "fastapi", "httpx", "llvmlite",
    "multiprocessing", "numba", "numpy", "platformdirs", "psycopg", "rich", "select", "socket",
    "sqlite3", "ssl", "starlette", "subprocess", "textual", "typer", "uvicorn",
    "uvloop", "websockets",
}


class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ImportError(f"{name} is not to be had here")
        if name.startswith(("taupes.kernel", "taupes.server", "taupes.cli", "taupes.terminal")):
            raise ImportError(f"{name} is not below the table")


for name in REFUSED & set(sys.modules):
    del sys.modules[name]
sys.meta_path.insert(0, Refusing())

from random import Random

from taupes.rules import dump_record, legal_actions, load_record
from taupes.table import messages
from taupes.table.actions import TurnAction, action_of
from taupes.table.create import create
from taupes.table.decide import decide
from taupes.table.encoding import encode, refused_text, shown_text
from taupes.table.entries import Entry, Secrets
from taupes.table.evolve import evolve, rebuild
from taupes.table.facts import facts_of
from taupes.table.fairness import verify
from taupes.table.problems import problem_view
from taupes.table.projection import record_of, table_view, update_of
from taupes.table.refusals import Refusal
from taupes.table.schema import load_schema, make_schema
from taupes.table.setup import FischerClock, MySeat, Setup

assert make_schema() == load_schema()
for seats in (2, 3, 4):
    rng = Random(seats)
    setup = Setup(clock=FischerClock(60, 5), preset="web-pro")
    entry = create("T", "ada", setup, [MySeat(f"P{n}") for n in range(seats)], "5e" * 32, 1000)
    log = [entry]
    table = rebuild("T", log)

    def tell(message):
        decision = decide(table, message, "ada")
        assert not isinstance(decision, Refusal), refused_text(decision, "fr", None, table)
        entry = Entry(table.number + 1, table.touched + 5, decision.happenings, Secrets("ada"))
        after = evolve(table, entry, decision.foreseen)
        assert encode(update_of(table, after, [entry], 5))
        facts_of(table, after)
        log.append(entry)
        return after

    table = tell(messages.Start("T"))
    while table.stage == "playing":
        state = table.play.state
        row = table.play.rows[state.turn]
        actions = [action for action in legal_actions(state) if not hasattr(action, "disc")]
        discs = len(actions) < len(legal_actions(state))
        chosen = [action_of(action) for action in actions]
        chosen += [TurnAction(row.index(0))] if discs else []
        table = tell(messages.Act("T", state.turn, rng.choice(chosen)))
    record = record_of(table)
    assert load_record(dump_record(record)) == record
    found = verify(record)
    assert found.fair, found.what
    assert rebuild("T", log) == table
    assert shown_text(table, "ada", None, 5)
    print(seats, table.stage, len(record.events))
print(sorted(REFUSED & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def alone() -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False, timeout=120
    )


def test_tables_are_kept_with_msgspec_alone(alone: subprocess.CompletedProcess[str]) -> None:
    assert alone.returncode == 0, alone.stderr
    *games, loaded = alone.stdout.splitlines()
    assert [game.split()[:2] for game in games] == [["2", "over"], ["3", "over"], ["4", "over"]]
    assert loaded == "[]"
