"""Whoever builds on the package and checks types strictly finds every type known."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = sorted(HERE.glob("program_*.py"))
STRICT = """
[mypy]
strict = True
warn_unreachable = True
"""


def checked(folder: Path, *programs: Path) -> list[str]:
    """What mypy finds in programs of somebody else's, in a folder where nothing else is."""
    for program in programs:
        (folder / program.name).write_bytes(program.read_bytes())
    (folder / "mypy.ini").write_text(STRICT, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", folder / "cache", "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if ": error:" in line or "note: Rev" in line]


def test_there_is_a_program_for_every_door() -> None:
    doors = {"aec", "arena", "bots", "gym", "kernel", "openspiel", "rules", "vector"}
    assert {program.stem.removeprefix("program_") for program in PROGRAMS} == doors


def test_they_are_clean_and_what_is_wrong_would_be_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from taupes.envs import aec\nfrom taupes.kernel import Engine\n"
        "reveal_type(aec.env)\nreveal_type(Engine.start)\naec.env(players='two')\n",
        "utf-8",
    )
    found = checked(tmp_path, *PROGRAMS)
    assert [line for line in found if not line.startswith("wrong.py")] == []
    env, start, error = found
    assert "players: int =" in env
    assert "-> taupes.envs.aec.TurnEnv" in env
    assert start.endswith('-> taupes.kernel.arrays.WordVector"')
    assert "incompatible type" in error


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_asserts_something(program: Path) -> None:
    assert program.read_text("utf-8").count("assert_type(") > 3
