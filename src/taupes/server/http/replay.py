"""Routes that go through a record: its positions, another action, what everything was worth."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from msgspec import Struct

from taupes.rules import (
    BadRecord,
    IllegalAction,
    Record,
    State,
    apply,
    events_of,
    format_event,
    format_record,
    legal_actions,
    parse_record,
)
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import RequestRefused, Within, answer
from taupes.server.workers.analyst import Busy
from taupes.table.actions import GameEvent, rules_event
from taupes.table.projection import plain_position
from taupes.table.refusals import Refusal, reason_of
from taupes.table.replies import Reason
from taupes.table.view import PlainPosition

router = APIRouter()


class ReplayWish(Struct, frozen=True):
    """A record to replay."""

    record: Any


class GameAnalysis(Struct, frozen=True):
    """A whole game, weighed."""

    positions: list[dict[str, Any]]
    """`event` (how many came before), `values` (each seat's chance to win) and `error`."""
    turns: list[dict[str, Any]]
    """Discs and choices: `event`, `seat`, `luck`, `loss`, `best`, `chances` after each choice."""
    luck: list[float]
    """What the discs gave each seat, in wins."""
    skill: list[float]
    """What each seat's choices gave away, as a negative number of wins."""


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


@router.post("/api/replay", responses=gives(Replay, 413), openapi_extra=takes(ReplayWish))
async def replay(services: Within, request: Request) -> Response:
    """All positions of a record."""
    wish = await services.read(request, ReplayWish)
    return answer(
        await services.compute(lambda: _replay(wish, services.settings.limits.record_events))
    )


@router.post("/api/try", responses=gives(Tried, 413), openapi_extra=takes(TryWish))
async def attempt(services: Within, request: Request) -> Response:
    """Another action at some point of a record."""
    wish = await services.read(request, TryWish)
    return answer(
        await services.compute(lambda: _try(wish, services.settings.limits.record_events))
    )


@router.post(
    "/api/analyse", responses=gives(GameAnalysis, 413, 503), openapi_extra=takes(ReplayWish)
)
async def analyse(services: Within, request: Request) -> Response:
    """What every position of a record was worth, and what luck and choices made of it."""
    wish = await services.read(request, ReplayWish)
    limit = services.settings.limits.record_events
    record = await services.compute(lambda: _parse_data(wish.record, limit))
    try:
        return answer(await services.analyst.weigh(record))
    except Busy as error:
        raise RequestRefused(Refusal("try_again")) from error


def _parse_data(data: Any, most: int) -> Record:
    try:
        return bounded(parse_record(data), most)
    except (BadRecord, RecursionError) as error:
        raise RequestRefused(Refusal("bad_record", str(error)[:300])) from error


def bounded(record: Record, most: int) -> Record:
    """A record, if it is not too long to be replayed."""
    if len(record.events) > most:
        raise RequestRefused(Refusal("too_large", f"at most {most} events"))
    return record


def _legal(state: State) -> list[dict[str, Any]]:
    return [format_event(action, state.turn) for action in legal_actions(state)]


def _replay(wish: ReplayWish, most: int) -> Replay:
    record = _parse_data(wish.record, most)
    states = list(record.replay())
    return Replay([plain_position(state) for state in states], _legal(states[-1]))


def _try(wish: TryWish, most: int) -> Tried:
    record = _parse_data(wish.record, most)
    number = len(record.events) if wish.at is None else wish.at
    if number > len(record.events):
        raise RequestRefused(Refusal("bad_record", f"no event {number}"))
    record = record.upto(number)
    state = record.at(len(record.events))
    _, action = rules_event(wish.action)
    try:
        after = apply(state, action)  # type: ignore[arg-type]
    except IllegalAction as error:
        names = [team.name for team in record.teams]
        why = reason_of(error.why, wish.language, state.game.stack.radius, names)
        return Tried(ok=False, record=None, position=None, legal=_legal(state), why=why)
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
        legal=_legal(after),
        why=None,
    )
