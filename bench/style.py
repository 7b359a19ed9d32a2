"""Whether temperaments are as strong as their level, and how unlike they are, with 95 % intervals.

    python bench/style.py strength [LEVEL…] [--games 400] [--simulations 100] [--jobs 1]
    python bench/style.py habits [LEVEL…] …

`strength`: each temperament against its plain level, in mirrored pairs of games: the same
stack and the same luck, each on either seat once. A pair is one observation; 30 rating points are
45.7 to 54.3 % of the games.

`habits`: all temperaments and the plain level at one table of four, each as often on every seat. A
game is one observation of each. `wins` is a quarter if all are as strong. Of moves with a choice:
`enters`, how often it enters a hole when it can; `among`, the rivals' moles next to where it goes
if that is no hole. By how much more than a move drawn by lot: `near`, moles of its own that are at
home (7 each) and discs of its own that would bring one there; `leader`, such discs of the leader
that it makes useless.
"""

import argparse
import json
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from taupes.bots import TEMPERAMENTS, Budget, Step, choices, make_bot, play_game
from taupes.bots.temperament import bold, careful, envious
from taupes.rules import MOLES, Game, Move, load_boards, preset_rules, shuffled_stack

PLAIN: Final = "plain"
CAST: Final = (*TEMPERAMENTS, PLAIN)


def bot(level: str, temperament: str) -> str:
    """The name of a bot."""
    return level if temperament == PLAIN else f"{level}/{temperament}"


def table(number: int, seats: int) -> Game:
    """A game on a stack that the number says."""
    stack = shuffled_stack(load_boards("classic"), Random(f"stack {number}"))
    return Game(stack, preset_rules("web", seats), seats, MOLES[seats])


def play(number: int, names: Sequence[str], budget: Budget) -> tuple[list[Step], list[float]]:
    """A game, and what each seat won of it."""
    game = table(number, len(names))
    steps = list(play_game(game, [make_bot(name) for name in names], f"luck {number}", budget))
    outcome = steps[-1][2].outcome
    winners = outcome.winners if outcome else ()
    lot = 1 / len(names)
    return steps, [(s in winners) / len(winners) if winners else lot for s in range(len(names))]


def play_pair(number: int, level: str, temperament: str, budget: Budget) -> float:
    """What a temperament wins of a pair of games against its plain level."""
    names = [bot(level, temperament), level]
    first, second = play(number, names, budget)[1], play(number, names[::-1], budget)[1]
    return (first[0] + second[1]) / 2


def habits_in(steps: Sequence[Step], seat: int) -> dict[str, float]:
    """What a seat did in a game, on average over its moves."""
    found: dict[str, list[float]] = {"enters": [], "among": [], "near": [], "leader": []}
    for before, action, _ in steps:
        moves = [move for move in choices(before) if isinstance(move, Move)]
        if before.turn != seat or not isinstance(action, Move) or len(moves) < 2:
            continue
        entering = [before.ground.holes >> before.game.index[m.target] & 1 for m in moves]
        is_home = entering[moves.index(action)]
        if 0 < sum(entering) < len(moves):
            found["enters"].append(is_home)
        if not is_home:
            found["among"].append(bold(before, action))
        for habit, leaning in (("near", careful), ("leader", envious)):
            lot = mean(leaning(before, move) for move in moves)
            found[habit].append(leaning(before, action) - lot)
    return {habit: mean(seen) for habit, seen in found.items() if seen}


def play_four(number: int, level: str, budget: Budget) -> dict[str, dict[str, float]]:
    """By temperament, what it did and won in one game."""
    turned = number % len(CAST)
    seated = (*CAST[turned:], *CAST[:turned])
    steps, won = play(number // len(CAST), [bot(level, one) for one in seated], budget)
    return {one: habits_in(steps, seat) | {"wins": won[seat]} for seat, one in enumerate(seated)}


def about(values: Sequence[float]) -> list[float]:
    """A mean and the ends of its interval."""
    error = 1.96 * stdev(values) / math.sqrt(len(values))
    return [round(mean(values) + by, 3) for by in (0, -error, error)]


def main() -> None:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["strength", "habits"])
    parser.add_argument("levels", nargs="*", default=["greedy", "burrower", "master"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--temperaments", nargs="*", default=TEMPERAMENTS)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    budget = Budget(simulations=options.simulations)
    with ProcessPoolExecutor(options.jobs) as pool:
        for level in options.levels:
            found: dict[str, Any] = {}
            if options.what == "strength":
                pairs = range(options.first, options.first + options.games // 2)
                for one in options.temperaments:
                    work = partial(play_pair, level=level, temperament=one, budget=budget)
                    found[one] = about(list(pool.map(work, pairs)))
                    print(json.dumps({level: {one: found[one]}}), flush=True)
                continue
            numbers = range(options.first, options.first + options.games)
            played = list(pool.map(partial(play_four, level=level, budget=budget), numbers))
            for one in CAST:
                rows = [game[one] for game in played]
                names = dict.fromkeys(name for row in rows for name in row)
                seen = {name: about([r[name] for r in rows if name in r]) for name in names}
                print(json.dumps({level: {one: seen}}), flush=True)


if __name__ == "__main__":
    main()
