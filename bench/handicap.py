"""What a mole more or less is worth, with intervals of 95 %: the table of docs/handicaps.md.

    python bench/handicap.py [--bot greedy] [--games 4000] [--simulations N] [--jobs 2] [--json]

One player has so many moles more or less than the others; all are the same bot, or the others are
of another level (`--others`): `--bot burrower --others greedy --more 0` says how much stronger one
level is, and with moles taken away whether a handicap makes them equal. Games are played in
mirrored sets: the same stack and the same luck of the discs for every seat, the odd one out on each
seat once. A set is one observation. The share of games it wins, p among n players, is told in
rating points as the arena counts them: 400 log10(p (n - 1) / (1 - p)).
"""

import argparse
import json
import math
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from taupes.arena.game import seat_entrants
from taupes.arena.run import Run
from taupes.bots import REPEATABLE, Budget
from taupes.rules import MOLES, Game, load_boards, preset_rules, shuffled_stack

DIFFERENCES: Final = (-4, -3, -2, -1, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Match:
    """One bot among others of one kind, with so many moles more than they have."""

    bot: str
    others: str
    seats: int
    more: int
    boards: str
    budget: Budget


def play_set(number: int, match: Match) -> float:
    """The part of the games that the odd one out wins, once on each seat with the same luck."""
    seats = match.seats
    stack = shuffled_stack(load_boards(match.boards), Random(f"stack {number}"))
    won = []
    for place in range(seats):
        moles = tuple(MOLES[seats] + match.more * (seat == place) for seat in range(seats))
        game = Game(stack, preset_rules("web", seats), seats, moles)
        names = [match.bot if seat == place else match.others for seat in range(seats)]
        players = seat_entrants(names)
        run = Run(game, players, f"luck {number}", match.budget)
        for _ in run.play():
            pass
        outcome = run.engine.outcome(run.row)
        winners = outcome.winners if outcome else ()
        won.append((place in winners) / len(winners) if winners else 1 / seats)
    return mean(won)


def points(share: float, seats: int) -> float:
    """The rating points by which somebody is ahead who wins this share among equals."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def measure(match: Match, sets: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """Play the sets of a match and sum them up."""
    shares = list(pool.map(partial(play_set, match=match), range(sets), chunksize=8))
    middle, error = mean(shares), 1.96 * stdev(shares) / math.sqrt(sets)
    interval = (middle - error, middle, middle + error)
    return {
        "bot": match.bot,
        "others": match.others,
        "seats": match.seats,
        "more": match.more,
        "games": sets * match.seats,
        "wins": round(middle, 4),
        "points": [round(points(share, match.seats)) for share in interval],
    }


def main() -> None:
    """Play all matches, and print what came of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--others", help="if they are of another level")
    parser.add_argument("--boards", default="classic")
    parser.add_argument("--seats", type=int, nargs="*", default=list(MOLES))
    parser.add_argument("--more", type=int, nargs="*", default=list(DIFFERENCES))
    parser.add_argument("--games", type=int, default=4000, help="of each match")
    parser.add_argument("--simulations", type=int, help="for each decision")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    options = parser.parse_args()
    budget = Budget(simulations=options.simulations) if options.simulations else REPEATABLE
    with ProcessPoolExecutor(options.jobs) as pool:
        for seats in options.seats:
            for more in options.more:
                match = Match(
                    options.bot,
                    options.others or options.bot,
                    seats,
                    more,
                    options.boards,
                    budget,
                )
                found = measure(match, max(2, options.games // seats), pool)
                if options.json:
                    print(json.dumps(found), flush=True)
                    continue
                low, middle, high = found["points"]
                print(
                    f"{seats} seats, {more:+d}: {found['wins']:.1%} of {found['games']} games, "
                    f"{middle:+d} points ({low:+d} to {high:+d})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
