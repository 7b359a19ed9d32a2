"""One game as a learner steps it: a decision at a time, chance in between."""

from enum import StrEnum
from random import Random

import numpy as np
from numpy.typing import NDArray

from taupes.envs.encoding import (
    observation_size,
    write_boards,
    write_mask,
    write_rewards,
    write_table,
)
from taupes.envs.shaping import UNASKED, Shaping, promises_of, shape
from taupes.envs.variant import Variant
from taupes.kernel import choose, layout, list_choices, seed
from taupes.rules import Move, Seat, State

Observation = NDArray[np.int8]
Mask = NDArray[np.int8]


class Illegal(StrEnum):
    """What becomes of an action that is not legal."""

    REPLACE = "replace"
    """A legal one is drawn in its place: the fault costs the choice, not the game."""
    LOSE = "lose"
    """It loses the game at once."""
    RAISE = "raise"
    """It is an error."""


class IllegalChoice(ValueError):
    """An action that the mask does not allow."""


class Episode:
    """A game in progress, with a generator for its boards, its discs and replaced actions."""

    def __init__(self, variant: Variant, rng: Random, shaping: Shaping | None = None) -> None:
        self.variant, self.rng = variant, rng
        self._promises = promises_of(shaping, 1, variant.players)
        self.engine = variant.draw(rng)
        self.row = self.engine.start()
        self.row[layout.CHANCE] = seed(rng.getrandbits(63))
        self.steps = 0
        self.loser: Seat | None = None
        """Who has lost the game by an action that is not legal."""
        self._last = (layout.PASS, 0)
        self._level = 0
        self._choices = self.engine.actions()
        self._count = list_choices(self.engine.tables, self.row, self._choices)
        # The boards change rarely: their planes are kept, and copied with every observation.
        self._seen: Observation = np.zeros(observation_size(variant.cells), np.int8)
        write_boards(self.engine.tables, self.row, self._seen)

    @property
    def seat(self) -> Seat:
        """Who is to act; at the end, who acted last."""
        return int(self.row[layout.SEAT])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._count == 0

    @property
    def last_move(self) -> Move | None:
        """The last action, if it was a move."""
        number, disc = self._last
        action = self.engine.decode(number, disc) if number >= layout.MOVE else None
        return action if isinstance(action, Move) else None

    def play(self, action: int, illegal: Illegal) -> bool:
        """Let the player to act do something; whether it was legal."""
        if action in self._choices[: self._count]:
            self.choose(action)
            return True
        if illegal is Illegal.RAISE:
            raise IllegalChoice(
                f"action {action} is not legal for seat {self.seat} at step {self.steps}: choose "
                "one that the action mask allows"
            )
        if illegal is Illegal.LOSE:
            self.loser, self._count = self.seat, 0
        else:
            self.choose(int(self._choices[self.rng.randrange(self._count)]))
        return False

    def choose(self, choice: int) -> None:
        """Play one of the choices that the mask allows; this does not ask whether it does."""
        row = self.row
        self._last = (choice, int(row[layout.DISC]))
        self._count = choose(self.engine.tables, row, choice, self._choices)
        self.steps += 1
        if row[layout.LEVEL] != self._level:
            self._level = int(row[layout.LEVEL])
            write_boards(self.engine.tables, row, self._seen)

    def observation(self, seat: Seat) -> Observation:
        """The position as a seat sees it."""
        write_table(self.engine.tables, self.row, seat, self._seen)
        return self._seen.copy()

    def mask(self, seat: Seat) -> Mask:
        """What a seat can do now: nothing unless it is to act."""
        mask: Mask = np.zeros(self.variant.action_count, np.int8)
        if seat == self.row[layout.SEAT]:
            write_mask(self._choices, self._count, 1, mask)
        return mask

    def rewards(self) -> list[float]:
        """What each seat has won: nothing before the end."""
        seats = self.variant.players
        if self.loser is not None:
            return [-1.0 if seat == self.loser else 1 / (seats - 1) for seat in range(seats)]
        rewards = np.zeros(seats)
        write_rewards(self.engine.tables, self.row, rewards)
        return [float(reward) for reward in rewards]

    def pay(self, *, is_cut: bool = False) -> list[float]:
        """What each seat has won, and is paid on the way; to be asked once for every decision."""
        rewards, promises = self.rewards(), self._promises
        if promises.weight == 0:
            return rewards
        paid = np.array(rewards)
        if self.loser is None:
            is_last = is_cut or self.is_over
            shape(self.engine.tables, self.row, promises, 0, paid, is_last=is_last)
        else:
            held = promises.held[0]
            paid -= promises.weight * np.where(held == UNASKED, 0.0, held)
        return [float(reward) for reward in paid]

    def state(self) -> State:
        """The position, as `taupes.rules` has it."""
        return self.engine.unpack(self.row)


def parse_illegal(word: str) -> Illegal:
    """What is to become of illegal actions, by its word."""
    if word not in list(Illegal):
        raise ValueError(f"illegal={word!r:.60}: expected {', '.join(Illegal)}")
    return Illegal(word)
