"""How fast the page is in Chromium: `python web/measure.py`.

It starts a server of its own, loads the first screen and a table over gzip as a browser gets them,
plays two boards at normal speed, and prints the size of the first load, layout shifts, and the
frames while moles hop and boards are lifted. Run it while the machine has nothing else to do.
"""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from tests.browser.environment import Server, launch
from tests.browser.player import READY, act, create, wait_for_turn

WATCH = """() => {
  const seen = window.seen = {shift: 0, long: [], frames: {hop: [], lift: [], rest: []}};
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value;
  }).observe({type: 'layout-shift', buffered: true});
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) seen.long.push(one.duration);
  }).observe({type: 'long-animation-frame', buffered: true});
  let last = performance.now();
  const watch = (now) => {
    const lifting = document.querySelector('[data-lifting=yes]');
    const busy = document.querySelector('.table[data-busy=yes]');
    seen.frames[lifting ? 'lift' : busy ? 'hop' : 'rest'].push(now - last);
    last = now;
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}"""
"""Watches the frames of the page; it keeps asking for frames, also while nothing moves."""

TURNS = 40
LANGUAGES = ("en-GB", "fr-FR", "de-DE")


def say(line: str) -> None:
    """Tell the person who measures."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Measure, and print what was found."""
    say(f"load of the machine before: {os.getloadavg()[0]:.2f}")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Server(Path(place))
        server.start()
        browser = launch(playwright)
        try:
            for language in LANGUAGES:
                context = browser.new_context(locale=language, service_workers="block")
                measure_load(context, server, language)
            measure_frames(browser.new_context(service_workers="block"), server)
        finally:
            browser.close()
            server.stop()
    say(f"load of the machine after: {os.getloadavg()[0]:.2f}")


def measure_load(context: Any, server: Server, language: str) -> None:
    """What comes over the wire until a game can be played."""
    page = context.new_page()
    asked: list[Any] = []
    page.on("requestfinished", lambda one: asked.append(one))  # noqa: PLW0108

    def told(name: str) -> None:
        page.wait_for_load_state("networkidle")
        files = [one for one in asked if one.url.startswith("http") and "/api/" not in one.url]
        size = sum(one.sizes()["responseBodySize"] for one in files)
        shift = page.evaluate("seen.shift")
        say(f"{name}: {size / 1000:.0f} kB in {len(files)} files, layout shift {shift:.4f}")

    page.add_init_script(f"({WATCH})()")
    page.goto(server.address)
    page.wait_for_selector("[data-play]")
    told(f"first screen, {language}")
    page.locator("[data-play]").click()
    wait_for_turn(page)
    told(f"with a table, {language}")
    context.close()


def settle(page: Any, **settings: Any) -> None:
    """Have the device keep these settings."""
    text = json.dumps({"welcomed": True, "sounds": False, **settings})
    page.evaluate("(text) => (localStorage['taupes.settings'] = text)", text)


def measure_frames(context: Any, server: Server) -> None:
    """Frames while two play until the board is lifted."""
    page = context.new_page()
    page.goto(server.address)
    table = create(page, [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}])
    settle(page, speed="off")
    page.goto(f"{server.address}/table/{table}")
    page.locator("[data-start]:enabled").click()
    while wait_for_turn(page) and page.locator('.table[data-phase="place"]').count():
        act(page)
    settle(page, speed="normal")
    page.add_init_script(f"({WATCH})()")
    page.reload()
    for _ in range(TURNS):
        if not wait_for_turn(page):
            break
        act(page)
        page.wait_for_selector(READY)
    found = page.evaluate("seen")
    for name, frames in found["frames"].items():
        late = sum(frame > 50 for frame in frames)
        middle = sorted(frames)[len(frames) // 2] if frames else 0
        say(f"{name}: {len(frames)} frames, median {middle:.1f} ms, {late} over 50 ms")
    longest = max(found["long"], default=0)
    say(f"frames with much work: {len(found['long'])}, longest {longest:.0f} ms")
    context.close()


if __name__ == "__main__":
    main()
