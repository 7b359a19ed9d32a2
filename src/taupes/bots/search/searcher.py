"""Players that look ahead with the learned evaluation."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from taupes.bots.evaluation.knowledge import make_desk, mind_of
from taupes.bots.evaluation.network import Mind
from taupes.bots.player import TURN, Budget, Choice, Thought, Turn, choices
from taupes.bots.search.memory import Branch, SearchMemory, make_tree
from taupes.bots.search.tree import (
    ACTION,
    COUNT,
    FIRST,
    NODE_WORDS,
    PATH,
    VISITS,
    Tree,
    descend,
)
from taupes.kernel import Engine, seed
from taupes.kernel.arrays import copied
from taupes.kernel.layout import DISC, TURN_DISC
from taupes.kernel.play import apply
from taupes.rules import Draw, Game, State

CHUNK: Final = 64
"""Decisions judged between two looks at the clock."""
EXPLORE: Final = 0.1
ROOM: Final = 5_000_000
"""Nodes that a tree may have; further descents find nothing new."""
LINE: Final = 6
"""Choices of a principal line."""


@lru_cache(maxsize=64)
def engine_of(game: Game) -> Engine:
    """The kernel's tables of a game."""
    return Engine(game)


class Search:
    """One tree, grown by one thread."""

    def __init__(self, state: State, mind: Mind, tree: Tree, generator: int) -> None:
        self.engine = engine_of(state.game)
        self.root = self.engine.pack(state)
        self.tree = tree
        self._generator = generator
        self._mind = mind
        self._desk = make_desk(self.engine, PATH)

    def grow(self, times: int, until: float | None) -> None:
        """Judge so many decisions, or until the clock says so; some are judged in any case."""
        while times > 0:
            chunk = min(times, CHUNK)
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

    def visits(self, node: int) -> int:
        """How often a node was met."""
        return int(self.tree.nodes[node * NODE_WORDS + VISITS])

    def action(self, node: int) -> int:
        """The number of the action that leads to a node."""
        return int(self.tree.nodes[node * NODE_WORDS + ACTION])

    def branch_after(self, choice: Choice) -> Branch:
        """Where the game goes on after a choice."""
        number = TURN_DISC if isinstance(choice, Turn) else self.engine.encode(choice)
        child = next(node for node in self.children() if self.action(node) == number)
        return Branch(self.tree, 0, self.root).after(self.engine, child)

    def line(self) -> tuple[Choice, ...]:
        """The most visited way down, without the discs that chance turns on it."""
        row, node = copied(self.root), 0
        line: list[Choice] = []
        while self.children(node) and len(line) < LINE:
            node = max(self.children(node), key=self.visits)
            number = self.action(node)
            if number == TURN_DISC:
                line.append(TURN)
                continue
            action = self.engine.decode(number, int(row[DISC]))
            if not isinstance(action, Draw):
                line.append(action)
            apply(self.engine.tables, row, number)
        return tuple(line)


@dataclass(frozen=True, slots=True)
class Option:
    """One choice at the root of a search."""

    choice: Choice
    visits: int
    values: tuple[float, ...]
    """Each seat's chance to win after it."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found out about a position."""

    options: tuple[Option, ...]
    """Most visited first, then best; empty where chance acts."""
    values: tuple[float, ...]
    """Each seat's chance to win."""
    simulations: int
    line: tuple[Choice, ...]
    discs: tuple[tuple[int, tuple[float, ...]], ...] = ()
    """Each seat's chance to win after each disc that may come, where chance acts."""


def look_ahead(
    state: State,
    rng: Random,
    simulations: int = ROOM,
    seconds: float | None = None,
    threads: int = 1,
    mind: Mind | None = None,
    memory: SearchMemory | None = None,
) -> Findings:
    """Search a position, in one tree per thread.

    Without `seconds` the same generator gives the same findings, whatever the machine. With a
    memory, trees begin with what it holds about the position, and then it holds these.
    """
    share = -(-simulations // threads)
    room = min(ROOM, 40 * share + 2000)
    known = mind or mind_of(state.game)
    branches = memory.recall(engine_of(state.game), known, state) if memory else ()
    trees = [branch.grown(room) for branch in branches[:threads]]
    trees += [make_tree(room) for _ in range(threads - len(trees))]
    searches = [Search(state, known, tree, seed(rng.getrandbits(60))) for tree in trees]
    until = None if seconds is None else time.perf_counter() + seconds
    if threads == 1:
        searches[0].grow(share, until)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(search.grow, share, until) for search in searches]:
                done.result()
    found = _merge(searches, state)
    if memory and found.options:
        best = found.options[0].choice
        memory.keep(known, [search.branch_after(best) for search in searches])
    return found


def _merge(searches: Sequence[Search], state: State) -> Findings:
    """What several searches of one position found together."""
    seats = state.game.seats
    values = _mean(searches, [0] * len(searches), seats)
    options: list[Option] = []
    if len(choices(state)) > 1:
        for nodes in zip(*(search.children() for search in searches), strict=True):
            visits = sum(search.visits(node) for search, node in zip(searches, nodes, strict=True))
            number = searches[0].action(nodes[0])
            choice = TURN if number == TURN_DISC else searches[0].engine.decode(number, state.disc)
            if not isinstance(choice, Draw):
                options.append(Option(choice, visits, _mean(searches, nodes, seats)))
    options.sort(key=lambda option: (-option.visits, -option.values[state.turn]))
    total = sum(search.simulations for search in searches)
    discs = () if options else _discs(searches, state)
    return Findings(tuple(options), values, total, searches[0].line(), discs)


def _discs(searches: Sequence[Search], state: State) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """The chances after each disc that is left, if one is to be turned and was looked at."""
    if not searches[0].children() or TURN not in choices(state):
        return ()
    left = sorted(set(state.discs[state.turn]))
    rows = [[search.children()[disc - 1] for search in searches] for disc in left]
    seats = state.game.seats
    return tuple(
        (disc, _mean(searches, nodes, seats)) for disc, nodes in zip(left, rows, strict=True)
    )


def _mean(searches: Sequence[Search], nodes: Sequence[int], seats: int) -> tuple[float, ...]:
    """The chances at the same node of several trees: those that know it better count more."""
    pairs = list(zip(searches, nodes, strict=True))
    total = sum(search.visits(node) + 1 for search, node in pairs)
    return tuple(
        sum(
            float(search.tree.values[node * 4 + k]) * (search.visits(node) + 1)
            for search, node in pairs
        )
        / total
        for k in range(seats)
    )


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
        found = look_ahead(state, rng, simulations, seconds, threads, mind, memory)
        ranked = tuple((option.choice, option.values[state.turn]) for option in found.options)
        return Thought(found.options[0].choice, found.values, found.line, ranked)
