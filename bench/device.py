"""What the game without a server costs a device, in Chromium.

    python bench/device.py [--visits 5] [--turns 8] [--slow 4] [--rate 4] [--wait 2] [--whole OUT]

Hosts the built page and engine as any plain host would, in a window as large as a telephone's, and
prints how long it takes from the click to the first placement, on the first visit and on later ones
(each a tab of its own); what kept the page's own thread busy for more than 50 ms; and the memory
of the tab's process (PSS: shared pages counted by shares) in a game against three masters. `--slow`
lets all threads of the tab, its workers too, run only one moment in so many; `--rate` is Chromium's
own throttling, which knows the page's thread alone. `--wait` is how long somebody looks at the
first screen before the click of a later visit. `--whole` plays a game against three masters to its
end instead, asks for a hint, replays it and has it weighed; pictures of it go into the folder.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from taupes.server.running import engine_folder
from taupes.server.site import make_site
from tests.browser.environment import CHROMIUM, PAGE, PATIENCE, free_port
from tests.browser.player import MAY_ACT, act, play, wait_for_turn

PHONE: Final = {"width": 390, "height": 844}
MOMENT: Final = 0.003
"""Seconds that a slow tab runs before it is stopped again."""
LONG: Final = 50
HINT_AFTER: Final = 20
"""So many things are done in a whole game before somebody wants a hint."""

WATCH: Final = """() => {
  window.tasks = [];
  const note = (list) => tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(note).observe({type: 'longtask', buffered: true});
  window.moments = [];
  let last = '';
  new MutationObserver(() => {
    const {events = '', acting = ''} = document.querySelector('.table')?.dataset ?? {};
    if (events !== last) moments.push([performance.now(), acting === '']);
    last = events;
  }).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-events']});
}"""
"""Notes what keeps the page's thread busy, and when which event was heard of, whoever acts next."""
CLICK = """([button, sign]) => new Promise((done) => {
  const start = performance.now();
  const look = () =>
    document.querySelector(sign)
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
      : requestAnimationFrame(look);
  document.querySelector(button).click();
  look();
})"""
"""Clicks, and gives back how many milliseconds later a sign was drawn."""
KEPT: Final = """async () =>
  (await (await caches.open('taupes-engine')).keys()).length >= 8 &&
  (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"""


def say(line: str) -> None:
    """Tell the person who measures."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def measuring() -> Iterator[tuple[Any, str]]:
    """Playwright and a folder to measure with; says how busy the machine was before and after."""
    say(f"load of the machine before: {os.getloadavg()[0]:.2f}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        yield playwright, folder
    say(f"load of the machine after: {os.getloadavg()[0]:.2f}")


def tabs_of(folder: str) -> list[int]:
    """The processes of a browser's pages, by the folder of its profile."""
    parents, pages, roots = {}, [], set()
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().replace(b"\0", b" ").split()
            parents[int(place.name)] = int(
                (place / "stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
        if f"--user-data-dir={folder}".encode() in words:
            roots.add(int(place.name))
        if b"--type=renderer" in words:
            pages.append(int(place.name))

    def is_ours(one: int) -> bool:
        return one in roots or (one in parents and is_ours(parents[one]))

    return [one for one in pages if is_ours(one)]


def memory_of(folder: str) -> float:
    """Megabytes of the largest page."""
    found = []
    for one in tabs_of(folder):
        try:
            text = Path(f"/proc/{one}/smaps_rollup").read_text()
        except OSError:  # it has just been closed
            continue
        found.append(
            next(int(row.split()[1]) for row in text.splitlines() if row.startswith("Pss:"))
        )
    return max(found, default=0) * 1024 / 1e6


def work_of(folder: str) -> float:
    """Milliseconds that all threads of all pages have worked until now."""
    found = 0
    for one in tabs_of(folder):
        for task in Path(f"/proc/{one}/task").glob("*/schedstat"):
            try:
                found += int(task.read_text().split()[0])
            except OSError:
                continue
    return found / 1e6


@contextmanager
def slowed(folder: str, times: float) -> Iterator[None]:
    """Let the pages run one moment in so many."""
    over = threading.Event()

    def signal_all(pages: list[int], what: int) -> None:
        for one in pages:
            try:
                os.kill(one, what)
            except ProcessLookupError:
                continue

    def beat() -> None:
        pages: list[int] = []
        for count in range(10**9):
            if count % 10 == 0:  # a new tab is slowed from its first tenths of a second on
                pages = tabs_of(folder)
            start = time.perf_counter()
            if over.wait(MOMENT):
                return
            ran = time.perf_counter() - start
            signal_all(pages, signal.SIGSTOP)
            time.sleep(ran * (times - 1))
            signal_all(pages, signal.SIGCONT)

    thread = threading.Thread(target=beat)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def open_browser(playwright: Any, profile: str) -> Any:
    """A browser in a window as large as a telephone's, whose person has been here before."""
    context = playwright.chromium.launch_persistent_context(
        profile,
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        viewport=PHONE,
        has_touch=True,
        locale="en-GB",
    )
    context.set_default_timeout(10 * PATIENCE)
    context.add_init_script(
        f"({WATCH})(); localStorage['taupes.settings'] ??= "
        """JSON.stringify({sounds: false, night: false, welcomed: true});"""
    )
    return context


class Device:
    """A browser with a profile of its own, and a host with the site."""

    def __init__(self, playwright: Any, folder: str, rate: float) -> None:
        self.folder = folder
        self.rate = rate
        port = free_port()
        make_site(PAGE, engine_folder(), Path(folder) / "site" / "taupes")
        command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
        self.host = subprocess.Popen(  # noqa: S603 - Python's own
            [*command, "--directory", f"{folder}/site"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.address = f"http://127.0.0.1:{port}/taupes/"
        self.profile = f"{folder}/profile"
        self.context = open_browser(playwright, self.profile)

    def close(self) -> None:
        """Let everything go."""
        self.context.close()
        self.host.terminate()

    def visit(self, path: str, sign: str) -> Any:
        """Open the page in a tab of its own, once anybody has answered."""
        while True:
            page = self.context.new_page()
            if self.rate > 1:
                line = self.context.new_cdp_session(page)
                line.send("Emulation.setCPUThrottlingRate", {"rate": self.rate})
            try:
                page.goto(f"{self.address}#{path}")
            except Exception:  # noqa: BLE001 - the host is only just beginning
                page.close()
                continue
            page.wait_for_selector(sign)
            return page


def tell_tasks(page: Any) -> None:
    """Say what has kept the page's thread busy."""
    late = sorted(page.evaluate("tasks.splice(0)"), reverse=True)
    say(f"    tasks over {LONG} ms: {len(late)}; the longest: {[round(one) for one in late[:6]]}")


def measure_whole(device: Device, slow: float, folder: Path) -> None:
    """Play a game to its end as a person does, and look at it again."""
    folder.mkdir(parents=True, exist_ok=True)
    with slowed(device.profile, slow):
        page = device.visit("/new/bots", '[data-setup="ready"]')
        page.locator("input[name=count]").last.check()
        for select in page.locator("[data-seat] select[data-level]").all():
            select.select_option("master")
        page.locator("[data-create]").tap()
        page.wait_for_selector(MAY_ACT)
        say("a table opened:")
        tell_tasks(page)
        start, done, memory, asked = time.perf_counter(), 0, [], False
        while wait_for_turn(page):
            if done % 8 == 0:
                page.screenshot(path=folder / f"turn-{done:03}.png")
            if done >= HINT_AFTER and not asked and page.locator('[data-hint="ready"]').count():
                asked = True
                page.locator('[data-hint="ready"]').tap()
                page.wait_for_selector('[data-hint="given"]')
                page.screenshot(path=folder / "hint.png")
                say("a hint:")
                tell_tasks(page)
            act(page)
            done += 1
            memory.append(memory_of(device.profile))
        page.screenshot(path=folder / "end.png")
        took = time.perf_counter() - start
        say(f"{done} things done in {took:.0f} s; at most {max(memory):.0f} MB")
        tell_waits(page.evaluate("moments"))
        tell_tasks(page)
        page.locator('[data-finish] a[href*="replay"]').first.click()
        page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
        say("its replay:")
        tell_tasks(page)
        page.wait_for_selector('[data-analysis="ready"]')
        page.screenshot(path=folder / "analysis.png")
        say("its analysis:")
        tell_tasks(page)
    page.close()


def tell_waits(moments: list[tuple[float, bool]]) -> None:
    """Say how long bots take until something is heard of them."""
    pairs = pairwise(moments)
    waits = sorted((then - now) / 1000 for (now, is_bots), (then, _) in pairs if is_bots)
    middle, late = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
    say(f"seconds for something a bot does: median {middle:.2f}, 95 % {late:.2f}, {waits[-1]:.2f}")


def measure_visits(device: Device, visits: int, slow: float, wait: float) -> None:
    """How long people wait for a game at once."""
    for number in range(visits + 1):
        with slowed(device.profile, slow):
            page = device.visit("/", "[data-play]")
            if number:
                page.wait_for_timeout(1000 * wait)
            before = work_of(device.profile)
            took = page.evaluate(CLICK, ["[data-play]", MAY_ACT])
            work = work_of(device.profile) - before
            say(
                f"visit {number + 1}: {took:.0f} ms from the click to the first placement, "
                f"{work:.0f} ms of work in all threads"
            )
            tell_tasks(page)
        while not page.evaluate(KEPT):
            page.wait_for_timeout(100)
        page.close()


def measure_game(device: Device, turns: int, slow: float) -> None:
    """What a game against three masters costs."""
    say(f"memory of a tab before it: {memory_of(device.profile):.0f} MB")
    with slowed(device.profile, slow):
        page = device.visit("/new/bots", '[data-setup="ready"]')
        page.locator("input[name=count]").last.check()
        for select in page.locator("[data-seat] select[data-level]").all():
            select.select_option("master")
        took = page.evaluate(CLICK, ["[data-create]", MAY_ACT])
        say(f"against masters: {took:.0f} ms; {memory_of(device.profile):.0f} MB as it begins")
        found, waits = [], []
        for _ in range(turns):
            start = time.perf_counter()
            play(page, most=1)
            page.wait_for_selector(f"{MAY_ACT}, [data-finish]")
            waits.append(time.perf_counter() - start)
            found.append(round(memory_of(device.profile)))
        tell_tasks(page)
    say(f"memory after each turn: {found} MB, at most {max(found)}")
    say(f"seconds for a turn and those of the bots: median {median(waits):.1f}, {max(waits):.1f}")
    page.close()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--slow", type=float, default=1)
    parser.add_argument("--rate", type=float, default=1)
    parser.add_argument("--wait", type=float, default=0)
    parser.add_argument("--whole", type=Path)
    wish = parser.parse_args()
    with measuring() as (playwright, folder):
        device = Device(playwright, folder, wish.rate)
        try:
            measure_visits(device, wish.visits, wish.slow, wish.wait)
            if wish.whole:
                measure_whole(device, wish.slow, wish.whole)
            elif wish.turns:
                measure_game(device, wish.turns, wish.slow)
        finally:
            device.close()


if __name__ == "__main__":
    main()
