"""The page in other browsers: `python web/otherbrowsers.py [FOLDER] [LANGUAGE] [firefox] [webkit]`.

Plays, learns, looks back and makes boards by hand at a server of its own, then from a plain folder
on the device with the network cut, and keeps a picture of each. Not for CI: what is needed says
`drivers.py`. With an engine built (`python web/device.py`); without one, no folder is tried.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from drivers import PATIENCE, Browser, DriverError, Firefox, WebKit, opened

from tests.browser.environment import TAUPES, Server, compile_bots
from tests.browser.folder import KEPT, OWN, PLACE, Folder
from tests.browser.learner import LESSONS, key_of
from tests.browser.player import GUEST, PLAYER, READY, SHORT
from tests.browser.test_practice import OPEN

KINDS: dict[str, type[Browser]] = {kind.name: kind for kind in (Firefox, WebKit)}
SIZE = (1024, 768)
LIT = '.stage [data-can="target"]'
LATEST = int(1000 * PATIENCE)
"""Milliseconds until the same is taken not to come within a page."""
PLAY = f"return await ({PLAYER.strip().rstrip(';')})({{most: 2000, patience: {LATEST}}})"
"""Plays to the end within the page."""
LYING = """
  const worker = await navigator.serviceWorker.getRegistration();
  return worker?.active?.state === 'activated'
"""
"""Whether the page lies on the device."""
QUICK = """
  const settings = JSON.parse(localStorage['taupes.settings'] ?? '{}');
  localStorage['taupes.settings'] = JSON.stringify({ ...settings, speed: 'off', welcomed: true });
"""
"""Nothing moves from the next screen on."""


class Trial:
    """One browser, where its pictures go, and what went wrong."""

    def __init__(self, browser: Browser, folder: Path, root: str) -> None:
        self.browser = browser
        self.folder = folder
        self.root = root
        """What paths come after."""
        self.failed = 0

    def go(self, path: str, sign: str) -> None:
        """Open a screen anew and wait for its sign."""
        self.browser.goto("about:blank")
        self.browser.goto(self.root + path)
        self.browser.wait(sign)

    def step(self, name: str, do: Callable[["Trial"], None]) -> None:
        """Do something, say how it went, and keep a picture."""
        try:
            do(self)
            wrong = self.browser.errors()
        except (DriverError, OSError) as error:
            wrong = [str(error)]
        self.failed += bool(wrong)
        sys.stdout.write(f"{self.browser.name:8} {name:10} {'; '.join(wrong) or 'well'}\n")
        sys.stdout.flush()
        self.browser.picture(self.folder / f"{self.browser.name}-{name}.png")


def game(one: Trial) -> None:
    """A game against two bots: the first moles and the first disc by hand."""
    one.go("/", "[data-play]")
    one.browser.tap("[data-play]")
    one.browser.tap('[data-child="no"]')
    for _ in range(2):
        one.browser.wait(READY)
        before = one.browser.run("return document.querySelector('.table').dataset.events")
        one.browser.tap(LIT)
        one.browser.wait(f'.table:not([data-events="{before}"])')
    one.browser.run(PLAY.replace("most: 2000", "most: 5"))
    one.browser.tap(".discs .disc.ready")
    one.browser.wait('.table[data-phase="move"][data-busy="no"], .table[data-acting=""]')
    one.browser.picture(one.folder / f"{one.browser.name}-move.png")
    one.browser.run(QUICK)
    one.browser.goto(one.browser.run("return location.href"))
    one.browser.wait(READY)
    one.browser.run(PLAY)
    one.browser.wait("[data-luck]")


def replay(one: Trial) -> None:
    """The same game once more, with its analysis."""
    one.browser.tap('[data-finish] a[href*="/replay/"]:not([data-moment])')
    one.browser.wait("[data-viewer]:not([data-positions='0'])")
    one.browser.tap('[data-tab="analysis"]')
    one.browser.wait('[data-analysis="ready"]')


def lesson(one: Trial) -> None:
    """Two lessons by hand, with the wrong tries in them."""
    for name in ("place", "hole"):
        one.go(f"/learn?step={name}", f'[data-lesson="{name}"][data-busy="no"]')
        radius, things = LESSONS[name]
        for what in things.split():
            one.browser.wait(f'[data-lesson="{name}"][data-busy="no"]')
            if what.startswith("disc:"):
                one.browser.tap(f'[data-slot="{what[5:]}"]')
            else:
                one.browser.tap(f'.stage [data-cell="{key_of(what.strip("!"), radius)}"]')
        one.browser.wait(f'[data-lesson="{name}"][data-stage="done"]')


def puzzle(one: Trial) -> None:
    """A puzzle, answered somehow."""
    one.go("/practice", '[data-practice-hub="ready"]')
    one.browser.tap("[data-fit]")
    one.browser.wait(OPEN)
    if one.browser.run(f"return !document.querySelector({json.dumps(LIT)})"):
        one.browser.tap('.stage [data-can="move"]')
    one.browser.tap(LIT)
    one.browser.wait("[data-puzzle] [data-why]")


def workshop(one: Trial) -> None:
    """A board with a hole in it."""
    one.go("/boards", '[data-gallery="3"]')
    one.browser.tap("[data-new]")
    one.browser.wait('[data-editor][data-checked="yes"]')
    one.browser.tap('.stage [data-cell="1,1"]')
    one.browser.wait('.stage [data-cell="1,1"][data-kind="hole"]')


def rules(one: Trial) -> None:
    """The rules."""
    one.go("/rules", '[data-rules="all"]')


def settings(one: Trial) -> None:
    """The settings, by night and with a code for another device."""
    one.go("/settings", "[data-setting]")
    one.browser.tap('label:has(input[name$="-look"][value="dark"])')
    one.browser.tap("[data-devices] .button")
    one.browser.wait("[data-code]")


def online(one: Trial, other: Trial) -> None:
    """A table of two people who write to each other, to its end."""
    one.go("/", "[data-play]")
    seats = [{"who": "me", "name": "Ada"}, {"who": "open"}]
    wish = {"seats": seats, "setup": {"boards": SHORT, "moles": [3, 3]}}
    other.go("/", "[data-play]")
    other.browser.run(QUICK)
    made = one.browser.run(f"{GUEST} return await ask('/api/tables', {json.dumps(wish)})")
    one.go(f"/table/{made['table']}", "[data-invitation]")
    other.go(f"/table/{made['table']}", "[data-name]")
    other.browser.tap("[data-name]")
    other.browser.write("Bob")
    other.browser.tap("[data-sit]")
    one.browser.tap("[data-start]")
    for two in (one, other):
        two.browser.wait('.table[data-phase="place"]')
        two.browser.run(f"void (async () => {{ {PLAY} }})().catch((wrong) => went.push(wrong))")
    for two in (one, other):
        two.browser.wait("[data-finish]")


def on_device(one: Trial) -> None:
    """A game on the device, short boards, and all of it kept."""
    one.go("/", "[data-play]")
    # WebKit never ends what a service worker was doing when its first page was left.
    one.browser.until(LYING)
    one.browser.run(QUICK)
    one.browser.run(f"localStorage['taupes.boards'] = {json.dumps(json.dumps(OWN))}")
    _device_game(one)
    one.browser.run(f"await ({KEPT})({LATEST})")


def offline(one: Trial) -> None:
    """The same from the device alone, everything loaded anew."""
    _device_game(one)
    one.browser.wait("[data-luck]")


def _device_game(one: Trial) -> None:
    one.go("/new/together", '[data-setup="ready"]')
    one.browser.tap("[data-part=boards] > summary")
    one.browser.tap('[data-sets="4"] label:last-of-type')
    one.browser.tap("[data-create]")
    one.browser.wait(READY)
    one.browser.run(PLAY)


def at_a_server(kind: type[Browser], folder: Path, locale: str) -> int:
    """Everything that a server is there for; how much of it went wrong."""
    with tempfile.TemporaryDirectory() as place:
        server = Server(Path(place))
        server.start()
        server.warm()
        try:
            with opened(kind, *SIZE, locale) as mine, opened(kind, 390, 844, locale) as theirs:
                one = Trial(mine, folder, server.address)
                for do in (game, replay, lesson, puzzle, workshop, rules, settings):
                    one.step(do.__name__, do)
                other = Trial(theirs, folder, server.address)
                one.step("online", lambda one: online(one, other))
                other.browser.picture(folder / f"{kind.name}-online-other.png")
                return one.failed
        finally:
            server.stop()


def from_a_folder(kind: type[Browser], folder: Path, locale: str) -> int:
    """Everything that needs no server; how much of it went wrong."""
    with tempfile.TemporaryDirectory() as place:
        words = [sys.executable, "-c", TAUPES, "site", "--out", f"{place}/{PLACE}"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - ourselves
        host = Folder(Path(place))
        with opened(kind, *SIZE, locale) as browser:
            one = Trial(browser, folder, f"{host.address}#")
            one.step("device", on_device)
            host.close()
            for do in (offline, lesson, puzzle, rules):
                one.step(f"{do.__name__}-cut" if do is not offline else "offline", do)
            return one.failed


def main(folder: Path, locale: str, kinds: list[str]) -> int:
    """Try everything; how much of it went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    compile_bots()
    ways: list[Callable[[type[Browser], Path, str], Any]] = [at_a_server]
    if Path(__file__).parents[1].joinpath("src/taupes/server/engine").is_dir():
        ways.append(from_a_folder)
    return sum(way(KINDS[kind], folder, locale) for kind in kinds for way in ways)


if __name__ == "__main__":
    given = sys.argv[1:]
    wishes = [*given[:2], *("build/otherbrowsers", "en-GB")[len(given) :]]
    if unknown := set(given[2:]) - set(KINDS):
        sys.exit(f"no browser: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    sys.exit(main(Path(wishes[0]), wishes[1], given[2:] or list(KINDS)) > 0)
