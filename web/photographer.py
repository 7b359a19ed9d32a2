"""One page of one size, and where the pictures of it go."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.browser.environment import Server

STILL = """() => document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
"""Nothing is on its way but what never ends."""


@dataclass(frozen=True)
class Photographer:
    """Takes pictures of a page."""

    page: Any
    server: Server
    folder: Path
    size: str
    new_page: Callable[[], Any]
    """Opens a page on a device of its own, of the same size and look."""

    def shoot(self, name: str) -> None:
        """A picture of the whole page as it is now."""
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_function(STILL)
        self.page.screenshot(path=self.folder / f"{name}-{self.size}.png", full_page=True)

    def go(self, path: str, sign: str) -> None:
        """Open a screen and wait for its sign."""
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector(sign)

    def settle(self, **settings: Any) -> None:
        """Change settings of the device; they hold from the next screen on."""
        self.page.evaluate(
            """(changes) => localStorage['taupes.settings'] = JSON.stringify(
                 {...JSON.parse(localStorage['taupes.settings']), ...changes})""",
            settings,
        )

    @contextmanager
    def other(self, guest: str = "") -> Iterator["Photographer"]:
        """Somebody with a device of their own, for as long as they are needed."""
        page = self.new_page()
        if guest:
            page.add_init_script(f"localStorage['taupes.guest'] ??= {json.dumps(guest)};")
        yield replace(self, page=page)
        page.context.close()
