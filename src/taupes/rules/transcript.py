"""A game written down in the notation, read back as a record (docs/notation.md)."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from taupes.rules.board import Stack, parse_orientations, split_code
from taupes.rules.boardset import SHIPPED, format_boards, load_boards, parse_boards
from taupes.rules.hex import parse_cell
from taupes.rules.notation import SEATS
from taupes.rules.options import (
    DEFAULT_PRESET,
    DISCS,
    BadRules,
    parse_moles,
    parse_option_text,
    preset_rules,
)
from taupes.rules.reading import load_record, parse_record
from taupes.rules.record import FORMAT, VERSION, BadRecord, Record, put_extra

_MOVE: Final = re.compile(r"([a-z][0-9]+)-([a-z][0-9]+)", re.ASCII)


class BadNotation(ValueError):
    """A line that is not of the notation, with its number."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


def parse_notation(text: str) -> Record:
    """The record of a text, replayed and checked; BadNotation or BadRecord if it is wrong."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "players": [],
        "discs": list(DISCS),
        "events": [],
        "result": None,
    }
    extras: list[tuple[int, str]] = []
    turns = 0
    for number, line in enumerate(text.split("\n"), 1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        try:
            if word == "extra":
                extras.append((number, rest))
            elif word.isascii() and word.isdigit():
                turns += 1
                if int(word) != turns:
                    raise ValueError(f"turn {word:.20} where turn {turns} is due")  # noqa: TRY301
                data["events"] += _parse_turn(rest, _radius(data))
            else:
                _parse_header(data, word, rest)
        except (ValueError, RecursionError) as error:
            raise BadNotation(number, str(error)) from error
    _decide_rules(data)
    for number, rest in extras:
        try:
            pointer, value = _unquoted(rest, " ")
            put_extra(data, pointer, value)
        except (ValueError, RecursionError) as error:
            raise BadNotation(number, str(error)) from error
    return parse_record(data)


def read_game(text: str) -> Record:
    """A record written in JSON or in the notation, whichever it is."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    is_notation = next(lines, "").startswith("taupes ")
    return parse_notation(text) if is_notation else load_record(text)


def _parse_header(data: dict[str, Any], word: str, rest: str) -> None:
    """One line of the header, or the result, into the record's JSON object."""
    match word:
        case "taupes":
            data["version"] = _number(rest)
        case "stack":
            data |= _parse_stack(rest)
        case "boards":
            data["boards"] = format_boards(parse_boards(json.loads(rest)))
        case "orientations":
            data["orientations"] = list(parse_orientations(rest))
        case "rules":
            data["rules"] = rest
        case "seat":
            data["players"].append(_parse_seat(rest, len(data["players"])))
        case "moles":
            moles = parse_moles(rest)
            data["moles"] = moles if isinstance(moles, int) else list(moles)
        case "first":
            data["first"] = _seat(rest)
        case "result":
            data["result"] = _parse_result(rest)
        case _:
            raise ValueError(
                f"{word!r:.60} begins no line; expected a turn's number, taupes, stack, boards, "
                "orientations, rules, seat, moles, first, result or extra"
            )


def _parse_stack(code: str) -> dict[str, Any]:
    """The boards of a code. A text from a stranger names shipped sets only: it opens no file."""
    name, orientations = split_code(code)
    if name not in SHIPPED:
        raise ValueError(f"no shipped set {name!r:.60}; other boards stand on a boards line")
    stack = Stack(load_boards(name), orientations)
    return {"boards": format_boards(stack.boards), "orientations": list(stack.orientations)}


def _decide_rules(data: dict[str, Any]) -> None:
    """Options once the number of players is known: a preset and what is changed on top."""
    preset, *options = data.get("rules", "").split() or [DEFAULT_PRESET]
    try:
        changes = dict(map(parse_option_text, options))
        data["rules"] = preset_rules(preset, len(data["players"]), changes).as_dict()
    except BadRules as error:
        raise BadRecord("rules", str(error)) from error


def _radius(data: dict[str, Any]) -> int:
    if "boards" not in data:
        raise ValueError("a turn before the boards are known; the stack line comes first")
    return max(int(level["radius"]) for level in data["boards"]["levels"])


def _parse_turn(text: str, radius: int) -> Iterator[dict[str, Any]]:
    """The events of one turn, by its line after the number."""
    letter, *words = text.split() or [""]
    seat, left = _seat(letter), iter(words)

    def cell(name: str) -> list[int]:
        return list(parse_cell(name, radius))

    for word in left:
        if word.startswith("@"):
            yield {"type": "place", "player": seat, "cell": cell(word[1:])}
        elif word in ("blocked", "pass", "decline"):
            yield {"type": word, "player": seat}
        elif word == "lift":
            yield {"type": "lift", "level": _number(next(left, ""))}
        elif word == "out":
            yield {"type": "eliminate", "player": _seat(next(left, ""))}
        elif match := _MOVE.fullmatch(word):
            yield {"type": "move", "player": seat, "from": cell(match[1]), "to": cell(match[2])}
        elif word != "+":
            yield {"type": "draw", "player": seat, "disc": _number(word)}


def _parse_seat(text: str, number: int) -> dict[str, str]:
    letter, _, rest = text.partition(" ")
    if _seat(letter) != number:
        raise ValueError(f"seat {letter} where seat {SEATS[number % 4]} is due")
    colour, rest = _unquoted(rest, " ")
    name, rest = _unquoted(rest, "\n")
    if rest:
        raise ValueError(f"{rest!r:.60} after the name; quote a name that holds quotes")
    return {"name": name, "team": colour}


def _unquoted(text: str, end: str) -> tuple[str, str]:
    """A text up to `end`, or a JSON string, and what is left of the line."""
    if text.startswith('"'):
        value, stop = json.JSONDecoder().raw_decode(text)
        return value, text[stop:].lstrip(" ")
    value, _, rest = text.partition(end)
    return value, rest


def _parse_result(text: str) -> dict[str, Any]:
    winners, reason, *points = text.split() if len(text.split()) > 1 else ("", "")
    if not reason:
        raise ValueError("expected winners (or none), a reason, and the points if they count")
    return {
        "winners": [] if winners == "none" else [_seat(letter) for letter in winners],
        "reason": reason,
        "points": [_number(p) for p in points] or None,
    }


def _seat(letter: str) -> int:
    if len(letter) != 1 or letter not in SEATS:
        raise ValueError(f"{letter!r:.60} is no seat; the seats are A, B, C and D")
    return SEATS.index(letter)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise ValueError(f"{text!r:.60} is not what may stand here; expected a whole number")
    return int(text)
