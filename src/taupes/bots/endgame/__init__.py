"""The last board solved: exact chances for two players, estimates for more (docs/endgame.md)."""

from taupes.bots.endgame.endgame import (
    SEARCH_TURNS,
    Endgame,
    is_last_board,
    seats_left,
)
from taupes.bots.endgame.exact.book import Book, book
from taupes.bots.endgame.exact.solve import Progress
from taupes.bots.endgame.exact.table import (
    MAX_VALUES,
    ExactTable,
    Lookup,
    TableKey,
    chance_in,
    load_or_build,
)
from taupes.bots.endgame.floor import Floor, FloorKey, NotSolvable, floor_of
from taupes.bots.endgame.judge import Estimate, Judge, judge_of, search_value
from taupes.bots.endgame.tree import Chances, Ranked

__all__ = [
    "MAX_VALUES",
    "SEARCH_TURNS",
    "Book",
    "Chances",
    "Endgame",
    "Estimate",
    "ExactTable",
    "Floor",
    "FloorKey",
    "Judge",
    "Lookup",
    "NotSolvable",
    "Progress",
    "Ranked",
    "TableKey",
    "book",
    "chance_in",
    "floor_of",
    "is_last_board",
    "judge_of",
    "load_or_build",
    "search_value",
    "seats_left",
]
