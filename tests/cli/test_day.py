"""`taupes day`: once, kept, and told as signs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from taupes.cli import app
from taupes.rules import load_record
from taupes.terminal.game import savefile
from taupes.terminal.game.day import begin_day
from tests.table.test_day import THURSDAY
from tests.terminal.game.test_day import played

DAY = ["day", "--date", THURSDAY, "--plain", "--language"]


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path / "data" / "taupes" / "days" / f"{THURSDAY}.json"


def test_a_game_is_begun_left_and_gone_on_with(kept: Path) -> None:
    result = CliRunner().invoke(app, [*DAY, "en", "--name", "Ada"], input="hint\nundo\na2\nquit\n")
    assert result.exit_code == 0, result.output
    assert "This game counts" in result.output
    assert "The game is not over" in result.output
    before = load_record(kept.read_text("utf-8"))
    assert before.teams[0].name == "Ada"
    again = CliRunner().invoke(app, [*DAY, "fr"], input="b2\n")
    assert "la même commande la reprend" in again.output
    after = load_record(kept.read_text("utf-8"))
    assert after.events[: len(before.events)] == before.events
    assert len(after.events) > len(before.events)


def test_what_is_over_is_told_and_not_played_again(kept: Path) -> None:
    savefile.write(played(begin_day(THURSDAY, "Ada"), 5).record(), kept)
    before = kept.read_text("utf-8")
    result = CliRunner().invoke(app, [*DAY, "de"])
    lines = result.output.strip().split("\n")
    assert lines[0].startswith(f"Taupes, Stapel des Tages {THURSDAY}")
    assert set(lines[1]) <= {"🟢", "⚪"}
    assert "Züge" in lines[-1]
    assert kept.read_text("utf-8") == before


@pytest.mark.parametrize("date", ["tomorrow", "2026-02-30", "../../secret", "20261118"])
def test_what_is_no_day_is_refused(date: str, kept: Path) -> None:
    result = CliRunner().invoke(app, ["day", "--date", date, "--plain"])
    assert result.exit_code == 2
    assert not kept.parent.exists()


def test_a_file_that_is_another_game_is_refused(kept: Path) -> None:
    savefile.write(played(begin_day("2026-11-18", "Ada"), 5, steps=9).record(), kept)
    result = CliRunner().invoke(app, [*DAY, "en"])
    assert result.exit_code != 0
