"""Routes about puzzles: which there are, one to look at, what an answer was worth."""

from fastapi import APIRouter, Request, Response

from taupes.answers.info import Language
from taupes.answers.puzzles import (
    AnswerWish,
    JudgeWish,
    ListWish,
    OwnWish,
    PuzzleEntry,
    PuzzleList,
    PuzzleVerdict,
    PuzzleView,
    PuzzleWish,
)
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Within, as_json
from taupes.table.encoding import encode

router = APIRouter()


@router.get("/api/puzzles", responses=gives(PuzzleList))
async def list_all(services: Within, request: Request, language: Language = "en") -> Response:
    """All puzzles, without what they look like."""
    wish = encode(ListWish(language))
    return as_json(await services.compute_once(request, "puzzles.list_all", wish))


@router.post("/api/puzzles", responses=gives(PuzzleVerdict, 413), openapi_extra=takes(OwnWish))
async def judge_own(services: Within, request: Request) -> Response:
    """What an answer to a decision of one's own game was worth, and why."""
    data = await services.body(request)
    return as_json((await services.compute(request, "puzzles.judge_own", data)).data)


@router.get("/api/puzzles/day/{day}", responses=gives(PuzzleEntry))
async def of_day(services: Within, request: Request, day: str) -> Response:
    """The puzzle of a day, such as 2026-11-18: the same for everybody."""
    wish = encode({"day": day})
    return as_json((await services.compute(request, "puzzles.of_day", wish)).data)


@router.get("/api/puzzles/{puzzle}", responses=gives(PuzzleView, 404))
async def show(
    services: Within, request: Request, puzzle: str, language: Language = "en"
) -> Response:
    """A puzzle to look at."""
    wish = encode(PuzzleWish(puzzle, language))
    return as_json((await services.compute(request, "puzzles.show", wish)).data)


@router.post(
    "/api/puzzles/{puzzle}",
    responses=gives(PuzzleVerdict, 404, 413),
    openapi_extra=takes(AnswerWish),
)
async def judge(services: Within, request: Request, puzzle: str) -> Response:
    """What an answer was worth, and why."""
    answer = await services.read(request, AnswerWish, services.settings.limits.message_bytes)
    wish = encode(JudgeWish(puzzle, answer))
    return as_json((await services.compute(request, "puzzles.judge", wish)).data)
