"""Many games at once, for training at speed: arrays in, arrays out, one compiled call a step.

Every game waits for one decision of the seat to act. A game that ends begins anew in the same
step, so none ever stands still. This door needs no extra.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from taupes.bots.players.appetite import list_best
from taupes.envs.encoding import (
    observation_size,
    write_boards,
    write_mask,
    write_rewards,
    write_table,
)
from taupes.envs.episode import IllegalChoice
from taupes.envs.shaping import UNASKED, Promises, Shaping, promises_of, shape
from taupes.envs.variant import Variant
from taupes.kernel import (
    IS_COMPILED,
    Engine,
    WordArray,
    begin,
    below,
    chance,
    choose,
    compiled,
    list_choices,
    stir,
)
from taupes.kernel.layout import CHANCE, LEVEL, ROW_WORDS, SEAT, SEATS
from taupes.rules import DEFAULT_BOARDS, DEFAULT_PRESET, MolesWish, State

STACKS: Final = 36
"""So many ways to turn the boards are played, unless others are asked for: more are slower."""

# What is kept for each game beside its row.
STACK: Final = 0
STEPS: Final = 1
SAMPLER: Final = 2
"""The generator of `VectorEnv.sample`, kept apart from that of the discs."""
BOOK_WORDS: Final = 4


# Who acts within the kernel, and what `VectorEnv.answer` writes where nobody does.
RANDOM_MIND: Final = 0
GREEDY_MIND: Final = 1
OTHER_MIND: Final = 2
WAITS: Final = -1
ASKS: Final = -2


class Batch(NamedTuple):
    """What all games show; the first index is the game. Every step writes into the same arrays."""

    observations: NDArray[np.int8]
    """As the seat to act sees its game."""
    masks: NDArray[np.int8]
    """1 for each legal action."""
    seats: NDArray[np.int64]
    """Who is to act."""
    rewards: NDArray[np.float32]
    """By seat, what the step has won: all zero unless it ended the game, or rewards are shaped."""
    terminated: NDArray[np.bool_]
    """Whether the step ended the game; what is seen belongs to the next one."""
    truncated: NDArray[np.bool_]
    """The same for games cut off after `max_steps`."""
    finals: NDArray[np.int8]
    """Where a game ended or was cut off, the last of it as the seat that acted last saw it."""
    choices: NDArray[np.int64]
    """The legal actions again, as numbers: the first `counts` of each line, ascending."""
    counts: NDArray[np.int64]


@compiled
def _begin(tables: Any, s: WordArray, book: WordArray, x: Any, choices: WordArray) -> int:
    """Begin a game on a stack drawn by chance and count its choices."""
    s[CHANCE] = stir(s[CHANCE])
    book[STACK] = below(s[CHANCE], len(tables))
    book[STEPS] = 0
    t = tables[book[STACK]]
    begin(t, s)
    write_boards(t, s, x)
    return list_choices(t, s, choices)


@compiled
def _show(tables: Any, rows: Any, books: Any, batch: Batch, i: int) -> None:
    """Write what the seat to act sees and may do."""
    t, s = tables[books[i][STACK]], rows[i]
    batch.seats[i] = s[SEAT]
    write_table(t, s, s[SEAT], batch.observations[i])
    write_mask(batch.choices[i], batch.counts[i], 1, batch.masks[i])


@compiled
def _promise(tables: Any, rows: Any, books: Any, batch: Batch, promises: Promises, i: int) -> None:
    """Hold what a game that begins promises the seat to act."""
    for seat in range(promises.held.shape[1]):
        promises.held[i][seat] = UNASKED
    shape(tables[books[i][STACK]], rows[i], promises, i, batch.rewards[i], is_last=False)


@compiled
def _begin_all(tables: Any, rows: Any, books: Any, batch: Batch, promises: Promises) -> None:
    for i in range(len(rows)):
        batch.counts[i] = _begin(tables, rows[i], books[i], batch.observations[i], batch.choices[i])
        _show(tables, rows, books, batch, i)
        if promises.weight > 0:
            _promise(tables, rows, books, batch, promises, i)


@compiled
def _find_illegal(batch: Batch, actions: Any) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < batch.masks.shape[1] or not batch.masks[i][actions[i]]:
            return i
    return -1


@compiled
def _step_all(
    tables: Any,
    rows: Any,
    books: Any,
    batch: Batch,
    actions: Any,
    viewers: Any,
    max_steps: int,
    promises: Promises,
) -> None:
    """Play one legal action in every game where it is not negative, and begin anew what ends.

    The end is written as the viewers' seats see it.
    """
    for i in range(len(rows)):
        if actions[i] < 0:
            continue
        t, s, book, choices = tables[books[i][STACK]], rows[i], books[i], batch.choices[i]
        level = s[LEVEL]
        write_mask(choices, batch.counts[i], 0, batch.masks[i])
        count = choose(t, s, int(actions[i]), choices)
        book[STEPS] += 1
        batch.terminated[i] = count == 0
        batch.truncated[i] = count > 0 and book[STEPS] == max_steps
        write_rewards(t, s, batch.rewards[i])
        is_last = batch.terminated[i] or batch.truncated[i]
        if promises.weight > 0:
            shape(t, s, promises, i, batch.rewards[i], is_last=is_last)
        if is_last:
            write_boards(t, s, batch.finals[i])
            write_table(t, s, viewers[i], batch.finals[i])
            count = _begin(tables, s, book, batch.observations[i], choices)
            if promises.weight > 0:
                _promise(tables, rows, books, batch, promises, i)
        elif s[LEVEL] != level:
            write_boards(t, s, batch.observations[i])
        batch.counts[i] = count
        _show(tables, rows, books, batch, i)


@compiled
def _sample(books: Any, batch: Batch, actions: Any) -> None:
    for i in range(len(actions)):
        books[i][SAMPLER] = stir(books[i][SAMPLER])
        actions[i] = batch.choices[i][below(books[i][SAMPLER], batch.counts[i])]


@compiled
def _answer(
    tables: Any,
    rows: Any,
    books: Any,
    batch: Batch,
    seats: Any,
    minds: Any,
    actions: Any,
    best: Any,
) -> None:
    for i in range(len(rows)):
        t, s, choices, count = tables[books[i][STACK]], rows[i], batch.choices[i], batch.counts[i]
        after = s[SEAT] - seats[i]
        mind = minds[after if after >= 0 else after + t[SEATS]]
        if after == 0:
            actions[i] = WAITS
        elif mind == OTHER_MIND and count > 1:
            actions[i] = ASKS
        else:
            books[i][SAMPLER] = stir(books[i][SAMPLER])
            if mind == GREEDY_MIND:
                found = list_best(t, s, choices, count, best)
                actions[i] = best[below(books[i][SAMPLER], found)]
            else:
                actions[i] = choices[below(books[i][SAMPLER], count)]


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
        _begin_all(self._tables, self._rows, self._books, self.batch, self._promises)
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
        wrong = _find_illegal(self.batch, chosen)
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
        _step_all(self._tables, self._rows, self._books, *room)
        return self.batch

    def answer(
        self, seats: NDArray[np.int64], minds: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> None:
        """Write what opponents within the kernel do where it is not these seats' turn.

        By how many seats after those they sit, minds are RANDOM_MIND, GREEDY_MIND or OTHER_MIND.
        WAITS is written for games where it is the seats' turn, ASKS where another mind is to act.
        """
        room = (self.batch, seats, minds, actions, self._best)
        _answer(self._tables, self._rows, self._books, *room)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, each as likely."""
        actions = np.zeros(self.games, np.int64)
        _sample(self._books, self.batch, actions)
        return actions

    def engine(self, game: int) -> Engine:
        """The engine of one game: it translates cells and actions."""
        return self._engines[int(self._books[game][STACK])]

    def state(self, game: int) -> State:
        """The position of one game, as `taupes.rules` has it."""
        return self.engine(game).unpack(self._rows[game])
