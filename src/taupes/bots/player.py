"""Who can decide: the small protocol that every player, person or bot, follows."""

from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from taupes.rules import Blocked, Decline, Draw, Move, Pass, Place, State, legal_actions


@dataclass(frozen=True, slots=True)
class Turn:
    """The decision to turn over a disc; which value appears is chance."""


TURN: Final = Turn()

Choice = Place | Turn | Move | Blocked | Pass | Decline
"""What a player decides, or what is the only thing left to happen."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one choice; None is no limit of that kind."""

    seconds: float | None = None
    simulations: int | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player decided, and why it thinks so."""

    choice: Choice
    values: tuple[float, ...] | None = None
    """The chance to win of each seat, for players who estimate it."""
    line: tuple[Choice, ...] = ()
    """The play expected to follow."""
    alternatives: tuple[tuple[Choice, float], ...] = ()
    """Choices with the deciding seat's chance to win, best first."""


class Player(Protocol):
    """Somebody who decides. It sees what a person sees: the values left, never their order."""

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Choose one of `choices(state)`; any randomness comes from the generator handed in."""
        ...


def choices(state: State) -> tuple[Choice, ...]:
    """What the player to act can decide: the legal actions, with one TURN for all discs."""
    actions = legal_actions(state)
    kept = tuple(action for action in actions if not isinstance(action, Draw))
    return kept if len(kept) == len(actions) else (*kept, TURN)


def without_asking(state: State) -> Thought | None:
    """The only choice there is; None where there is something to decide, and somebody to ask."""
    options = choices(state)
    return Thought(options[0]) if len(options) == 1 else None
