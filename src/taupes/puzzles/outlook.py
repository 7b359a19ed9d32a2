"""The last board, a turn or two ahead: what nobody can prevent, and what if nobody tried."""

from dataclasses import replace
from typing import Final

from taupes.rules import Action, Draw, Phase, Seat, State, apply, legal_actions

MOST: Final = 4000
"""Positions that are looked at before it is given up."""


class TooMany(Exception):
    """There is more to look at than is worth it."""


def certain(state: State, seat: Seat) -> float | None:
    """The chance to win on one's next turn if the others do what is worst for it.

    An extra disc of the turn before may be used. None where there is too much to look at.
    """
    return _value(_Walk(seat, turns=1 + _has_extra(state, seat)), state)


def alone(state: State, seat: Seat) -> float | None:
    """The chance to win within two turns if nobody else moves; as above."""
    extra = _has_extra(state, seat)
    first = state if extra else replace(state, turn=seat)
    return _value(_Walk(seat, turns=2 + extra, is_alone=True), first)


def _has_extra(state: State, seat: Seat) -> bool:
    return state.turn == seat and state.phase is Phase.EXTRA_DRAW


def _value(walk: "_Walk", state: State) -> float | None:
    try:
        return walk.value(state, walk.turns)
    except TooMany:
        return None


class _Walk:
    """One look ahead: every disc that may come, and of all moves the best or the worst."""

    def __init__(self, seat: Seat, turns: int, *, is_alone: bool = False) -> None:
        self.turns = turns
        self._seat = seat
        self._is_alone = is_alone
        self._known: dict[tuple[State, int], float] = {}

    def value(self, state: State, turns: int) -> float:
        """The chance to win within so many turns of one's own."""
        if state.outcome is not None:
            return float(state.outcome.winners == (self._seat,))
        if not turns:
            return 0.0
        key = (state, turns)
        if key not in self._known:
            if len(self._known) >= MOST:
                raise TooMany
            self._known[key] = 0.0  # it counts before what follows from it does
            self._known[key] = self._chosen(state, turns)
        return self._known[key]

    def _chosen(self, state: State, turns: int) -> float:
        """What comes of one's best choice, or of a rival's worst."""
        actions, hand = legal_actions(state), state.discs[state.turn]
        discs = [each for each in actions if isinstance(each, Draw)]
        found = []
        if discs:
            drawn = (hand.count(each.disc) * self._after(state, each, turns) for each in discs)
            found.append(sum(drawn) / len(hand))
        pick, goal = (max, 1.0) if state.turn == self._seat else (min, 0.0)
        for action in actions[: len(actions) - len(discs)]:
            found.append(self._after(state, action, turns))
            if found[-1] == goal:
                break
        return pick(found)

    def _after(self, state: State, action: Action, turns: int) -> float:
        after = apply(state, action)
        if state.turn == self._seat and after.phase is Phase.DRAW:
            turns -= 1
            if self._is_alone:
                after = replace(after, turn=self._seat)
        return self.value(after, turns)
