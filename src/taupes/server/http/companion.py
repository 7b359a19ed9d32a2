"""A route for people with the real game on their table: may I, what may I, what should I."""

import secrets
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request, Response

from taupes.server.bucket import Buckets
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import RequestRefused, Services, Within, answer, as_json
from taupes.server.workers.bots import Crowded, NoThought
from taupes.server.workers.jobs.companion import LEVEL, Advice, CompanionWish, Counsel
from taupes.server.workers.jobs.thinking import Question
from taupes.table.refusals import Refusal

PER_SECOND: Final = 0.5
BURST: Final = 12
"""Hints for one address: so many at once, and so many a second on average."""

router = APIRouter()

_pace: Final = Buckets(PER_SECOND, BURST)


@router.post("/api/companion", responses=gives(Counsel, 413), openapi_extra=takes(CompanionWish))
async def companion(services: Within, request: Request) -> Response:
    """Rule on a position of a real table."""
    data = await services.body(request, services.settings.limits.boards_bytes)
    found = await services.compute(request, "companion.rule", data)
    if not found.extra:
        return as_json(found.data)
    counsel: dict[str, Any] = msgspec.json.decode(found.data, type=dict[str, msgspec.Raw])
    return answer(counsel | {"hint": await _hint(services, request, found.extra)})


async def _hint(services: Services, request: Request, asked: bytes) -> Advice:
    """What the strongest bot would do."""
    if not _pace.allows(services.address(request.scope)):
        raise RequestRefused(Refusal("too_fast"))
    seconds = services.settings.bot_seconds
    position = msgspec.json.decode(asked, type=Question)
    question = msgspec.json.encode(
        msgspec.structs.replace(position, seed=secrets.token_hex(8), seconds=seconds)
    )
    thinking = services.pool.think(lambda: question, LEVEL, seconds, services.asker(request))
    try:
        reply = await services.unless_gone(request, thinking)
    except (NoThought, Crowded) as error:
        raise RequestRefused(Refusal("no_hint")) from error
    return Advice(_plain(reply.action), [_plain(one) for one in reply.choices])


def _plain(value: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
