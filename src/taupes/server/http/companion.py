"""A route for people with the real game on their table: may I, what may I, what should I."""

import secrets
from typing import Final

from fastapi import APIRouter, Request, Response

from taupes.answers.companion import LEVEL, CompanionWish, Counsel, hint_question, with_hint
from taupes.answers.job import RequestRefused
from taupes.answers.thinking import Reply
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within, as_json
from taupes.server.limits.bucket import Buckets
from taupes.server.workers.bots import Crowded, NoThought
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
    return as_json(with_hint(found.data, await _reply(services, request, found.extra)))


async def _reply(services: Services, request: Request, asked: bytes) -> Reply:
    """What the strongest bot would do."""
    if not _pace.allows(services.address(request.scope)):
        raise RequestRefused(Refusal("too_fast"))
    seconds = services.settings.bot_seconds
    question = hint_question(asked, secrets.token_hex(8), seconds)
    thinking = services.pool.think(lambda: question, LEVEL, seconds, services.asker(request))
    try:
        return await services.unless_gone(request, thinking)
    except (NoThought, Crowded) as error:
        raise RequestRefused(Refusal("no_hint")) from error
