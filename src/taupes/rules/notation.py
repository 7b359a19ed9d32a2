"""The text notation: a record for people, one line per turn (docs/notation.md)."""

import json
import re
from collections.abc import Iterator
from typing import Final

from taupes.rules.actions import Blocked, Decline, Draw, Eliminate, Lift, Move, Pass, Place
from taupes.rules.board import Stack, format_orientations
from taupes.rules.boardset import SHIPPED, format_boards, load_boards
from taupes.rules.options import PRESETS, format_moles, format_option, preset_rules
from taupes.rules.record import HANDICAP_VERSION, VERSION, Event, Record
from taupes.rules.state import Game

SEATS: Final = "ABCD"
"""How the notation names the seats."""

_BARE: Final = re.compile(r'[^\s"]\S*')


def format_notation(record: Record) -> str:
    """The record as text.

    Every key of the record has its place, so that `parse_notation` gives the same record back.
    """
    game = record.game
    version = VERSION if isinstance(game.moles, int) else HANDICAP_VERSION
    lines = [f"taupes {version}", *_stack_lines(game.stack), f"rules {_format_rules(game)}"]
    lines += [
        f"seat {SEATS[seat]} {_quoted(team.colour)} {_quoted(team.name, spaces=True)}"
        for seat, team in enumerate(record.teams)
    ]
    lines += [f"moles {format_moles(game.moles)}", f"first {SEATS[game.first]}", ""]
    lines += [
        f"{number} {SEATS[turn[0][0] or 0]} {' '.join(_tokens(turn, game))}"
        for number, turn in enumerate(_turns(record.events), 1)
    ]
    if record.outcome:
        winners = "".join(SEATS[seat] for seat in record.outcome.winners) or "none"
        points = "".join(f" {p}" for p in record.outcome.points or ())
        lines.append(f"result {winners} {record.outcome.reason}{points}")
    lines += [f"extra {_quoted(pointer)} {value}" for pointer, value in record.extras]
    return "\n".join(lines) + "\n"


def _stack_lines(stack: Stack) -> Iterator[str]:
    boards = stack.boards
    if boards.name in SHIPPED and format_boards(load_boards(boards.name)) == format_boards(boards):
        yield f"stack {stack.code}"
    else:
        yield f"boards {json.dumps(format_boards(boards), ensure_ascii=False)}"
        yield f"orientations {format_orientations(stack.orientations)}"


def _format_rules(game: Game) -> str:
    """The nearest preset, and the options that differ from it."""
    mine = game.rules.as_dict()

    def changes(preset: str) -> list[str]:
        theirs = preset_rules(preset, game.seats).as_dict()
        return [
            f"{name}={format_option(value)}"
            for name, value in mine.items()
            if value != theirs[name]
        ]

    nearest = min(PRESETS, key=lambda preset: len(changes(preset)))
    return " ".join([nearest, *changes(nearest)])


def _quoted(text: str, *, spaces: bool = False) -> str:
    """A text as it is, or as a JSON string where it could be misread."""
    inner = text.replace(" ", "_") if spaces and text == text.strip() else text
    return text if _BARE.fullmatch(inner) else json.dumps(text, ensure_ascii=False)


def _turns(events: tuple[Event, ...]) -> Iterator[list[Event]]:
    """The events of each turn: a placement is one, and so is a move with its extra move."""
    turn: list[Event] = []
    for event in events:
        if turn and _begins_turn(turn, event):
            yield turn
            turn = []
        turn.append(event)
    if turn:
        yield turn


def _begins_turn(turn: list[Event], event: Event) -> bool:
    """A player who moves twice in a row is using a special cell: nobody has two turns running."""
    seat, what = event
    if isinstance(what, Lift | Eliminate):
        return False
    return isinstance(turn[0][1], Place) or seat != turn[0][0]


def _tokens(turn: list[Event], game: Game) -> Iterator[str]:
    for number, (_, event) in enumerate(turn):
        match event:
            case Place(cell):
                yield f"@{game.name(cell)}"
            case Draw(disc):
                yield f"+ {disc}" if number else f"{disc}"
            case Move(origin, target):
                yield f"{game.name(origin)}-{game.name(target)}"
            case Blocked():
                yield "blocked"
            case Pass():
                yield "pass"
            case Decline():
                yield "+ decline"
            case Lift(level):
                yield f"lift {level}"
            case Eliminate(seat):
                yield f"out {SEATS[seat]}"
