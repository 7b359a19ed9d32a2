"""A record gone through: its positions, and another action at some point of it."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from taupes.answers.job import Extent, RequestRefused, read
from taupes.answers.records import record_of
from taupes.rules import (
    IllegalAction,
    Record,
    State,
    apply,
    events_of,
    format_event,
    format_record,
    legal_actions,
)
from taupes.table.actions import GameEvent, rules_event
from taupes.table.projection import plain_position
from taupes.table.refusals import Refusal, reason_of
from taupes.table.replies import Reason
from taupes.table.view import PlainPosition
from taupes.words.names import called_in


class ReplayWish(Struct, frozen=True):
    """A record to replay."""

    record: Any


class Replay(Struct, frozen=True):
    """All positions of a record."""

    positions: list[PlainPosition]
    """Before the first event, and after each."""
    legal: list[dict[str, Any]]
    """What may happen next, as a record has it."""


class TryWish(Struct, frozen=True):
    """Another action at some point of a record."""

    record: Any
    action: GameEvent
    """As a record has it, without the player; a disc turned is a `draw` with its value."""
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """After so many events; left out, at the end."""
    language: Literal["en", "fr", "de"] = "en"


class Tried(Struct, frozen=True):
    """What came of it."""

    ok: bool
    record: dict[str, Any] | None
    position: PlainPosition | None
    legal: list[dict[str, Any]]
    why: Reason | None


def positions(data: bytes, extent: Extent) -> bytes:
    """All positions of a record."""
    record = record_of(read(data, ReplayWish).record, extent)
    shown, size = [], 0
    for state in record.replay():
        # Each on its own, so that what is too long is known before all of it is held.
        shown.append(msgspec.Raw(msgspec.json.encode(plain_position(state))))
        size += len(shown[-1])
        if size > extent.answer_bytes:
            most = f"positions of more than {extent.answer_bytes} bytes"
            raise RequestRefused(Refusal("too_large", most))
    return msgspec.json.encode({"positions": shown, "legal": legal_events(state)})


def attempt(data: bytes, extent: Extent) -> bytes:
    """Another action at some point of a record."""
    return msgspec.json.encode(_try(read(data, TryWish), extent))


def legal_events(state: State) -> list[dict[str, Any]]:
    """What may happen next, as a record has it."""
    return [format_event(action, state.turn) for action in legal_actions(state)]


def _try(wish: TryWish, extent: Extent) -> Tried:
    record = record_of(wish.record, extent)
    number = len(record.events) if wish.at is None else wish.at
    if number > len(record.events):
        raise RequestRefused(Refusal("bad_record", f"no event {number}"))
    record = record.upto(number)
    state = record.at(len(record.events))
    _, action = rules_event(wish.action)
    try:
        after = apply(state, action)  # type: ignore[arg-type]
    except IllegalAction as error:
        names = called_in(record, wish.language)
        why = reason_of(error.why, wish.language, state.game.stack.radius, names)
        return Tried(ok=False, record=None, position=None, legal=legal_events(state), why=why)
    except KeyError as error:
        raise RequestRefused(
            Refusal("bad_message", "lifts and eliminations follow by themselves")
        ) from error
    extras = tuple(pair for pair in record.extras if pair[0] != "/fairness")
    events = (*record.events, *events_of(state, action, after))  # type: ignore[arg-type]
    tried = Record(record.game, record.teams, events, after.outcome, extras)
    return Tried(
        ok=True,
        record=format_record(tried),
        position=plain_position(after),
        legal=legal_events(after),
        why=None,
    )
