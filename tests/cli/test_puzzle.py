"""`taupes puzzle`: a puzzle solved at a prompt, and what is kept of it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from taupes.bots.player import format_choice
from taupes.cli import app
from taupes.cli.commands import puzzle as command
from taupes.puzzles import shipped
from taupes.rules import Move
from taupes.words.language import Words
from taupes.words.teller import Teller

LINE = next(line for line in shipped().lines if isinstance(line.puzzle().best, Move))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "data_folder", lambda: tmp_path / "taupes")
    return tmp_path / "taupes"


def best() -> str:
    puzzle = LINE.puzzle()
    assert format_choice(puzzle.best, 0)["type"] == "move"
    return Teller(puzzle.record.game, [""] * 4, Words("en")).action(puzzle.best)


def run(*options: str, typed: str = "quit\n") -> str:
    result = CliRunner().invoke(app, ["puzzle", *options], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_puzzle_counts_once(folder: Path) -> None:
    first = run(LINE.id, "--language", "en", typed=f"{best()}\n")
    assert "Solved!" in first
    assert "Your rating" in first
    kept = json.loads((folder / "puzzles.json").read_text("utf-8"))
    assert kept["tried"] == [LINE.id]
    assert kept["rating"]["rating"] > 1500
    again = run(LINE.id, "--language", "en", typed=f"{best()}\n")
    assert "Solved!" in again
    assert "Your rating" not in again
    assert json.loads((folder / "puzzles.json").read_text("utf-8")) == kept


def test_the_day_has_one_and_others_are_chosen_to_fit(folder: Path) -> None:
    assert "Puzzle " in run("--day", "--language", "en")
    assert "★★★★★" in run("--step", "5", "--language", "en")
    assert "Puzzle " in run("--theme", LINE.themes[0], "--language", "en")
    assert not folder.exists()


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"rating": {"rating": 1e9}, "tried": []}'])
def test_what_was_kept_and_makes_no_sense_is_begun_anew(folder: Path, kept: str) -> None:
    folder.mkdir()
    (folder / "puzzles.json").write_text(kept, "utf-8")
    assert "Your rating" in run(LINE.id, "--language", "en", typed=f"{best()}\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [(("nothing",), "nothing"), (("--theme", "love"), "love"), (("--step", "6"), "from 1 to 5")],
)
def test_what_is_not_there_is_said(folder: Path, options: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, ["puzzle", *options, "--language", "en"], input="quit\n")
    assert result.exit_code == 2
    assert said in result.output
    assert not folder.exists()
