"""The leaf book of the beige board: what every way to fill its last hole is worth below.

When all holes of the board above the last are filled, the moles stand under them and all that is
open is whose they are and which discs are left. That is little enough to keep for all orientations.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

import numpy as np

from taupes.bots.endgame import store
from taupes.bots.endgame.exact.plan import (
    ALL_PHASES,
    FIRST,
    MAX_VALUES,
    SECOND,
    Block,
    phases,
)
from taupes.bots.endgame.exact.solve import solve
from taupes.bots.endgame.exact.table import TableKey, check_size
from taupes.bots.endgame.floor import Array, Floor, NotSolvable, Progress, floor_of
from taupes.bots.endgame.hands import HANDS, NUMBER
from taupes.bots.endgame.positions import position_index
from taupes.rules import Game, Hex, Stack, Victory

ORIENTATIONS: Final = 6
_LOCK: Final = Lock()
_LOADED: Final = store.Loaded[Array](16)


@dataclass(frozen=True)
class Book:
    """What the last board is worth to two players who have filled the one above."""

    holes: tuple[Hex, ...]
    """The holes of the board above as they lie in the box; bit i of an owner's word is hole i."""
    chances: Array
    """By holes of the player to move, its hand and the other's: 16 bits, 65535 is certainty."""

    def chance(self, holes: int, discs: tuple[int, ...], others: tuple[int, ...]) -> float:
        """The chance to win of the player to move, who owns these holes and has these discs."""
        if not 0 < holes < len(self.chances) - 1:
            raise ValueError(f"{holes:b} does not leave both players a hole")
        return float(self.chances[holes, NUMBER[discs], NUMBER[others]] / 65535)

    def holes_of(self, cells: tuple[Hex, ...]) -> int:
        """The word of some of the holes."""
        return sum(1 << self.holes.index(cell) for cell in cells)


def book(
    game: Game,
    progress: Progress | None = None,
    jobs: int | None = None,
    *,
    limit: int | None = MAX_VALUES,
) -> Book:
    """The book for a game's last two boards, built on first use for all six ways they can lie."""
    _check(game, limit)
    above = game.stack.boards.boards[-2]
    below, lying = game.stack.orientations[-1], game.stack.orientations[-2]
    turned = (below - lying) % ORIENTATIONS
    chances = _chances(_upright(game), progress, jobs)
    holes = tuple(hole.turned(lying) for hole in above.holes)
    return Book(holes, chances[turned])


def has_book(game: Game) -> bool:
    """Whether the book of a game need not be built any more."""
    name, shape = _place(_upright(game))
    return store.load(name, int(np.prod(shape))) is not None


def _check(game: Game, limit: int | None) -> None:
    """Raise NotSolvable for a book that there cannot be, or that takes a larger table."""
    if game.rules.victory is not Victory.SHOVEL:
        raise NotSolvable("points are counted: books are for games that the shovel decides")
    for key in _keys(game):
        check_size(key, limit)


def _upright(game: Game) -> Game:
    """The same game with no board turned: what the values of all its orientations hang on."""
    boards = game.stack.boards
    rules = replace(game.rules, stall_limit=0)
    return replace(game, stack=Stack(boards, (0,) * len(boards.boards)), rules=rules)


def _chances(game: Game, progress: Progress | None, jobs: int | None) -> Array:
    with _LOCK:
        return _LOADED.find(game, lambda: _load(game, progress, jobs))


def _load(game: Game, progress: Progress | None, jobs: int | None) -> Array:
    keys = _keys(game)
    name, shape = _place(game)
    size = int(np.prod(shape))

    def fill(put: Any) -> Mapping[str, Any]:
        made = np.zeros(shape, np.float32)
        for done, key in enumerate(keys):
            _collect(key, _starts(game), made, _part(progress, done, len(keys)), jobs)
        put(made)
        return {"tables": len(keys)}

    stored = store.load(name, size) or store.build(name, size, "u2", fill)
    return np.asarray(stored.values).reshape(shape)


def _place(game: Game) -> tuple[str, tuple[int, ...]]:
    """The name under which a book is kept, and its shape."""
    holes = game.stack.boards.boards[-2].holes
    floor, _ = floor_of(game)
    spots = "_".join(f"{q}.{r}" for q, r in holes)
    last = "".join(map(str, game.stack.boards.boards[-1].solid))
    name = f"book-{floor.key.name}-{last}-under-{spots}"
    return name, (ORIENTATIONS, 1 << len(holes), len(HANDS), len(HANDS))


def _keys(game: Game) -> list[TableKey]:
    floor, _ = floor_of(game)
    return _tables(floor, len(game.stack.boards.boards[-2].holes))


def _tables(floor: Floor, holes: int) -> list[TableKey]:
    """All tables that the ways to own so many holes belong to."""
    keys = []
    for fewer in range(1, holes // 2 + 1):
        more = holes - fewer
        wanted = (ALL_PHASES,) if floor.key.specials else phases(is_even=more == fewer)
        keys += [TableKey(floor, more, fewer, phase) for phase in wanted]
    return keys


def _starts(game: Game) -> dict[tuple[int, int], tuple[int, int]]:
    """By turn of the last board and holes of the player to move, both players' moles below."""
    holes = game.stack.boards.boards[-2].holes
    upright = game.stack.orientations
    starts = {}
    for turned in range(ORIENTATIONS):
        stack = Stack(game.stack.boards, (*upright[:-1], turned))
        _, number = floor_of(replace(game, stack=stack))
        if any(hole not in number for hole in holes):
            raise NotSolvable("a hole lies over the last hole, or over nothing")
        cells = [1 << number[hole] for hole in holes]
        for mine in range(1, (1 << len(holes)) - 1):
            word = sum(cell for i, cell in enumerate(cells) if mine >> i & 1)
            starts[turned, mine] = word, sum(cells) - word
    return starts


def _collect(
    key: TableKey,
    starts: Mapping[tuple[int, int], tuple[int, int]],
    made: Array,
    progress: Progress | None,
    jobs: int | None,
) -> None:
    """Solve for one table and keep only what the book wants of it."""
    positions = key.positions
    wanted: dict[int, list[tuple[int, int, int]]] = {FIRST: [], SECOND: []}
    for (turned, holes), (mine, theirs) in starts.items():
        moles = mine.bit_count(), theirs.bit_count()
        if moles == (key.more, key.fewer):
            index = position_index(positions.maps, mine, theirs)
            wanted[FIRST].append((turned, holes, index))
        elif moles == (key.fewer, key.more):
            index = position_index(positions.maps, theirs, mine)
            wanted[SECOND].append((turned, holes, index))

    def sink(block: Block, rows: Array) -> None:
        hands = np.array(block.pairs)
        for turned, holes, index in wanted[block.mover]:
            made[turned, holes, hands[:, 0], hands[:, 1]] = rows[index]

    solve(positions, key.plan, sink, tolerance=1e-6, progress=progress, jobs=jobs)


def _part(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """The progress of one of several parts, told as that of the whole."""
    if progress is None:
        return None
    return lambda share: progress((done + share) / parts)
