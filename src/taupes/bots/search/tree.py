"""Looking ahead: a tree with explicit chance, judged by the learned evaluation.

The tree grows by descents from the root. Where a player decides, the choice that is best for that
player is followed, the less visited ones a little more readily; where chance acts, a disc as it may
come. A position before a disc that is met for the first time gets all its discs, and the position
after every choice with each of them is judged. On the way back every node's chances are worked out
anew: where a player decides those of the best choice, where chance acts the mean over the discs.
Those of others who are known to have habits are mixed (`habits.py`).
Nothing is sampled twice and averaged, so nothing is blurred by bad choices that were only tried.
"""

import math
from typing import Final

from taupes.bots.evaluation.certainty import know
from taupes.bots.evaluation.features import copies
from taupes.bots.evaluation.mind import Desk, Mind
from taupes.bots.evaluation.network import judge_lanes, lay
from taupes.bots.search.habits import habitual_child, mark_liked, mark_nearest, mix
from taupes.bots.search.nodes import (
    ACTION,
    CHANCE,
    COUNT,
    DECIDER,
    KNOWN,
    NODE_WORDS,
    VISITS,
    WEIGHT,
    Tree,
)
from taupes.kernel.arrays import WordArray
from taupes.kernel.chance import stir
from taupes.kernel.choices import list_decisions, turn_disc
from taupes.kernel.compiler import compiled, inlined
from taupes.kernel.layout import (
    BLOCKED,
    DECLINE,
    DISCS,
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

PATH: Final = 256
"""No descent is longer."""


@inlined
def copy_row(row: WordArray, to: WordArray) -> None:
    """Copy a position."""
    for i in range(STATE_WORDS):
        to[i] = row[i]


@compiled
def _best_child(tree: Tree, node: int, explore: float) -> int:
    """The choice to follow: what it promises, and a bonus while it is little known."""
    nodes = tree.nodes
    seat, first = nodes[node * NODE_WORDS + DECIDER], nodes[node * NODE_WORDS]
    bonus = explore * math.sqrt(nodes[node * NODE_WORDS + VISITS] + 1.0)
    best, chosen = -1.0, first
    for child in range(first, first + nodes[node * NODE_WORDS + COUNT]):
        worth = tree.values[child * 4 + seat]
        worth += bonus / (1.0 + nodes[child * NODE_WORDS + VISITS])
        if worth > best:
            best, chosen = worth, child
    return chosen


@compiled
def _grow(tree: Tree, node: int, decider: int, actions: WordArray, count: int) -> int:
    """Give a node its children; 0 when there is no room left."""
    nodes, first = tree.nodes, tree.counts[0]
    if (first + count) * NODE_WORDS > len(nodes):
        return 0
    tree.counts[0] = first + count
    nodes[node * NODE_WORDS], nodes[node * NODE_WORDS + COUNT] = first, count
    nodes[node * NODE_WORDS + DECIDER] = decider
    for i in range(count):
        child = first + i
        for word in range(NODE_WORDS):
            nodes[child * NODE_WORDS + word] = 0
        nodes[child * NODE_WORDS + ACTION] = actions[i]
        for k in range(4):
            tree.values[child * 4 + k] = 0.0
    return first


@compiled
def _judge_choices(
    t: WordArray, mind: Mind, tree: Tree, desk: Desk, row: WordArray, node: int
) -> bool:
    """Give a decision its choices and have the position after each judged; False without room.

    Some may be left waiting for `_judge_rest`.
    """
    count = list_decisions(t, row, desk.choices)
    first = _grow(tree, node, row[SEAT], desk.choices, count)
    if first == 0:
        return False
    for child in range(first, first + count):
        action = tree.nodes[child * NODE_WORDS + ACTION]
        if action == TURN_DISC:  # worth what the position was said to be worth, so far
            for k in range(t[SEATS]):
                tree.values[child * 4 + k] = tree.values[node * 4 + k]
            continue
        copy_row(row, desk.after)
        apply(t, desk.after, action)
        is_extra = desk.after[PHASE] == EXTRA_DRAW_PHASE
        if is_extra:
            apply(t, desk.after, DECLINE)  # the extra disc can only be better; the tree finds out
        if not know(t, desk.after, mind, desk.known):
            _wait(t, mind, tree, desk, child)
            continue
        if not is_extra:
            tree.nodes[child * NODE_WORDS + DECIDER] = KNOWN
        for k in range(t[SEATS]):
            tree.values[child * 4 + k] = desk.known[k]
    if tree.greed[row[SEAT]] > 0.0:
        mark_liked(t, tree, desk, row, first, count)
    tree.counts[1] += 1
    return True


@inlined
def _wait(t: WordArray, mind: Mind, tree: Tree, desk: Desk, child: int) -> None:
    """Lay the position after a choice into a lane, where it waits to be judged with others."""
    if not lay(t, desk.after, desk, child):
        _judge_rest(t, mind, tree, desk)
        if not lay(t, desk.after, desk, child):  # unlike the others: the next begin with this one
            desk.laid[0] = 0
            lay(t, desk.after, desk, child)


@compiled
def _judge_rest(t: WordArray, mind: Mind, tree: Tree, desk: Desk) -> None:
    """Judge the positions that wait; the first stays for the next to be compared with."""
    judge_lanes(t, mind, desk)
    for lane in range(desk.laid[0]):
        child = desk.nodes[lane]
        if child != 0:
            for k in range(t[SEATS]):
                tree.values[child * 4 + k] = desk.v[lane * 4 + k]
    desk.laid[0], desk.nodes[0] = 1, 0


@compiled
def _turn_each(t: WordArray, mind: Mind, tree: Tree, desk: Desk, node: int) -> bool:
    """Give a node each disc that is left, and judge every choice with it; False without room."""
    for disc in range(4):  # a place for each value; those not left weigh nothing
        desk.choices[disc] = DRAW + 1 + disc
    first = _grow(tree, node, CHANCE, desk.choices, 4)
    if first == 0:
        return False
    discs = desk.row[DISCS + desk.row[SEAT]]
    for disc in range(1, 5):
        weight = copies(discs, disc)
        if weight == 0:
            continue
        copy_row(desk.row, desk.shown)
        apply(t, desk.shown, DRAW + disc)
        if desk.laid[0] == 0:  # first, as if no mole had moved: the least different from all others
            copy_row(desk.shown, desk.after)
            apply(t, desk.after, BLOCKED)
            lay(t, desk.after, desk, 0)
        if not _judge_choices(t, mind, tree, desk, desk.shown, first + disc - 1):
            tree.nodes[node * NODE_WORDS] = 0
            return False
        tree.nodes[(first + disc - 1) * NODE_WORDS + WEIGHT] = weight
    _judge_rest(t, mind, tree, desk)
    for child in range(first, first + 4):
        mark_nearest(tree, child)
        _work_out(t, tree, child)
    _work_out(t, tree, node)
    return True


@compiled
def _work_out(t: WordArray, tree: Tree, node: int) -> None:
    """Work out a node's chances from those of its children."""
    nodes, values, seats = tree.nodes, tree.values, t[SEATS]
    first, decider = nodes[node * NODE_WORDS], nodes[node * NODE_WORDS + DECIDER]
    if first == 0:
        return
    last = first + nodes[node * NODE_WORDS + COUNT]
    if decider != CHANCE:
        best = first
        for child in range(first + 1, last):
            if values[child * 4 + decider] > values[best * 4 + decider]:
                best = child
        if tree.greed[decider] + tree.haste[decider] > 0.0:
            mix(t, tree, node, best)
            return
        for k in range(seats):
            values[node * 4 + k] = values[best * 4 + k]
        return
    total = 0
    for child in range(first, last):
        total += nodes[child * NODE_WORDS + WEIGHT]
    for k in range(seats):
        chance = 0.0
        for child in range(first, last):
            chance += nodes[child * NODE_WORDS + WEIGHT] * values[child * 4 + k]
        values[node * 4 + k] = chance / total


@compiled
def work_out_anew(t: WordArray, tree: Tree) -> None:
    """Work out the chances of all nodes, for others are expected to choose otherwise than before.

    What is below a node comes after it.
    """
    for node in range(tree.counts[0] - 1, -1, -1):
        _work_out(t, tree, node)


@inlined
def _step(
    t: WordArray, mind: Mind, tree: Tree, desk: Desk, node: int, rng: int, explore: float
) -> int:
    """Go one step down from a node: the next one, or 0 where the way down ends."""
    nodes, row = tree.nodes, desk.row
    if nodes[node * NODE_WORDS + DECIDER] == KNOWN or row[PHASE] == OVER_PHASE:
        return 0
    if nodes[node * NODE_WORDS] == 0:
        desk.laid[0] = 0
        is_turning = nodes[node * NODE_WORDS + ACTION] == TURN_DISC
        if is_turning or list_decisions(t, row, desk.choices) == 0:
            _turn_each(t, mind, tree, desk, node)
        elif _judge_choices(t, mind, tree, desk, row, node):
            _judge_rest(t, mind, tree, desk)
            mark_nearest(tree, node)
            _work_out(t, tree, node)
        return 0
    if nodes[node * NODE_WORDS + DECIDER] == CHANCE:
        return nodes[node * NODE_WORDS] + turn_disc(t, row, rng) - 1
    child = habitual_child(tree, node, rng)
    if child == 0:
        child = _best_child(tree, node, explore)
    if nodes[child * NODE_WORDS + ACTION] != TURN_DISC:
        apply(t, row, nodes[child * NODE_WORDS + ACTION])
    return child


@compiled
def descend(
    t: WordArray,
    root: WordArray,
    mind: Mind,
    tree: Tree,
    desk: Desk,
    rng: int,
    times: int,
    explore: float,
) -> int:
    """Descend until so many more decisions were judged, and give the generator back.

    A descent that judges nothing, for want of room or because all is known, counts as one.
    """
    path, goal = desk.path, tree.counts[1] + times
    while tree.counts[1] < goal:
        before = tree.counts[1]
        copy_row(root, desk.row)
        node, depth = 0, 0
        while depth < PATH:
            path[depth] = node
            depth += 1
            tree.nodes[node * NODE_WORDS + VISITS] += 1
            rng = stir(rng)
            node = _step(t, mind, tree, desk, node, rng, explore)
            if node == 0:
                break
        for i in range(depth - 2, -1, -1):
            _work_out(t, tree, path[i])
        if tree.counts[1] == before:
            tree.counts[1] += 1
    return rng
