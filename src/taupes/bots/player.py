"""Who can decide: the small protocol that every player, person or bot, follows."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from taupes.rules import (
    Action,
    Blocked,
    Decline,
    Draw,
    Move,
    Pass,
    Place,
    Seat,
    State,
    format_event,
    legal_actions,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """The decision to turn over a disc; which value appears is chance."""


TURN: Final = Turn()

Choice = Place | Turn | Move | Blocked | Pass | Decline
"""What a player decides, or what is the only thing left to happen."""


Watch = Callable[[State, Action, State], None]
"""Takes a position, what was done, and the position after it."""


class BadBudget(ValueError):
    """A budget that leaves nothing to think with."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one choice; None is no limit of that kind.

    Without any limit every player takes the time that it likes, and the master looks at the clock.
    """

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        for limit in (self.seconds, self.simulations):
            if limit is not None and not 0 < limit < math.inf:
                raise BadBudget(f"a budget of {limit:g}: it must be more than zero, and finite")


LONGEST_NAME: Final = 40
"""Letters of a name; records hold no longer ones."""

REPEATABLE: Final = Budget(simulations=2000)
"""Thinking that is counted and not timed: with it, the same seed gives the same game."""


def budget_of(seconds: float | None, simulations: int | None) -> Budget:
    """The budget that was asked for; nobody thinks by the clock who was not told to."""
    asked = Budget(seconds, simulations)
    return REPEATABLE if asked == Budget() else asked


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


THOUGHTS: Final[Mapping[str, str]] = {
    "no_thought": "{who}.think returned {said}: expected Thought(choice), "
    "with one of choices(state)",
    "no_such_choice": "{who}.think chose {said}, which is not one of choices(state)",
}
"""By code, what is wrong with what a player returned."""


class BadThought(ValueError):
    """What a player returned is no thought, or chooses what cannot be chosen."""

    def __init__(self, code: str, who: str, said: str) -> None:
        super().__init__(code, who, said)
        self.code, self.who, self.said = code, who, said

    def __str__(self) -> str:
        return THOUGHTS[self.code].format(who=self.who, said=self.said)


class Player(Protocol):
    """Somebody who decides. It sees what a person sees: the values left, never their order.

    If it has a `name`, tables, reports and records call it so. If it has `watch(before, action,
    after)`, it is told whatever anybody does.
    """

    def think(self, state: State, budget: Budget, rng: Random) -> Thought:
        """Choose one of `choices(state)`; any randomness comes from the generator handed in."""
        ...


def name_of(player: Player, otherwise: str) -> str:
    """The name that a player gives itself, as a record may hold it; or else another."""
    name = getattr(player, "name", None)
    if not isinstance(name, str):
        return otherwise
    return "".join(c for c in name if c.isprintable()).strip()[:LONGEST_NAME] or otherwise


def watching(players: Iterable[Player]) -> tuple[Watch, ...]:
    """How those are told who want to know what is done, each once, wherever they sit."""
    each = {id(player): player for player in players}.values()
    found = (getattr(player, "watch", None) for player in each)
    return tuple(watch for watch in found if watch is not None)


def choices(state: State) -> tuple[Choice, ...]:
    """What the player to act can decide: the legal actions, with one TURN for all discs."""
    actions = legal_actions(state)
    kept = tuple(action for action in actions if not isinstance(action, Draw))
    return kept if len(kept) == len(actions) else (*kept, TURN)


def format_choice(choice: Choice, seat: Seat) -> dict[str, Any]:
    """A choice in the record's words; to turn a disc over is one that a record has no event for.

    >>> format_choice(TURN, 1), format_choice(Pass(), 0)
    ({'type': 'turn', 'player': 1}, {'type': 'pass', 'player': 0})
    """
    if isinstance(choice, Turn):
        return {"type": "turn", "player": seat}
    return format_event(choice, seat)


def ask(player: Player, state: State, budget: Budget, rng: Random) -> Thought:
    """What a player decides, where there is something to decide; BadThought if it does not."""
    options = choices(state)
    if len(options) == 1:
        return Thought(options[0])
    return checked(player.think(state, budget, rng), options, player)


def checked(thought: object, options: Collection[Choice], player: Player) -> Thought:
    """The thought that a player returned, or BadThought that says what is wrong with it."""
    who = type(player).__name__
    if not isinstance(thought, Thought):
        raise BadThought("no_thought", who, f"{thought!r:.60}")
    if thought.choice not in options:
        raise BadThought("no_such_choice", who, f"{thought.choice!r:.80}")
    return thought


def without_asking(state: State) -> Thought | None:
    """The only choice there is; None where there is something to decide, and somebody to ask."""
    options = choices(state)
    return Thought(options[0]) if len(options) == 1 else None
