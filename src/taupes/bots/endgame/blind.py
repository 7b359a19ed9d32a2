"""A small table for two to four players that forgets which discs are left.

Every turn is taken as a draw from all six discs, and everybody plays for its own chance (max^n).
With three or more players that is no proven optimum, and the iteration need not settle: it stops
after a fixed number of turns. So its values are estimates, good as leaves of a search.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

from taupes.bots.endgame import store
from taupes.bots.endgame.floor import MOVES, Array, Floor
from taupes.bots.endgame.positions import (
    binomials_of,
    carried_ranks,
    kept_sets,
    rank_of,
    ranked_sets,
    words_of,
)
from taupes.bots.endgame.solve import Progress, Work, in_parts
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


class BlindMaps(NamedTuple):
    """The numbering of positions by owner, for compiled code.

    A position is seen from the player to move: its set, then the others' in the order of play.
    The first set is carried to one of its images, the others along with it.
    """

    ends: Array
    ways: Array
    binomials: Array
    counts: Array
    """By place in the order of play: moles."""
    bases: Array
    """By place of the player to move: where its positions begin."""
    sets: Array
    """By number of moles: how many sets there are."""
    set_at: Array
    """By number of moles: where their data begin in the next three."""
    words: Array
    places: Array
    symmetries: Array
    carried_at: Array
    carried: Array
    """By number of moles, symmetry and rank: the rank of the image."""
    kept_at: Array
    kept: Array
    """By number of moles and place: the rank of the set kept."""


class Blind(NamedTuple):
    """The table: by position, the chances of the players from the one to move on."""

    maps: BlindMaps
    values: Array


@compiled
def blind_index(maps: BlindMaps, ranks: Array, mover: int) -> int:
    """The number of a position, by the rank of each player's set and the place of the mover."""
    players = maps.counts.shape[0]
    count = maps.counts[mover]
    at = maps.set_at[count] + ranks[mover]
    symmetry = maps.symmetries[at]
    index = maps.places[at]
    for n in range(1, players):
        place = (mover + n) % players
        count = maps.counts[place]
        sets = maps.sets[count]
        index = index * sets + maps.carried[maps.carried_at[count] + symmetry * sets + ranks[place]]
    return int(maps.bases[mover] + index)


@compiled
def decode_blind(maps: BlindMaps, mover: int, number: int, ranks: Array) -> int:
    """Write the rank of each player's set; the cells occupied, or -1 for sets that overlap."""
    players = maps.counts.shape[0]
    occupied = 0
    for n in range(players - 1, -1, -1):
        place = (mover + n) % players
        count = maps.counts[place]
        if n:
            ranks[place] = number % maps.sets[count]
            number //= maps.sets[count]
        else:
            ranks[place] = maps.kept[maps.kept_at[count] + number]
        word = maps.words[maps.set_at[count] + ranks[place]]
        if word & occupied:
            return -1
        occupied |= word
    return occupied


@compiled
def best_blind(
    maps: BlindMaps, old: Array, mover: int, disc: int, occupied: int, ranks: Array
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
    start: int, end: int, mover: int, blind: Blind, shares: Array, new: Array, ranks: Array
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


def blind_positions(floor: Floor, counts: tuple[int, ...]) -> int:
    """About how many positions a table has, without numbering them."""
    total = prod(comb(floor.size, count) for count in counts)
    return total * len(_rotations(counts)) // len(floor.symmetries)


def _rotations(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The counts as they look to each player, each kind once."""
    turned = [counts[n:] + counts[:n] for n in range(len(counts))]
    return list(dict.fromkeys(turned))


@lru_cache(maxsize=8)
def _maps(floor: Floor, counts: tuple[int, ...]) -> tuple[BlindMaps, tuple[int, ...]]:
    """The numbering, and the positions of each kind of rotation."""
    kinds = sorted(set(counts))
    sets = {count: ranked_sets(floor.size, count) for count in kinds}
    images = {count: carried_ranks(floor, sets[count]) for count in kinds}
    kept = {count: kept_sets(images[count]) for count in kinds}
    set_at, _ = _joined({count: sets[count][:, 0] for count in kinds})
    carried_at, carried = _joined({count: images[count].reshape(-1) for count in kinds})
    kept_at, ranks = _joined({count: kept[count][2] for count in kinds})
    sizes: list[int] = []
    base: dict[tuple[int, ...], int] = {}
    for rotation in _rotations(counts):
        base[rotation] = sum(sizes)
        others = prod(len(sets[count]) for count in rotation[1:])
        sizes.append(len(kept[rotation[0]][2]) * others)
    ends, ways = floor.lines
    maps = BlindMaps(
        ends,
        ways,
        binomials_of(floor.size),
        np.array(counts, np.int64),
        np.array([base[counts[n:] + counts[:n]] for n in range(len(counts))], np.int64),
        np.array([len(sets.get(count, ())) for count in range(max(counts) + 1)], np.int64),
        set_at,
        np.concatenate([words_of(sets[count]) for count in kinds]),
        np.concatenate([kept[count][0] for count in kinds]),
        np.concatenate([kept[count][1] for count in kinds]),
        carried_at,
        carried,
        kept_at,
        ranks,
    )
    return maps, tuple(sizes)


def _joined(parts: dict[int, Array]) -> tuple[Array, Array]:
    """Arrays by number of moles as one, and where each begins."""
    starts = np.zeros(max(parts) + 1, np.int64)
    total = 0
    for count, part in parts.items():
        starts[count] = total
        total += len(part)
    return starts, np.concatenate(list(parts.values()))


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
        kept = _kept(key, str(store.cache_folder()))
        if not kept:
            kept.append(_load(key, progress, jobs))
        return kept[0]


@lru_cache(maxsize=16)
def empty_blind(floor: Floor) -> Blind:
    """Stands where no table is wanted: compiled code needs one of the right kind."""
    return Blind(_maps(floor, (1, 1))[0], np.zeros((1, 2), np.float32))


@lru_cache(maxsize=16)
def _kept(key: BlindKey, place: str) -> list[Blind]:
    """The table of a key once it has been loaded from a place: an empty list before."""
    del key, place
    return []


def _load(key: BlindKey, progress: Progress | None, jobs: int | None) -> Blind:
    maps, sizes = _maps(key.floor, key.counts)
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
