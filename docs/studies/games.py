"""The games of a study, in batches that any process can play and that come out the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from quickplay import play_quickly

from taupes.arena import shares_of
from taupes.bots import Budget, Player, Thought, play_game
from taupes.bots.endgame import Endgame, NotSolvable
from taupes.bots.evaluation.knowledge import LARGEST
from taupes.bots.players.master import Master
from taupes.bots.search.luck import luck_in
from taupes.bots.search.searcher import Searcher
from taupes.rules import (
    DEFAULT_PRESET,
    MOLES,
    PRESETS,
    Action,
    Game,
    Stack,
    State,
    load_boards,
    load_stack,
    preset_rules,
    shuffled_stack,
)

BOARDS: Final = "classic"
ANY: Final = "any"
"""In place of a stack's orientations: every game has its own."""
MASTER_GAMES: Final = 10
QUICK_GAMES: Final = 100
"""Games of a batch."""

Row = dict[str, Any]
Parts = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games of the same kind."""

    bots: str
    """`master`, or `quick` for players who look one choice ahead."""
    players: int
    preset: str
    orientations: str
    number: int
    """From 0; the first batches of a longer run are those of a shorter one."""

    @property
    def key(self) -> str:
        """Its name, which with the seed of the study decides all luck."""
        return f"{self.bots} {self.players} {self.preset} {self.orientations} {self.number}"


def preset_groups(players: int) -> list[tuple[str, ...]]:
    """The presets, those that play the same with so many players together."""
    groups: dict[Any, list[str]] = {}
    for name in PRESETS:
        groups.setdefault(preset_rules(name, players), []).append(name)
    return [tuple(names) for names in groups.values()]


def spokesman(presets: tuple[str, ...]) -> str:
    """The preset by whose name a group is played."""
    return DEFAULT_PRESET if DEFAULT_PRESET in presets else presets[0]


def master_batches(
    players: int, preset: str, games: int, orientations: str = ANY
) -> Iterator[Batch]:
    """So many games of the master against itself."""
    for number in range(-(-games // MASTER_GAMES)):
        yield Batch("master", players, preset, orientations, number)


def quick_batches(orientations: str, games: int) -> Iterator[Batch]:
    """So many quick games of two players on one stack, in an even number of batches."""
    for number in range(-(-games // (2 * QUICK_GAMES)) * 2):
        yield Batch("quick", 2, DEFAULT_PRESET, orientations, number)


def play_batch(batch: Batch, seed: str, simulations: int) -> Row:
    """Play a batch: each seat's part of every game, or the first seat's results added up."""
    luck = f"{seed}/{batch.key}"
    if batch.bots == "quick":
        sample = play_quickly(_game(batch, luck), Random(luck).getrandbits(60), QUICK_GAMES)
        return {"games": sample.games, "total": sample.total, "squares": sample.squares}
    lucks = [f"{luck}/{number}" for number in range(MASTER_GAMES)]
    results = [play_master(_game(batch, each), each, simulations) for each in lucks]
    return {"results": [[round(part, 6) for part in parts] for parts in results]}


def _game(batch: Batch, luck: str) -> Game:
    stack: Stack
    if batch.orientations == ANY:
        stack = shuffled_stack(load_boards(BOARDS), Random(f"{luck}/stack"))
    else:
        stack = load_stack(f"{BOARDS}-{batch.orientations}")
    rules = preset_rules(batch.preset, batch.players)
    return Game(stack, rules, batch.players, MOLES[batch.players])


@dataclass(frozen=True, slots=True)
class Paced:
    """The master with a number of simulations of its own, on one thread.

    On more, the games would hang on the number of cores.
    """

    master: Master
    simulations: int

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        """Think so much about every choice, whatever the others do."""
        return self.master.think(state, Budget(simulations=self.simulations), rng)

    def watch(self, before: State, action: Action, after: State) -> None:
        """See how somebody plays, as the master does at a table."""
        self.master.watch(before, action, after)


@cache
def _master(simulations: int) -> Player:
    return Paced(Master(Searcher(simulations)), simulations)


def play_master(game: Game, luck: str, simulations: int) -> tuple[float, ...]:
    """Play a game of the master against itself, and give each seat its part of the win."""
    return play_masters(game, luck, [simulations] * game.seats)[0]


def play_masters(game: Game, luck: str, simulations: Sequence[int]) -> tuple[Parts, Parts]:
    """Play a game of masters, each seat with its own number of simulations.

    It gives each seat its part of the win, and what of it the luck of the discs brought. Where two
    are left on the last board and it is solved, the master plays it without a fault: the exact
    chances then say the same as the end of the game, with less luck in it.
    """
    steps, chances = [], Parts()
    for step in play_game(game, [_master(each) for each in simulations], luck):
        steps.append(step)
        if chances := _known_chances(step[2]):
            break
    outcome = steps[-1][2].outcome
    winners = outcome.winners if outcome else ()
    return chances or shares_of(winners, game.seats), luck_in(steps)


def _known_chances(state: State) -> tuple[float, ...]:
    """The exact chances of the seats on a solved last board; else none."""
    try:
        return Endgame.for_state(state, limit=LARGEST).value(state)
    except NotSolvable:
        return ()
