"""Nonsense on the command line: a clear answer, never a traceback, never a hang."""

import io
from pathlib import Path
from random import Random

import pytest

from taupes.cli import main

COMMANDS = ("simulate", "legal", "check", "show", "boards", "rules", "bots", "verify", "endgame")
WORDS = (
    *(
        "--games",
        "--players",
        "--preset",
        "--boards",
        "--orientations",
        "--bot",
        "--seed",
        "--json",
    ),
    *("--records", "--option", "--at", "--svg", "--game", "--lang", "--notation", "-o", "-n", "-p"),
    *(
        "list",
        "show",
        "check",
        "web",
        "classic",
        "quick",
        "0351",
        "random",
        "greedy",
        "random,greedy",
    ),
    *(
        "-1",
        "0",
        "1",
        "2",
        "3",
        "99999999999999999999",
        "1e9",
        "NaN",
        "",
        " ",
        "--",
        "-",
        "=",
        "a=b",
    ),
    *("victory=points", "stall_limit=-1", "special_cells=maybe", "é", "☃" * 50),
    *("../..", "/", ".", "[[0,0]]", "{}", "null", "%s%n", "$(true)", "'\"", "x" * 300),
)


@pytest.mark.parametrize("seed", range(120))
def test_nonsense_gets_an_answer(
    seed: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    rng = Random(seed)
    command = rng.choice(COMMANDS)
    words = [rng.choice(WORDS) for _ in range(rng.randrange(6))]
    small = ["-n", "1"] if command == "simulate" else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["taupes", command, *words, *small])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    code = _run()
    assert code in (None, 0, 1, 2)
    output = capfd.readouterr()
    assert "Traceback" not in output.err + output.out
    if code == 2:
        assert (output.err + output.out).strip()


def _run() -> object:
    try:
        main()
    except SystemExit as stop:
        return stop.code
    return 0
