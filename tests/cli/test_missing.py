"""Without a package that not everybody has, all works that can: each is taken away in turn."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taupes.cli.extras import EXTRAS, absence
from taupes.server.storage import open_storage
from tests.server.nursery import thinking

PARTS = {
    "PIL": "clips",
    "distributed": "cluster",
    "fastapi": "server",
    "gymnasium": "environments",
    "msgspec": "server",
    "numba": "kernel",
    "pettingzoo": "environments",
    "prometheus_client": "server",
    "psycopg": "PostgreSQL",
    "pyarrow": "data sets",
    "pyspiel": "OpenSpiel",
    "resvg_py": "PNG",
    "structlog": "server",
    "textual": "full screen",
    "typst": "paper",
    "uvicorn": "server",
}
"""What the doctor says of whom."""

PROGRAM = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import PathFinder

hidden, commands = json.load(sys.stdin)
find = PathFinder.find_spec

def find_others(name, path=None, target=None):
    return None if name.partition(".")[0] == hidden else find(name, path, target)

PathFinder.find_spec = staticmethod(find_others)
from taupes.cli import main

def run(words):
    out, err, code = io.StringIO(), io.StringIO(), 0
    sys.argv, sys.stdin = ["taupes", *words], io.StringIO("quit\\n")
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    return code, out.getvalue(), err.getvalue()

print(json.dumps([run(words) for words in commands]))
"""


def run(hidden: str, *commands: list[str]) -> list[tuple[int, str, str]]:
    """The codes and words of commands, called one after the other where a package is missing.

    Where Numba is there its place is with the library, which is there in a moment.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([hidden, commands]),
        env=os.environ | ({} if hidden == "numba" else thinking()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(answer) for answer in json.loads(done.stdout)]


@pytest.mark.parametrize(("hidden", "part"), PARTS.items())
def test_what_needs_it_not_works_and_the_doctor_names_it(
    hidden: str, part: str, tmp_path: Path
) -> None:
    game = str(tmp_path / "game.jsonl")
    commands = [
        *(["--version"], ["--help"], ["rules", "web"], ["boards", "list"], ["bots"]),
        ["simulate", "--games", "1", "--boards", "quick", "--records", game],
        *(["legal", game], ["check", game], ["show", game], ["play", "--seats", "Ada,Bob"]),
        *(["print", "--help"], ["serve", "--help"], ["arena", "--help"], ["doctor", "--json"]),
    ]
    answers = run(hidden, *commands)
    for words, (code, out, err) in zip(commands, answers, strict=True):
        assert (code, err) == (0, ""), words
        assert out.strip(), words
    report: dict[str, Any] = json.loads(answers[-1][1])
    found = {each["part"]: each for each in report["parts"]}
    assert found[part]["health"] == "missing"
    assert found[part]["advice"].startswith("pip install ")
    others = [each for name, each in found.items() if name not in (part, "page", "terminal")]
    assert [each["part"] for each in others if each["health"] != "ok"] == []


@pytest.mark.parametrize(
    ("hidden", "words", "said"),
    [
        ("typst", ["print", "--out", "FILE"], "taupes print needs typst, which is not installed"),
        ("fastapi", ["serve"], "taupes serve needs fastapi, which is not installed: pip install"),
        (
            "pyarrow",
            ["simulate", "--records", "games.parquet"],
            ".parquet needs pyarrow, which is not installed: pip install 'taupes[data]'",
        ),
        pytest.param(
            "zstandard",
            ["simulate", "--records", "games.jsonl.zst"],
            ".jsonl.zst needs zstandard, which is not installed: pip install 'taupes[data]'",
            marks=pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python has its own"),
        ),
        (
            "psycopg",
            ["serve", "--database", "postgresql://nobody@127.0.0.1:1/none", "--port", "0"],
            "taupes serve needs psycopg, which is not installed: pip install 'psycopg[binary]'",
        ),
    ],
)
def test_a_command_that_needs_it_says_so(
    hidden: str, words: list[str], said: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "x.pdf")
    ((code, _, err),) = run(hidden, [file if word == "FILE" else word for word in words])
    assert code == 2
    assert said in err


def test_a_file_is_backed_up_without_the_other_database(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'taupes.sqlite'}"
    storage = open_storage(database)
    storage.migrate()
    asyncio.run(storage.stop())
    file, other = str(tmp_path / "backup"), f"sqlite:///{tmp_path / 'other.sqlite'}"
    answers = run(
        "psycopg",
        ["backup", file, "--database", database],
        ["restore", file, "--database", other],
        ["backup", file, "--database", "postgresql://nobody@127.0.0.1:1/none"],
    )
    assert [code for code, _, _ in answers] == [0, 0, 2]
    assert "needs psycopg, which is not installed" in answers[-1][2]


def test_a_missing_module_of_our_own_is_our_fault() -> None:
    assert absence(ModuleNotFoundError("No module named 'x'", name="taupes.nowhere")) is None
    assert absence(ModuleNotFoundError("No module named 'x'")) is None
    for extra in EXTRAS:
        missing = ModuleNotFoundError(name=extra.packages[0].replace("-", "_"))
        assert extra.advice in str(absence(missing))
