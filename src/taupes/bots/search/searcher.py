"""Players that look ahead with the learned evaluation."""

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from taupes.bots.evaluation.knowledge import make_desk, mind_of
from taupes.bots.evaluation.mind import Mind
from taupes.bots.player import Budget, Choice, Thought, Turn, choices
from taupes.bots.search.habits import Habits
from taupes.bots.search.memory import Branch, SearchMemory, make_tree, room_of, roomier
from taupes.bots.search.nodes import ACTION, COUNT, FIRST, NODE_WORDS, Tree
from taupes.bots.search.report import Findings, RootReport, merge, read, room_for, tell
from taupes.bots.search.tree import PATH, descend, work_out_anew
from taupes.kernel import Engine, seed
from taupes.kernel.layout import TURN_DISC
from taupes.rules import Game, State

CHUNK: Final = 64
"""Decisions judged between two looks at the clock."""
EXPLORE: Final = 0.1
ROOM: Final = 5_000_000 if sys.maxsize > 1 << 32 else 2_000_000
"""Nodes that a tree may have; further descents find nothing new. A page has less memory."""
BEGINNING: Final = 100_000
"""Nodes that a tree has room for at first."""


@lru_cache(maxsize=64)
def engine_of(game: Game) -> Engine:
    """The kernel's tables of a game."""
    return Engine(game)


class Search:
    """One tree, grown by one thread."""

    def __init__(
        self, state: State, mind: Mind, tree: Tree, generator: int, most: int | None = None
    ) -> None:
        self.engine = engine_of(state.game)
        self.root = self.engine.pack(state)
        self.tree = tree
        self._most = most or room_of(tree)
        self._generator = generator
        self._mind = mind
        self._desk = make_desk(self.engine, PATH)

    def grow(self, times: int, until: float | None) -> None:
        """Judge so many decisions, or until the clock says so; some are judged in any case."""
        while times > 0:
            chunk = min(times, CHUNK)
            self.tree = roomier(self.tree, self._most)
            self._generator = descend(
                self.engine.tables,
                self.root,
                self._mind,
                self.tree,
                self._desk,
                self._generator,
                chunk,
                EXPLORE,
            )
            times -= chunk
            if until is not None and time.perf_counter() >= until:
                break

    @property
    def simulations(self) -> int:
        """How many decisions were judged."""
        return int(self.tree.counts[1])

    def children(self, node: int = 0) -> range:
        """The nodes below a node."""
        first = int(self.tree.nodes[node * NODE_WORDS + FIRST])
        return range(first, first + int(self.tree.nodes[node * NODE_WORDS + COUNT]))

    def action(self, node: int) -> int:
        """The number of the action that leads to a node."""
        return int(self.tree.nodes[node * NODE_WORDS + ACTION])

    def branch_after(self, choice: Choice) -> Branch:
        """Where the game goes on after a choice."""
        number = TURN_DISC if isinstance(choice, Turn) else self.engine.encode(choice)
        child = next(node for node in self.children() if self.action(node) == number)
        return Branch(self.tree, 0, self.root).after(self.engine, child)

    def report(self) -> RootReport:
        """What was found out."""
        report, chances = room_for(int(self.tree.nodes[COUNT]))
        tell(self.tree, report, chances)
        return read(report, chances)


def look_ahead(
    state: State,
    rng: Random,
    simulations: int = ROOM,
    seconds: float | None = None,
    threads: int = 1,
    mind: Mind | None = None,
    memory: SearchMemory | None = None,
    habits: Sequence[Habits] = (),
) -> Findings:
    """Search a position, in one tree per thread.

    Without `seconds` the same generator gives the same findings, whatever the machine. With a
    memory, trees begin with what it holds about the position, and then it holds these. Whoever has
    no habits takes what is best for them.
    """
    share = -(-simulations // threads)
    room = min(ROOM, 40 * share + 2000)
    known = mind or mind_of(state.game)
    branches = memory.recall(engine_of(state.game), known, state) if memory else ()
    first = min(room, BEGINNING)
    trees = [branch.grown(first) for branch in branches[:threads]]
    trees += [make_tree(first) for _ in range(threads - len(trees))]
    for tree in trees:
        _expect(engine_of(state.game), tree, habits)
    searches = [
        Search(state, known, tree, seed(rng.getrandbits(60)), room_of(tree) + room - first)
        for tree in trees
    ]
    until = None if seconds is None else time.perf_counter() + seconds
    if threads == 1:
        searches[0].grow(share, until)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(search.grow, share, until) for search in searches]:
                done.result()
    found = merge(engine_of(state.game), [search.report() for search in searches], state)
    if memory and found.options:
        best = found.options[0].choice
        memory.keep(known, [search.branch_after(best) for search in searches])
    return found


def _expect(engine: Engine, tree: Tree, habits: Sequence[Habits]) -> None:
    """Have those in a tree choose as they are expected to."""
    for seat, (greed, haste) in enumerate(habits):
        tree.greed[seat], tree.haste[seat] = greed, haste
    if any(map(any, habits)):
        work_out_anew(engine.tables, tree)


@dataclass(frozen=True, slots=True)
class Searcher:
    """A player who looks ahead, as far as its budget reaches.

    Threads race the clock. Where simulations are counted there is one: with more, what is found
    would hang on the number of cores.
    """

    simulations: int
    """When the budget sets no other number."""
    seconds: float | None = None
    """When the budget sets no other time."""
    threads: int = 1

    def think(
        self,
        state: State,
        budget: Budget,
        rng: Random,
        mind: Mind | None = None,
        memory: SearchMemory | None = None,
        habits: Sequence[Habits] = (),
    ) -> Thought:
        """Search, and choose what was looked at most."""
        options = choices(state)
        if len(options) == 1:
            if memory:
                memory.follow(engine_of(state.game), mind or mind_of(state.game), state)
            return Thought(options[0])
        if budget.simulations is not None:
            simulations, seconds = budget.simulations, budget.seconds
        elif budget.seconds is not None:
            simulations, seconds = ROOM, budget.seconds
        else:
            simulations, seconds = self.simulations, self.seconds
        threads = 1 if seconds is None else self.threads
        found = look_ahead(state, rng, simulations, seconds, threads, mind, memory, habits)
        return thought_of(found, state)


def thought_of(found: Findings, state: State) -> Thought:
    """What was looked at most is chosen."""
    ranked = tuple((option.choice, option.values[state.turn]) for option in found.options)
    return Thought(found.options[0].choice, found.values, found.line, ranked)
