"""Value iteration to the fixed point: sweeps around the rings until nothing changes any more."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from taupes.bots.endgame.exact.average import Average, extra_average, turn_average
from taupes.bots.endgame.exact.plan import Block, Plan, Step
from taupes.bots.endgame.exact.sweep import Scratch, StopWork, TurnWork, sweep_stops, sweep_turns
from taupes.bots.endgame.floor import MOVES, Array, Progress
from taupes.bots.endgame.positions import Positions, special_slots
from taupes.bots.endgame.ranks import MAX_MOLES

Sink = Callable[[Block, Array], None]
"""Given each block of the last sweep: float32, by position and pair of hands."""

Work = Callable[[int, int], None]
"""Something to do on all numbers from one to another: compiled, so that cores can share it."""

Share = Callable[[int, Work], None]

MAX_SWEEPS: Final = 60
PROBE: Final = 4_000_000
"""How many values are compared from sweep to sweep."""
EXPECTED_TURNS: Final = 48
"""How many turns back a build usually looks, for the progress shown."""


_NO_SLOTS: Final = np.zeros(1, np.int32)


@contextmanager
def in_parts(jobs: int | None = None) -> Iterator[Share]:
    """Do work on all numbers below a count, in parts, on so many cores (else on all)."""
    jobs = jobs or os.cpu_count() or 1
    with ThreadPoolExecutor(jobs) as pool:

        def share(count: int, work: Work) -> None:
            parts = max(1, min(jobs * 8, count // 256))
            edges = [count * i // parts for i in range(parts + 1)]
            for _ in pool.map(work, edges[:-1], edges[1:]):
                pass

        yield share


@dataclass(frozen=True, slots=True)
class Report:
    """How a build went."""

    sweeps: int
    turns: int
    """How many turns the sweeps reach back."""
    changes: tuple[float, ...]
    """By sweep, the largest change of a value compared with the sweep before."""
    error: float
    """How far the values can still be from the fixed point, by the rate of convergence seen."""


@dataclass(frozen=True)
class _Rows:
    """One block's values while others are worked out from it."""

    block: Block
    rows: Array
    stops: Array
    """The same for positions in which the last mover stopped on a special cell."""


@dataclass
class _Worker:
    """Works out step after step, on several cores."""

    positions: Positions
    plan: Plan
    share: Share
    slots: dict[int, tuple[Array, Array]] = field(default_factory=dict)
    averages: dict[tuple[Block, Block, bool], Average] = field(default_factory=dict)
    rooms: dict[tuple[bool, int, int], Array] = field(default_factory=dict)
    is_odd: bool = False

    def __post_init__(self) -> None:
        for block in self.plan.steps[0] + self.plan.steps[-1]:
            if block.mover not in self.slots:
                side = 1 - block.mover  # whoever has just moved
                self.slots[block.mover] = special_slots(self.positions, side)

    def begin(self, step: Step, start: float) -> dict[int, _Rows]:
        """The values from which all others follow at first: the same for all."""
        made = {}
        for block in step:
            rows = self._room(block, 0, self.positions.count)
            stops = self._room(block, 1, len(self.slots[block.mover][1]))
            rows[:], stops[:] = start, start
            made[block.mover] = _Rows(block, rows, stops)
        return made

    def advance(self, step: Step, before: dict[int, _Rows]) -> dict[int, _Rows]:
        """One step's values from those of the step before."""
        self.is_odd = not self.is_odd
        return {block.mover: self._rows(block, before) for block in step}

    def _room(self, block: Block, kind: int, count: int) -> Array:
        """An array for a block's values, in the place of one that is two steps old."""
        key = self.is_odd, block.mover if len(self.plan.steps[0]) > 1 else 0, kind
        size = count * len(block.pairs)
        if key not in self.rooms or self.rooms[key].size < size:
            widest = max(len(each.pairs) for step in self.plan.steps for each in step)
            self.rooms[key] = np.empty(count * widest, np.float32)
        return self.rooms[key][:size].reshape(count, len(block.pairs))

    def _rows(self, block: Block, before: dict[int, _Rows]) -> _Rows:
        maps, after = self.positions.maps, before[self.plan.after(block.mover)]
        rows = self._room(block, 0, self.positions.count)
        average = self._average(block, after.block, is_extra=False)
        turns = TurnWork(
            maps,
            block.mover,
            self.plan.is_even,
            self.slots[after.block.mover][0],
            after.rows,
            after.stops,
            average.columns,
            average.shares,
        )
        self.share(
            self.positions.count,
            lambda start, end: sweep_turns(start, end, turns, _scratch(after.rows), rows),
        )
        numbers = self.slots[block.mover][1]
        stops = self._room(block, 1, len(numbers))
        if len(numbers):
            old = before[block.mover]
            average = self._average(block, old.block, is_extra=True)
            extras = StopWork(
                maps,
                1 - block.mover,
                _NO_SLOTS,
                numbers,
                rows,
                old.rows,
                average.columns,
                average.shares,
            )
            self.share(
                len(numbers),
                lambda start, end: sweep_stops(start, end, extras, _scratch(old.rows), stops),
            )
        return _Rows(block, rows, stops)

    def _average(self, block: Block, other: Block, *, is_extra: bool) -> Average:
        key = block, other, is_extra
        if key not in self.averages:
            self.averages[key] = (extra_average if is_extra else turn_average)(block, other)
        return self.averages[key]


def solve(
    positions: Positions,
    plan: Plan,
    sink: Sink,
    *,
    tolerance: float = 1e-7,
    start: float = 0.5,
    progress: Progress | None = None,
    jobs: int | None = None,
    sweeps: int | None = None,
) -> Report:
    """Sweep until the values are within the tolerance, and hand each block of the last sweep out.

    `start` is what endless play would be worth to the player to move: it has no weight in the end.
    With `sweeps`, exactly so many are made, near or not.
    """
    turns = len(plan.steps)
    changes: list[float] = []
    with in_parts(jobs) as share:
        worker = _Worker(positions, plan, share)
        rows = worker.begin(plan.steps[-1], start)
        probe = _probe(rows)
        is_last = False
        while not is_last:
            is_last = len(changes) + 1 == (sweeps or MAX_SWEEPS)
            is_last = is_last or (sweeps is None and _is_near(changes, tolerance))
            for number, step in enumerate(plan.steps):
                rows = worker.advance(step, rows)
                if is_last:
                    for made in rows.values():
                        sink(made.block, made.rows)
                if progress:
                    done = len(changes) * turns + number + 1
                    expected = max(EXPECTED_TURNS, done + (0 if is_last else turns))
                    progress(done / (done + turns - number - 1 if is_last else expected))
            latest = _probe(rows)
            changes.append(
                max(float(np.abs(a - b).max()) for a, b in zip(latest, probe, strict=True))
            )
            probe = latest
    return Report(len(changes), len(changes) * turns, tuple(changes), _error(changes))


def _scratch(rows: Array) -> Scratch:
    return Scratch(
        np.empty((4, MOVES * MAX_MOLES), np.int64),
        np.empty(4, np.int64),
        np.empty((4, rows.shape[1]), np.float32),
    )


def _probe(rows: dict[int, _Rows]) -> list[Array]:
    """Some of the values, evenly spread, to compare with the next sweep's."""
    parts = []
    for made in rows.values():
        stride = -(-made.rows.size * len(rows) // PROBE)
        parts.append(made.rows[::stride].copy())
    return parts


def _error(changes: list[float]) -> float:
    """How far off the values of the last sweep are, going by the last two changes."""
    if len(changes) < 2 or not changes[-2]:
        return changes[-1] if changes else 1.0
    rate = min(changes[-1] / changes[-2], 0.9)
    return changes[-1] * rate / (1 - rate)


def _is_near(changes: list[float], tolerance: float) -> bool:
    """Whether one more sweep will be near enough."""
    if len(changes) < 2:
        return bool(changes) and changes[-1] == 0.0
    rate = min(changes[-1] / changes[-2], 0.9) if changes[-2] else 0.0
    return _error(changes) * rate < tolerance
