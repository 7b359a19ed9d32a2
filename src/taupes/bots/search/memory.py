"""What is left of a search when the game has gone on: the part below the position that came.

A player is shown positions, not what led to them. So the new position is looked for below the last
choice, along moves that agree with where everybody's moles are now.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from taupes.bots.evaluation.mind import Mind
from taupes.bots.search.nodes import ACTION, CHANCE, COUNT, DECIDER, FIRST, NODE_WORDS, WEIGHT, Tree
from taupes.bots.search.tree import copy_row
from taupes.kernel import Engine
from taupes.kernel.arrays import (
    Integers,
    Singles,
    WordArray,
    WordRows,
    copied,
    lengthened,
    words,
    zeroes,
)
from taupes.kernel.compiler import compiled, inlined
from taupes.kernel.layout import (
    DISCS,
    FAR_MOLES,
    LEVEL,
    MOLES,
    ROW_WORDS,
    SEAT,
    STATE_WORDS,
    TURN_DISC,
)
from taupes.kernel.play import apply
from taupes.rules import State

KEPT: Final = 250_000
"""Nodes of a tree that are kept for later; the deepest go first."""
SPARE: Final = 16_384
"""Nodes that are enough for some dozen decisions."""
WAITING: Final = 256
"""Nodes that wait to be looked at on the way to a position."""


def make_tree(nodes: int) -> Tree:
    """A tree with room for so many nodes: a root that nothing is known about."""
    counts = words(2)
    counts[0] = 1
    rooms = zeroes("i", nodes * NODE_WORDS), zeroes("f", nodes * 4)
    return Tree(*rooms, counts, greed=zeroes("f", 4), haste=zeroes("f", 4))


def room_of(tree: Tree) -> int:
    """How many nodes a tree has room for."""
    return len(tree.nodes) // NODE_WORDS


def roomier(tree: Tree, most: int) -> Tree:
    """A tree with room for what a search adds between two looks at it, up to so many nodes."""
    room = room_of(tree)
    if room >= most or tree.counts[0] + SPARE <= room:
        return tree
    room = min(most, 2 * room)
    nodes = lengthened("i", tree.nodes, room * NODE_WORDS)
    return tree._replace(nodes=nodes, values=lengthened("f", tree.values, room * 4))


@inlined
def _copy_node(nodes: Integers, values: Singles, node: int, to: Tree, new: int) -> None:
    for i in range(NODE_WORDS):
        to.nodes[new * NODE_WORDS + i] = nodes[node * NODE_WORDS + i]
    for k in range(4):
        to.values[new * 4 + k] = values[node * 4 + k]


@compiled
def transplant(tree: Tree, node: int, to: Tree, room: int) -> None:
    """Copy a node and what is below it to be a tree of its own, of so many nodes at most."""
    _copy_node(tree.nodes, tree.values, node, to, 0)
    new, count = 0, 1
    while new < count:  # nodes whose children are still to be copied point into the old tree
        o = new * NODE_WORDS
        first, children = to.nodes[o + FIRST], to.nodes[o + COUNT]
        if first != 0 and count + children <= room:
            to.nodes[o + FIRST] = count
            for child in range(children):
                _copy_node(tree.nodes, tree.values, first + child, to, count + child)
            count += children
        elif first != 0:
            to.nodes[o + FIRST] = to.nodes[o + COUNT] = to.nodes[o + DECIDER] = 0
        new += 1
    to.counts[0], to.counts[1] = count, 0


@inlined
def _is_possible(row: WordArray, goal: WordArray, seat: int) -> bool:
    """Whether the game can go on from here to a position before this seat acts again."""
    if row[LEVEL] != goal[LEVEL]:
        return row[LEVEL] < goal[LEVEL]
    if row[SEAT] == seat:
        return True
    is_there = row[MOLES + seat] == goal[MOLES + seat]
    is_there = is_there and row[FAR_MOLES + seat] == goal[FAR_MOLES + seat]
    return is_there and (seat == goal[SEAT] or row[DISCS + seat] == goal[DISCS + seat])


@compiled
def find(
    t: WordArray,
    row: WordArray,
    tree: Tree,
    node: int,
    goal: WordArray,
    waiting: WordArray,
    rows: WordRows,
) -> int:
    """The node of a position at or below a node with its row, or -1."""
    nodes, here = tree.nodes, rows[WAITING]
    copy_row(row, rows[0])
    waiting[0], count = node, 1
    while count > 0:
        count -= 1
        copy_row(rows[count], here)
        o = waiting[count] * NODE_WORDS
        is_found = nodes[o + ACTION] != TURN_DISC  # its position is that of the node above
        for i in range(STATE_WORDS):
            is_found = is_found and here[i] == goal[i]
        if is_found:
            return waiting[count]
        first = nodes[o + FIRST]
        for child in range(first, first + nodes[o + COUNT]):
            action = nodes[child * NODE_WORDS + ACTION]
            is_no_disc = nodes[o + DECIDER] == CHANCE and nodes[child * NODE_WORDS + WEIGHT] == 0
            if is_no_disc or count == WAITING:
                continue
            copy_row(here, rows[count])
            if action != TURN_DISC:
                apply(t, rows[count], action)
            if _is_possible(rows[count], goal, here[SEAT]):
                waiting[count] = child
                count += 1
    return -1


class Branch(NamedTuple):
    """A position in a tree."""

    tree: Tree
    node: int
    row: Any

    def follow(self, engine: Engine, goal: Any) -> "Branch | None":
        """Where a position is, here or below, if anywhere."""
        waiting, rows = words(WAITING), zeroes("q", WAITING + 1, ROW_WORDS)
        node = find(engine.tables, self.row, self.tree, self.node, goal, waiting, rows)
        return None if node < 0 else Branch(self.tree, int(node), goal)

    def grown(self, room: int) -> Tree:
        """A tree of its own of what is below, with room for so many more nodes."""
        count = int(self.tree.counts[0])
        tree = make_tree(count + room)
        transplant(self.tree, self.node, tree, count)
        return tree

    def after(self, engine: Engine, child: int) -> "Branch":
        """The branch after a choice; of a large tree, the rest is let go."""
        row, number = copied(self.row), int(self.tree.nodes[child * NODE_WORDS + ACTION])
        if number != TURN_DISC:
            apply(engine.tables, row, number)
        if self.tree.counts[0] <= KEPT:
            return Branch(self.tree, child, row)
        tree = make_tree(KEPT)
        transplant(self.tree, child, tree, KEPT)
        return Branch(tree, 0, row)


class SearchMemory:
    """What a player remembers of its last search, for as long as the game goes on from there.

    Whoever asks about an unrelated position finds nothing, and starts anew: so players of several
    games at once only make each other forget.
    """

    def __init__(self) -> None:
        self._last: tuple[Mind | None, tuple[Branch, ...]] = None, ()

    def keep(self, mind: Mind, branches: Iterable[Branch]) -> None:
        """Remember where the game goes on, in the tree of each thread."""
        self._last = mind, tuple(branches)

    def recall(self, engine: Engine, mind: Mind, state: State) -> tuple[Branch, ...]:
        """Where a position is in the trees remembered; nowhere if another mind judged them."""
        (judge, branches), self._last = self._last, (None, ())
        if mind is not judge:
            return ()
        goal = engine.pack(state)
        found = [branch.follow(engine, goal) for branch in branches]
        return tuple(branch for branch in found if branch)

    def follow(self, engine: Engine, mind: Mind, state: State) -> None:
        """Remember what is below a position at which there was nothing to choose."""
        self.keep(mind, self.recall(engine, mind, state))
