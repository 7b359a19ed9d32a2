"""A small table for two to four players that forgets which discs are left.

Every turn is taken as a draw from all six discs, and everybody plays for its own chance (max^n).
With three or more players that is no proven optimum, and the iteration need not settle: it stops
after a fixed number of turns. So its values are estimates, good as leaves of a search.
"""

from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

import numpy as np

from taupes.bots.endgame import store
from taupes.bots.endgame.estimate.maps import blind_maps, blind_positions
from taupes.bots.endgame.estimate.numbering import Blind, BlindMaps, blind_index, decode_blind
from taupes.bots.endgame.exact.solve import Work, in_parts
from taupes.bots.endgame.floor import MOVES, Array, Floor, Progress
from taupes.bots.endgame.ranks import rank_of
from taupes.kernel.arrays import Doubles, SingleRows, Words
from taupes.kernel.compiler import compiled, lowest_bit
from taupes.rules import DISCS

TURNS: Final = 24
"""How many turns back the table looks; games of good players hardly ever last longer."""

MAX_POSITIONS: Final = 4_000_000
"""A larger table takes more than some seconds; then the search does without."""

ENTERS: Final = -1
"""In place of a position: the move enters the hole."""

_LOCK: Final = Lock()

SHARES: Final = tuple(DISCS.count(disc) / len(DISCS) for disc in range(1, 5))


@compiled
def best_blind(
    maps: BlindMaps, old: SingleRows, mover: int, disc: int, occupied: int, ranks: Words
) -> int:
    """The position after the best move by a disc, ENTERS, or the same if there is no move."""
    players = maps.counts.shape[0]
    after = (mover + 1) % players
    own = ranks[mover]
    mine = maps.words[maps.set_at[maps.counts[mover]] + own]
    chosen = blind_index(maps, ranks, after)
    best = -1.0
    left = mine
    while left:
        cell = lowest_bit(left)
        left &= left - 1
        for k in range(MOVES):
            target = maps.ends[disc, cell, k]
            if target < 0:
                break
            if maps.ways[disc, cell, k] & occupied:
                continue
            if target == maps.ends.shape[1]:
                ranks[mover] = own
                return ENTERS
            ranks[mover] = rank_of(mine ^ (1 << cell) ^ (1 << target), maps.binomials)
            found = blind_index(maps, ranks, after)
            if old[found, players - 1] > best:
                best = old[found, players - 1]
                chosen = found
    ranks[mover] = own
    return int(chosen)


@compiled
def sweep_blind(
    start: int,
    end: int,
    mover: int,
    blind: Blind,
    shares: Doubles,
    new: SingleRows,
    ranks: Words,
) -> None:
    """One turn back for some positions with that player to move."""
    maps = blind.maps
    players = maps.counts.shape[0]
    for number in range(start, end):
        index = maps.bases[mover] + number
        for k in range(players):
            new[index, k] = 0.0
        occupied = decode_blind(maps, mover, number, ranks)
        if occupied < 0:
            continue
        for disc in range(4):
            chosen = best_blind(maps, blind.values, mover, disc, occupied, ranks)
            if chosen == ENTERS:
                new[index, 0] += shares[disc]
            else:
                for k in range(players):
                    new[index, (k + 1) % players] += shares[disc] * blind.values[chosen, k]


@dataclass(frozen=True)
class BlindKey:
    """What tells one of these tables from another; special cells are left out of account."""

    floor: Floor
    counts: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.floor.key.name}-blind-{''.join(map(str, self.counts))}"


def load_or_build_blind(
    key: BlindKey, progress: Progress | None = None, jobs: int | None = None
) -> Blind | None:
    """The table for players with so many moles, in the order of play, or None if too large."""
    if blind_positions(key.floor, key.counts) > MAX_POSITIONS:
        return None
    with _LOCK:
        return _LOADED.find(key, lambda: _load(key, progress, jobs))


_LOADED: Final = store.Loaded[Blind](16)


def _load(key: BlindKey, progress: Progress | None, jobs: int | None) -> Blind:
    maps, sizes = blind_maps(key.floor, key.counts)
    players, total = len(key.counts), sum(sizes)

    def fill(put: Any) -> dict[str, int]:
        put(_iterate(maps, sizes, progress, jobs))
        return {"turns": TURNS}

    stored = store.load(key.name, total * players) or store.build(
        key.name, total * players, "u2", fill
    )
    values = (stored.values.reshape(total, players) * stored.scale).astype(np.float32)
    return Blind(maps, values)


def _iterate(
    maps: BlindMaps, sizes: tuple[int, ...], progress: Progress | None, jobs: int | None
) -> Array:
    players = len(maps.counts)
    movers = [maps.bases.tolist().index(base) for base in dict.fromkeys(maps.bases.tolist())]
    shares = np.array(SHARES)
    old = np.full((sum(sizes), players), 1 / players, np.float32)
    new = np.empty_like(old)
    with in_parts(jobs) as share:
        for turn in range(TURNS):
            for mover, size in zip(movers, sizes, strict=True):
                share(size, _work(mover, Blind(maps, old), shares, new))
            old, new = new, old
            if progress:
                progress((turn + 1) / TURNS)
    return old


def _work(mover: int, blind: Blind, shares: Array, new: Array) -> Work:
    def work(start: int, end: int) -> None:
        sweep_blind(
            start, end, mover, blind, shares, new, np.empty(len(blind.maps.counts), np.int64)
        )

    return work
