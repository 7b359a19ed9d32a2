"""Lay rooms out by who knows whom.

Every room stands in a row above all rooms it knows. Within a row the order is the one in which the
fewest tunnels cross; then each room moves as near to its neighbours as the others let it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Final

Way = tuple[str, str]
"""From a room to one that it knows."""
Point = tuple[float, float]
Rows = list[list[str]]
"""Rooms, and places where a tunnel passes, from the top."""

_TUNNEL: Final = 12.0
_RUN: Final = 0.3
"""The share of the way between two rows that leads straight down, to the tip of the arrow."""
_TRIES: Final = 60
_STEPS: Final = 60
_LONELY: Final = 0.001
"""How little a room without neighbours counts when the others find their places."""


@dataclass(frozen=True)
class Plan:
    """Where things stand: the middle of each room, and each tunnel as points from top to bottom."""

    width: float
    height: float
    places: Mapping[str, Point]
    tunnels: Mapping[Way, Sequence[Point]]


def reduced(ways: Iterable[Way]) -> frozenset[Way]:
    """The ways that no longer path shows anyway.

    >>> sorted(reduced({("cli", "rules"), ("cli", "bots"), ("bots", "rules")}))
    [('bots', 'rules'), ('cli', 'bots')]
    """
    ways = frozenset(ways)
    longer = {(a, c) for a, b in ways for over, c in _closure(ways) if over == b}
    return ways - longer


def _closure(ways: frozenset[Way]) -> set[Way]:
    known = set(ways)
    while more := {(a, d) for a, b in known for c, d in ways if b == c} - known:
        known |= more
    return known


def depths(names: Iterable[str], ways: frozenset[Way]) -> dict[str, int]:
    """How many rooms lie one below the other under each.

    >>> depths(["cli", "bots", "rules"], frozenset({("cli", "bots"), ("bots", "rules")}))
    {'cli': 2, 'bots': 1, 'rules': 0}
    """
    below = {name: [b for a, b in ways if a == name] for name in names}

    def depth(name: str) -> int:
        return 1 + max(map(depth, below[name]), default=-1)

    return {name: depth(name) for name in below}


def arrange(sizes: Mapping[str, Point], ways: frozenset[Way], across: float, down: float) -> Plan:
    """Find a place for rooms of these sizes, so far apart."""
    depth = _lifted(depths(sizes, ways), sizes, ways)
    chains = {way: _chain(way, depth) for way in sorted(ways)}
    links = [link for chain in chains.values() for link in pairwise(chain)]
    width = dict.fromkeys((name for chain in chains.values() for name in chain), _TUNNEL)
    width |= {name: size[0] for name, size in sizes.items()}
    rows: Rows = [[] for _ in range(max(depth.values()) + 1)]
    for name in sorted(width):
        rows[-1 - (depth[name] if name in depth else int(name.split()[-1]))].append(name)
    rows, x = _ordered(rows, links, width, across)
    tops, bottoms = [0.0], []
    for row in rows:
        bottoms.append(tops[-1] + max(sizes[name][1] for name in row if name in sizes))
        tops.append(bottoms[-1] + down)
    at = {name: number for number, row in enumerate(rows) for name in row}
    places = {name: (x[name], (tops[at[name]] + bottoms[at[name]]) / 2) for name in sizes}
    tunnels = {}
    for way, chain in chains.items():
        ends = [_port(way, end, chains, x, width) for end in (0, -1)]
        # Straight past every row, so that no tunnel goes behind a room; it turns between them.
        columns = [ends[0], *(x[name] for name in chain[1:-1]), ends[1]]
        points = [
            (column, y)
            for name, column in zip(chain, columns, strict=True)
            for y in (tops[at[name]] - down * _RUN, bottoms[at[name]])
        ]
        (upper, lower) = (places[name][1] for name in way)
        first = (ends[0], upper + sizes[way[0]][1] / 2)
        last = (ends[1], lower - sizes[way[1]][1] / 2)
        tunnels[way] = [first, *points[1:-1], last]
    return Plan(max(x[n] + width[n] / 2 for n in width), bottoms[-1], places, tunnels)


def _lifted(
    depth: dict[str, int], sizes: Mapping[str, Point], ways: frozenset[Way]
) -> dict[str, int]:
    """Rooms further up, where tall ones stand beside each other, and lone ones have company."""

    def height(depth: Mapping[str, int]) -> float:
        return sum(
            max(sizes[name][1] for name in sizes if depth[name] == row)
            for row in set(depth.values())
        )

    for name in sorted(sizes, key=lambda name: (-sizes[name][1], name)):
        above = [depth[a] for a, b in ways if b == name]
        free = range(depth[name], min(above, default=depth[name] + 1))
        depth |= {name: min(free, key=lambda row: (height(depth | {name: row}), row))}
    for name in sorted(set(sizes) - {end for way in ways for end in way}):
        rows = [*depth.values()]
        depth |= {name: min(set(rows), key=lambda row: (rows.count(row), -row))}
    return depth


def _chain(way: Way, depth: Mapping[str, int]) -> list[str]:
    """A way with a place in every row that it passes."""
    passed = range(depth[way[0]] - 1, depth[way[1]], -1)
    return [way[0], *(f"{way[0]} {way[1]} {row}" for row in passed), way[1]]


def _ordered(
    rows: Rows, links: Sequence[Way], width: Mapping[str, float], across: float
) -> tuple[Rows, dict[str, float]]:
    """Each row in the order in which the fewest ways cross, and then in which they are shortest."""
    rng = Random(1995)
    found = []
    for _ in range(_TRIES):
        order = [rng.sample(row, len(row)) for row in rows]
        while better := _improved(order, links):
            order = better
        found.append(order)
    fewest = min(_crossings(order, links) for order in found)
    best = {str(order): order for order in found if _crossings(order, links) == fewest}
    spread = [(order, _spread(order, links, width, across)) for _, order in sorted(best.items())]
    return min(spread, key=lambda found: sum(abs(found[1][a] - found[1][b]) for a, b in links))


def _improved(rows: Rows, links: Sequence[Way]) -> Rows | None:
    """The rows with two rooms of one row exchanged, if fewer ways cross then."""
    now = _crossings(rows, links)
    for number, row in enumerate(rows):
        for i, j in combinations(range(len(row)), 2):
            other = [*row]
            other[i], other[j] = row[j], row[i]
            tried = [*rows[:number], other, *rows[number + 1 :]]
            if _crossings(tried, links) < now:
                return tried
    return None


def _crossings(rows: Rows, links: Sequence[Way]) -> int:
    at = {
        name: (number, place) for number, row in enumerate(rows) for place, name in enumerate(row)
    }
    spans = [(*at[a], at[b][1]) for a, b in links]
    return sum(
        one == other and (a - c) * (b - d) < 0
        for (one, a, b), (other, c, d) in combinations(spans, 2)
    )


def _spread(
    rows: Rows, links: Sequence[Way], width: Mapping[str, float], across: float
) -> dict[str, float]:
    """Where the middle of each room lies across: near those it is linked with, never too near."""
    near: dict[str, list[str]] = {name: [] for name in width}
    for a, b in links:
        near[a].append(b)
        near[b].append(a)
    x = dict.fromkeys(width, 0.0)
    for step in range(_STEPS):
        for row in rows if step % 2 else rows[::-1]:
            wanted = [_mean([x[other] for other in near[name] or row]) for name in row]
            weights = [len(near[name]) or _LONELY for name in row]
            offsets = [0.0]
            for one, other in pairwise(row):
                offsets.append(offsets[-1] + (width[one] + width[other]) / 2 + across)
            rising = _rising([w - o for w, o in zip(wanted, offsets, strict=True)], weights)
            x |= {n: r + o for n, r, o in zip(row, rising, offsets, strict=True)}
    left = min(x[name] - width[name] / 2 for name in width)
    return {name: place - left for name, place in x.items()}


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _rising(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest numbers that never fall.

    >>> _rising([1, 3, 2, 4], [1, 1, 1, 1])
    [1.0, 2.5, 2.5, 4.0]
    """
    pools: list[tuple[float, float, int]] = []  # sum, weight and count of those that are equal
    for number, weight in zip(wanted, weights, strict=True):
        pools.append((number * weight, weight, 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] > pools[-1][0] * pools[-2][1]:
            (a, v, m), (b, w, n) = pools[-2:]
            pools[-2:] = [(a + b, v + w, m + n)]
    return [total / weight for total, weight, count in pools for _ in range(count)]


def _port(
    way: Way,
    end: int,
    chains: Mapping[Way, list[str]],
    x: Mapping[str, float],
    width: Mapping[str, float],
) -> float:
    """Where across a tunnel leaves or enters its room, so that none meet."""
    room = way[end]
    beside = 1 if end == 0 else -2
    ends = sorted(
        (x[chain[beside]], other) for other, chain in chains.items() if other[end] == room
    )
    place = [other for _, other in ends].index(way)
    return x[room] + (place - (len(ends) - 1) / 2) * min(34.0, width[room] * 0.6 / len(ends))
