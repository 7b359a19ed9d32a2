"""Many games at once, for training at speed: arrays in, arrays out, one compiled call a step.

Every game waits for one decision of the seat to act. A game that ends begins anew in the same
step, so none ever stands still. This door needs no extra.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from taupes.envs.batch import (
    BOOK_WORDS,
    SAMPLER,
    STACK,
    Batch,
    answer_all,
    begin_all,
    find_illegal,
    sample_all,
    step_all,
)
from taupes.envs.encoding import observation_size
from taupes.envs.episode import IllegalChoice
from taupes.envs.shaping import Shaping, promises_of
from taupes.envs.variant import Variant
from taupes.kernel import IS_COMPILED, Engine, chance
from taupes.kernel.layout import CHANCE, ROW_WORDS
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MolesWish, State

__all__ = ["STACKS", "Batch", "VectorEnv"]

STACKS: Final = 36
"""So many ways to turn the boards are played, unless others are asked for: more are slower."""


def _lines(lines: list[list[int]]) -> Any:
    """Lines of words, of the kind that the kernel wants on this machine."""
    return np.array(lines, np.int64) if IS_COMPILED else lines


class VectorEnv:
    """So many games, stepped together.

    `boards` is a board set, played in `stacks` ways of turning its boards, or a stack's code such
    as `classic-0351`. `moles` are those of every seat, or a tuple by seat. Games are cut off after
    `max_steps` actions, if that is not 0. `shaping` pays on the way.
    """

    def __init__(  # noqa: PLR0913 - what an environment takes is what its users want to change
        self,
        games: int = 1024,
        *,
        players: int = 2,
        preset: str = DEFAULT_PRESET,
        boards: str = DEFAULT_BOARDS,
        options: Mapping[str, Any] | None = None,
        moles: MolesWish | None = None,
        stacks: int = STACKS,
        max_steps: int = 0,
        seed: int = 0,
        shaping: Shaping | None = None,
    ) -> None:
        for name, number, least in (
            ("games", games, 1),
            ("stacks", stacks, 1),
            ("max_steps", max_steps, 0),
        ):
            if number < least:
                raise ValueError(f"{name}={number}: expected {least} or more")
        self.variant = Variant(players, preset, boards, options, moles)
        self.games, self.max_steps = games, max_steps
        self._stacks = 1 if self.variant.is_still else stacks
        actions = self.variant.action_count
        self.batch = Batch(
            observations=np.zeros((games, observation_size(self.variant.cells)), np.int8),
            masks=np.zeros((games, actions), np.int8),
            seats=np.zeros(games, np.int64),
            rewards=np.zeros((games, players), np.float32),
            terminated=np.zeros(games, np.bool_),
            truncated=np.zeros(games, np.bool_),
            finals=np.zeros((games, observation_size(self.variant.cells)), np.int8),
            choices=np.zeros((games, actions), np.int64),
            counts=np.zeros(games, np.int64),
        )
        self._best = np.zeros(actions, np.int64)
        self._promises = promises_of(shaping, games, players)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Batch:
        """Begin all games anew; the same seed begins the same series of games."""
        if seed is not None:
            self._rng = Random(seed)
        self._engines = [self.variant.draw(self._rng) for _ in range(self._stacks)]
        self._tables = _lines([list(engine.tables) for engine in self._engines])
        rows = [[0] * ROW_WORDS for _ in range(self.games)]
        books = [[0] * BOOK_WORDS for _ in range(self.games)]
        for row, book in zip(rows, books, strict=True):
            row[CHANCE] = chance.seed(self._rng.getrandbits(63))
            book[SAMPLER] = chance.seed(self._rng.getrandbits(63))
        self._rows, self._books = _lines(rows), _lines(books)
        for name in ("masks", "rewards", "terminated", "truncated"):
            getattr(self.batch, name).fill(0)
        begin_all(self._tables, self._rows, self._books, self.batch, self._promises)
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """Play one action in every game.

        IllegalChoice, before anything is played, if one of them is not legal.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions of shape {chosen.shape} and type {chosen.dtype}: expected {self.games} "
                "whole numbers"
            )
        chosen = chosen.astype(np.int64, copy=False)
        wrong = find_illegal(self.batch, chosen)
        if wrong >= 0:
            raise IllegalChoice(
                f"action {chosen[wrong]} is not legal in game {wrong}: choose one that the mask "
                "allows"
            )
        return self.step_some(chosen, self.batch.seats.copy())

    def step_some(self, actions: NDArray[np.int64], viewers: NDArray[np.int64]) -> Batch:
        """Play an action in every game where it is not negative; this does not ask if it is legal.

        What the batch says of the other games stays. Ends are kept as the viewers' seats see them.
        """
        room = (self.batch, actions, viewers, self.max_steps, self._promises)
        step_all(self._tables, self._rows, self._books, *room)
        return self.batch

    def answer(
        self, seats: NDArray[np.int64], minds: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> None:
        """Write what opponents within the kernel do where it is not these seats' turn.

        By how many seats after those they sit, minds are RANDOM_MIND, GREEDY_MIND or OTHER_MIND.
        WAITS is written for games where it is the seats' turn, ASKS where another mind is to act.
        """
        room = (self.batch, seats, minds, actions, self._best)
        answer_all(self._tables, self._rows, self._books, *room)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, each as likely."""
        actions = np.zeros(self.games, np.int64)
        sample_all(self._books, self.batch, actions)
        return actions

    def engine(self, game: int) -> Engine:
        """The engine of one game: it translates cells and actions."""
        return self._engines[int(self._books[game][STACK])]

    def state(self, game: int) -> State:
        """The position of one game, as `taupes.rules` has it."""
        return self.engine(game).unpack(self._rows[game])
