"""Games that begin in another way, in batches that any process can play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal

import numpy as np
from games import ANY, BOARDS, Row, play_master
from stacks import alike
from startplay import play_start
from starts import Start, starts

from taupes.rules import (
    DEFAULT_PRESET,
    Game,
    Stack,
    format_orientations,
    load_boards,
    load_stack,
    preset_rules,
    shuffled_stack,
)

GAMES: Final = 20
"""Games of a batch."""
SEARCH: Final = 100
"""Decisions that the stronger players look at for each choice."""

Kind = Literal["look", "search", "master"]
"""Who plays: look one choice ahead, search a little, or the master, who places by searching too."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games with one start on one stack."""

    table: str
    """What they are played for: no game counts in two tables."""
    kind: Kind
    start: Start
    stack: str
    number: int
    """From 0; the first batches of a longer run are those of a shorter one."""

    @property
    def key(self) -> str:
        """Its name, which with the seed of the study decides all luck."""
        how = f"{self.kind} {self.seats} {DEFAULT_PRESET} {self.start.name}"
        return f"{self.table}/{how}/{self.stack}/{self.number}"

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.start.moles)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many batches are played on each stack, by the number of seats."""

    tried: Mapping[int, int]
    """Of every start, by players who look one choice ahead."""
    anew: Mapping[tuple[int, Kind], int]
    """Of those that looked best; the master's stacks are drawn, so of it in all."""
    stacks: int | None = None
    """On so many of the stacks, or on all."""


FEWER: Final = "first has 1 fewer"
CHOSEN: Final[Mapping[tuple[int, Kind], tuple[str, ...]]] = {
    (2, "look"): ("as it is", "last places 3 before all", FEWER),
    (2, "search"): (FEWER,),
    (2, "master"): (FEWER,),
    (3, "look"): ("as it is", FEWER),
    (4, "look"): ("as it is", FEWER),
}
"""The starts that are measured anew, by the number of seats and who plays: the usual one, and those
that needed the least change of what came near to even when all were tried."""


def tried_batches(plan: Plan, seats: int) -> Iterator[Batch]:
    """All starts, to find those that may be fair."""
    for start in starts(seats):
        yield from _batches(plan, plan.tried[seats], "tried", "look", start)


def anew_batches(plan: Plan, seats: int) -> Iterator[Batch]:
    """Those that looked best, in games that had no part in the choice."""
    for start in starts(seats):
        for (players, kind), names in CHOSEN.items():
            if players == seats and start.name in names:
                count = plan.anew.get((players, kind), 0)
                yield from _batches(plan, count, "anew", kind, start)


def _batches(plan: Plan, count: int, table: str, kind: Kind, start: Start) -> Iterator[Batch]:
    if kind == "master":
        yield from (Batch(table, kind, start, ANY, number) for number in range(count))
        return
    kinds = alike(load_boards(BOARDS), preset_rules(DEFAULT_PRESET, len(start.moles)))
    stacks = [format_orientations(lying) for lying in sorted(set(kinds.values()))]
    for stack in stacks[: plan.stacks]:
        yield from (Batch(table, kind, start, stack, number) for number in range(count))


def play(batch: Batch, seed: str) -> tuple[str, Row]:
    """Play a batch: each seat's parts added up, and their products."""
    luck = f"{seed}/{batch.key}"
    parts = _play_master(batch, luck) if batch.kind == "master" else _play(batch, luck)
    return batch.key, {
        "games": len(parts),
        "total": parts.sum(axis=0).round(6).tolist(),
        "products": (parts.T @ parts).round(6).tolist(),
    }


def _play(batch: Batch, luck: str) -> Any:
    times = SEARCH if batch.kind == "search" else 0
    game = _game(batch, load_stack(f"{BOARDS}-{batch.stack}"))
    return play_start(game, batch.start, Random(luck).getrandbits(60), GAMES, times)


def _play_master(batch: Batch, luck: str) -> Any:
    lucks: Sequence[str] = [f"{luck}/{number}" for number in range(GAMES)]
    boards = load_boards(BOARDS)
    games = [_game(batch, shuffled_stack(boards, Random(f"{each}/stack"))) for each in lucks]
    return np.array(
        [play_master(game, each, SEARCH) for game, each in zip(games, lucks, strict=True)]
    )


def _game(batch: Batch, stack: Stack) -> Game:
    rules = preset_rules(DEFAULT_PRESET, batch.seats)
    return Game(stack, rules, batch.seats, batch.start.moles)
