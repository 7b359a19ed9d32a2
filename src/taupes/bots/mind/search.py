"""Looking ahead: a search tree with explicit chance, judged by the learned evaluation.

The tree grows by descents from the root. Where chance acts a disc is drawn as it would be at the
table; where a player decides, the choice that looks best for that player is taken, the less visited
ones a little more readily. A decision met for the first time is judged after each of its choices,
and what the best one leads to is added up along the way back.
"""

import math
from typing import Any, Final, NamedTuple

from taupes.bots.mind.network import judge, settle
from taupes.kernel.chance import stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.compiler import Words, compiled, inlined
from taupes.kernel.layout import (
    DECLINE,
    DRAW,
    EXTRA_DRAW_PHASE,
    OVER_PHASE,
    PHASE,
    SEAT,
    SEATS,
    STATE_WORDS,
    TURN_DISC,
)
from taupes.kernel.play import apply

# A node of the tree: four whole numbers, and beside them the sums of four chances.
FIRST: Final = 0
"""Where its children begin; 0 while it has none."""
COUNT: Final = 1
ACTION: Final = 2
VISITS: Final = 3
NODE_WORDS: Final = 4

PATH: Final = 256
"""No descent is longer."""


@inlined
def copy_row(row: Words, to: Words) -> None:
    """Copy a position."""
    for i in range(STATE_WORDS):
        to[i] = row[i]


class Tree(NamedTuple):
    """The nodes of a tree: numbers, sums of chances, and how many there are."""

    nodes: Words
    sums: Any
    used: Words


class Desk(NamedTuple):
    """Room to work on a tree: written and read within one call."""

    row: Words
    other: Words
    choices: Words
    path: Words
    ways: Words
    x: Any
    hidden: Any
    v: Any
    """Each seat's chance to win; the second half is the best so far."""


@compiled
def _best_child(tree: Tree, node: int, seat: int, explore: float) -> int:
    """The child to descend into: what it promises, and a bonus while it is little known."""
    nodes = tree.nodes
    first = nodes[node * NODE_WORDS]
    last = first + nodes[node * NODE_WORDS + COUNT]
    bonus = explore * math.sqrt(nodes[node * NODE_WORDS + VISITS] + 1.0)
    best, chosen = -1.0, first
    for child in range(first, last):
        visits = nodes[child * NODE_WORDS + VISITS]
        if visits == 0:
            return child
        worth = tree.sums[child * 4 + seat] / visits + bonus / (1.0 + visits)
        if worth > best:
            best, chosen = worth, child
    return chosen


@compiled
def _grow(tree: Tree, node: int, choices: Words, count: int) -> int:
    """Give a node its children; 0 when there is no room left."""
    nodes, first = tree.nodes, tree.used[0]
    if (first + count) * NODE_WORDS > len(nodes):
        return 0
    tree.used[0] = first + count
    nodes[node * NODE_WORDS], nodes[node * NODE_WORDS + COUNT] = first, count
    for i in range(count):
        child = (first + i) * NODE_WORDS
        nodes[child], nodes[child + COUNT], nodes[child + VISITS] = 0, 0, 0
        nodes[child + ACTION] = choices[i]
        for k in range(4):
            tree.sums[child + k] = 0.0
    return first


@compiled
def _judge_choices(t: Words, w: Any, tree: Tree, desk: Desk, first: int, count: int) -> None:
    """Judge a position after each choice, note it in the children, and leave the best in `v`."""
    seats, seat, v = t[SEATS], desk.row[SEAT], desk.v
    best = -1.0
    for i in range(count):
        if desk.choices[i] == TURN_DISC:
            continue
        copy_row(desk.row, desk.other)
        apply(t, desk.other, desk.choices[i])
        if desk.other[PHASE] == EXTRA_DRAW_PHASE:
            apply(t, desk.other, DECLINE)  # the extra disc can only be better; the tree finds out
        judge(t, desk.other, w, desk.ways, desk.x, desk.hidden, v)
        if first != 0:
            tree.nodes[(first + i) * NODE_WORDS + VISITS] = 1
            for k in range(seats):
                tree.sums[(first + i) * 4 + k] = v[k]
        if v[seat] > best:
            best = v[seat]
            for k in range(seats):
                v[4 + k] = v[k]
    for k in range(seats):
        v[k] = v[4 + k]


@compiled
def _draw(t: Words, tree: Tree, desk: Desk, node: int, rng: int) -> int:
    """Let chance act in the row: the node of the disc it turns, or 0 to judge instead.

    A node is judged the first time it is met, and has children from the second time on.
    """
    first = tree.nodes[node * NODE_WORDS]
    if first == 0:
        if node != 0 and tree.nodes[node * NODE_WORDS + VISITS] == 0:
            return 0
        for disc in range(4):  # a place for each value; those not left stay empty
            desk.choices[disc] = DRAW + 1 + disc
        first = _grow(tree, node, desk.choices, 4)
        if first == 0:
            return 0
    return first + turn_disc(t, desk.row, rng) - 1


@compiled
def _step(t: Words, w: Any, tree: Tree, desk: Desk, node: int, rng: int, explore: float) -> int:
    """Go one step down from a node: the next one, or 0 when `v` holds what it is worth."""
    row = desk.row
    if row[PHASE] == OVER_PHASE:
        settle(t, row, desk.v)
        return 0
    count = list_decisions(t, row, desk.choices)
    if count == 0 or tree.nodes[node * NODE_WORDS + ACTION] == TURN_DISC:
        below = _draw(t, tree, desk, node, rng)
        if below == 0:
            judge(t, row, w, desk.ways, desk.x, desk.hidden, desk.v)
        return below
    if tree.nodes[node * NODE_WORDS] == 0:
        _judge_choices(t, w, tree, desk, _grow(tree, node, desk.choices, count), count)
        return 0
    below = _best_child(tree, node, row[SEAT], explore)
    if tree.nodes[below * NODE_WORDS + ACTION] != TURN_DISC:
        apply(t, row, tree.nodes[below * NODE_WORDS + ACTION])
    return below


@compiled
def descend(
    t: Words, root: Words, w: Any, tree: Tree, desk: Desk, rng: int, times: int, explore: float
) -> int:
    """Descend so many times from the root of the tree, and give the generator back."""
    seats, path = t[SEATS], desk.path
    for _ in range(times):
        copy_row(root, desk.row)
        node, depth = 0, 0
        while depth < PATH:
            path[depth] = node
            depth += 1
            rng = stir(rng)
            node = _step(t, w, tree, desk, node, rng, explore)
            if node == 0:
                break
        for i in range(depth):
            tree.nodes[path[i] * NODE_WORDS + VISITS] += 1
            for k in range(seats):
                tree.sums[path[i] * 4 + k] += desk.v[k]
    return rng
