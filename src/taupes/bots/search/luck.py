"""What discs changed, so that a match can be told without their luck.

Chance draws alike from the discs that are left, whoever plays: what a disc brings beyond the mean
of all that could have come is nothing on average. So results less this luck have the same mean as
the results themselves, whatever judges it, and are spread the less the better it judges.
"""

from collections.abc import Iterable
from typing import Final

from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import ACTION
from taupes.bots.search.searcher import Search
from taupes.kernel.layout import TURN_DISC
from taupes.rules import Action, Draw, State

ROOM: Final = 2000
"""Nodes for four discs, with all choices after each."""


def luck_of(state: State, disc: int) -> tuple[float, ...]:
    """What the disc that was turned here changed in each seat's chance to win."""
    tree = make_tree(ROOM)
    tree.nodes[ACTION] = TURN_DISC  # also where to turn one was a choice
    search = Search(state, mind_of(state.game), tree, 1)
    search.grow(1, None)
    found = search.report()
    after = found.children[disc - 1][2]
    return tuple(after[seat] - found.values[seat] for seat in range(state.game.seats))


def luck_in(steps: Iterable[tuple[State, Action, State]]) -> tuple[float, ...]:
    """What the discs of a game brought each seat."""
    each = [luck_of(before, act.disc) for before, act, _ in steps if isinstance(act, Draw)]
    return tuple(map(sum, zip(*each, strict=True)))
