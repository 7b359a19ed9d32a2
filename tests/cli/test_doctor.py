import json
import os
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from taupes import __version__
from taupes.cli import app, examination
from taupes.cli.examination import Condition, find_extra
from taupes.cli.extras import EXTRAS, Extra
from taupes.cli.places import find_places, without_password
from taupes.folders import data_folder
from taupes.rules import BadBoard


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["doctor", *words])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what takes seconds to load, where it does not matter."""
    monkeypatch.setattr(examination, "EXTRAS", EXTRAS[:1])


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TAUPES_CACHE", str(tmp_path / "cache"))
    return data_folder()


def test_everything_is_looked_at() -> None:
    result = run("--json")
    assert result.exit_code == 0
    report = json.loads(result.output)
    assert report["ok"] is True
    assert report["taupes"] == __version__
    parts = {part["part"]: part for part in report["parts"]}
    assert {"rules", "kernel", "bots", "page", "terminal", "PostgreSQL", "cluster"} <= set(parts)
    assert {"environments", "OpenSpiel", "PNG", "paper", "full screen"} <= set(parts)
    for part in parts.values():
        assert part["what"]
        assert bool(part["advice"]) == (part["health"] != "ok"), part
    assert "Numba" in parts["kernel"]["what"] or "plain Python" in parts["kernel"]["what"]


@pytest.mark.usefixtures("quick")
def test_it_speaks_to_people() -> None:
    result = run()
    assert result.exit_code == 0
    for words in (f"taupes {__version__}", "What works", "Where things lie", "rules", "textual"):
        assert words in result.output


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: str(extra.part))
def test_a_missing_package_is_named_with_what_to_do(
    extra: Extra, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> ModuleType:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(examination, "import_module", absent)
    found = find_extra(extra)
    assert found.health is Condition.MISSING
    assert str(found.advice) == f"pip install {' '.join(map(repr, extra.install))}"


def test_a_package_that_fails_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(name: str) -> ModuleType:
        if name == "textual":
            raise OSError("wrong processor")
        return import_module(name)

    monkeypatch.setattr(examination, "import_module", failing)
    found = find_extra(EXTRAS[0])
    assert found.health is Condition.MISSING
    assert "OSError: wrong processor" in str(found.what)


@pytest.mark.usefixtures("quick")
def test_a_broken_core_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(code: str) -> Any:
        raise BadBoard(code, ())

    monkeypatch.setattr(examination, "load_stack", refuse)
    report = run("--json")
    assert report.exit_code == 1
    data = json.loads(report.output)
    assert data["ok"] is False
    assert [part["part"] for part in data["parts"] if part["health"] == "broken"] == [
        "rules",
        "kernel",
        "bots",
    ]
    assert "Something is broken" in run().output


@pytest.mark.usefixtures("quick")
def test_a_page_that_was_not_built_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(examination, "HERE", tmp_path)
    found = examination.find_page()
    assert found.health is Condition.MISSING
    assert "pip install" in str(found.advice)
    assert run().exit_code == 0


def test_places_are_measured(home: Path) -> None:
    games = home / "games"
    games.mkdir(parents=True)
    (games / "one.json").write_text("x" * 1500, "utf-8")
    (home / "growth.json").write_text("{}", "utf-8")
    (home / "puzzles.json").write_text("{ }", "utf-8")
    places = {str(place.what): place for place in find_places({})}
    kept = places["games of taupes play"]
    assert (Path(kept.path), kept.files, kept.bytes) == (games, 1, 1500)
    assert places["what Buddy has learned"].bytes == 2
    assert places["puzzles solved, and your rating"].bytes == 3
    assert places["endgame tables"].files == 0
    assert places["tables of taupes serve"].path == str(home / "taupes.sqlite")


def test_a_database_is_shown_without_its_password() -> None:
    address = "postgresql://mole:secret@db:5432/taupes"
    (place,) = (
        p for p in find_places({**os.environ, "TAUPES_DATABASE": address}) if "db" in p.path
    )
    assert place.path == "postgresql://mole:…@db:5432/taupes"
    assert without_password("postgresql://mole@db/taupes") == "postgresql://mole@db/taupes"
    assert (
        without_password("sqlite:////var/lib/taupes.sqlite") == "sqlite:////var/lib/taupes.sqlite"
    )
