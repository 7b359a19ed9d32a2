"""The pages about paper say what is so."""

import re
from pathlib import Path

from taupes.answers.booklet import MOST_SHEETS
from taupes.paper.measure import CELL, FLAP, HOLE, LAST_HOLE, MOLE_FOOT, MOLE_WIDTH, half_size

DOCS = Path(__file__).parents[2] / "docs"
PAGE = " ".join((DOCS / "paper.md").read_text("utf-8").split())


def test_the_page_shows_every_picture_and_all_are_small() -> None:
    stored = sorted(DOCS.glob("pictures/paper-*.png"))
    assert sorted(re.findall(r"\(pictures/(.*?)\)", PAGE)) == [path.name for path in stored]
    assert all(path.stat().st_size < 150_000 for path in stored)


def test_the_lengths_are_those_of_the_program() -> None:
    width, height = (f"{2 * half:.0f}" for half in half_size(4))
    for words in (
        f"**{CELL:g} mm**",
        f"{width} by {height} mm",
        f"reaches {FLAP:g} mm under",
        f"{HOLE:g} mm wide, the last one {LAST_HOLE:g} mm",
        f"{MOLE_WIDTH:g} by {MOLE_FOOT:g} mm",
    ):
        assert words in PAGE


def test_the_limit_of_the_server() -> None:
    assert f"at most {MOST_SHEETS} sheets" in (DOCS / "server.md").read_text("utf-8")
