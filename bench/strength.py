"""How strong the master is, with intervals of 95 %: each match by one command.

    python bench/strength.py greedy    [--games 300] [--simulations 2000 | --seconds S] [--json]
    python bench/strength.py three …                        one master among two greedy
    python bench/strength.py four …                         one master among three greedy
    python bench/strength.py burrowers …                    one master among three burrowers
    python bench/strength.py masters …                      one among three who are told nothing
    python bench/strength.py mixed …                        one among a greedy, a burrower and so on
    python bench/strength.py evaluation --seconds 0.02 …    learned against hand-made evaluation
    python bench/strength.py openspiel [--games 60] [--seconds 0.1] [--json]

All but `openspiel` are played on the boards of a set or a file (`--boards`) in mirrored sets: the
same stack and the same luck of the discs for every seat, the player in question on each seat once.
A set is one observation. Beside what was won stands what was won less the luck of the discs
(`taupes.bots.search.luck`), which is as much on the mean and less spread. From how often a pair of
games goes to the same seat whoever sits there, the share that luck alone decides is estimated, and
so what a perfect player could reach against the other.

With `--unaware` the master is told nothing of what the others do, and expects them to take what is
best for them. With `--weights FILE` it judges by another network than the one that ships, with
`--others FILE` the burrowers do: the same games before and after, or among others who stay what
they were.
`--sets FILE` keeps what each set won as it comes, and goes on where an interrupted run was; `--than
FILE` says how much more is won than in another run, set by set and without luck.

`evaluation` is the same search on one core with either evaluation and without the endgame: learned
by self-play, or written by a person (`handmade.py`). Given a time, both have the same time. Two
networks are compared by `weights.py`.

`openspiel` is OpenSpiel's own MCTSBot, which plays our game through its Python API: the game is
`python_taupes`, and OpenSpiel's state is the referee. Both have the same time by the clock for each
decision. The bot's random games are played out inside our kernel, which makes it far faster than
its own evaluator would be.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from handmade import HandMade

from taupes.arena.ratings import wilson
from taupes.bots import Budget, Player, Thought, make_bot, play_game
from taupes.bots.evaluation.knowledge import make_mind, well_read
from taupes.bots.evaluation.loading import read_weights
from taupes.bots.evaluation.mind import Mind
from taupes.bots.players.burrower import Burrower
from taupes.bots.players.master import Master
from taupes.bots.search.habits import Habits
from taupes.bots.search.luck import luck_in
from taupes.bots.search.memory import SearchMemory
from taupes.bots.search.searcher import ROOM, Searcher
from taupes.rules import (
    MOLES,
    Game,
    State,
    load_boards,
    preset_rules,
    shuffled_stack,
)

WARM_UP: Final = 50
"""Simulations from which the speed of OpenSpiel's bot is first guessed."""

MATCHES: Final = {
    "greedy": (2, "master", "greedy"),
    "three": (3, "master", "greedy"),
    "four": (4, "master", "greedy"),
    "burrowers": (4, "master", "burrower"),
    "masters": (4, "master", "unaware"),
    "mixed": (4, "master", "greedy burrower forager"),
    "evaluation": (2, "learned", "handmade"),
}
"""How many seats, who is measured, and against whom; of several, by seat."""

Won = tuple[list[float], list[float]]
"""By seat, what a player won of a set, and what of it the luck of the discs brought."""


@lru_cache(maxsize=16)
def judged_by(weights: Path, game: Game, *, has_book: bool) -> Mind:
    """What a file of weights knows about a game, with the book of the last board or without."""
    mind = make_mind(game, *read_weights(weights.read_bytes()))
    known = well_read(game) if has_book else mind
    return mind._replace(book=known.book, spots=known.spots)


@dataclass(frozen=True, slots=True)
class Judging(Searcher):
    """Looks ahead with the weights of a file, whatever ships."""

    weights: Path | None = None

    def think(
        self,
        state: State,
        budget: Budget,
        rng: Random,
        mind: Mind | None = None,
        memory: SearchMemory | None = None,
        habits: Sequence[Habits] = (),
    ) -> Thought:
        """Search; whoever brings the book of a game has it beside these weights."""
        if self.weights:
            mind = judged_by(self.weights, state.game, has_book=mind is not None)
        return Searcher.think(self, state, budget, rng, mind, memory, habits)


@dataclass(frozen=True, slots=True)
class Unaware:
    """A master who is told nothing of what others do."""

    master: Player

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Think as a master does who knows nobody."""
        return self.master.think(state, budget, rng)


def player(name: str, weights: Path | None) -> Player:
    """A bot of the registry, one who is told nothing, or one of two unlike in their evaluation."""
    if name == "unaware":
        return Unaware(player("master", weights))
    searcher = Searcher(ROOM)
    peers: dict[str, Player] = {"learned": searcher, "handmade": HandMade(searcher)}
    bot = peers.get(name) or make_bot(name)
    if weights and isinstance(bot, Burrower | Master):
        values = {each.name: getattr(bot.searcher, each.name) for each in fields(bot.searcher)}
        return replace(bot, searcher=Judging(**values, weights=weights))
    return bot


def play_set(
    number: int,
    boards: str,
    seats: int,
    hero: tuple[str, Path | None],
    others: tuple[tuple[str, Path | None], ...],
    budget: Budget,
) -> Won:
    """What a player wins on each seat with the same stack and the same luck."""
    stack = shuffled_stack(load_boards(boards), Random(f"stack {number}"))
    game = Game(stack, preset_rules("web", seats), seats, MOLES[seats])
    won, lucky = [], []
    for place in range(seats):
        players = [
            player(*(hero if seat == place else others[seat % len(others)]))
            for seat in range(seats)
        ]
        steps = list(play_game(game, players, f"luck {number}", budget))
        outcome = steps[-1][2].outcome
        winners = outcome.winners if outcome else ()
        won.append((place in winners) / len(winners) if winners else 1 / seats)
        lucky.append(round(luck_in(steps)[place], 6))
    return won, lucky


def read_sets(file: Path | None) -> dict[int, Won]:
    """What was won in each set of a run so far."""
    lines = file.read_text("utf-8").splitlines() if file and file.exists() else []
    return {number: (won, luck) for number, won, luck in map(json.loads, lines)}


def keep_set(file: Path | None, number: int, won: Won) -> None:
    """Keep what was won in a set, if there is a file for it."""
    if file:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps([number, *won]) + "\n")


def without_luck(won: Won) -> float:
    """What was won in a set, less what the discs brought."""
    return mean(won[0]) - mean(won[1])


def average(shares: Sequence[float]) -> tuple[float, float, float]:
    """A mean, and the ends of its interval of 95 %."""
    middle, error = mean(shares), 1.96 * stdev(shares) / math.sqrt(len(shares))
    return round(middle, 4), round(middle - error, 4), round(middle + error, 4)


def in_sets(options: argparse.Namespace, seats: int, hero: str, others: str) -> dict[str, Any]:
    """One player among others of one kind."""
    budget = Budget(seconds=options.seconds, simulations=options.simulations)
    count = max(2, options.games // seats)
    numbers = range(options.first, options.first + count)
    kept = read_sets(options.sets)
    missing = [number for number in numbers if number not in kept]
    with ProcessPoolExecutor(options.jobs) as pool:
        play = partial(
            play_set,
            boards=options.boards,
            seats=seats,
            hero=("unaware" if options.unaware else hero, options.weights),
            others=tuple((each, options.others) for each in others.split()),
            budget=budget,
        )
        for number, won in zip(missing, pool.map(play, missing), strict=True):
            kept[number] = won
            keep_set(options.sets, number, won)
    sets = [kept[number] for number in numbers]
    share, *interval = average([mean(won) for won, _ in sets])
    found: dict[str, Any] = {"games": count * seats, "wins": share, "interval": interval}
    share, *interval = average([without_luck(each) for each in sets])
    found |= {"wins_without_luck": share, "interval_without_luck": interval}
    if options.than:
        before = read_sets(options.than)
        again = [number for number in numbers if number in before]
        more, *interval = average(
            [without_luck(kept[each]) - without_luck(before[each]) for each in again]
        )
        found |= {"compared": len(again) * seats, "more": more, "interval_of_more": interval}
    if seats == 2:
        both = sum(won == [1, 1] for won, _ in sets) / count
        none = sum(won == [0, 0] for won, _ in sets) / count
        found |= {
            "pairs_won_twice": round(both, 4),
            "pairs_lost_twice": round(none, 4),
            "pairs_decided_by_luck": round(1 - both - none, 4),
            "ceiling": round(both + none + (1 - both - none) / 2, 4),
        }
    return found


class OpenSpiel:
    """OpenSpiel's MCTSBot with a time for each decision."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        import numpy as np  # noqa: PLC0415 - only for this match
        from open_spiel.python.algorithms import mcts  # noqa: PLC0415

        from taupes.envs.openspiel import RolloutEvaluator  # noqa: PLC0415

        rng = np.random.RandomState(seed)
        evaluator = RolloutEvaluator(1, seed)
        self.bot = mcts.MCTSBot(game, 1.4, WARM_UP, evaluator, random_state=rng)
        self.budget, self.simulations, self.seconds = seconds, 0, 0.0

    def step(self, state: Any) -> int:
        """Decide, with as many simulations as the time allows by the speed so far."""
        if self.seconds:
            rate = self.simulations / self.seconds
            self.bot.max_simulations = max(2, int(self.budget * rate))
        start = time.perf_counter()
        action = self.bot.step(state)
        self.seconds += time.perf_counter() - start
        self.simulations += self.bot.max_simulations
        return int(action)


def play_openspiel(number: int, master: Player, seconds: float) -> tuple[float, OpenSpiel]:
    """One game against OpenSpiel's bot, the master on one seat or the other: what it wins."""
    import pyspiel  # noqa: PLC0415 - only for this match

    import taupes.envs.openspiel  # noqa: F401, PLC0415 - registers the game
    from taupes.bots.player import Turn  # noqa: PLC0415
    from taupes.kernel.layout import TURN_DISC  # noqa: PLC0415

    game = pyspiel.load_game("python_taupes", {"seed": number // 2})
    state, seat, rng = game.new_initial_state(), number % 2, Random(number // 2)
    engine = state.position.engine
    bot = OpenSpiel(game, seconds, number)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, chances)[0]
        elif len(actions := state.legal_actions()) == 1:
            action = actions[0]
        elif state.current_player() == seat:
            position = engine.unpack(state.position.row)
            choice = master.think(position, Budget(seconds=seconds), rng).choice
            action = TURN_DISC if isinstance(choice, Turn) else engine.encode(choice)
        else:
            action = bot.step(state)
        state.apply_action(action)
    return (state.returns()[seat] + 1) / 2, bot


def against_openspiel(options: argparse.Namespace) -> dict[str, Any]:
    """The master against OpenSpiel's MCTSBot."""
    master, won, simulations, seconds = make_bot("master"), 0.0, 0, 0.0
    limit = options.seconds or 0.1
    for number in range(options.games):
        share, bot = play_openspiel(number, master, limit)
        won, simulations = won + share, simulations + bot.simulations
        seconds += bot.seconds
        print(f"{number + 1} games, {won:g} won", end="\r", flush=True)
    low, high = wilson(won / options.games, options.games)
    return {
        "games": options.games,
        "wins": round(won / options.games, 4),
        "interval": [round(low, 4), round(high, 4)],
        "seconds_per_decision": limit,
        "openspiel_simulations_per_second": round(simulations / seconds),
    }


def main() -> None:
    """Play a match, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("match", choices=[*MATCHES, "openspiel"])
    parser.add_argument("--boards", default="classic")
    parser.add_argument("--first", type=int, default=0, help="the number of the first set")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, help="for each decision")
    parser.add_argument("--simulations", type=int, help="for each decision, in place of a time")
    parser.add_argument("--unaware", action="store_true", help="tell the master nothing of others")
    parser.add_argument("--weights", type=Path, help="what the master judges by")
    parser.add_argument("--others", type=Path, help="what the burrowers judge by")
    parser.add_argument("--sets", type=Path, help="keep what each set won in this file")
    parser.add_argument("--than", type=Path, help="compare with the sets of another run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.match == "openspiel":
        found = against_openspiel(options)
    else:
        found = in_sets(options, *MATCHES[options.match])
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:35} {value}")


if __name__ == "__main__":
    main()
