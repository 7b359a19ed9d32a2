"""One position for OpenSpiel: who is to act, chance included, and what may happen next."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from taupes.envs.encoding import write_rewards
from taupes.kernel import Engine, WordArray, apply, compiled, is_home
from taupes.kernel.choices import list_decisions
from taupes.kernel.layout import (
    DISC,
    DISCS,
    DRAW,
    DRAW_PHASE,
    HAND_VALUES,
    OVER_PHASE,
    PHASE,
    SEAT,
    TURN_DISC,
)
from taupes.kernel.moves import hand_block
from taupes.kernel.tables import discs_of
from taupes.rules import Draw, Move, Place

CHANCE: Final = -1
TERMINAL: Final = -4
ILLEGAL: Final = -9
"""Who is to act, beside the seats: the first two are OpenSpiel's numbers."""

OUTCOMES: Final = tuple(
    tuple(
        (DRAW + disc, discs_of(hand).count(disc) / len(discs_of(hand)))
        for disc in sorted(set(discs_of(hand)))
    )
    for hand in range(64)
)
"""By the discs left, what chance may turn over, and how likely it is."""


@compiled
def _actor(t: WordArray, s: WordArray) -> int:
    """Who acts next, unless somebody has just decided to turn a disc."""
    if s[PHASE] == OVER_PHASE:
        return TERMINAL
    if s[PHASE] == DRAW_PHASE and not is_home(t, s):
        return CHANCE
    return s[SEAT]


@compiled
def _advance(t: WordArray, s: WordArray, actor: int, action: int, out: WordArray) -> int:
    """Play an action and tell who acts next; ILLEGAL, and nothing played, if it is not legal."""
    if actor == CHANCE:
        if not (DRAW < action < TURN_DISC and t[hand_block(s) + HAND_VALUES] >> action - DRAW & 1):
            return ILLEGAL
    else:
        is_listed = False
        for i in range(list_decisions(t, s, out)):
            is_listed = is_listed or out[i] == action
        if not is_listed:
            return ILLEGAL
    if action == TURN_DISC:
        return CHANCE
    apply(t, s, action)
    return _actor(t, s)


class KernelPosition:
    """A row of the kernel and who is to act: all that a state of OpenSpiel's needs to hold.

    OpenSpiel clones a state by a deep copy of its attributes, so this one says what that means.
    """

    __slots__ = ("actor", "engine", "out", "row")

    def __init__(self, engine: Engine, row: Any, out: NDArray[np.int64], actor: int) -> None:
        self.engine, self.row, self.actor = engine, row, actor
        self.out = out
        """Room to list decisions in, shared by all positions of a game."""

    def __deepcopy__(self, _: Any) -> "KernelPosition":
        return KernelPosition(self.engine, self.row.copy(), self.out, self.actor)

    def chances(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely it is: a list of the caller's own.

        OpenSpiel's search shuffles it.
        """
        return list(OUTCOMES[int(self.row[DISCS + self.row[SEAT]])])

    def decisions(self) -> list[int]:
        """What the player to act may decide, ascending."""
        count = list_decisions(self.engine.tables, self.row, self.out)
        decisions: list[int] = self.out[:count].tolist()
        return decisions

    def play(self, action: int) -> None:
        """Play an action of the player to act, or of chance."""
        actor = _advance(self.engine.tables, self.row, self.actor, action, self.out)
        if actor == ILLEGAL:
            raise ValueError(f"action {action} is not legal here")
        self.actor = actor

    def rewards(self) -> list[float]:
        """What each seat has won: nothing before the end."""
        rewards = np.zeros(self.engine.game.seats)
        write_rewards(self.engine.tables, self.row, rewards)
        return list(map(float, rewards))

    def name(self, action: int) -> str:
        """An action as the notation writes it."""
        if action == TURN_DISC:
            return "turn"
        what = self.engine.decode(action, self.row[DISC])
        name = self.engine.game.name
        match what:
            case Place(cell):
                return f"@{name(cell)}"
            case Move(origin, target):
                return f"{name(origin)}-{name(target)}"
            case Draw(disc):
                return str(disc)
        return type(what).__name__.lower()


def start_position(engine: Engine) -> KernelPosition:
    """The empty top board."""
    row, out = engine.start(), np.zeros(engine.action_count, np.int64)
    return KernelPosition(engine, row, out, _actor(engine.tables, row))
