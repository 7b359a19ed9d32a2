"""Estimates for the last board: three or four players left, or no exact table at hand.

Nothing here is exact, and everything that shows these figures says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from taupes.bots.endgame.endgame import (
    SEARCH_TURNS,
    Endgame,
    is_last_board,
    seats_left,
    turns_to_stall,
)
from taupes.bots.endgame.estimate.lookahead import blind_for, look_ahead
from taupes.bots.endgame.exact.plan import MAX_VALUES
from taupes.bots.endgame.floor import NotSolvable, Progress, floor_of
from taupes.bots.endgame.tree import Chances, Ranked, after_discs, rank_choices, value_of
from taupes.rules import State, Victory

PAIR: Final = 2


class Judge(Protocol):
    """Says what positions of the last board are worth: exactly, or by an estimate."""

    def value(self, state: State) -> Chances:
        """The chance to win of each seat."""
        ...

    def best(self, state: State) -> tuple[Ranked, ...]:
        """What the player to act can choose, best first."""
        ...

    def after_discs(self, state: State) -> Mapping[int, Ranked]:
        """By disc that may be turned now, the chances once it is seen."""
        ...

    def is_exact(self, state: State) -> bool:
        """Whether the figures are exact."""
        ...


def search_value(state: State, depth: int = SEARCH_TURNS) -> Chances:
    """The chances of each seat by a search of so many turns, at any moment; never waits.

    Leaves count the same for everybody. A search that reaches the stall limit counts the draw.
    """

    def evaluate(at: State) -> Chances:
        left = turns_to_stall(at)
        if left is not None and left <= depth:
            return look_ahead(at, left, leaf=0.0)
        return look_ahead(at, depth)

    return value_of(state, evaluate)


@dataclass(frozen=True)
class Estimate:
    """A search up to the player's own next turn, with a disc-blind table at its leaves.

    With two players it looks four turns ahead.
    """

    progress: Progress | None = None

    def value(self, state: State) -> Chances:
        """About the chance to win of each seat, at any moment of a turn."""
        return value_of(state, self._chances)

    def best(self, state: State) -> tuple[Ranked, ...]:
        """What the player to act can choose, with about the chances after it, best first."""
        return rank_choices(state, self._chances)

    def after_discs(self, state: State) -> Mapping[int, Ranked]:
        """By disc that may be turned now: its chance, and about the chances once it is seen."""
        return after_discs(state, self._chances)

    def is_exact(self, state: State) -> bool:
        """Never, even where the stall limit happens to make it so."""
        del state
        return False

    def _chances(self, state: State) -> Chances:
        left = turns_to_stall(state)
        players = len(seats_left(state))
        depth = SEARCH_TURNS if players == PAIR else players
        if left is not None and left <= depth:
            return look_ahead(state, left, leaf=0.0)
        return look_ahead(state, depth, blind=blind_for(state, self.progress))


def judge_of(
    state: State, progress: Progress | None = None, *, limit: int | None = MAX_VALUES
) -> Judge:
    """The best that can be had for a position of the last board: exact if possible.

    NotSolvable if the position is not on the last board, or the board is too large for both.
    """
    if not is_last_board(state):
        raise NotSolvable("not a position on the last board")
    if state.game.rules.victory is not Victory.SHOVEL:
        raise NotSolvable("points are counted: these chances are for games the shovel decides")
    floor_of(state.game)
    if len(seats_left(state)) == PAIR:
        try:
            return Endgame.for_state(state, progress, limit=limit)
        except NotSolvable:
            pass
    return Estimate(progress)
