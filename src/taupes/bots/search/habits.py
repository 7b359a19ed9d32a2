"""Those who do not always take what is best for them, in a tree.

Somebody has two habits, each in a share of the choices: to take what greedy players like, and to
take what is best one choice ahead. A decision's choices are marked when it is met first; its
chances are mixed by these shares, and a descent follows each habit as often.
"""

from typing import Final, NamedTuple

from taupes.bots.evaluation.mind import Desk
from taupes.bots.search.appetite import list_best
from taupes.bots.search.nodes import CHANCE, COUNT, DECIDER, FIRST, NODE_WORDS, VISITS, WEIGHT, Tree
from taupes.kernel.arrays import WordArray
from taupes.kernel.chance import below
from taupes.kernel.compiler import compiled
from taupes.kernel.layout import SEATS

LIKED: Final = 1
"""The mark of what greedy players like best."""
NEAREST: Final = 2
"""The mark of what is best as far as is known at first."""
PARTS: Final = 1 << 16
"""So finely chance tells shares apart."""


class Habits(NamedTuple):
    """In what shares of the choices somebody does not take what is best."""

    greed: float = 0.0
    """It takes what greedy players like."""
    haste: float = 0.0
    """It takes what is best one choice ahead."""


@compiled
def mark_liked(
    t: WordArray, tree: Tree, desk: Desk, row: WordArray, first: int, count: int
) -> None:
    """Mark what greedy players like, of the choices on the desk; both lists have one order."""
    last, liked = list_best(t, row, desk.choices, count, desk.liked), 0
    for i in range(count):
        if liked < last and desk.choices[i] == desk.liked[liked]:
            tree.nodes[(first + i) * NODE_WORDS + WEIGHT] = LIKED
            liked += 1


@compiled
def mark_nearest(tree: Tree, node: int) -> None:
    """Mark the choice that is best before anything below it was looked at."""
    nodes, values = tree.nodes, tree.values
    first, decider = nodes[node * NODE_WORDS + FIRST], nodes[node * NODE_WORDS + DECIDER]
    if first == 0 or decider >= CHANCE or tree.haste[decider] == 0.0:
        return
    best = first
    for child in range(first + 1, first + nodes[node * NODE_WORDS + COUNT]):
        if values[child * 4 + decider] > values[best * 4 + decider]:
            best = child
    nodes[best * NODE_WORDS + WEIGHT] |= NEAREST


@compiled
def habitual_child(tree: Tree, node: int, rng: int) -> int:
    """What is chosen by habit, as often as it is; 0 where what is best is to be followed.

    Of choices that suit alike, the least visited one.
    """
    nodes, chosen = tree.nodes, 0
    decider = nodes[node * NODE_WORDS + DECIDER]
    greed, haste = tree.greed[decider] * PARTS, tree.haste[decider] * PARTS
    drawn = below(rng, PARTS)
    if drawn >= greed + haste:
        return chosen
    mark = LIKED if drawn < greed else NEAREST
    first = nodes[node * NODE_WORDS + FIRST]
    for child in range(first, first + nodes[node * NODE_WORDS + COUNT]):
        visits = nodes[child * NODE_WORDS + VISITS]
        is_less = chosen == 0 or visits < nodes[chosen * NODE_WORDS + VISITS]
        if nodes[child * NODE_WORDS + WEIGHT] & mark and is_less:
            chosen = child
    return chosen


@compiled
def mix(t: WordArray, tree: Tree, node: int, best: int) -> None:
    """Mix the chances after the best choice with those after what is chosen by habit."""
    nodes, values, seats = tree.nodes, tree.values, t[SEATS]
    first, decider = nodes[node * NODE_WORDS + FIRST], nodes[node * NODE_WORDS + DECIDER]
    liked, nearest, last = 0, 0, first + nodes[node * NODE_WORDS + COUNT]
    for child in range(first, last):
        liked += nodes[child * NODE_WORDS + WEIGHT] & LIKED
        if nodes[child * NODE_WORDS + WEIGHT] & NEAREST:
            nearest = child
    greed = tree.greed[decider] if liked > 0 else 0.0
    haste = tree.haste[decider] if nearest > 0 else 0.0
    rest = 1.0 - greed - haste
    for k in range(seats):
        values[node * 4 + k] = rest * values[best * 4 + k]
    if nearest > 0:
        for k in range(seats):
            values[node * 4 + k] += haste * values[nearest * 4 + k]
    if liked > 0:
        each = greed / liked
        for child in range(first, last):
            if nodes[child * NODE_WORDS + WEIGHT] & LIKED:
                for k in range(seats):
                    values[node * 4 + k] += each * values[child * 4 + k]
