"""Puzzles: how fast they are found, and how many keep their answer under a much longer look.

    python bench/puzzles.py mine [--games N] [--seed N]
    python bench/puzzles.py again [FILE] [--sample N] [--times N] [--seed N]

`mine` looks through games and counts what passes all checks, per hour of one processor. `again`
judges a sample of the shipped puzzles (or of a file's) by a search of so many times the budget
that they were found with; those that the exact tables decided are asked of the tables again.
"""

import argparse
import time
from pathlib import Path
from random import Random

from taupes.puzzles import Puzzle, PuzzleStore, shipped
from taupes.puzzles.mining.miner import dig
from taupes.puzzles.mining.weighing import BUDGET, search, weigh_exactly
from taupes.puzzles.store import read_lines


def mine(games: int, seed: int) -> None:
    """Look through games."""
    dig(seed, range(2))  # what is compiled and loaded once is not counted
    began = time.process_time()
    found = dig(seed, range(2, 2 + games))
    spent = time.process_time() - began
    pace = len(found) / spent * 3600
    print(f"{len(found)} puzzles in {games} games, {spent:.1f} CPU-seconds: {pace:.0f} an hour")


def again(store: PuzzleStore, sample: int, times: int, seed: int) -> None:
    """Judge a sample once more."""
    rng = Random(seed)
    lines = rng.sample(store.lines, min(sample, len(store)))
    kept, leads = 0, []
    for number, line in enumerate(lines, 1):
        is_kept, lead = _judge(line.puzzle(), times, rng)
        kept += is_kept
        leads.append(lead)
        if not is_kept:
            print(f"{line.id}: another choice is ahead by {-lead:.3f}", flush=True)
        if number % 20 == 0:
            print(f"{kept} of {number} keep their answer", flush=True)
    leads.sort()
    print(
        f"{kept} of {len(lines)} keep their answer ({kept / len(lines):.1%}) with {times} times "
        f"the budget; lead: least {leads[0]:.3f}, median {leads[len(leads) // 2]:.3f}; "
        f"{sum(lead >= 0.1 for lead in leads)} still lead by 10 points"
    )


def _judge(puzzle: Puzzle, times: int, rng: Random) -> tuple[bool, float]:
    """Whether the answer is still the best, and how far it is ahead of the best other choice."""
    exact = weigh_exactly(puzzle.state) if puzzle.is_exact else None
    found = exact or search(puzzle.state, times * BUDGET, rng)
    values = dict(found.ranking)
    lead = values.pop(puzzle.best) - max(values.values())
    return lead > 0, lead


def main() -> None:
    """Do what is asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("mine", "again"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "mine":
        mine(asked.games, asked.seed)
        return
    store = read_lines(asked.file.read_text("utf-8").splitlines()) if asked.file else shipped()
    again(store, asked.sample, asked.times, asked.seed)


if __name__ == "__main__":
    main()
