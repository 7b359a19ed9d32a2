"""Who else plays: seats that do not learn, and how they choose."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.loading import read_weights
from taupes.bots.evaluation.meaning import Layout, lay_out
from taupes.bots.evaluation.mind import HIDDEN, Mind
from taupes.bots.search.appetite import list_best
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import (
    ACTION,
    CHANCE,
    COUNT,
    DECIDER,
    NODE_WORDS,
    VISITS,
    WEIGHT,
    Tree,
)
from taupes.bots.search.searcher import EXPLORE
from taupes.bots.search.tree import copy_row, descend
from taupes.kernel import below, compiled, stir
from taupes.kernel.choices import list_decisions
from taupes.kernel.layout import DRAW, MOVE, ROW_WORDS, SEAT, TURN_DISC, WIDE_CELLS
from taupes.kernel.play import apply

LEARNER: Final = -1
GREEDY: Final = -2
"""All others are frozen networks, by their number."""
KINDS: Final = {"itself": LEARNER, "greedy": GREEDY}


class Company(NamedTuple):
    """Who may sit on the seats beside the learner, and room for them to think."""

    kinds: Any
    """Any of these does, drawn anew for each seat of each game."""
    seats: Any
    """Who does."""
    networks: Any
    meanings: Any
    cells: Any
    """By frozen network, what a mole adds on the stack that is played."""
    tree: Any
    row: Any
    """A position with a disc."""
    best: Any
    """Room for the choices that a greedy player likes best."""
    simulations: int
    """For each choice of a frozen network."""


def make_company(names: list[str], seats: int, room: int, cells: int, simulations: int) -> Company:
    """A company of itself, greedy players and files of weights, as `names` say."""
    files = [name for name in names if name not in KINDS]
    networks, meanings = [np.zeros(1, np.float32)], [np.zeros(1, np.float32)]
    if files:
        read = [read_weights(Path(file).read_bytes()) for file in files]
        networks = [network for network, _ in read]
        meanings = [with_cells(each, seats, room) for _, each in read]
    return Company(
        np.array([KINDS[name] if name in KINDS else files.index(name) for name in names]),
        np.full(4, LEARNER),
        np.array(networks),
        np.array(meanings),
        np.zeros((len(files), cells), np.float32),
        make_tree(40 * simulations + 4000),
        np.zeros(ROW_WORDS, np.int64),
        np.zeros(MOVE + 7 * WIDE_CELLS, np.int64),
        simulations,
    )


def with_cells(meanings: Any, seats: int, cells: int) -> Any:
    """Meanings with room for so many cells, which say nothing yet."""
    by_kind = meanings.reshape(EXPERTS * 2 * seats, -1, HIDDEN)
    room = np.zeros((EXPERTS * 2 * seats, CELL_FEATURES + cells, HIDDEN), np.float32)
    room[:, : by_kind.shape[1]] = by_kind
    return room.reshape(-1)


@compiled
def settle_down(t: Any, company: Any, layout: Layout) -> None:
    """Lay out what the cells of a stack mean to the frozen networks."""
    for i in range(len(company.cells)):
        lay_out(t, company.meanings[i], layout, company.cells[i])


@compiled
def sit_down(company: Any, seats: int, rng: int) -> int:
    """Draw who sits where in a game, the learner on one seat at least; the generator."""
    for seat in range(seats):
        rng = stir(rng)
        company.seats[seat] = company.kinds[below(rng, len(company.kinds))]
    rng = stir(rng)
    company.seats[below(rng, seats)] = LEARNER
    return rng


@compiled
def search(t: Any, s: Any, mind: Any, tree: Any, desk: Any, rng: int, simulations: int) -> None:
    """Search a position anew."""
    tree.counts[0], tree.counts[1] = 1, 0
    for word in range(NODE_WORDS):
        tree.nodes[word] = 0
    for k in range(4):
        tree.values[k] = 0.0
    descend(t, s, mind, tree, desk, rng, simulations, EXPLORE)


@compiled
def choose(t: Any, s: Any, mind: Any, tree: Any, desk: Any, simulations: int) -> int:
    """What was looked at most, and of what was looked at as often, what is worth most."""
    search(t, s, mind, tree, desk, 1, simulations)
    first, best = tree.nodes[0], tree.nodes[0]
    for child in range(first + 1, first + tree.nodes[COUNT]):
        more = tree.nodes[child * NODE_WORDS + VISITS] - tree.nodes[best * NODE_WORDS + VISITS]
        worth = tree.values[child * 4 + s[SEAT]] - tree.values[best * 4 + s[SEAT]]
        if more > 0 or (more == 0 and worth > 0):
            best = child
    return int(tree.nodes[best * NODE_WORDS + ACTION])


@compiled
def choose_greedily(t: Any, s: Any, desk: Any, best: Any, count: int, rng: int) -> int:
    """One of the choices that a greedy player likes best, for which there has to be room."""
    return int(best[below(rng, list_best(t, s, desk.choices, count, best))])


@compiled
def decide(t: Any, s: Any, mind: Any, company: Any, desk: Any, rng: int) -> int:
    """The choice of somebody who does not learn; the book is the learner's."""
    count, who = list_decisions(t, s, desk.choices), company.seats[s[SEAT]]
    if count == 1:
        return int(desk.choices[0])
    if who == GREEDY:
        return choose_greedily(t, s, desk, company.best, count, rng)
    frozen = Mind(company.networks[who], company.cells[who], mind.book, mind.spots)
    return choose(t, s, frozen, company.tree, desk, company.simulations)


@compiled
def expect(
    t: Any, s: Any, mind: Any, tree: Any, company: Any, desk: Any, rng: int, backed: Any, picks: Any
) -> None:
    """Foresee somebody who does not learn: its choice now or with each disc, and the chances then.

    The learner's own search from here is in the tree: it says what each choice leads to.
    """
    if tree.nodes[DECIDER] != CHANCE:
        picks[0] = decide(t, s, mind, company, desk, rng)
        if picks[0] != TURN_DISC:
            _clear(backed)
            _add(tree, 0, picks[0], 1.0, backed)
        return
    total = 0
    for disc in range(4):
        total += tree.nodes[(tree.nodes[0] + disc) * NODE_WORDS + WEIGHT]
    _clear(backed)
    for disc in range(4):
        node = tree.nodes[0] + disc
        weight = tree.nodes[node * NODE_WORDS + WEIGHT]
        if weight:
            copy_row(s, company.row)
            apply(t, company.row, DRAW + 1 + disc)
            picks[1 + disc] = decide(t, company.row, mind, company, desk, rng)
            _add(tree, node, picks[1 + disc], weight / total, backed)


@compiled
def _clear(backed: Any) -> None:
    """Forget the chances."""
    for k in range(4):
        backed[k] = 0.0


@compiled
def _add(tree: Tree, node: int, action: int, share: float, backed: Any) -> None:
    """Add the share of a choice below a node to the chances."""
    first = tree.nodes[node * NODE_WORDS]
    for child in range(first, first + tree.nodes[node * NODE_WORDS + COUNT]):
        if tree.nodes[child * NODE_WORDS + ACTION] == action:
            for k in range(4):
                backed[k] += share * tree.values[child * 4 + k]
