"""What keeps the page's own thread busy, in Chromium.

    python bench/tasks.py [--rounds 3] [--top 3] [--only play|look]

Hosts the built page and engine as any plain host would, in a window as large as a telephone's, goes
through what people do there (*play*: a table against three bots, moles, discs, a hint; *look*: a
replay, a lift, an analysis, a lesson) while Chromium traces itself, and prints for each the longest
tasks of the page's main thread by the processor time they took themselves, with what lies within
them. It grows with the load of the machine too: the least of several rounds says most, and two
builds are compared in turns (`TAUPES_TEST_PAGE` is another page). At a quarter of the speed a task
of 12.5 ms would block the page for 50.
"""

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from device import CLICK, KEPT, Device, measuring, say

from tests.browser.environment import TAUPES
from tests.browser.player import IN_PLAY, MAY_ACT, act, wait_for_turn

CATEGORIES: Final = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline")
SETTLED: Final = 500
"""Milliseconds after something was done, in which what follows from it is still seen."""
HINT: Final = '[data-hint="ready"]'
SHARE: Final = 0.06
"""What takes less of a task is not named."""


@dataclass
class Task:
    """One task of the page's main thread, in milliseconds of its processor time."""

    took: float
    parts: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        parts = sorted(self.parts.items(), key=lambda one: -one[1])
        named = [f"{name} {took:.1f}" for name, took in parts if took > SHARE * self.took]
        return f"{self.took:.1f} ({', '.join(named)})"


def tasks_of(events: list[dict[str, Any]], address: str) -> list[Task]:
    """The tasks of the page at this address, the longest first."""
    pages = {
        frame["processId"]
        for event in events
        for frame in event.get("args", {}).get("data", {}).get("frames", ())
        if isinstance(frame, dict) and frame.get("url", "").startswith(address)
    }
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name"
        and event["args"]["name"] == "CrRendererMain"
        and event["pid"] in pages
    }
    found = []
    for main in mains:
        own = [event for event in events if (event["pid"], event["tid"]) == main]
        found += _tasks_of_thread([event for event in own if "tdur" in event])
    return sorted(found, key=lambda one: -one.took)


def _tasks_of_thread(events: list[dict[str, Any]]) -> list[Task]:
    """What lies within what, by the clock; each event counts without those within it."""
    found: list[Task] = []
    open_ones: list[tuple[float, str]] = []
    for event in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while open_ones and open_ones[-1][0] <= event["ts"]:
            open_ones.pop()
        took, name = event["tdur"] / 1000, _name_of(event)
        if not open_ones:
            if not event["name"].endswith("RunTask"):
                continue
            found.append(Task(took))
        else:
            found[-1].parts[open_ones[-1][1]] -= took
        parts = found[-1].parts
        parts[name] = parts.get(name, 0) + took
        open_ones.append((event["ts"] + event["dur"], name))
    return found


def _name_of(event: dict[str, Any]) -> str:
    data = event.get("args", {}).get("data", {})
    if event["name"] == "FunctionCall" and isinstance(data, dict):
        file = str(data.get("url", "")).rpartition("/")[2]
        return f"{data.get('functionName', '')}@{file}:{data.get('columnNumber', '')}"
    return str(event["name"])


class Traces:
    """What was seen in each situation, in all rounds."""

    def __init__(self, address: str, top: int) -> None:
        self.address = address
        self.top = top
        self.seen: dict[str, list[list[Task]]] = defaultdict(list)

    @contextmanager
    def of(self, name: str, page: Any) -> Iterator[None]:
        """Trace what is done with a page."""
        line = page.context.new_cdp_session(page)
        events: list[dict[str, Any]] = []
        over: list[bool] = []
        line.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
        line.on("Tracing.tracingComplete", lambda _: over.append(True))
        line.send("Tracing.start", {"traceConfig": {"includedCategories": [*CATEGORIES]}})
        yield
        page.wait_for_timeout(SETTLED)
        line.send("Tracing.end")
        while not over:
            page.wait_for_timeout(10)
        line.detach()
        found = tasks_of(events, self.address)
        self.seen[name].append(found)
        say(f"{name}, load {os.getloadavg()[0]:.0f}: {'; '.join(map(str, found[: self.top]))}")

    def tell(self) -> None:
        """Say what was longest in each round."""
        say("the longest tasks, in milliseconds:")
        for name, rounds in self.seen.items():
            say(f"    {name}: {', '.join(f'{tasks[0].took:.1f}' for tasks in rounds)}")


def walk(device: Device, traces: Traces) -> None:
    """Do once what people do."""
    page = device.visit("/", "[data-play]")
    is_first = not page.evaluate(KEPT)
    if not is_first:
        page.wait_for_timeout(2 * SETTLED)
    with traces.of("a table, first visit" if is_first else "a table, later visits", page):
        page.evaluate(CLICK, ["[data-play]", MAY_ACT])
    with traces.of("moles are placed", page):
        while not page.locator(IN_PLAY).count():
            act(page)
            page.wait_for_selector(MAY_ACT)
    with traces.of("discs are turned, moles move", page):
        for _ in range(3):
            wait_for_turn(page)
            act(page)
        wait_for_turn(page)
    with traces.of("a hint", page):
        while page.locator(HINT).count() == 0:
            act(page)
            page.wait_for_selector(MAY_ACT)
        page.locator(HINT).tap()
        page.wait_for_selector('[data-hint="given"]')
    while not page.evaluate(KEPT):
        page.wait_for_timeout(100)
    page.close()


def simulate(record: Path) -> None:
    """Have four bots play a whole game."""
    wish = ("simulate", "--games", "1", "--players", "4", "--records", str(record))
    command = [sys.executable, "-c", TAUPES, *wish]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - Python's own


def look_back(device: Device, traces: Traces, record: Path) -> None:
    """Look at a game again, and at a lesson."""
    page = device.visit("/replay", '[data-library="ready"]')
    with traces.of("a replay", page):
        page.locator("input[type=file]").set_input_files(record)
        page.wait_for_selector("[data-viewer]:not([data-positions='0'])")
    with traces.of("to another board and back", page):
        page.locator('[data-board="1"]').click()
        page.wait_for_selector('.board[data-level="1"]')
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector('.board[data-level="0"]')
        page.wait_for_selector('[data-viewer][data-busy="no"]')
    with traces.of("a lift", page):
        page.keyboard.press("ArrowRight")
        page.wait_for_selector('[data-lifting="yes"]')
        page.wait_for_selector('[data-lifting="no"]')
    with traces.of("an analysis", page):
        page.wait_for_selector('[data-analysis="ready"]')
    for name, key in (("to the end of a replay", "End"), ("back to its begin", "Home")):
        with traces.of(name, page):
            page.keyboard.press(key)
    page.goto(f"{device.address}#/")
    page.wait_for_selector("[data-play]")
    with traces.of("a lesson", page):
        page.locator('a[href*="learn"]').first.click()
        page.wait_for_selector("[data-lesson] .board [data-cell]")
    page.close()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--top", type=int, default=2)
    parser.add_argument("--only", choices=("play", "look"))
    wish = parser.parse_args()
    with measuring() as (playwright, folder):
        record = Path(folder) / "game.jsonl"
        simulate(record)
        device = Device(playwright, folder, rate=1)
        traces = Traces(device.address, wish.top)
        try:
            for _ in range(wish.rounds):
                if wish.only != "look":
                    walk(device, traces)
                if wish.only != "play":
                    look_back(device, traces, record)
        finally:
            device.close()
            traces.tell()


if __name__ == "__main__":
    main()
