"""The site in a folder, on a host that knows nothing of it; a game on it, and the network cut."""

import contextlib
import functools
import http.server
import json
import threading
from pathlib import Path
from typing import Any

from tests.browser.environment import PATIENCE
from tests.browser.player import SHORT, wait_for_turn

PLACE = "games/taupes"
OWN = [{"boards": SHORT, "orientations": [0, 0], "id": "short", "changed": 0}]
"""A set of boards that somebody has made on the device, for a game that is soon over."""
KEPT = """async (patience) => {
  const isKept = async () => {
    const page = (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated';
    const names = (await (await caches.open('taupes-engine')).keys()).map(({ url }) => url);
    const manifest = names.find((name) => name.endsWith('.json'));
    if (!page || !manifest) return false;
    const { weights } = await (await caches.match(manifest)).json();
    const isHere = ({ file }) => names.some((name) => name.endsWith(file));
    return names.length >= 8 + Object.keys(weights).length && Object.values(weights).every(isHere);
  };
  const end = Date.now() + patience;
  while (!(await isKept())) {
    if (Date.now() > end) throw new Error('not kept');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}"""
"""Looks, again and again, until page and engine lie on the device."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """What `python -m http.server` answers with, without its log."""

    def log_message(self, *_: Any) -> None:
        pass


class Folder:
    """A folder on a host that knows nothing of what is in it."""

    def __init__(self, root: Path) -> None:
        handler = functools.partial(Quiet, directory=str(root))
        self._host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._host.server_port}/{PLACE}/"
        threading.Thread(target=self._host.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._host.shutdown()
        self._host.server_close()


def go(page: Any, path: str, root: str = "#") -> None:
    """Open a screen as a visitor of the second day does: everything anew."""
    # The page does not notice, so it does not begin to load what the next moment throws away.
    page.evaluate("(path) => history.replaceState(null, '', path)", f"{root}{path}")
    page.reload()


def begin(page: Any, way: str, level: str | None = None, root: str = "#") -> None:
    """Set up a game on the short boards, and begin it; `root` is what paths come after."""
    page.evaluate("(own) => localStorage['taupes.boards'] = own", json.dumps(OWN))
    go(page, f"/new/{way}", root)
    page.wait_for_selector('[data-setup="ready"]')
    page.locator("[data-part=boards] > summary").click()
    page.locator('[data-sets="4"] label').last.click()
    if level:
        for select in page.locator("[data-seat] select[data-level]").all():
            select.select_option(level)
    page.locator("[data-create]").click()
    assert wait_for_turn(page)


def cut_off(host: Folder, page: Any) -> None:
    """Wait until everything lies on the device, then cut the network."""
    page.evaluate(KEPT, PATIENCE)
    host.close()


def crash(page: Any) -> None:
    """Kill the process of a tab, with its workers; nothing in it hears of it."""
    with page.expect_event("crash"), contextlib.suppress(Exception):
        page.goto("chrome://crash")
