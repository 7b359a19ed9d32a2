"""The same seed gives the same bytes: in a new process, on more cores, tables at hand or not.

And with Numba as with the library, which is there in a moment: it is so on several cores here.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.nursery import thinking

COMMAND = "import os; os.cpu_count = lambda: {cores}; from taupes.cli import main; main()"

Run = Callable[..., bytes]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where tables are kept: the first run builds them, later ones find them."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(cache: Path, tmp_path: Path) -> Run:
    """What a command writes into a file."""
    usual = os.environ | {"TAUPES_CACHE": str(cache)}

    def run(file: str, *words: str, cores: int = 1) -> bytes:
        code = COMMAND.format(cores=cores)
        told = usual | (thinking() if cores > 1 else {})
        subprocess.run([sys.executable, "-c", code, *words], env=told, check=True)
        return (tmp_path / file).read_bytes()

    return run


@pytest.mark.parametrize(
    ("players", "bots", "budget"),
    [
        (2, "master", ()),
        (3, "master,burrower,forager", ("--simulations", "20")),
        (4, "master,greedy,master,random", ("--simulations", "20")),
    ],
)
def test_simulated_games(
    run: Run, tmp_path: Path, players: int, bots: str, budget: tuple[str, ...]
) -> None:
    def simulate(name: str, cores: int) -> bytes:
        words = ("simulate", "--bot", bots, "--games", "1", "--players", str(players), *budget)
        kept = ("--boards", "quick", "--seed", "5", "--records", str(tmp_path / name))
        return run(name, *words, *kept, cores=cores)

    assert simulate("first.jsonl", cores=1) == simulate("second.jsonl", cores=4)


def test_games_of_the_arena(run: Run, tmp_path: Path) -> None:
    def arena(name: str, *words: str, cores: int) -> bytes:
        folder = ("--out", str(tmp_path / name), "--boards", "quick", "--seed", "5")
        return run(f"{name}/games.jsonl", "arena", *words, *folder, cores=cores)

    bots = ("--bots", "master,greedy", "--games", "2", "--simulations", "20")
    assert arena("one", *bots, "--jobs", "1", cores=1) == arena("two", *bots, cores=2)
