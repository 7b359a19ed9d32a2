"""The reference says what the sources say, and has every public name."""

import importlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))

import reference

AGAIN = "python docs/reference.py writes it again"


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_page_is_what_the_sources_say(name: str) -> None:
    text = (reference.FOLDER / f"{name}.md").read_text("utf-8")
    assert text == reference.written(reference.PAGES[name]), AGAIN


def test_every_page_is_written() -> None:
    pages = {page.stem for page in reference.FOLDER.glob("*.md")}
    assert pages == {*reference.PAGES, "index"}


@pytest.mark.parametrize(
    ("name", "package"),
    [
        (name, package)
        for name, page in reference.PAGES.items()
        for package in page.packages
        if package not in ("taupes.envs.sb3",)
    ],
)
def test_every_public_name_is_there(name: str, package: str) -> None:
    text = (reference.FOLDER / f"{name}.md").read_text("utf-8")
    module = importlib.import_module(package)
    for public in getattr(module, "__all__", ()):
        shown = (f"`{public}(", f"`{public}`", f"`{public} =", f"# {public}\n", f".{public}\n")
        assert any(form in text for form in shown), public


def test_a_position_and_its_actions_are_one_table() -> None:
    text = (reference.FOLDER / "rules.md").read_text("utf-8")
    table = text.split("## Positions and actions")[1].split("##")[0]
    for field in ("phase", "moles", "discs", "stall", "most", "origin", "target", "disc"):
        line = next(each for each in table.splitlines() if each.startswith(f"| `{field}`"))
        assert not line.endswith("|  |"), field
    assert "set of bits" in table
