"""Routes about the stack of the day: what is played, one's own try, everybody's results."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from taupes.answers.day import NO_TRY, DayInfo, DayLine, DayWish, OwnTry, day_info, line_of
from taupes.answers.job import RequestRefused
from taupes.server.clock import now_ms
from taupes.server.hall.days import day_table_id, open_day
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.days import UNKNOWN, Days, ResultRow
from taupes.table.day import day_at, is_kept
from taupes.table.projection import table_view
from taupes.table.refusals import Refusal
from taupes.table.text import clean_text
from taupes.table.view import TableView

TODAY: Final = "today"

Limit = Annotated[int, Query(ge=1, le=100)]

router = APIRouter()


@router.get("/api/days/{day}", responses=gives(DayInfo, 401, 404))
async def one(services: Within, request: Request, day: str, limit: Limit = 20) -> Response:
    """A day by its date, or `today`: what is played, your try, the best results."""
    now, person = now_ms(), await services.anybody(request)
    today = day_at(now)
    day = today if day == TODAY else day
    if not is_kept(day, today):
        raise RequestRefused(Refusal("no_such_day"))
    return answer(await services.storage.read(lambda: _info(services, day, now, person, limit)))


@router.post(
    "/api/days/today",
    status_code=201,
    responses=gives(TableView, 401, 404, 413, 429, 507, status=201),
    openapi_extra=takes(DayWish),
)
async def play(services: Within, request: Request) -> Response:
    """Your table of today; the same one, however often you ask."""
    person = await services.person(request)
    wish = await services.read(request, DayWish)
    name = None if wish.name is None else clean_text(wish.name, 40)
    if name == "":
        raise RequestRefused(Refusal("bad_text", "name"))
    day, hall = day_at(now_ms()), services.hall
    table = day_table_id(services.signer, day, person)
    live = await hall.open(table)
    if live is None:
        if no := services.newcomers.table(services.address(request.scope)):
            raise RequestRefused(no)
        no = await open_day(hall, services.signer, person, day, name, services.settings)
        if no is not None:
            raise RequestRefused(no)
        # Somebody else may be reading since before it was stored: what is read after that counts.
        live = await hall.open(table) or await hall.open(table)
    if live is None:
        # It was deleted: a try is not given back.
        raise RequestRefused(Refusal("counted"))
    services.memory.maybe_forget(live)
    return answer(table_view(live.table, person), 201)


def _info(services: Services, day: str, now: int, person: str | None, limit: int) -> DayInfo:
    """What the database knows of a day."""
    days, lines, is_over = Days(services.storage), list[DayLine](), day < day_at(now)
    for number, row in enumerate(days.board(day, limit), 1):
        place = lines[-1].place if lines and _is_equal(lines[-1], row) else number
        lines.append(_line(row, place, person, is_over=is_over))
    own = NO_TRY if person is None else _own(services, days, day, person)
    seed = services.signer.day_seed(day)
    return day_info(day, now, seed, counted=True, own=own, count=days.count(day), results=lines)


def _own(services: Services, days: Days, day: str, person: str) -> OwnTry:
    """How far a person has come with a day."""
    row = services.storage.table(day_table_id(services.signer, day, person))
    result = days.of(day, person)
    line = None if result is None else _line(result, days.place(day, result), person)
    return OwnTry(None, None, line) if row is None else OwnTry(row.id, row.stage, line)


def _line(row: ResultRow, place: int, person: str | None, *, is_over: bool = False) -> DayLine:
    you = row.person == person
    return line_of(
        row.result,
        name=row.name,
        lost=None if row.lost in (None, UNKNOWN) else (row.lost or 0) / 1000,
        place=place,
        you=you,
        record=row.table if is_over or you else None,
    )


def _is_equal(line: DayLine, row: ResultRow) -> bool:
    """Whether two have done equally well; what choices cost does not decide about places."""
    result = row.result
    return (line.won, line.turns, line.holes) == (result.won, result.turns, result.holes)
