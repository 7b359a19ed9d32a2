"""The pictures in the documents show what the application shows today."""

import re
import runpy
from pathlib import Path

import pytest

from tests.terminal.driver import written

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "pictures/terminal"


def test_the_pictures_say_what_the_screens_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    drawn = runpy.run_path(str(FOLDER / "screens.py"))["pictures"]()
    stored = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}
    assert stored.keys() == drawn.keys()
    for name, picture in drawn.items():
        advice = f"{name}: run python docs/pictures/terminal/screens.py"
        assert written(stored[name]) == written(picture), advice


def test_the_pictures_are_whole_and_shown() -> None:
    page = (DOCS / "terminal.md").read_text("utf-8")
    for path in FOLDER.glob("*.svg"):
        assert f"(pictures/terminal/{path.name})" in page
        # Nothing is fetched from elsewhere: only the names of formats look like addresses.
        assert set(re.findall(r"https?://[\w.]+", path.read_text("utf-8"))) <= {"http://www.w3.org"}
