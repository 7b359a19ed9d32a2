"""Many games stepped together by compiled code: what they show, and what is kept of each."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from taupes.bots.search.appetite import list_best
from taupes.envs.encoding import write_boards, write_mask, write_rewards, write_table
from taupes.envs.shaping import UNASKED, Promises, shape
from taupes.kernel import WordArray, begin, below, choose, compiled, list_choices, stir
from taupes.kernel.layout import CHANCE, LEVEL, SEAT, SEATS

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
def begin_all(tables: Any, rows: Any, books: Any, batch: Batch, promises: Promises) -> None:
    """Begin all games."""
    for i in range(len(rows)):
        batch.counts[i] = _begin(tables, rows[i], books[i], batch.observations[i], batch.choices[i])
        _show(tables, rows, books, batch, i)
        if promises.weight > 0:
            _promise(tables, rows, books, batch, promises, i)


@compiled
def find_illegal(batch: Batch, actions: Any) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < batch.masks.shape[1] or not batch.masks[i][actions[i]]:
            return i
    return -1


@compiled
def step_all(
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
def sample_all(books: Any, batch: Batch, actions: Any) -> None:
    """Write a legal action for every game, each as likely."""
    for i in range(len(actions)):
        books[i][SAMPLER] = stir(books[i][SAMPLER])
        actions[i] = batch.choices[i][below(books[i][SAMPLER], batch.counts[i])]


@compiled
def answer_all(
    tables: Any,
    rows: Any,
    books: Any,
    batch: Batch,
    seats: Any,
    minds: Any,
    actions: Any,
    best: Any,
) -> None:
    """Write what minds do wherever it is not these seats' turn: see `VectorEnv.answer`."""
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
