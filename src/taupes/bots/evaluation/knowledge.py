"""What the evaluation knows about a game: its networks, and the book of the last board."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from taupes.bots.endgame import Book, NotSolvable
from taupes.bots.endgame.exact.book import book
from taupes.bots.endgame.hands import HANDS
from taupes.bots.evaluation.features import feature_count
from taupes.bots.evaluation.lanes import LANE_WORDS
from taupes.bots.evaluation.network import CELL_ROWS, HIDDEN, NOWHERE, PLACE_WORDS, Desk, Mind
from taupes.kernel import Engine
from taupes.kernel.layout import ALL_DISCS, CELLS, DISCS, ROW_WORDS, TURN
from taupes.kernel.tables import hand_of, ring_index
from taupes.kernel.vectors import LANES
from taupes.rules import Game, load_boards

TRAINED: Final = ("classic",)
"""The board sets with networks that know their cells."""
ANY: Final = "any"
"""The networks that see counts alone, for all other boards."""
SIDE: Final = 6
"""Turning a board so often brings it back."""


def expert_size(seats: int) -> int:
    """How many weights one expert has."""
    return HIDDEN * (feature_count(seats) + seats) + seats


@cache
def weights(boards: str, seats: int) -> tuple[Any, Any]:
    """The shipped network and the weights of the cells, none for boards of any kind."""
    path = files("taupes.bots.evaluation").joinpath("weights", f"{boards}-{seats}.npz")
    with path.open("rb") as file:
        loaded = np.load(file)
        return loaded["network"].astype(np.float32), loaded["cells"].astype(np.float32)


def boards_of(game: Game) -> str:
    """The board set whose networks suit a game: the same boards, whatever their names."""
    boards = game.stack.boards.boards
    return next((name for name in TRAINED if load_boards(name).boards == boards), ANY)


def places_of(game: Game, *, is_trained: bool) -> Any:
    """By level and cell of the ring, the same cell of the board as it lies in its file."""
    places = np.full(len(game.grounds) * PLACE_WORDS, NOWHERE, np.int64)
    if is_trained:
        for level, turned in enumerate(game.stack.orientations):
            # Turning a board by a sixth multiplies the number of a cell on the ring by TURN.
            back = pow(TURN, SIDE - turned, CELLS)
            start = level * PLACE_WORDS
            places[start : start + CELLS] = [cell * back % CELLS for cell in range(CELLS)]
    return places


@lru_cache(maxsize=64)
def mind_of(game: Game) -> Mind:
    """What ships with the package about a game: no book."""
    name = boards_of(game)
    network, cells = weights(name, game.seats)
    spots = np.array([NOWHERE, 0], np.int64)
    places = places_of(game, is_trained=name != ANY)
    return Mind(network, cells, places, np.zeros(1, np.float32), spots)


@lru_cache(maxsize=16)
def well_read(game: Game) -> Mind:
    """The same with the book of the last board, which takes seconds to be built once."""
    mind = mind_of(game)
    if game.rules.special_cells and game.grounds[-1].specials:
        return mind  # it would take minutes
    try:
        return with_book(mind, game, book(game, jobs=1))
    except NotSolvable:
        return mind


def with_book(mind: Mind, game: Game, known: Book) -> Mind:
    """A mind that knows a book: its chances laid out by the kernel's words for discs."""
    count = len(known.holes)
    hands = [hand_of(hand) for hand in HANDS]
    chances = np.zeros((1 << count, 64, 64), np.float32)
    chances[np.ix_(range(1 << count), hands, hands)] = known.chances / 65535
    chances[-1] = 1.0
    spots = [ring_index(cell, game.stack.radius) for cell in known.holes]
    words = np.array([sum(1 << spot for spot in spots), count, *spots], np.int64)
    return mind._replace(book=chances.reshape(-1), spots=words)


def make_desk(engine: Engine, path: int) -> Desk:
    """Room to work on positions of a game."""
    seats = engine.game.seats
    lanes = np.zeros((LANE_WORDS, LANES), np.int64)
    lanes[DISCS : DISCS + 4] = ALL_DISCS  # nobody is ever without
    return Desk(
        row=np.zeros(ROW_WORDS, np.int64),
        shown=np.zeros(ROW_WORDS, np.int64),
        after=np.zeros(ROW_WORDS, np.int64),
        choices=engine.actions(),
        path=np.zeros(path, np.int64),
        first=np.zeros(ROW_WORDS, np.int64),
        lanes=lanes.reshape(-1),
        nodes=np.zeros(LANES, np.int64),
        laid=np.zeros(2, np.int64),
        rows=np.zeros(CELL_ROWS, np.int64),
        x=np.zeros(feature_count(seats) * LANES, np.float32),
        hidden=np.zeros(LANES * HIDDEN, np.float32),
        v=np.zeros(LANES * 4, np.float32),
        known=np.zeros(4, np.float32),
    )
