"""Which puzzles are shipped: the same from the same files, and none that says nothing."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from taupes.arena import Pool
from taupes.cli import app
from taupes.puzzles import PuzzleLine, shipped
from taupes.puzzles.mining import selection
from taupes.puzzles.mining.selection import is_drawn, judged, select
from taupes.puzzles.mining.weighing import Weights

ALONE = Pool(None, 1)
SOME = shipped().lines[:12]


def kept(lines: tuple[PuzzleLine, ...], simulations: int = 0) -> list[PuzzleLine]:
    return [line for line in select(lines, simulations, ALONE) if line]


def test_what_is_shipped_was_selected() -> None:
    assert kept(SOME) == list(SOME)
    assert all(is_drawn(line) for line in shipped().lines)


def test_each_is_taken_once_and_named_anew() -> None:
    old = tuple(replace(line, themes=("quiet",)) for line in SOME)
    assert kept((*old, *old)) == list(SOME)


def test_of_common_kinds_a_share_is_taken() -> None:
    many = [replace(SOME[0], id=f"puzzle{n}", themes=("bonus", "block")) for n in range(400)]
    assert 60 < sum(map(is_drawn, many)) < 140
    plain, hard = (
        sum(is_drawn(replace(line, themes=("pass",), rating=rating)) for line in many)
        for rating in (900, 1100)
    )
    assert plain < 140 < hard == 400


def test_what_says_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def vague(teller: object, *_: object) -> tuple[str, ...]:
        return (teller.words("puzzles.after.later"),)  # type: ignore[attr-defined]

    monkeypatch.setattr(selection, "reasons", vague)
    assert kept(SOME) == []


@pytest.mark.parametrize(("lead", "is_kept"), [(0.2, True), (0.08, False), (-0.2, False)])
def test_what_does_not_hold_is_left_out(
    monkeypatch: pytest.MonkeyPatch, lead: float, *, is_kept: bool
) -> None:
    searched = next(line for line in SOME if not line.is_exact)
    choices = searched.puzzle().choices
    first, second = choices[:2] if lead > 0 else choices[1::-1]
    found = Weights(((first[0], 0.5 + abs(lead)), (second[0], 0.5)))
    monkeypatch.setattr(selection, "search", lambda *_: found)
    assert (judged(searched, 100) is not None) is is_kept
    exact = next(line for line in shipped().lines if line.is_exact)
    assert judged(exact, 100)


def test_the_command_writes_the_selection(tmp_path: Path) -> None:
    mined, out = tmp_path / "mined.txt", tmp_path / "selected.txt"
    lines = "".join(f"{line}\n" for line in reversed(SOME[:4]))
    mined.write_text(f"# puzzles of seed 1\n{lines}# games 8\n", "utf-8")
    words = ["puzzles", "select", str(mined), str(mined), "--out", str(out), "--simulations", "0"]
    done = CliRunner().invoke(app, [*words, "--jobs", "1"], prog_name="taupes")
    assert done.exit_code == 0, done.output
    assert out.read_text("utf-8") == "".join(f"{line}\n" for line in SOME[:4])
    assert "4" in done.output
