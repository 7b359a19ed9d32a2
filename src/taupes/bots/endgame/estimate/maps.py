"""The numbering of the blind table, worked out."""

from functools import lru_cache
from math import comb, prod

import numpy as np

from taupes.bots.endgame.estimate.numbering import BlindMaps
from taupes.bots.endgame.floor import Array, Floor
from taupes.bots.endgame.positions import carried_ranks, kept_sets, ranked_sets, words_of
from taupes.bots.endgame.ranks import binomials_of


def blind_positions(floor: Floor, counts: tuple[int, ...]) -> int:
    """About how many positions a table has, without numbering them."""
    total = prod(comb(floor.size, count) for count in counts)
    return total * len(_rotations(counts)) // len(floor.symmetries)


def _rotations(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The counts as they look to each player, each kind once."""
    turned = [counts[n:] + counts[:n] for n in range(len(counts))]
    return list(dict.fromkeys(turned))


@lru_cache(maxsize=8)
def blind_maps(floor: Floor, counts: tuple[int, ...]) -> tuple[BlindMaps, tuple[int, ...]]:
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
