"""Routes about being told of one's turns: which devices, when not, and of which tables not."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct

from taupes.answers.job import RequestRefused
from taupes.server.clock import now_ms
from taupes.server.http.openapi import gives, takes
from taupes.server.http.services import Services, Within, answer
from taupes.server.push.encryption import BadKey, public_key, shared_secret
from taupes.server.push.endpoint import LONGEST, BadEndpoint, parse_endpoint
from taupes.server.push.quiet import BadZone, zone_of
from taupes.server.storage.subscriptions import QuietHours, Subscription, Subscriptions
from taupes.table.refusals import Refusal

router = APIRouter()

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class PushKey(Struct, frozen=True):
    """What a browser subscribes with."""

    key: str | None
    """The server's public key; null where nobody is told of anything."""


class QuietWish(Struct, frozen=True):
    """Hours in which somebody is not told, in minutes of their day."""

    zone: Annotated[str, Meta(min_length=1, max_length=64)]
    """As `Europe/Paris`."""
    begins: Minute
    ends: Minute


class PushWish(Struct, frozen=True):
    """A device that is to be told, as its browser describes it."""

    endpoint: Annotated[str, Meta(max_length=LONGEST)]
    key: Annotated[str, Meta(max_length=100)]
    """`p256dh`."""
    auth: Annotated[str, Meta(max_length=40)]
    language: Literal["en", "fr", "de"] = "en"
    quiet: QuietWish | None = None


class PushDevice(Struct, frozen=True):
    """A device that is told."""

    device: str
    """Its name, by which it is forgotten again."""


class Silence(Struct, frozen=True):
    """Whether somebody is not told of their turns at a table."""

    muted: bool


class PushExport(Struct, frozen=True):
    """What is kept about being told of turns."""

    devices: list[Subscription]
    quiet: QuietHours | None
    muted: list[str]


@router.get("/api/push", responses=gives(PushKey))
async def push_key(services: Within) -> Response:
    """Whether people are told of their turns, and the key for it."""
    courier = services.courier
    return answer(PushKey(None if courier is None else courier.identity.public))


@router.put(
    "/api/me/push", responses=gives(PushDevice, 401, 404, 413, 507), openapi_extra=takes(PushWish)
)
async def subscribe(services: Within, request: Request) -> Response:
    """Be told of your turns on a device, and not in your quiet hours."""
    person = await services.person(request)
    wish = await services.read(request, PushWish)
    if services.courier is None:
        raise RequestRefused(Refusal("no_push"))
    if no := services.newcomers.device():
        raise RequestRefused(no)
    one = Subscription(wish.endpoint, wish.key, wish.auth, wish.language, now_ms())
    _check(services, one)
    most = services.settings.limits.subscriptions_per_person
    chosen = Subscriptions(services.storage)
    quiet = _quiet(wish.quiet)
    if not await services.storage.read(lambda: chosen.add(person, one, quiet, most)):
        # They may have been deleted just now.
        await services.person(request)
        raise RequestRefused(Refusal("bad_subscription"))
    return answer(PushDevice(one.id))


@router.delete("/api/me/push/{device}", responses=gives(PushDevice, 401))
async def unsubscribe(services: Within, device: str, request: Request) -> Response:
    """Be told nothing more on a device."""
    person = await services.person(request)
    chosen = Subscriptions(services.storage)
    await services.storage.read(lambda: chosen.remove(person, device))
    return answer(PushDevice(device))


@router.get("/api/tables/{table}/push", responses=gives(Silence, 401))
async def silence(services: Within, table: str, request: Request) -> Response:
    """Whether you are not told of your turns at a table."""
    person = await services.person(request)
    chosen = Subscriptions(services.storage)
    found = await services.storage.read(lambda: chosen.muted(person, table))
    return answer(Silence(bool(found)))


@router.put(
    "/api/tables/{table}/push",
    responses=gives(Silence, 401, 403, 413),
    openapi_extra=takes(Silence),
)
async def mute(services: Within, table: str, request: Request) -> Response:
    """Be told of your turns at a table, or not."""
    person = await services.person(request)
    wish = await services.read(request, Silence)
    chosen = Subscriptions(services.storage)
    is_theirs = await services.storage.read(lambda: chosen.mute(person, table, is_muted=wish.muted))
    if not is_theirs:
        raise RequestRefused(Refusal("not_your_seat"))
    return answer(wish)


def exported(chosen: Subscriptions, person: str) -> PushExport:
    """What a person has chosen."""
    return PushExport(chosen.of(person), chosen.quiet(person), chosen.muted(person))


def _check(services: Services, one: Subscription) -> None:
    """Refuse what could not be sent to, or must not be."""
    try:
        parse_endpoint(one.endpoint, services.settings.push_service)
        public_key(one.key)
        shared_secret(one.auth)
    except (BadEndpoint, BadKey) as error:
        raise RequestRefused(Refusal("bad_subscription", str(error))) from error


def _quiet(wish: QuietWish | None) -> QuietHours | None:
    if wish is None:
        return None
    try:
        zone_of(wish.zone)
    except BadZone as error:
        raise RequestRefused(Refusal("bad_message", "quiet.zone: no such time zone")) from error
    return QuietHours(wish.zone, wish.begins, wish.ends)
