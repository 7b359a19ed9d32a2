"""A whole game weighed: what every position was worth, and what luck and choices made of it."""

import json
from typing import Any, Final

from msgspec import Struct

from taupes.answers.job import Extent, RequestRefused, read
from taupes.answers.records import record_of
from taupes.answers.replay import ReplayWish
from taupes.bots.levels import LEVELS
from taupes.table.refusals import Refusal

SIMULATIONS: Final = 120
"""How deeply each position is searched: a game takes some seconds."""

LEVEL: Final = "master"
"""Whose judgement it is."""


class GameAnalysis(Struct, frozen=True):
    """A whole game, weighed."""

    positions: list[dict[str, Any]]
    """`event` (how many came before), `values` (each seat's chance to win) and `error`."""
    turns: list[dict[str, Any]]
    """Discs and choices: `event`, `seat`, `luck`, `loss`, `level` (the board), `slip` (what set a
    choice that cost something apart from the best), `best`, `chances` after each choice."""
    luck: list[float]
    """What the discs gave each seat, in wins."""
    skill: list[float]
    """What each seat's choices gave away, as a negative number of wins."""


def weigh(data: bytes, extent: Extent) -> bytes:
    """The analysis of a game."""
    record = record_of(read(data, ReplayWish).record, extent)
    if not LEVELS[LEVEL].plays(record.game.stack.radius):
        raise RequestRefused(Refusal("board_too_wide", LEVEL))
    from taupes.bots.analysis import analyse  # noqa: PLC0415 - Numba takes half a second

    return json.dumps(analyse(record, SIMULATIONS).as_dict()).encode()
