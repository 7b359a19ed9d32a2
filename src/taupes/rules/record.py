"""The game record: the whole of a game as data, one contract for every surface (docs/record.md)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

from taupes.rules.actions import (
    Action,
    Blocked,
    Consequence,
    Decline,
    Draw,
    Eliminate,
    Lift,
    Move,
    Pass,
    Place,
)
from taupes.rules.boardset import format_boards
from taupes.rules.options import DISCS
from taupes.rules.play import IllegalAction, apply, consequences
from taupes.rules.state import Game, Outcome, Seat, State, new_game
from taupes.rules.why import Why, sentence

FORMAT: Final = "taupes-record"
VERSION: Final = 1
HANDICAP_VERSION: Final = 2
"""Of records in which `moles` is a list by seat: older readers know at once that they do not."""

Event = tuple[Seat | None, Action | Consequence]
"""Who acted and what happened; a lift is nobody's."""

EVENT_TYPES: Final[Mapping[type, str]] = {
    Place: "place",
    Draw: "draw",
    Move: "move",
    Blocked: "blocked",
    Pass: "pass",
    Decline: "decline",
    Lift: "lift",
    Eliminate: "eliminate",
}


class BadRecord(ValueError):
    """A record, or a position in its words, that breaks the contract or the rules, and where."""

    def __init__(
        self, where: str, what: str, event: int | None = None, breach: "Breach | None" = None
    ) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what
        self.event = event
        """The index of the event at fault, when it is one."""
        self.breach = breach
        """The rule that the event breaks, when it does."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that an event breaks, with what its sentence needs."""

    why: Why
    radius: int
    names: tuple[str, ...]

    def sentence(self, language: str = "en") -> str:
        """The rule in words."""
        return sentence(self.why, self.radius, language, self.names)


@dataclass(frozen=True, slots=True)
class Team:
    """Whose moles they are, for people: a name and a colour."""

    name: str
    colour: str


TEAMS: Final = ("red", "blue", "green", "yellow")
"""The four colours in the box."""


@dataclass(frozen=True, slots=True)
class Record:
    """A finished or unfinished game."""

    game: Game
    teams: tuple[Team, ...]
    events: tuple[Event, ...] = ()
    outcome: Outcome | None = None
    extras: tuple[tuple[str, str], ...] = ()
    """Keys this version does not know, as sorted pairs of JSON pointer and value: only kept."""

    def replay(self) -> Iterator[State]:
        """The position before the first event and after each, checking every one."""
        state = new_game(self.game)
        due: list[Consequence] = []
        yield state
        for index, (seat, event) in enumerate(self.events):
            if due or isinstance(event, Lift | Eliminate):
                if not due or event != due[0]:
                    raise _bad_event(index, _not_due(event, due))
                due.pop(0)
            else:
                before = state
                try:
                    state = apply(state, event, seat)
                except IllegalAction as error:
                    names = tuple(team.name for team in self.teams)
                    breach = Breach(error.why, self.game.stack.radius, names)
                    what = f"{breach.sentence()} ({error.why.rule})"
                    raise _bad_event(index, what, breach) from error
                due.extend(consequences(before, state))
            yield state
        if due:
            raise _bad_event(len(self.events), f"missing: {format_event(due[0])} must follow")
        if self.outcome != state.outcome:
            right = json.dumps(format_outcome(state.outcome))
            raise BadRecord("result", f"does not follow from the events, which give {right}")

    def at(self, number: int) -> State:
        """The position after so many events."""
        if not 0 <= number <= len(self.events):
            raise ValueError(f"no event {number}: this record has {len(self.events)}")
        return next(state for n, state in enumerate(self.replay()) if n == number)

    def upto(self, number: int) -> "Record":
        """The record as it was after so many events, with what follows from the last of them."""
        if number < 0:
            raise ValueError(f"no event {number}: this record has {len(self.events)}")
        while number < len(self.events) and isinstance(self.events[number][1], Lift | Eliminate):
            number += 1
        if number >= len(self.events):
            return self
        extras = tuple(
            pair
            for pair in self.extras
            if not pair[0].startswith("/result/")
            and not (pair[0].startswith("/events/") and int(pair[0].split("/")[2]) >= number)
        )
        return replace(self, events=self.events[:number], outcome=None, extras=extras)


def _bad_event(index: int, what: str, breach: Breach | None = None) -> BadRecord:
    return BadRecord(f"event {index}", what, index, breach)


def _not_due(event: Action | Consequence, due: list[Consequence]) -> str:
    if due:
        return f"{format_event(due[0])} must follow from the event before"
    return f"{EVENT_TYPES[type(event)]} does not follow from the event before"


def events_of(before: State, action: Action, after: State) -> tuple[Event, ...]:
    """The events that a record writes for one action: itself and what followed."""
    event = (before.turn, action)
    if after.level == before.level:
        return (event,)
    followed = consequences(before, after)
    return (event, *((getattr(c, "seat", None), c) for c in followed))


def format_event(event: Action | Consequence, seat: Seat | None = None) -> dict[str, Any]:
    """An event as the record writes it."""
    data: dict[str, Any] = {"type": EVENT_TYPES[type(event)]}
    match event:
        case Lift(level):
            return data | {"level": level}
        case Eliminate(seat):
            pass
    data["player"] = seat
    match event:
        case Place(cell):
            data["cell"] = list(cell)
        case Draw(disc):
            data["disc"] = disc
        case Move(origin, target):
            data |= {"from": list(origin), "to": list(target)}
    return data


def format_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    """A result as the record writes it."""
    if outcome is None:
        return None
    points = None if outcome.points is None else list(outcome.points)
    return {"winners": list(outcome.winners), "reason": outcome.reason, "points": points}


def blank_record(game: Game) -> Record:
    """The record of a game before its first event, its teams called by their seats."""
    teams = (Team(f"seat {seat}", TEAMS[seat]) for seat in range(game.seats))
    return Record(game, tuple(teams))


def format_record(record: Record) -> dict[str, Any]:
    """The record as a JSON object, with the keys it was read with."""
    game = record.game
    is_even = isinstance(game.moles, int)
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION if is_even else HANDICAP_VERSION,
        "boards": format_boards(game.stack.boards),
        "orientations": list(game.stack.orientations),
        "rules": game.rules.as_dict(),
        "players": [{"name": team.name, "team": team.colour} for team in record.teams],
        "moles": game.moles if is_even else list(game.counts),
        "discs": list(DISCS),
        "first": game.first,
        "events": [format_event(event, seat) for seat, event in record.events],
        "result": format_outcome(record.outcome),
    }
    for pointer, value in record.extras:
        put_extra(data, pointer, value)
    return data


def put_extra(data: dict[str, Any], pointer: str, value: str) -> None:
    """Add an unknown key to a record's JSON object, by pointer; ValueError if it has no place."""
    path = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    place: Any = data
    try:
        for part in path[:-1]:
            place = place[int(part) if isinstance(place, list) else part]
        is_free = path[-1] not in place
    except (LookupError, ValueError, TypeError):
        is_free = False
    if not is_free or not isinstance(place, dict):
        raise ValueError(f"no place in this record for an extra key {pointer!r:.80}")
    place[path[-1]] = json.loads(value)


def to_json(value: Any, separators: tuple[str, str] = (", ", ": ")) -> str:
    """JSON text, with letters as they are unless a half character would keep it from UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=separators)
    is_half = any("\ud800" <= char <= "\udfff" for char in text)
    return json.dumps(value, separators=separators) if is_half else text


def dump_record(record: Record) -> str:
    """The record as one line of JSON."""
    return to_json(format_record(record), (",", ":"))


def difference(one: Record, other: Record) -> str | None:
    """Where two records first differ, in words, or None."""
    left, right = format_record(one), format_record(other)
    for place in sorted({*left, *right} - {"events", "result"}):
        if left.get(place) != right.get(place):
            return place
    for i, (mine, yours) in enumerate(zip_longest(left["events"], right["events"])):
        if mine != yours:
            return f"event {i}: {json.dumps(mine)} and {json.dumps(yours)}"
    return None if left["result"] == right["result"] else "result"
