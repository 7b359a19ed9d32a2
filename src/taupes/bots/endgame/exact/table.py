"""An exact table: the chances of the player to move, for every position of two players."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import comb
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

from taupes.bots.endgame import store
from taupes.bots.endgame.exact.plan import ALL_PHASES, MAX_VALUES, Block, Plan, plan_of
from taupes.bots.endgame.exact.solve import solve
from taupes.bots.endgame.floor import Array, Floor, NotSolvable, Progress
from taupes.bots.endgame.hands import HANDS
from taupes.bots.endgame.positions import Maps, Positions, position_index, positions_of
from taupes.bots.endgame.ranks import MAX_MOLES
from taupes.kernel.compiler import compiled, count_bits

TOLERANCE: Final[Mapping[str, float]] = {"f4": 1e-7, "u2": 1e-6, "u1": 1e-5}
"""How near the fixed point a table is brought, well below the step between two kept values."""

ALLOWANCE: Final = 24
"""So many turns the weight of endless play may lag behind the changes of a build."""

_LOCKS: Final[defaultdict["TableKey", Lock]] = defaultdict(Lock)


@dataclass(frozen=True)
class TableKey:
    """What tells one table from another."""

    floor: Floor
    more: int
    fewer: int
    phase: int

    @property
    def name(self) -> str:
        """The name of its file."""
        phase = "all" if self.phase == ALL_PHASES else f"p{self.phase}"
        return f"{self.floor.key.name}-{self.more}v{self.fewer}-{phase}"

    @property
    def positions(self) -> Positions:
        """The numbering of its positions."""
        return positions_of(self.floor, self.more, self.fewer)

    @property
    def plan(self) -> Plan:
        """Its pairs of hands."""
        return plan_of(self.phase, is_even=self.more == self.fewer)

    @property
    def values(self) -> int:
        """How many values it has."""
        return self.positions.count * self.plan.states


class Lookup(NamedTuple):
    """A table for compiled code; see `chance_in`."""

    maps: Maps
    values: Array
    scale: float
    offsets: Array
    """By side to move, its hand and the other's: where their values begin, or -1."""
    strides: Array
    """By the two hands: from one position's value to the next one's."""


@compiled
def chance_in(lookup: Lookup, mine: int, theirs: int, my_hand: int, their_hand: int) -> float:
    """The chance to win of the player to move, before the disc is turned; -1 if not in the table.

    Moles are words of the floor's cells (`floor_of`), hands are numbers (`hands.NUMBER`).
    """
    mover = 0
    first = mine
    second = theirs
    if count_bits(mine) < count_bits(theirs):
        mover = 1
        first = theirs
        second = mine
    offset = lookup.offsets[mover, my_hand, their_hand]
    if offset < 0:
        return -1.0
    index = position_index(lookup.maps, first, second)
    return float(lookup.values[offset + index * lookup.strides[my_hand, their_hand]] * lookup.scale)


@dataclass(frozen=True)
class ExactTable:
    """One phase, or all, of one floor and two numbers of moles."""

    key: TableKey
    lookup: Lookup
    kind: str
    report: Mapping[str, Any]

    def chance(self, mine: int, theirs: int, my_hand: int, their_hand: int) -> float:
        """The chance to win of the player to move; see `chance_in`."""
        return float(chance_in(self.lookup, mine, theirs, my_hand, their_hand))

    def endless_weight(self, turns: int) -> float:
        """About how much, at most, values change if the game is stopped after so many turns.

        By the changes from sweep to sweep while the table was built, and their last rate. A build
        starts in the middle, which is nearer the truth than a game stopped by force: hence the
        allowance of two dozen turns. The tests hold it against true bounds of small boards.
        """
        changes = self.report["changes"]
        sweep = max(0, turns - ALLOWANCE) * self.report["sweeps"] // self.report["turns"]
        rate = min(changes[-1] / changes[-2], 0.9) if changes[-2] else 0.0
        beyond = max(0, sweep - len(changes) + 1)
        change = changes[min(sweep, len(changes) - 1)] * rate**beyond
        return float(min(1.0, 4 * change / (1 - rate)))


def _offsets(plan: Plan, positions: int) -> tuple[Array, Array]:
    offsets = np.full((2, len(HANDS), len(HANDS)), -1, np.int64)
    strides = np.zeros((len(HANDS), len(HANDS)), np.int64)
    start = 0
    for step in plan.steps:
        for block in step:
            for column, pair in enumerate(block.pairs):
                offsets[block.mover, *pair] = start + column
                strides[pair] = len(block.pairs)
            start += positions * len(block.pairs)
    return offsets, strides


def check_size(key: TableKey, limit: int | None = MAX_VALUES) -> None:
    """Raise NotSolvable for a table that is too large, or that nothing here can build."""
    if key.more > MAX_MOLES or min(key.more, key.fewer) < 1:
        raise NotSolvable(f"{key.more} moles against {key.fewer}: tables take 1 to {MAX_MOLES}")
    if limit is not None and _least_values(key) > limit:
        raise NotSolvable(
            f"{key.more} moles against {key.fewer} on radius {key.floor.key.radius}: "
            f"about {_least_values(key) / 1e9:.1f} billion values, the limit is {limit / 1e9:.1f}"
        )


def _least_values(key: TableKey) -> int:
    """About how many values there are, without numbering them."""
    cells, symmetries = key.floor.size, len(key.floor.symmetries)
    return comb(cells, key.more) * comb(cells, key.fewer) * key.plan.states // symmetries


def is_stored(key: TableKey) -> bool:
    """Whether a table is at hand without building it."""
    return store.load(key.name, key.values) is not None


_LOADED: Final = store.Loaded[ExactTable](12)


def load_or_build(
    key: TableKey,
    progress: Progress | None = None,
    *,
    limit: int | None = MAX_VALUES,
    jobs: int | None = None,
) -> ExactTable:
    """The table of a key: from memory, from disk, or built now. Threads that ask twice wait."""
    check_size(key, limit)
    with _LOCKS[key]:
        return _LOADED.find(key, lambda: _load(key, progress, jobs))


def _load(key: TableKey, progress: Progress | None, jobs: int | None) -> ExactTable:
    positions, plan = key.positions, key.plan
    kind = store.kind_for(key.values)

    def fill(put: Any) -> Mapping[str, Any]:
        def sink(_: Block, rows: Array) -> None:
            put(rows)

        made = solve(positions, plan, sink, tolerance=TOLERANCE[kind], progress=progress, jobs=jobs)
        return asdict(made)

    stored = store.load(key.name, key.values) or store.build(key.name, key.values, kind, fill)
    offsets, strides = _offsets(plan, positions.count)
    lookup = Lookup(positions.maps, stored.values, stored.scale, offsets, strides)
    return ExactTable(key, lookup, stored.kind, stored.report)
