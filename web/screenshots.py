"""Pictures of every screen: `python web/screenshots.py [FOLDER] [LANGUAGE] [LOOK] [SIZE…]`.

`all` is every language, or every look; those lie in folders of their own. It starts a server of its
own and plays games on the page. Playwright and Chromium are needed, as
for the browser tests.
"""

import json
import re
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from photographer import Photographer
from playwright.sync_api import sync_playwright
from scenes import take_all

from tests.browser.environment import PATIENCE, Server, compile_bots, launch

SIZES = {
    "desktop": (1280, 800),
    "large": (1440, 900),
    "phone": (390, 844),
    "small": (320, 568),
    "lying": (844, 390),
    "tablet": (768, 1024),
}
TOUCHED = {"phone", "small", "lying", "tablet"}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"look": "light"},
    "dark": {"look": "dark"},
    "contrast": {"look": "light", "contrast": True},
}
LANGUAGES = ("en-GB", "fr-FR", "de-DE")


def open_page(browser: Any, size: str, language: str, look: str) -> Any:
    """A page on a device of its own."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        device_scale_factor=2 if size in TOUCHED else 1,
        has_touch=size in TOUCHED,
        service_workers="block",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    chosen = {"speed": "off", "sounds": False, "welcomed": True, **LOOKS[look]}
    page.add_init_script(f"localStorage['taupes.settings'] ??= {json.dumps(chosen)!r};")
    return page


def main(folder: Path, language: str, look: str, sizes: list[str]) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        server.warm()
        browser = launch(playwright)
        try:
            for size in sizes:
                new_page = partial(open_page, browser, size, language, look)
                one = Photographer(new_page(), server, folder, size, new_page)
                try:
                    take_all(one)
                except Exception:
                    one.page.screenshot(path=folder / f"failed-{size}.png")
                    shutil.copy(Path(place, "server.log"), folder / f"failed-{size}.log")
                    raise
                one.page.context.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    given = sys.argv[1:]
    wishes = [*given[:3], *("build/screenshots", "en-GB", "light")[len(given) :]]
    languages = LANGUAGES if wishes[1] == "all" else (wishes[1],)
    looks = tuple(LOOKS) if wishes[2] == "all" else (wishes[2],)
    if not all(re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", one) for one in languages):
        sys.exit(f"no language: {wishes[1]}; for example fr-FR")
    if not set(looks) <= set(LOOKS):
        sys.exit(f"no look: {wishes[2]}; there are {', '.join(LOOKS)}")
    if unknown := set(given[3:]) - set(SIZES):
        sys.exit(f"no size: {', '.join(unknown)}; there are {', '.join(SIZES)}")
    compile_bots()
    for language in languages:
        for look in looks:
            parts = [language] * (len(languages) > 1) + [look] * (len(looks) > 1)
            main(Path(wishes[0], *parts), language, look, given[3:] or list(SIZES))
