"""Reading records: from JSON to a replayed game, or a clear word on what is wrong where."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from taupes.rules.actions import Blocked, Decline, Draw, Eliminate, Lift, Move, Pass, Place
from taupes.rules.board import BoardSet, Stack
from taupes.rules.boardset import BadBoard, parse_boards
from taupes.rules.fields import read_cell, read_key, read_list, read_object, read_whole
from taupes.rules.inspection import is_whole
from taupes.rules.options import DISCS, OPTIONS, BadRules, Moles, Rules
from taupes.rules.record import (
    EVENT_TYPES,
    FORMAT,
    HANDICAP_VERSION,
    VERSION,
    BadRecord,
    Event,
    Record,
    Team,
    format_record,
    to_json,
)
from taupes.rules.state import BadGame, Game, Outcome, Seat


def load_record(text: str) -> Record:
    """A record from JSON text."""
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        right = "a record is a JSON object, or a game in notation that begins with taupes 1"
        raise BadRecord("record", f"not JSON: {error}; {right}") from None
    return parse_record(data)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def parse_record(data: object) -> Record:
    """A record from a JSON object, with every event replayed; BadRecord if anything is wrong."""
    try:
        return _parse_record(data)
    except RecursionError:
        raise BadRecord("record", "nested too deeply") from None


def _parse_record(data: object) -> Record:
    table = read_object(data, "record")
    if table.get("format") != FORMAT:
        raise BadRecord("format", f"expected {FORMAT!r}, not {table.get('format')!r:.60}")
    version = table.get("version")
    if version not in (VERSION, HANDICAP_VERSION) or not is_whole(version):
        raise BadRecord("version", f"expected {VERSION} or {HANDICAP_VERSION}, not {version!r:.60}")
    game = _parse_game(table)
    record = Record(
        game,
        tuple(parse_team(player, i) for i, player in enumerate(table["players"])),
        tuple(_parse_events(read_list(table, "events"), game.seats)),
        parse_outcome(read_key(table, "result", "record")),
    )
    for _ in record.replay():
        pass
    extras = tuple(sorted(_extras(table, format_record(record), "")))
    return replace(record, extras=extras)


def _parse_game(table: Mapping[str, Any]) -> Game:
    try:
        boards = parse_boards(read_key(table, "boards", "record"))
    except BadBoard as error:
        raise BadRecord("boards", str(error.problems[0])) from error
    return parse_setting(table, boards)


def parse_setting(table: Mapping[str, Any], boards: BoardSet) -> Game:
    """The game that a record is about, once its boards are known."""
    orientations = read_list(table, "orientations")
    if not all(is_whole(k) and 0 <= k <= 5 for k in orientations):
        raise BadRecord("orientations", f"expected numbers from 0 to 5, not {orientations!r:.60}")
    options = read_object(read_key(table, "rules", "record"), "rules")
    for name in OPTIONS:
        read_key(options, name, "rules")
    seats = len(read_list(table, "players"))
    moles, first = _parse_moles(table), read_whole(table, "first")
    discs = read_list(table, "discs")
    if not all(map(is_whole, discs)) or sorted(discs) != list(DISCS):
        raise BadRecord("discs", f"expected {list(DISCS)}, not {discs!r:.60}")
    try:
        rules = Rules().with_options({name: options[name] for name in OPTIONS})
        return Game(Stack(boards, tuple(orientations)), rules, seats, moles, first)
    except BadRules as error:
        raise BadRecord("rules", str(error)) from error
    except BadGame as error:
        raise BadRecord("record", str(error)) from error
    except ValueError as error:
        raise BadRecord("orientations", str(error)) from error


def _parse_moles(table: Mapping[str, Any]) -> Moles:
    """One number in version 1, in version 2 a list by seat of numbers that are not all alike."""
    if table["version"] == VERSION:
        if isinstance(table.get("moles"), list):
            right = f"expected a whole number, for a list by seat is of version {HANDICAP_VERSION}"
            raise BadRecord("record", f"moles: {right}")
        return read_whole(table, "moles")
    moles = read_list(table, "moles")
    if not moles or not all(is_whole(each) and abs(each) < 10**9 for each in moles):
        raise BadRecord("record", f"moles: expected a whole number by seat, not {moles!r:.60}")
    if len(set(moles)) == 1:
        right = f"expected unlike numbers in version {HANDICAP_VERSION}"
        raise BadRecord("record", f"moles: {right}, not {moles!r:.60}; for all alike write one")
    return tuple(moles)


def parse_team(data: object, seat: Seat) -> Team:
    """Whose moles they are, as the record writes it."""
    where = f"players {seat}"
    table = read_object(data, where)
    for key in ("name", "team"):
        text = read_key(table, key, where)
        if not isinstance(text, str) or not 1 <= len(text) <= 40 or not text.isprintable():
            raise BadRecord(
                where, f"{key}: expected 1 to 40 printable characters, not {text!r:.60}"
            )
    return Team(table["name"], table["team"])


def _parse_events(events: list[Any], seats: int) -> Iterator[Event]:
    for index, data in enumerate(events):
        try:
            yield parse_event(data, f"event {index}", seats)
        except BadRecord as error:
            error.event = index
            raise


def parse_event(data: object, where: str, seats: int) -> Event:
    """An event as the record writes it; whether it is legal is not asked."""
    table = read_object(data, where)
    kind = read_key(table, "type", where)
    if kind not in EVENT_TYPES.values():
        known = ", ".join(EVENT_TYPES.values())
        raise BadRecord(where, f"unknown type {kind!r:.60}; the types are {known}")
    if kind == "lift":
        return None, Lift(read_whole(table, "level", where))
    seat = read_whole(table, "player", where)
    if not 0 <= seat < seats:
        raise BadRecord(where, f"no player {seat}: seats run from 0 to {seats - 1}")
    match kind:
        case "eliminate":
            return seat, Eliminate(seat)
        case "place":
            return seat, Place(read_cell(table, "cell", where))
        case "draw":
            return seat, Draw(read_whole(table, "disc", where))
        case "move":
            return seat, Move(read_cell(table, "from", where), read_cell(table, "to", where))
        case "blocked":
            return seat, Blocked()
        case "pass":
            return seat, Pass()
        case _:
            return seat, Decline()


def parse_outcome(data: object) -> Outcome | None:
    """A result as the record writes it."""
    if data is None:
        return None
    table = read_object(data, "result")
    winners, reason = read_list(table, "winners", "result"), read_key(table, "reason", "result")
    points = read_key(table, "points", "result")
    if points is not None:
        points = tuple(read_list(table, "points", "result"))
    if not all(map(is_whole, (*winners, *(points or ())))) or not isinstance(reason, str):
        raise BadRecord("result", "expected winners as seats, a reason, and points or null")
    return Outcome(tuple(winners), reason, points)


def _extras(data: Any, known: Any, pointer: str) -> Iterator[tuple[str, str]]:
    """The keys of a JSON value that its known form lacks."""
    if isinstance(data, dict) and isinstance(known, dict):
        for key, value in data.items():
            here = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in known:
                yield here, to_json(value)
            else:
                yield from _extras(value, known[key], here)
    elif isinstance(data, list):
        for i, (value, other) in enumerate(zip(data, known, strict=True)):
            yield from _extras(value, other, f"{pointer}/{i}")
