"""The last board solved: exact chances for two players, estimates for more (docs/endgame.md).

What takes NumPy is in `exact` and `estimate.blind`, and loaded when it is wanted.
"""

from taupes.bots.endgame.endgame import (
    HAS_TABLES,
    SEARCH_TURNS,
    Endgame,
    is_last_board,
    seats_left,
)
from taupes.bots.endgame.exact.plan import MAX_VALUES
from taupes.bots.endgame.floor import Floor, FloorKey, NotSolvable, Progress, floor_of
from taupes.bots.endgame.judge import Estimate, Judge, judge_of, search_value
from taupes.bots.endgame.tree import Chances, Ranked

__all__ = [
    "HAS_TABLES",
    "MAX_VALUES",
    "SEARCH_TURNS",
    "Chances",
    "Endgame",
    "Estimate",
    "Floor",
    "FloorKey",
    "Judge",
    "NotSolvable",
    "Progress",
    "Ranked",
    "floor_of",
    "is_last_board",
    "judge_of",
    "search_value",
    "seats_left",
]
