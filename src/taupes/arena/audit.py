"""Are these good records? Those that are, told fast; of the others nothing is said here.

A record as `dump_record` writes it is taken apart as text, and its events are replayed by the
kernel. Whatever is unusual or wrong is left to `read_game`, the only judge of what is wrong.
"""

import json
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np

from taupes.arena.run import engine_of, is_fast
from taupes.kernel import Engine, WordArray, apply, compiled, list_actions
from taupes.kernel.layout import (
    DISC,
    FAR_MOLES,
    LEVEL,
    MOLES,
    MOVE,
    PHASE,
    PLACE_PHASE,
    SEAT,
    SEATS,
)
from taupes.rules import BoardSet, Eliminate, Lift, Move
from taupes.rules.boardset import parse_boards
from taupes.rules.hex import straight
from taupes.rules.reading import parse_event, parse_setting, parse_team
from taupes.rules.record import format_outcome, to_json

_RECORD: Final = re.compile(
    r'\{"format":"taupes-record","version":([12]),"boards":(\{.*?\}),"orientations":(\[.*?),"events":\['
    r'(?:\{(.*)\})?\],"result":(.*)\}\s*'
)
_KEYS: Final = {"version", "orientations", "rules", "players", "moles", "discs", "first"}

# What an event is beside the number of an action.
LIFTED: Final = -1
OUT: Final = -2
MOST_EVENTS: Final = 100_000
"""Of one record; and so many texts are remembered."""

Code = tuple[int, int, int]


def is_good(text: str) -> bool:
    """Whether a record is surely good; if not, `read_game` says what it is."""
    try:
        return _is_good(text)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


def _is_good(text: str) -> bool:
    parts = _RECORD.fullmatch(text)
    if parts is None or "NaN" in text or "Infinity" in text:
        return False
    table = json.loads(f'{{"version":{parts[1]},"orientations":{parts[3]}}}')
    if table.keys() != _KEYS:
        return False
    game = parse_setting(table, _boards(parts[2]))
    for seat, player in enumerate(table["players"]):
        parse_team(player, seat)
    events = parts[4].split("},{") if parts[4] else []
    if not is_fast(game) or len(events) > MOST_EVENTS:
        return False
    engine = engine_of(game)
    codes = _codebook(game.stack.radius, game.seats).read(events, engine)
    row = engine.start()
    if not _replay(engine.tables, row, np.array(codes, np.int64).reshape(-1, 3), engine.actions()):
        return False
    return parts[5] == to_json(format_outcome(engine.outcome(row)), (",", ":"))


@lru_cache(maxsize=64)
def _boards(text: str) -> BoardSet:
    return parse_boards(json.loads(text))


class Codebook:
    """What the texts of events mean on boards of one radius: number, seat or level, distance."""

    def __init__(self) -> None:
        self._codes: dict[str, Code] = {}

    def read(self, texts: Sequence[str], engine: Engine) -> list[Code]:
        """The codes of these events; whatever is none is an error."""
        codes = self._codes
        if len(codes) > MOST_EVENTS:
            codes.clear()
        return [codes.get(text) or self._learn(text, engine) for text in texts]

    def _learn(self, text: str, engine: Engine) -> Code:
        seat, action = parse_event(json.loads(f"{{{text}}}"), "event", engine.game.seats)
        match action:
            case Lift(level):
                code = LIFTED, level, 0
            case Eliminate(out):
                code = OUT, out, 0
            case Move(origin, target):
                line = straight(origin, target)
                code = engine.encode(action), seat or 0, line[1] if line else 0
            case _:
                code = engine.encode(action), seat or 0, 0
        self._codes[text] = code
        return code


@cache
def _codebook(radius: int, seats: int) -> Codebook:
    return Codebook()


@compiled
def _has_moles(s: WordArray, seat: int) -> bool:
    return (s[MOLES + seat] | s[FAR_MOLES + seat]) != 0


@compiled
def _is_next(t: WordArray, s: WordArray, event: Any, room: WordArray) -> bool:
    """Whether an event is a legal action of the player to act."""
    action, seat, distance = event[0], event[1], event[2]
    if action < 0 or seat != s[SEAT]:
        return False
    if action >= MOVE and s[PHASE] != PLACE_PHASE and distance != s[DISC]:
        return False
    found = False
    for n in range(list_actions(t, s, room)):
        found = found or room[n] == action
    return found


@compiled
def _follows(events: Any, i: int, kind: int, what: int) -> bool:
    return i < len(events) and events[i][0] == kind and events[i][1] == what


@compiled
def _replay(t: WordArray, s: WordArray, events: Any, room: WordArray) -> bool:
    """Whether every event is legal, and everything that follows from one stands after it."""
    i = 0
    while i < len(events):
        if not _is_next(t, s, events[i], room):
            return False
        level, had = s[LEVEL], 0
        for seat in range(t[SEATS]):
            had |= int(_has_moles(s, seat)) << seat
        apply(t, s, events[i][0])
        i += 1
        for lifted in range(level, s[LEVEL]):
            if not _follows(events, i, LIFTED, lifted):
                return False
            i += 1
        for seat in range(t[SEATS] if s[LEVEL] != level else 0):
            if had >> seat & 1 and not _has_moles(s, seat):
                if not _follows(events, i, OUT, seat):
                    return False
                i += 1
    return True
