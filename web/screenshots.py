"""Pictures of every screen in three sizes: `python web/screenshots.py [FOLDER] [LANGUAGE] [LOOK]`.

It starts a server of its own and plays a game on the page. Playwright and Chromium are needed, as
for the browser tests.
"""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from tests.browser.house import Server
from tests.browser.player import act, state, wait_for_turn

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 640)}
SCREENS = {
    "home": ("/", "[data-play]"),
    "bots": ("/new/bots", '[data-setup="ready"]'),
    "together": ("/new/together", '[data-setup="ready"]'),
    "online": ("/new/online", '[data-setup="ready"]'),
    "lobby": ("/lobby", '[data-lobby="ready"]'),
    "settings": ("/settings", "[data-setting]"),
    "learn": ("/learn", "h1"),
    "replay": ("/replay", "h1"),
    "boards": ("/boards", "h1"),
}

Shoot = Callable[[str], None]


def main(folder: Path, language: str, look: str) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            for size, (width, height) in SIZES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    locale=language,
                    device_scale_factor=1 if size == "desktop" else 2,
                )
                page = context.new_page()
                settings = f'{{"speed": "off", "sounds": false, "look": "{look}"}}'
                page.add_init_script(f"localStorage['taupes.settings'] ??= {settings!r};")

                def shoot(name: str, page: Any = page, size: str = size) -> None:
                    page.screenshot(path=folder / f"{name}-{size}.png")

                for name, (path, sign) in SCREENS.items():
                    page.goto(server.address + path)
                    page.wait_for_selector(sign)
                    page.wait_for_load_state("networkidle")
                    shoot(name)
                table_screens(page, server, shoot)
                context.close()
        finally:
            browser.close()
            server.stop()


def table_screens(page: Any, server: Server, shoot: Shoot) -> None:
    """A table before, in and after a game."""
    page.goto(f"{server.address}/new/online")
    page.locator("[data-create]:enabled").click()
    page.wait_for_selector('[data-full="no"]')
    shoot("waiting")
    page.goto(server.address)
    page.locator("[data-play]").click()
    seen = set()
    while wait_for_turn(page):
        now = state(page)
        name = f"table-{now['level']}-{now['phase']}"
        if name not in seen:
            seen.add(name)
            shoot(name)
            if now["phase"] == "move" and now["level"] == "1":
                page.locator("[data-view]").click()
                page.wait_for_selector('[data-view="above"]')
                shoot("table-above")
                page.locator("[data-view]").click()
                page.wait_for_selector('[data-view="tilted"]')
        act(page)
    shoot("finish")


if __name__ == "__main__":
    wishes = [*sys.argv[1:], *("build/screenshots", "en-GB", "light")[len(sys.argv) - 1 :]]
    if not re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", wishes[1]):
        sys.exit(f"no language: {wishes[1]}")
    main(Path(wishes[0]), wishes[1], wishes[2])
