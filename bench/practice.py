"""From the tap to the first puzzle: the clock, the work of page and keeper, and what was fetched.

    python bench/practice.py [--visits 3] [--wait 1] [--slow 4] [--only server|device]

Somebody comes to the first screen, taps on the link to puzzles, and there on one that fits: at a
server and in a folder without one: a first visit, then later ones, each in a tab of its own.
*Page* is the processor time of all threads of the tab, in a folder those in which Python runs too,
*server* that of the server and its workers. `--wait` is how long somebody looks at each of the two
screens, in seconds; with 0 they tap at once. The clock means something on a quiet machine alone.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from device import CLICK, KEPT, Device, measuring, open_browser, say, slowed, work_of

from tests.browser.environment import PATIENCE, Server

LINK: Final = 'main a[href$="/practice"]'
HUB: Final = '[data-practice-hub="ready"]'
FIT: Final = "[data-fit]"
PUZZLE: Final = '[data-puzzle][data-stage="open"][data-busy="no"]'
FETCHED: Final = """() => {
  const all = performance.getEntriesByType('resource');
  performance.clearResourceTimings();
  const bytes = all.reduce((sum, one) => sum + one.encodedBodySize, 0);
  return `${all.length} files or answers, ${(bytes / 1000).toFixed(1)} kB`;
}"""


def work_below(root: int) -> float:
    """Milliseconds that a process and all that it has started have worked until now."""
    parents: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            stat = (place / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(place.name)] = int(stat[1])

    def is_below(one: int) -> bool:
        return one == root or (one in parents and is_below(parents[one]))

    found = 0
    for one in filter(is_below, parents):
        for task in Path(f"/proc/{one}/task").glob("*/schedstat"):
            try:
                found += int(task.read_text().split()[0])
            except OSError:
                continue
    return found / 1e6


def tap(page: Any, button: str, sign: str, works: dict[str, Callable[[], float]]) -> str:
    """Tap, wait for the picture, and say what that took."""
    page.evaluate(FETCHED)
    before = {name: work() for name, work in works.items()}
    took = page.evaluate(CLICK, [button, sign])
    spent = [f"{name} {work() - before[name]:.0f}" for name, work in works.items()]
    return f"{took:.0f} ms by the clock; work: {', '.join(spent)} ms; {page.evaluate(FETCHED)}"


def visit(page: Any, wait: float, works: dict[str, Callable[[], float]]) -> None:
    """Go from the first screen to a puzzle."""
    page.wait_for_selector(LINK)
    page.wait_for_timeout(1000 * wait)
    say(f"    to the choice of puzzles: {tap(page, LINK, HUB, works)}")
    page.wait_for_timeout(1000 * wait)
    say(f"    to the first puzzle:      {tap(page, FIT, PUZZLE, works)}")


def measure_server(playwright: Any, folder: Path, visits: int, wait: float, slow: float) -> None:
    """A server that has answered nobody, then later visits to it."""
    server = Server(folder)
    server.start()
    assert server.process is not None
    serving, profile = server.process.pid, f"{folder}/profile"
    context = open_browser(playwright, profile)
    works = {"page": lambda: work_of(profile), "server": lambda: work_below(serving)}
    try:
        for number in range(visits + 1):
            say(f"  visit {number + 1}")
            with slowed(profile, slow):
                page = context.new_page()
                page.goto(f"{server.address}/")
                visit(page, wait, works)
            page.close()
    finally:
        context.close()
        server.stop()


def measure_device(playwright: Any, folder: str, visits: int, wait: float, slow: float) -> None:
    """A folder on a plain host: first without, then with an engine on the device."""
    device = Device(playwright, folder, 1)
    works = {"page": lambda: work_of(device.profile)}
    try:
        for number in range(visits + 1):
            say(f"  visit {number + 1}")
            with slowed(device.profile, slow):
                page = device.visit("/", LINK)
                visit(page, wait, works)
            page.wait_for_function(KEPT, timeout=10 * PATIENCE)
            page.close()
    finally:
        device.close()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=3, help="after the first one")
    parser.add_argument("--wait", type=float, default=1)
    parser.add_argument("--slow", type=float, default=1)
    parser.add_argument("--only", choices=("server", "device"))
    wish = parser.parse_args()
    with measuring() as (playwright, folder):
        if wish.only != "device":
            say("at a server")
            place = Path(folder) / "server"
            place.mkdir()
            measure_server(playwright, place, wish.visits, wish.wait, wish.slow)
        if wish.only != "server":
            say("in a folder without a server")
            measure_device(playwright, f"{folder}/device", wish.visits, wish.wait, wish.slow)


if __name__ == "__main__":
    main()
