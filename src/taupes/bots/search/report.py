"""What a search has found out at its root, in a few numbers that can be sent and merged."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from taupes.bots.player import TURN, Choice, choices
from taupes.bots.search.nodes import ACTION, COUNT, FIRST, NODE_WORDS, VISITS, Tree
from taupes.kernel import Engine
from taupes.kernel.arrays import Singles, WordArray, Words, words, zeroes
from taupes.kernel.compiler import compiled
from taupes.kernel.layout import DISC, TURN_DISC
from taupes.kernel.play import apply
from taupes.rules import Draw, State

LINE: Final = 6
"""Choices of a principal line."""

# The words of a report; of every node, from the root on, its action and visits, and beside them
# four chances.
SIMULATIONS: Final = 0
CHILDREN: Final = 1
STEPS: Final = 2
"""How many actions of the line follow: for every choice there may be a disc, and turning it."""
STEP: Final = 3
MOST_STEPS: Final = 3 * LINE
NODES: Final = STEP + MOST_STEPS


@compiled
def tell(tree: Tree, report: WordArray, chances: Singles) -> None:
    """Write a report about a tree: its root and what is below, and the most visited way down."""
    nodes = tree.nodes
    first, count = nodes[FIRST], nodes[COUNT]
    report[SIMULATIONS], report[CHILDREN] = tree.counts[1], count
    for i in range(count + 1):
        node = first + i - 1 if i > 0 else 0
        report[NODES + 2 * i] = nodes[node * NODE_WORDS + ACTION]
        report[NODES + 2 * i + 1] = nodes[node * NODE_WORDS + VISITS]
        for k in range(4):
            chances[4 * i + k] = tree.values[node * 4 + k]
    node, steps = 0, 0
    while nodes[node * NODE_WORDS + COUNT] > 0 and steps < MOST_STEPS:
        first = nodes[node * NODE_WORDS + FIRST]
        last, node = first + nodes[node * NODE_WORDS + COUNT], first
        for child in range(first + 1, last):
            if nodes[child * NODE_WORDS + VISITS] > nodes[node * NODE_WORDS + VISITS]:
                node = child
        report[STEP + steps] = nodes[node * NODE_WORDS + ACTION]
        steps += 1
    report[STEPS] = steps


@dataclass(frozen=True, slots=True)
class RootReport:
    """The same, read."""

    simulations: int
    visits: int
    values: tuple[float, ...]
    """Each seat's chance to win."""
    children: tuple[tuple[int, int, tuple[float, ...]], ...]
    """Of every action or disc: its number, its visits, each seat's chance to win after it."""
    line: tuple[int, ...]
    """The actions on the most visited way down."""


def room_for(children: int) -> tuple[Words, Singles]:
    """Room for a report of so many nodes below the root."""
    return words(NODES + 2 * (children + 1)), zeroes("f", 4 * (children + 1))


def read(report: Words, chances: Singles) -> RootReport:
    """Read what `tell` wrote."""
    (_, visits, values), *children = (
        (
            int(report[NODES + 2 * i]),
            int(report[NODES + 2 * i + 1]),
            tuple(float(chance) for chance in chances[4 * i : 4 * i + 4]),
        )
        for i in range(report[CHILDREN] + 1)
    )
    line = tuple(int(report[STEP + i]) for i in range(report[STEPS]))
    return RootReport(int(report[SIMULATIONS]), visits, values, tuple(children), line)


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


def merge(engine: Engine, reports: Sequence[RootReport], state: State) -> Findings:
    """What several searches of one position found together."""
    seats = state.game.seats
    values = _mean([(report.visits, report.values) for report in reports], seats)
    options: list[Option] = []
    if len(choices(state)) > 1:
        for found in zip(*(report.children for report in reports), strict=True):
            number = found[0][0]
            choice = TURN if number == TURN_DISC else engine.decode(number, state.disc)
            if not isinstance(choice, Draw):
                visits = sum(visits for _, visits, _ in found)
                mean = _mean([(visits, values) for _, visits, values in found], seats)
                options.append(Option(choice, visits, mean))
    options.sort(key=lambda option: (-option.visits, -option.values[state.turn]))
    total = sum(report.simulations for report in reports)
    discs = () if options else _discs(reports, state)
    return Findings(tuple(options), values, total, _line(engine, reports[0], state), discs)


def _discs(
    reports: Sequence[RootReport], state: State
) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """The chances after each disc that is left, if one is to be turned and was looked at."""
    if not reports[0].children or TURN not in choices(state):
        return ()
    left, seats = sorted(set(state.discs[state.turn])), state.game.seats
    rows = [[report.children[disc - 1] for report in reports] for disc in left]
    return tuple(
        (disc, _mean([(visits, values) for _, visits, values in row], seats))
        for disc, row in zip(left, rows, strict=True)
    )


def _mean(found: Sequence[tuple[int, tuple[float, ...]]], seats: int) -> tuple[float, ...]:
    """The chances at the same node of several trees: those that know it better count more."""
    total = sum(visits + 1 for visits, _ in found)
    return tuple(
        sum(values[k] * (visits + 1) for visits, values in found) / total for k in range(seats)
    )


def _line(engine: Engine, report: RootReport, state: State) -> tuple[Choice, ...]:
    """The most visited way down, without the discs that chance turns on it."""
    row = engine.pack(state)
    line: list[Choice] = []
    for number in report.line:
        if len(line) == LINE:
            break
        if number == TURN_DISC:
            line.append(TURN)
            continue
        action = engine.decode(number, int(row[DISC]))
        if not isinstance(action, Draw):
            line.append(action)
        apply(engine.tables, row, number)
    return tuple(line)
