"""Whether the one that grows with its opponent does: how often each level wins against it.

    python bench/growing.py [--games 200] [--after 10] [--learn 10] [--players 2] [--seed S]

A series begins with a Buddy that knows nobody. The level plays some games that only teach it, then
some that count; its choices and results are all that the Buddy ever learns of it. `changing` is
another level in every game, `rising` one that gets stronger from game to game. Intervals of 95 %
are by series: the games of one are not independent. `told` is the level that a person would be told
to be equal to, after each game that counts. What was tuned on one seed is measured on another.
"""

import argparse
import json
import math
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from taupes.bots import LEVELS, Step, make_bot, play_on
from taupes.bots.players.buddy import Buddy, learn
from taupes.bots.skill import Skill
from taupes.rules import (
    MOLES,
    Game,
    Seat,
    State,
    load_boards,
    new_game,
    preset_rules,
    shuffled_stack,
)

RATED: Final = [level.name for level in LEVELS.values() if level.rating is not None]
FIXED: Final = ("pup", "nibbler", "forager", "greedy", "burrower")


class Learner:
    """A Buddy at a table: it learns whenever it is to act, as at a table of the server."""

    def __init__(self, skill: Skill, seat: Seat) -> None:
        self.skill, self.seat = skill, seat
        self.shown: list[Step] = []

    def think(self, state: State, budget: Any, rng: Random) -> Any:
        """Judge what the others have chosen since, then choose."""
        for before, action, _ in self.shown:
            self.skill = learn(self.skill, before, action, rng)
        self.shown.clear()
        return Buddy(self.skill.rating).think(state, budget, rng)


def level_at(plan: str, number: int, games: int, rng: Random) -> str:
    """Who plays a game of a series."""
    if plan == "changing":
        return rng.choice(FIXED)
    return FIXED[len(FIXED) * number // games] if plan == "rising" else plan


def play_series(task: tuple[str, str, int, int, int]) -> list[tuple[str, float, Skill]]:
    """Level, what it won, and what was known of it then, game by game."""
    plan, luck, learned, counted, players = task
    rng, skill, rows = Random(luck), Skill(), []
    for game_number in range(learned + counted):
        level = level_at(plan, game_number, learned + counted, rng)
        stack = shuffled_stack(load_boards("classic"), rng)
        game = Game(stack, preset_rules("web", players), players, MOLES[players])
        seat = rng.randrange(players)
        buddies = {n: Learner(skill, n) for n in range(players) if n != seat}
        first = buddies[(seat + 1) % players]
        minds = [buddies.get(n) or make_bot(level) for n in range(players)]
        last = new_game(game)
        for step in play_on(last, minds, f"{luck}/{game_number}"):
            last = step[2]
            if step[0].turn == seat:
                first.shown.append(step)
            for buddy in buddies.values():
                buddy.skill = first.skill
        winners = last.outcome.winners if last.outcome else ()
        share = (seat in winners) / len(winners) if winners else 1 / players
        skill = first.skill.after_game(share, ["buddy"] * (players - 1))
        rows.append((level, share, skill))
    return rows[learned:]


def measure(plan: str, options: argparse.Namespace, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """One plan, in as many series as it takes."""
    count = max(2, -(-options.games // options.after))
    lucks = [f"{options.seed}{plan}/{number}" for number in range(count)]
    tasks = [(plan, luck, options.learn, options.after, options.players) for luck in lucks]
    series = list(pool.map(play_series, tasks))
    shares = [mean(share for _, share, _ in rows) for rows in series]
    known = [skill for rows in series for _, _, skill in rows]
    told = Counter(skill.level for skill in known)
    error = 1.96 * stdev(shares) / math.sqrt(count)
    found: dict[str, Any] = {
        "games": count * options.after,
        "wins": round(mean(shares), 3),
        "interval": [round(mean(shares) - error, 3), round(mean(shares) + error, 3)],
        "rating": round(mean(skill.rating for skill in known)),
        "spread": round(stdev(skill.rating for skill in known)),
        "told": {level: round(told[level] / len(known), 3) for level in RATED if told[level]},
    }
    if plan not in FIXED:
        by = {
            each: [s for rows in series for level, s, _ in rows if level == each] for each in FIXED
        }
        found["by_level"] = {each: round(mean(won), 3) for each, won in by.items() if won}
    return found


def main() -> None:
    """Play, and print how often each level won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plans", nargs="*", default=[*FIXED, "changing", "rising"])
    parser.add_argument("--games", type=int, default=200, help="that count, of each plan")
    parser.add_argument("--after", type=int, default=10, help="games of a series that count")
    parser.add_argument("--learn", type=int, default=10, help="games before them")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", default="", help="another one gives other games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", action="store_true", help="print JSON objects")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for plan in options.plans:
            found = measure(plan, options, pool)
            print(json.dumps({plan: found}) if options.json else f"{plan:10} {found}", flush=True)


if __name__ == "__main__":
    main()
