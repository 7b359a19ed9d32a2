"""The scenes that `web/screenshots.py` takes pictures of can still be made."""

import importlib
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.browser.environment import ROOT, Server

PLACES = tuple(ROOT / "web" / f"{name}.py" for name in ("scenes", "moments"))
SELECTOR = re.compile(r"\[(data-[a-z-]+|aria-[a-z]+)|\.((?:[a-z]+-)?[a-z]+)(?=[ :.\"'])")
"""Attributes, and classes where nothing else can be meant."""


def load_scenes() -> Any:
    """The module; it lies beside the page and belongs to no package."""
    with patch.object(sys, "path", [str(ROOT / "web"), *sys.path]):
        return importlib.import_module("scenes")


def words_in(text: str) -> set[str]:
    """All that a scene looks for on the page, out of what is said in quotes."""
    quoted = re.findall(r"\"[^\"\n]*\"|'[^'\n]*'", re.sub(r'""".*?"""', "", text, flags=re.S))
    selectors = [one for one in quoted if re.match(r"[\"'](?:[a-z ]*\[|\.[a-z])", one)]
    return {name for one in selectors for pair in SELECTOR.findall(one) for name in pair if name}


def test_all_that_scenes_wait_for_stands_in_the_page() -> None:
    words = {word for place in PLACES for word in words_in(place.read_text("utf-8"))}
    assert {"data-create", "side-button", "aria-haspopup", "data-looking"} <= words
    page = "\n".join(
        path.read_text("utf-8")
        for kind in ("svelte", "ts", "css")
        for path in Path(ROOT, "web", "src").rglob(f"*.{kind}")
    )
    assert not [word for word in sorted(words) if not re.search(rf"\b{word}\b", page)]


def test_every_screen_of_the_pictures_opens(server: Server, opened: Any, tmp_path: Path) -> None:
    scenes = load_scenes()
    new_page = partial(opened, None, "phone")
    one = scenes.Photographer(new_page(), server, tmp_path, "phone", new_page)
    for path, sign in scenes.SCREENS.values():
        one.go(path, sign)
    scenes.board_screens(one)
    scenes.first_screens(one)
    assert {picture.name for picture in tmp_path.iterdir()} == {
        f"{name}-phone.png"
        for name in ("editor-new", "editor", "boards-own", "print", "settings-code", "welcome")
    }
