"""Commands that need no search load no more than they need: what that is, not how long it takes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from taupes.cli import app

BENCH = Path(__file__).parents[2] / "bench" / "startup.py"
SEARCH = {"llvmlite", "numba", "numpy", "taupes.arena", "taupes.envs", "taupes.kernel"}
SCREENS = {"fastapi", "psycopg", "resvg_py", "taupes.server", "textual", "typst", "uvicorn"}
ROOMS = {f"taupes.{room}" for room in ("bots", "drawing", "paper", "table", "terminal")}
OTHERS = {"asyncio", "msgspec", "platformdirs", "pydantic"}
PROGRAM = """
import atexit, json, sys
atexit.register(lambda: print("\\n" + json.dumps(sorted(sys.modules)), file=sys.stderr))
from taupes.cli import main
main()
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    words = ["simulate", "-n", "1", "--boards", "quick", "--records", str(path)]
    assert CliRunner().invoke(app, words).exit_code == 0
    return str(path)


def loaded(command: str, game: str) -> set[str]:
    """The modules that a command has loaded by its end."""
    words = [word.replace("GAME", game) for word in command.split()]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ("--version", 8),
        ("--help", 10),
        ("legal GAME", 40),
        ("check GAME", 40),
        ("rules", 40),
        ("rules web --lang de", 40),
    ],
)
def test_light_commands_load_little(command: str, ours: int, game: str) -> None:
    modules = loaded(command, game)
    assert modules & (SEARCH | SCREENS | ROOMS | OTHERS) == set()
    assert len([name for name in modules if name.split(".")[0] == "taupes"]) <= ours
    assert ("rich.console" in modules) == command.startswith(("--help", "rules"))


@pytest.mark.parametrize("command", ["show GAME", "verify GAME", "boards list", "bots"])
def test_what_needs_no_search_loads_none(command: str, game: str) -> None:
    assert loaded(command, game) & (SEARCH | SCREENS) == set()


def test_a_command_loads_no_other(game: str) -> None:
    commands = {name for name in loaded("legal GAME", game) if "cli.commands." in name}
    assert commands == {"taupes.cli.commands.legal"}


@pytest.mark.skipif(sys.platform == "win32", reason="it measures as Unix counts")
def test_the_benchmark_measures_every_command() -> None:
    words = [sys.executable, str(BENCH), "--json", "--rounds", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    figures = json.loads(done.stdout)
    assert [*figures["cpu_seconds"]] == [*figures["ratio_to_peer"]]
    assert [name.split()[1] for name in figures["cpu_seconds"] if name.startswith("taupes")] == [
        *("--version", "rules", "legal", "check")
    ]
