"""Small last boards for tests, and a slow solver that knows the game from `taupes.rules` only."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from taupes.rules import (
    DISCS,
    Board,
    BoardSet,
    Draw,
    FinalEntry,
    Game,
    Hex,
    Phase,
    Rules,
    Stack,
    State,
    apply,
    hexagon,
    legal_actions,
)

TOP = Board("top", 4, (Hex(3, -2), Hex(-2, -1)))
HAND_LIST = [
    hand
    for n in range(1, 7)
    for hand in sorted({tuple(sorted(each)) for each in combinations(DISCS, n)})
]


def tiny_game(
    radius: int,
    *,
    entry: str = "solid_only",
    specials: tuple[Hex, ...] = (),
    orientation: int = 0,
    seats: int = 2,
    stall_limit: int = 0,
) -> Game:
    rock = Board("rock", radius, (Hex(0, 0),), specials, (0, 2, 4))
    stack = Stack(BoardSet("tiny", (TOP, rock)), (0, orientation))
    rules = Rules(
        special_cells=bool(specials), final_entry=FinalEntry(entry), stall_limit=stall_limit
    )
    return Game(stack, rules, seats, 6)


def cells_of(game: Game) -> list[Hex]:
    """Where moles can stand on the last board."""
    return [cell for cell in hexagon(game.stack.levels[-1].radius) if cell != Hex(0, 0)]


def word(game: Game, cells: tuple[Hex, ...]) -> int:
    return sum(1 << game.index[cell] for cell in cells)


def last_state(
    game: Game, moles: tuple[tuple[Hex, ...], ...], discs: Any = None, turn: int = 0
) -> State:
    """A position on the last board before a disc is turned."""
    words = tuple(word(game, cells) for cells in moles)
    return State(game, Phase.DRAW, turn, game.stack.last, words, discs or (DISCS,) * game.seats)


def random_state(game: Game, counts: tuple[int, ...], rng: Random) -> State:
    cells = rng.sample(cells_of(game), sum(counts))
    moles = tuple(tuple(cells.pop() for _ in range(count)) for count in counts)
    discs = tuple(rng.choice(HAND_LIST) for _ in counts)
    turn = rng.choice([seat for seat, count in enumerate(counts) if count])
    return last_state(game, moles, discs, turn)


class SlowSolver:
    """Plain value iteration for two players. Moves come from legal_actions and apply alone."""

    def __init__(self, game: Game, counts: tuple[int, int]) -> None:
        self.game = game
        self.positions = list(self._all_positions(counts))
        self.share = [np.zeros((35, 35)) for _ in range(5)]
        for h, hand in enumerate(HAND_LIST):
            for disc in set(hand):
                rest = list(hand)
                rest.remove(disc)
                after = HAND_LIST.index(tuple(rest) or DISCS)
                self.share[disc][h, after] = hand.count(disc) / len(hand)
        self.ways = {
            (turn, moles, disc, extra): self._ways(turn, moles, disc, extra)
            for turn in (0, 1)
            for moles in self.positions
            for disc in (1, 2, 3, 4)
            for extra in ((False, True) if game.rules.special_cells else (False,))
        }
        self.values: dict[Any, Any] = {
            (turn, moles): np.full((35, 35), 0.5) for turn in (0, 1) for moles in self.positions
        }

    def _all_positions(self, counts: tuple[int, int]) -> Iterator[tuple[int, int]]:
        cells = cells_of(self.game)
        for mine in combinations(cells, counts[0]):
            for other in combinations([c for c in cells if c not in mine], counts[1]):
                yield word(self.game, mine), word(self.game, other)

    def _ways(
        self, turn: int, moles: tuple[int, int], disc: int, extra: bool
    ) -> list[tuple[str, Any]]:
        phase = Phase.EXTRA_MOVE if extra else Phase.MOVE
        state = State(self.game, phase, turn, self.game.stack.last, moles, (DISCS, DISCS), disc)
        found = []
        for action in legal_actions(state):
            after = apply(state, action)
            if after.outcome:
                assert after.outcome.winners == (turn,)
                return [("win", after.moles)]
            stops = after.phase is Phase.EXTRA_DRAW
            found.append(("stop" if stops else "next", after.moles))
        return found

    def _best(self, turn: int, moles: Any, disc: int, *, extra: bool = False) -> Any:
        """By own hand once the disc is used, and the other's hand."""
        options = []
        for kind, after in self.ways[turn, moles, disc, extra]:
            if kind == "win":
                return np.ones((35, 35))
            ended = 1 - self.values[1 - turn, after].T
            if kind == "stop":
                drawn = sum(
                    self.share[d] @ self._best(turn, after, d, extra=True) for d in range(1, 5)
                )
                ended = np.maximum(ended, drawn)
            options.append(ended)
        return np.maximum.reduce(options)

    def solve(self, tolerance: float = 1e-9) -> "SlowSolver":
        change = 1.0
        while change > tolerance:
            change = 0.0
            for (turn, moles), old in self.values.items():
                new = sum(self.share[d] @ self._best(turn, moles, d) for d in range(1, 5))
                change = max(change, float(np.abs(new - old).max()))
                old[:] = new
        return self


def plain_search(state: State, depth: int, leaf: float) -> tuple[float, ...]:
    """Everybody for itself, so many turns deep, straight over the rules."""
    if state.outcome:
        return tuple(float(seat in state.outcome.winners) for seat in range(state.game.seats))
    if state.phase is Phase.DRAW and depth == 0:
        return tuple(leaf if moles else 0.0 for moles in state.moles)
    draws, others = [], []
    for action in legal_actions(state):
        after = apply(state, action)
        is_next = after.phase is Phase.DRAW
        values = plain_search(after, depth - is_next, leaf)
        if isinstance(action, Draw):
            share = state.discs[state.turn].count(action.disc) / len(state.discs[state.turn])
            draws.append([share * value for value in values])
        else:
            others.append(values)
    if draws:
        others.append(tuple(map(sum, zip(*draws, strict=True))))
    return max(others, key=lambda values: values[state.turn])
