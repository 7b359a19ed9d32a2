"""Routes that go through a record: its positions, another action, what everything was worth."""

from fastapi import APIRouter, Request, Response

from taupes.answers.analysis import GameAnalysis
from taupes.answers.replay import Replay, ReplayWish, Tried, TryWish
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Within, as_json

router = APIRouter()


@router.post("/api/replay", responses=gives(Replay, 413), openapi_extra=takes(ReplayWish))
async def replay(services: Within, request: Request) -> Response:
    """All positions of a record."""
    data = await services.body(request)
    return as_json((await services.compute(request, "replay.positions", data)).data)


@router.post("/api/try", responses=gives(Tried, 413), openapi_extra=takes(TryWish))
async def attempt(services: Within, request: Request) -> Response:
    """Another action at some point of a record."""
    data = await services.body(request)
    return as_json((await services.compute(request, "replay.attempt", data)).data)


@router.post("/api/analyse", responses=gives(GameAnalysis, 413), openapi_extra=takes(ReplayWish))
async def analyse(services: Within, request: Request) -> Response:
    """What every position of a record was worth, and what luck and choices made of it."""
    data = await services.body(request)
    return as_json(await services.compute_once(request, "analysis.weigh", data))
