"""Routes about records: kept ones, uploaded ones, replaying and trying."""

import secrets
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec import Struct

from taupes.rules import (
    BadNotation,
    BadRecord,
    IllegalAction,
    Record,
    State,
    apply,
    dump_record,
    events_of,
    format_event,
    format_notation,
    format_record,
    legal_actions,
    load_record,
    parse_record,
    read_game,
)
from taupes.server.actions import GameEvent, rules_event
from taupes.server.analyst import Busy
from taupes.server.answers import now_ms
from taupes.server.api.describing import gives, takes
from taupes.server.api.house import Refused, Within, answer
from taupes.server.facts import record_summary
from taupes.server.fairness import verify
from taupes.server.hall import TABLE_ID
from taupes.server.messages import Reason
from taupes.server.refusals import Refusal, reason_of
from taupes.server.storage import RecordRow

FOREVER = 1 << 62

router = APIRouter()


class RecordLine(Struct, frozen=True):
    """A record in a list."""

    record: str
    created: int
    boards: str
    players: list[dict[str, str]]
    events: int
    result: dict[str, Any] | None


class Kept(Struct, frozen=True):
    """Where an uploaded record is."""

    record: str


class RecordVerdict(Struct, frozen=True):
    """What checking a record found."""

    ok: bool
    error: str | None
    event: int | None
    """The index of the event at fault."""
    fair: bool | None
    """Whether every disc is as the committed seed says; null without a proof."""
    proof: str | None
    """The same in words."""


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


class PlainPosition(Struct, frozen=True):
    """A position of a replayed game."""

    phase: str
    turn: int
    level: int
    disc: int | None
    moles: list[list[tuple[int, int]]]
    face_down: list[list[int]]
    stall: int
    points: list[int] | None


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


@router.get("/api/records", responses=gives(list[RecordLine], 401))
async def mine(
    house: Within,
    request: Request,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int, Query(ge=0, le=FOREVER)] = FOREVER,
) -> Response:
    """Your records, newest first."""
    person = house.person(request)
    rows = await house.hall.read(lambda: house.hall.storage.records_of(person, before, limit))
    return answer(
        [RecordLine(record, at, **msgspec.json.decode(text)) for record, at, text in rows]
    )


@router.post(
    "/api/records",
    status_code=201,
    responses=gives(Kept, 401, 413, status=201),
    openapi_extra=takes(dict[str, Any]),
)
async def upload(house: Within, request: Request) -> Response:
    """Keep a record, after checking it."""
    person = house.person(request)
    data = await house.body(request)
    record = await house.hall.read(lambda: _parse(data, house.settings.limits.record_events))
    if await house.hall.read(lambda: house.hall.storage.uploads(person)) >= (
        house.settings.limits.records_per_person
    ):
        raise Refused(Refusal("too_large", "no more records can be kept for you"))
    row = RecordRow(
        secrets.token_urlsafe(16),
        now_ms(),
        record_summary(record),
        dump_record(record),
        [person],
        person,
    )
    await house.hall.read(lambda: house.hall.storage.add_record(row))
    return answer(Kept(row.id), 201)


@router.post(
    "/api/records/check",
    responses=gives(RecordVerdict, 413),
    openapi_extra=takes(dict[str, Any]),
)
async def check(house: Within, request: Request) -> Response:
    """Whether a record is good, and its discs are proved."""
    data = await house.body(request)
    return answer(await house.hall.read(lambda: _check(data, house.settings.limits.record_events)))


@router.get("/api/records/{record}", responses=gives(dict[str, Any], 404))
async def one(house: Within, record: str, format: Literal["json", "notation"] = "json") -> Response:  # noqa: A002
    """A record."""
    body = await house.hall.read(lambda: house.hall.storage.record(_known(record)))
    if body is None:
        raise Refused(Refusal("no_such_record"))
    if format == "notation":
        text = await house.hall.read(lambda: format_notation(load_record(body)))
        return Response(text, media_type="text/plain; charset=utf-8")
    return Response(body, media_type="application/json")


@router.delete("/api/records/{record}", responses=gives(dict[str, bool], 401, 403, 404))
async def delete(house: Within, record: str, request: Request) -> Response:
    """Delete a record for good."""
    person = house.person(request)
    if await house.hall.read(lambda: house.hall.storage.record(_known(record))) is None:
        raise Refused(Refusal("no_such_record"))
    if person not in await house.hall.read(lambda: house.hall.storage.record_people(record)):
        raise Refused(Refusal("not_your_seat"))
    await house.hall.erase(record)
    return answer({"ok": True})


@router.post("/api/replay", responses=gives(Replay, 413), openapi_extra=takes(ReplayWish))
async def replay(house: Within, request: Request) -> Response:
    """All positions of a record."""
    wish = await house.read(request, ReplayWish)
    return answer(await house.hall.read(lambda: _replay(wish, house.settings.limits.record_events)))


@router.post("/api/try", responses=gives(Tried, 413), openapi_extra=takes(TryWish))
async def attempt(house: Within, request: Request) -> Response:
    """Another action at some point of a record."""
    wish = await house.read(request, TryWish)
    return answer(await house.hall.read(lambda: _try(wish, house.settings.limits.record_events)))


@router.post(
    "/api/analyse", responses=gives(GameAnalysis, 413, 503), openapi_extra=takes(ReplayWish)
)
async def analyse(house: Within, request: Request) -> Response:
    """What every position of a record was worth, and what luck and choices made of it."""
    wish = await house.read(request, ReplayWish)
    limit = house.settings.limits.record_events
    record = await house.hall.read(lambda: _parse_data(wish.record, limit))
    try:
        return answer(await house.analyst.weigh(record))
    except Busy as error:
        raise Refused(Refusal("try_again")) from error


def _known(record: str) -> str:
    if not TABLE_ID.fullmatch(record):
        raise Refused(Refusal("no_such_record"))
    return record


def _parse(data: bytes, most: int) -> Record:
    try:
        text = data.decode("utf-8-sig")
        record = read_game(text)
    except (BadRecord, BadNotation, UnicodeDecodeError, RecursionError) as error:
        raise Refused(Refusal("bad_record", str(error)[:300])) from error
    return _bounded(record, most)


def _parse_data(data: Any, most: int) -> Record:
    try:
        return _bounded(parse_record(data), most)
    except (BadRecord, RecursionError) as error:
        raise Refused(Refusal("bad_record", str(error)[:300])) from error


def _bounded(record: Record, most: int) -> Record:
    if len(record.events) > most:
        raise Refused(Refusal("too_large", f"at most {most} events"))
    return record


def _check(data: bytes, most: int) -> RecordVerdict:
    try:
        record = _parse(data, most)
    except Refused as error:
        cause = error.__cause__
        event = cause.event if isinstance(cause, BadRecord) else None
        return RecordVerdict(
            ok=False, error=error.refusal.detail, event=event, fair=None, proof=None
        )
    found = verify(record)
    return RecordVerdict(ok=True, error=None, event=None, fair=found.fair, proof=found.what)


def _plain(state: State) -> PlainPosition:
    return PlainPosition(
        state.phase.name.lower(),
        state.turn,
        state.level,
        state.disc or None,
        [list(state.cells(seat)) for seat in range(state.game.seats)],
        [list(discs) for discs in state.discs],
        state.stall,
        list(state.points) or None,
    )


def _legal(state: State) -> list[dict[str, Any]]:
    return [format_event(action, state.turn) for action in legal_actions(state)]


def _replay(wish: ReplayWish, most: int) -> Replay:
    record = _parse_data(wish.record, most)
    states = list(record.replay())
    return Replay([_plain(state) for state in states], _legal(states[-1]))


def _try(wish: TryWish, most: int) -> Tried:
    record = _parse_data(wish.record, most)
    number = len(record.events) if wish.at is None else wish.at
    if number > len(record.events):
        raise Refused(Refusal("bad_record", f"no event {number}"))
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
        raise Refused(
            Refusal("bad_message", "lifts and eliminations follow by themselves")
        ) from error
    extras = tuple(pair for pair in record.extras if pair[0] != "/fairness")
    events = (*record.events, *events_of(state, action, after))  # type: ignore[arg-type]
    tried = Record(record.game, record.teams, events, after.outcome, extras)
    return Tried(
        ok=True, record=format_record(tried), position=_plain(after), legal=_legal(after), why=None
    )
