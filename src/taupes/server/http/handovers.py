"""Routes by which another device becomes the same person: by a code, good once and for minutes."""

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct

from taupes.answers.job import RequestRefused
from taupes.server.clock import now_ms
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within, answer
from taupes.server.storage.handovers import Handovers
from taupes.server.tokens import CODE, new_code, plain_code
from taupes.table.refusals import Refusal

SECONDS: Final = 600
"""How long a code is good."""

router = APIRouter()


class Handover(Struct, frozen=True):
    """A code for another device."""

    code: str
    seconds: int
    """For so long it is good, once."""


class HandoverWait(Struct, frozen=True):
    """How long a code is still good that another device has not used."""

    seconds: int
    """0 if there is none."""


class HandoverWish(Struct, frozen=True):
    """The code that somebody was given by another device of theirs."""

    code: Annotated[str, Meta(max_length=4 * CODE)]
    """Large or small letters, with whatever stands between them."""


class HandoverToken(Struct, frozen=True):
    """Who the device is from now on."""

    token: str


@router.post("/api/me/handover", status_code=201, responses=gives(Handover, 401, status=201))
async def begin(services: Within, request: Request) -> Response:
    """A code by which another device becomes you; the one before it is good no more."""
    person = await services.person(request)
    code, storage = new_code(), services.storage
    mark, until = _mark(services, code), now_ms() + SECONDS * 1000
    await storage.read(lambda: Handovers(storage).put(person, mark, until))
    return answer(Handover(code, SECONDS), 201)


@router.get("/api/me/handover", responses=gives(HandoverWait, 401))
async def wait(services: Within, request: Request) -> Response:
    """Whether your code still waits for another device: so the one that shows it can say."""
    person = await services.person(request)
    now, storage = now_ms(), services.storage
    until = await storage.read(lambda: Handovers(storage).until(person, now))
    return answer(HandoverWait(0 if until is None else -(-(until - now) // 1000)))


@router.post(
    "/api/handovers",
    responses=gives(HandoverToken, 404, 413),
    openapi_extra=takes(HandoverWish),
)
async def finish(services: Within, request: Request) -> Response:
    """The token of whoever was given the code; the code is used up."""
    if not services.codes.allows(services.address(request.scope)):
        raise RequestRefused(Refusal("too_many_codes"))
    wish = await services.read(request, HandoverWish)
    mark, storage = _mark(services, plain_code(wish.code)), services.storage
    person = await storage.read(lambda: Handovers(storage).take(mark, now_ms()))
    if person is None:
        # The same for one that never was, is used, or too old: nothing is learned by trying.
        raise RequestRefused(Refusal("no_such_code"))
    return answer(HandoverToken(services.signer.token_of(person)))


def _mark(services: Services, code: str) -> str:
    """What is kept of a code: without the server's secret nobody can try which one it was."""
    return services.signer.derive(f"handover:{plain_code(code)}")
