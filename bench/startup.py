"""How much processor time commands take that need no search, beside loading Typer and Rich alone.

    python bench/startup.py [--json] [--rounds N]

Each is a process of its own, `python -c "import typer, rich"` among them: what our command line
stands on. User and system time of the process, as the system counts it (on Unix); in each round
everything is measured once, figures and ratios are medians.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

GOAL: Final = 0.30
"""CPU-seconds that a command may take."""
PEER: Final = "import typer, rich"
TAUPES: Final = "from taupes.cli import main; main()"
COMMANDS: Final = ("--version", "rules", "legal FILE", "check FILE")


def cpu_seconds(*arguments: str) -> float:
    """What one run of Python takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def one_round(file: Path) -> dict[str, float]:
    """Everything, measured once."""
    figures = {PEER: cpu_seconds("-c", PEER)}
    for command in COMMANDS:
        words = [word.replace("FILE", str(file)) for word in command.split()]
        figures[f"taupes {command}"] = cpu_seconds("-c", TAUPES, *words)
    return figures


def main() -> None:
    """Measure, and print rows of a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"
        game = ("simulate", "--games", "1", "--records", str(file))
        cpu_seconds("-c", TAUPES, *game)
        one_round(file)  # compiles what was never compiled to bytecode
        rounds = [one_round(file) for _ in range(options.rounds)]
    figures = {name: median(figures[name] for figures in rounds) for name in rounds[0]}
    ratios = {
        name: median(figures[name] / figures[PEER] for figures in rounds) for name in rounds[0]
    }
    if options.json:
        print(json.dumps({"cpu_seconds": figures, "ratio_to_peer": ratios, "goal": GOAL}))
        return
    print("| what | CPU-seconds | ratio | goal |\n| --- | --- | --- | --- |")
    for name, seconds in figures.items():
        what = f"`python -c '{PEER}'`" if name == PEER else f"`{name}`"
        goal = "" if name == PEER else f"{GOAL:.2f}"
        print(f"| {what} | {seconds:.3f} | {ratios[name]:.2f} | {goal} |")


if __name__ == "__main__":
    main()
