"""`taupes print` as people type it."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from taupes.cli import app, main
from tests.paper.reading import Document

OWN = """
name = "my boards"
[[levels]]
name = "Jardin"
radius = 2
holes = [[1, 0], [-1, 0]]
[[levels]]
name = "rock"
radius = 2
holes = [[0, 0]]
solid = [0, 2, 4]
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["print", *words])


def test_a_shipped_set(tmp_path: Path) -> None:
    file = tmp_path / "game.pdf"
    result = run(
        "--boards", "quick", "--orientations", "0123", "--paper", "letter", "--out", str(file)
    )
    assert result.exit_code == 0, result.output
    assert "quick-0123 on letter, boards on 8 sheets, cells 30 mm wide" in result.output
    pages = Document(file.read_bytes()).pages
    assert pages[0].size == pytest.approx((215.9, 279.4), abs=0.01)
    assert "quick-0123" in pages[0].text


def test_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    result = run("--boards", "own.toml", "--language", "fr", "--players", "2")
    assert result.exit_code == 0, result.output
    pages = Document((tmp_path / "taupes-my-boards-00-a4-fr.pdf").read_bytes()).pages
    assert len(pages) == 8
    assert "Jardin" in pages[1].text


def test_the_language_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAUPES_LANG", "de")
    file = tmp_path / "game.pdf"
    assert run("--out", str(file)).exit_code == 0
    assert "Maulwürfe aus Papier" in Document(file.read_bytes()).pages[0].text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--paper", "a3"], "no paper 'a3'; there are a4, letter"),
        (["--lang", "nl"], "no language 'nl'; there are en, fr, de"),
        (["--boards", "nope"], "no such board set"),
        (["--orientations", "99"], "one digit from 0 to 5"),
        (["--orientations", "012"], "3 orientations for 4 boards"),
        (["--players", "5"], "players"),
        (["--out", "nowhere/game.pdf"], "there is no folder nowhere"),
    ],
)
def test_mistakes_are_said_in_words(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["taupes", "print", *words])
    with pytest.raises(SystemExit) as ending:
        main()
    assert ending.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())
