"""How much processor time the first choice takes: compiled now, compiled before, or shipped.

    python bench/cold.py [--rounds N]

Each figure is of a process of its own, with all that it imports; user and system time as the system
counts it (on Unix). The library is measured where one is shipped (`web/engine/build.py --shipped`),
with Numba out of reach.
"""

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

CHOICE: Final = """
from random import Random
from taupes.bots import Budget, make_bot
from taupes.rules import Game, load_stack, new_game, preset_rules
game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10)
make_bot("burrower").think(new_game(game), Budget(), Random(1))
"""
ALL: Final = """
from taupes.bots.warmup import _play_little
_play_little()
"""
BARE: Final = """
import sys
sys.modules.update(dict.fromkeys(("numba", "llvmlite")))
"""
WHAT: Final = {"first choice of burrower": CHOICE, "all that master and analysis need": ALL}


def cpu_seconds(code: str, **environment: str) -> float:
    """What one process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command, surroundings = [sys.executable, "-c", code], {**os.environ, **environment}
    subprocess.run(command, env=surroundings, check=True)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Measure, and print rows of a table."""
    from taupes.kernel import shipped  # noqa: PLC0415 - what is measured may be another package

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    rounds = parser.parse_args().rounds
    print("| what | empty cache | compiled before | shipped library, no Numba |")
    print("| --- | --- | --- | --- |")
    for what, code in WHAT.items():
        cold, again, library = [], [], []
        for _ in range(rounds):
            with TemporaryDirectory() as folder:
                own = {"TAUPES_CACHE": folder, "NUMBA_CACHE_DIR": str(Path(folder, "numba"))}
                cold.append(cpu_seconds(code, TAUPES_LIBRARY="", **own))
                again.append(cpu_seconds(code, TAUPES_LIBRARY="", **own))
                if shipped.find():
                    library.append(cpu_seconds(BARE + code, TAUPES_LIBRARY="", **own))
        figures = (" and ".join(f"{number:.1f}" for number in row) for row in (cold, again))
        last = " and ".join(f"{number:.2f}" for number in library) or "none is shipped"
        print(f"| {what} | {' | '.join(figures)} | {last} |", flush=True)


if __name__ == "__main__":
    main()
