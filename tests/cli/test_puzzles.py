"""`taupes puzzles`: mined into a file that can be gone on with, and printed for programs."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from taupes.cli import app
from taupes.cli.mistakes import words_for
from taupes.puzzles import STEPS, THEMES, shipped
from taupes.puzzles.store import read_lines
from taupes.rules import parse_record


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["puzzles", *words], prog_name="taupes")


def exported(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run("export", *words).output.splitlines()]


def test_the_shipped_ones_are_printed_one_a_line() -> None:
    told = exported("--step", "5", "--theme", "block")
    assert [one["id"] for one in told] == [line.id for line in shipped().find("block", 5)]
    for one in told:
        assert set(one) == {"id", "record", "choices", "step", "themes"}
        assert one["step"] == 5
        assert "block" in one["themes"]
        assert parse_record(one["record"]).outcome is None
        values = [each["value"] for each in one["choices"]]
        assert values == sorted(values, reverse=True)
        assert all(set(each) == {"choice", "value"} for each in one["choices"])
        assert {each["choice"]["player"] for each in one["choices"]} == {
            one["choices"][0]["choice"]["player"]
        }


def test_what_was_mined_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    path.write_text(f"# puzzles of seed 3\n{shipped().lines[3]}\n# games 8\n", "utf-8")
    (one,) = exported(str(path))
    assert one["id"] == shipped().lines[3].id


@pytest.mark.parametrize("content", [b"no puzzle\n", b"\xff\xfe", b'{"id": 1}\n'])
def test_a_file_without_puzzles_is_said_to_have_none(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_bytes(content)
    error = run("export", str(path)).exception
    assert "no puzzles in it" in (words_for(error) or "")


@pytest.mark.parametrize("words", [("export",), ("mine", "--out", "x")])
def test_a_theme_that_nobody_knows_is_refused(words: tuple[str, ...]) -> None:
    result = run(*words, "--theme", "sleeping")
    assert result.exit_code == 2
    assert not Path("x").exists()


@pytest.mark.parametrize("step", ["0", "6", "x"])
def test_there_are_five_steps(step: str) -> None:
    assert run("export", "--step", step).exit_code == 2


def test_mining_ends_with_enough_and_goes_on_with_more(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    words = ("mine", "--out", str(path), "--jobs", "1", "--seed", "5", "--json")
    first = json.loads(run(*words, "--count", "2").output)
    assert first["puzzles"] == len(read_lines(path.read_text("utf-8").splitlines())) >= 2
    assert list(first["steps"]) == [str(step) for step in STEPS]
    assert list(first["themes"]) == list(THEMES)
    assert json.loads(run(*words, "--count", "1").output) == first
    assert run("mine", "--out", str(path), "--count", "1", "--seed", "5").exit_code == 0


@pytest.mark.parametrize(
    ("language", "said"), [("en", "puzzle"), ("fr", "problème"), ("de", "Aufgabe")]
)
def test_what_was_found_is_said_in_every_language(language: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    lines = "\n".join(map(str, shipped().lines[:9]))
    path.write_text(f"# puzzles of seed 0\n{lines}\n# games 8\n", "utf-8")
    words = ("mine", "--out", str(path), "--count", "5", "--jobs", "1", "--language", language)
    assert said in run(*words).output


def test_a_file_of_other_puzzles_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    path.write_text("# puzzles of seed 1\n# games 8\n", "utf-8")
    error = run("mine", "--out", str(path), "--seed", "2", "--count", "1").exception
    assert "name another file" in (words_for(error) or "")
    assert path.read_text("utf-8") == "# puzzles of seed 1\n# games 8\n"
