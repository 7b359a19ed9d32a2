"""What the evaluation knows about a game: its networks, and the book of the last board."""

from functools import lru_cache
from typing import Any, Final

from taupes.bots.endgame import HAS_TABLES, NotSolvable
from taupes.bots.evaluation.features import feature_count
from taupes.bots.evaluation.lanes import LANE_WORDS
from taupes.bots.evaluation.loading import has_weights, weights
from taupes.bots.evaluation.network import CELL_ROWS, HIDDEN, NOWHERE, PLACE_WORDS, Desk, Mind
from taupes.kernel import Engine
from taupes.kernel.arrays import array_of, words, zeroes
from taupes.kernel.layout import ALL_DISCS, CELLS, DISCS, ROW_WORDS, TURN
from taupes.kernel.vectors import LANES
from taupes.rules import Game, load_boards

TRAINED: Final = ("classic",)
"""The board sets with networks that know their cells."""
ANY: Final = "any"
"""The networks that see counts alone, for all other boards."""
LARGEST: Final = 60_000_000
"""The most values of a table that is built while people wait: it takes a few seconds, and a process
of bots has room for it. Boards of one's own may want tables many times as large."""
SIDE: Final = 6
"""Turning a board so often brings it back."""


def expert_size(seats: int) -> int:
    """How many weights one expert has."""
    return HIDDEN * (feature_count(seats) + seats) + seats


def trained_for(game: Game) -> str | None:
    """The board set with networks that has a game's boards, whatever their names."""
    boards = game.stack.boards.boards
    return next((name for name in TRAINED if load_boards(name).boards == boards), None)


def boards_of(game: Game) -> str:
    """The board set whose networks a game is judged by: its own, if they are here."""
    name = trained_for(game)
    return name if name is not None and has_weights(name, game.seats) else ANY


def places_of(game: Game, *, is_trained: bool) -> Any:
    """By level and cell of the ring, the same cell of the board as it lies in its file."""
    places = [NOWHERE] * (len(game.grounds) * PLACE_WORDS)
    if is_trained:
        for level, turned in enumerate(game.stack.orientations):
            # Turning a board by a sixth multiplies the number of a cell on the ring by TURN.
            back = pow(TURN, SIDE - turned, CELLS)
            start = level * PLACE_WORDS
            places[start : start + CELLS] = [cell * back % CELLS for cell in range(CELLS)]
    return array_of("q", places)


@lru_cache(maxsize=64)
def mind_of(game: Game) -> Mind:
    """What ships with the package about a game: no book."""
    name = boards_of(game)
    network, cells = weights(name, game.seats)
    places = places_of(game, is_trained=name != ANY)
    return Mind(network, cells, places, zeroes("f", 1), array_of("q", (NOWHERE, 0)))


@lru_cache(maxsize=16)
def well_read(game: Game) -> Mind:
    """The same with the book of the last board, which takes seconds to be built once."""
    mind = mind_of(game)
    if _is_long(game) or not HAS_TABLES:
        return mind
    from taupes.bots.evaluation.reading import read  # noqa: PLC0415 - it takes NumPy

    return read(mind, game, LARGEST)


def is_read_at_once(game: Game) -> bool:
    """Whether `well_read` takes no longer than to open a file."""
    if _is_long(game) or not HAS_TABLES:
        return True
    from taupes.bots.endgame.exact.book import has_book  # noqa: PLC0415 - it takes NumPy

    try:
        return has_book(game)
    except NotSolvable:
        return True


def _is_long(game: Game) -> bool:
    """Whether a book would take minutes."""
    return game.rules.special_cells and bool(game.grounds[-1].specials)


def make_desk(engine: Engine, path: int) -> Desk:
    """Room to work on positions of a game."""
    lanes = words(LANE_WORDS * LANES)
    for i in range(DISCS * LANES, (DISCS + 4) * LANES):
        lanes[i] = ALL_DISCS  # nobody is ever without
    return Desk(
        row=words(ROW_WORDS),
        shown=words(ROW_WORDS),
        after=words(ROW_WORDS),
        choices=engine.actions(),
        path=words(path),
        first=words(ROW_WORDS),
        lanes=lanes,
        nodes=words(LANES),
        laid=words(2),
        rows=words(CELL_ROWS),
        x=zeroes("f", feature_count(engine.game.seats) * LANES),
        hidden=zeroes("f", LANES * HIDDEN),
        v=zeroes("f", LANES * 4),
        known=zeroes("f", 4),
    )
