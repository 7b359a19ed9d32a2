"""What the cells of a board are like for a mole: numbers that mean the same on every board.

They are worked out once for a stack, from its lines alone, as if no mole stood on it: which discs
enter a hole, how likely a lone mole is home soon, how freely it moves, what its drop would be like.
"""

from functools import lru_cache
from math import fsum
from typing import Final

from taupes.rules.ground import Ground, bits
from taupes.rules.hex import hexagon

CELL_FEATURES: Final = 20
SCALE: Final = 0.15
"""Ten moles may stand on like cells: what they add up should be as large as other features are."""
ODDS: Final = (0.0, 1 / 6, 1 / 3, 1 / 3, 1 / 6)
"""How likely a disc is to come, by its value, out of all six."""
SOON: Final = 4
"""How many turns of a lone mole are looked at."""
DROP_SOON: Final = 2
"""And of one that has dropped."""
SIDES: Final = 6

Ends = tuple[tuple[int, ...], ...]
"""By disc, where its lines from a cell end; none for 0."""


@lru_cache(maxsize=128)
def describe_cells(
    ground: Ground, below: Ground | None, *, has_specials: bool
) -> dict[int, tuple[float, ...]]:
    """The features of the cells of a board that lies over another, by their index in the frame."""
    lines, home = _ends(ground), _chances_home(ground)
    drops = _chances_home(below)[DROP_SOON] if below else {}
    specials = ground.specials if has_specials else 0
    crowds = dict.fromkeys(lines, 0)
    for ends in lines.values():
        for end in (end for each in ends for end in each):
            crowds[end] += ground.holes >> end & 1
    found = {}
    for cell, ends in lines.items():
        holes = [[end for end in each if ground.holes >> end & 1] for each in ends]
        worth = [max((drops.get(hole, 0.0) for hole in each), default=0.0) for each in holes]
        bonus = [float(any(specials >> end & 1 for end in each)) for each in ends]
        numbers = (
            1.0,
            ground.holes >> cell & 1,
            *map(bool, holes[1:]),
            sum(map(len, holes)) / SIDES,
            *(home[turns][cell] for turns in range(2, SOON + 1)),
            *(len(each) / SIDES for each in ends[1:]),
            specials >> cell & 1,
            _expected(bonus),
            sum(map(len, ends)) / (4 * SIDES),
            len(ends[1]) < SIDES,
            crowds[cell] / (4 * SIDES),
            _expected(worth),
        )
        found[cell] = tuple(SCALE * number for number in numbers)
    return found


def _expected(by_disc: list[float]) -> float:
    """What is to be expected of the next disc. Its sum is the same on every machine."""
    return fsum(odds * number for odds, number in zip(ODDS, by_disc, strict=True))


@lru_cache(maxsize=128)
def _ends(ground: Ground) -> dict[int, Ends]:
    """By cell, where its lines end."""
    index = {cell: i for i, cell in enumerate(hexagon(ground.radius))}
    return {
        i: ((), *(tuple(index[move.target] for move, _ in ground.lines[d][i]) for d in range(1, 5)))
        for i in bits(ground.cells)
    }


@lru_cache(maxsize=128)
def _chances_home(ground: Ground) -> list[dict[int, float]]:
    """By number of turns and cell, how likely a lone mole is in a hole by then."""
    chances = [{i: float(ground.holes >> i & 1) for i in bits(ground.cells)}]
    for _ in range(SOON):
        before = chances[-1]
        after = {}
        for cell, ends in _ends(ground).items():
            stay = before[cell]  # another mole is moved
            best = [max((before[end] for end in each), default=stay) for each in ends]
            after[cell] = _expected([max(stay, worth) for worth in best])
        chances.append(after)
    return chances
