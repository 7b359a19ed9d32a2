"""What the evaluation knows about a game: its networks, and the book of the last board."""

from functools import lru_cache
from typing import Final

from taupes.bots.endgame import HAS_TABLES, NotSolvable
from taupes.bots.evaluation.features import EXPERTS, feature_count
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.lanes import LANE_WORDS
from taupes.bots.evaluation.loading import has_weights, weights
from taupes.bots.evaluation.meaning import lay_out, layout_of
from taupes.bots.evaluation.mind import CELL_ROWS, HIDDEN, NO_BOOK, Desk, Mind
from taupes.kernel import Engine
from taupes.kernel.arrays import Singles, array_of, words, zeroes
from taupes.kernel.layout import ALL_DISCS, DISCS, ROW_WORDS
from taupes.kernel.vectors import LANES
from taupes.rules import Game, load_boards

TRAINED: Final = dict.fromkeys(("classic", "quick", "grand"), (2, 3, 4))
"""The board sets with networks that know their cells, and for how many seats."""
ANY: Final = "any"
"""The networks that know what cells are like, for all other boards."""
LARGEST: Final = 60_000_000
"""The most values of a table that is built while people wait: it takes a few seconds, and a process
of bots has room for it. Boards of one's own may want tables many times as large."""


def expert_size(seats: int) -> int:
    """How many weights one expert has."""
    return HIDDEN * (feature_count(seats) + seats) + seats


def trained_for(game: Game) -> str | None:
    """The board set with networks that has a game's boards, whatever their names."""
    boards = game.stack.boards.boards
    names = (name for name, seats in TRAINED.items() if game.seats in seats)
    return next((name for name in names if load_boards(name).boards == boards), None)


def boards_of(game: Game) -> str:
    """The board set whose networks a game is judged by: its own, if they are here."""
    name = trained_for(game)
    return name if name is not None and has_weights(name, game.seats) else ANY


@lru_cache(maxsize=32)
def mind_of(game: Game) -> Mind:
    """What ships with the package about a game: no book."""
    return make_mind(game, *weights(boards_of(game), game.seats))


def make_mind(game: Game, network: Singles, meanings: Singles) -> Mind:
    """What a network knows about a game. One that knows cells was trained for its boards."""
    engine = Engine(game)
    cells, features = room_for_cells(engine), EXPERTS * 2 * game.seats * CELL_FEATURES * HIDDEN
    layout = layout_of(game, is_trained=len(meanings) > features)
    lay_out(engine.tables, meanings, layout, cells)
    return Mind(network, cells, zeroes("f", 1), array_of("q", (NO_BOOK, 0)))


def room_for_cells(engine: Engine) -> Singles:
    """Room for `Mind.cells` of a game."""
    stages = len(engine.game.grounds) + 1
    return zeroes("f", stages * engine.game.seats * engine.cells * HIDDEN)


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
        liked=engine.actions(),
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
