"""Routes about the server itself, its bots and the rules."""

from dataclasses import asdict
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from msgspec import Struct

from taupes import __version__
from taupes.bots import LEVELS
from taupes.rules import (
    DEFAULT_PRESET,
    LANGUAGES,
    OPTIONS,
    PRESETS,
    SOURCES,
    format_option,
)
from taupes.rules import catalogue as rules_catalogue
from taupes.server.clock import now_ms
from taupes.server.http.openapi import gives
from taupes.server.http.services import RequestRefused, Services, Within, answer
from taupes.table.messages import PROTOCOL
from taupes.table.refusals import Refusal
from taupes.table.schema import load_schema
from taupes.table.text import PHRASES
from taupes.words.titles import titles

Language = Literal["en", "fr", "de"]

router = APIRouter()


class ServerInfo(Struct, frozen=True):
    """About the server."""

    version: str
    protocol: int
    time: int
    limits: dict[str, float]
    languages: list[str]
    phrases: list[str]


class BotInfo(Struct, frozen=True):
    """A level of bots."""

    name: str
    """The word for it in `level`."""
    title: str
    """What people call it, in the language asked for."""
    description: str
    widest: int | None = None
    """The largest radius of boards that it can play on; null: it plays on all."""


class Token(Struct, frozen=True):
    """A guest's token."""

    token: str


class Health(Struct, frozen=True):
    """How the server is."""

    ok: bool


class Ready(Struct, frozen=True):
    """Whether the server can do all it should, part by part."""

    ok: bool
    storage: bool
    """What happens can be stored."""
    doors: bool
    """New connections are let in."""
    bots: bool
    """Bots think, or would if they were asked."""
    computing: bool
    """Replays, boards and prints are worked out."""
    sweeps: bool
    """Tables that nobody has in memory are looked after."""


@router.post("/api/guests", status_code=201, responses=gives(Token, 429, 507, status=201))
async def new_guest(services: Within, request: Request) -> Response:
    """A new guest."""
    no = services.newcomers.guest(services.address(request.scope))
    if no is not None:
        raise RequestRefused(no)
    return answer(Token(services.signer.new_token()), 201)


@router.get("/api/server", responses=gives(ServerInfo))
async def server(services: Within) -> Response:
    """What this server is and allows."""
    limits = asdict(services.settings.limits)
    info = ServerInfo(__version__, PROTOCOL, now_ms(), limits, list(LANGUAGES), list(PHRASES))
    return answer(info)


@router.get("/api/bots", responses=gives(list[BotInfo]))
async def bots(language: Language = "en") -> Response:
    """The levels of bots."""
    told = titles(language)
    return answer(
        [
            BotInfo(level.name, told[level.name].name, told[level.name].description, level.widest)
            for level in LEVELS.values()
            if level.is_offered
        ]
    )


@router.get("/api/rules", responses=gives(dict[str, Any]))
async def rules(language: Language = "en") -> Response:
    """Presets and options, explained."""
    return answer(describe_rules(language))


@router.get("/api/sentences/{language}", responses=gives(dict[str, Any]))
async def sentences(language: Language) -> Response:
    """Every sentence of the rules, by code."""
    return answer(rules_catalogue(language))


@router.get("/api/schema/protocol", responses=gives(dict[str, Any]))
async def protocol_schema() -> Response:
    """The JSON Schema of the socket's messages."""
    return answer(load_schema())


@router.get("/api/schema/record", responses=gives(dict[str, Any]))
async def record_schema() -> Response:
    """The JSON Schema of the game record."""
    return answer(_record_schema())


@router.get("/api/health", responses=gives(Health))
async def health() -> Response:
    """Whether the process lives."""
    return answer(Health(ok=True))


@router.get("/api/ready", responses=gives(Ready))
async def ready(services: Within) -> Response:
    """Whether it can store what happens, lets bots think, and takes new connections."""
    if not await services.readiness.is_good():
        raise RequestRefused(Refusal("database_away"))
    found = ready_parts(services)
    return answer(found, 200 if found.ok else 503)


def ready_parts(services: Services) -> Ready:
    """What works besides the storage, which was asked."""
    parts = {
        "doors": not services.endpoint.is_closing,
        "bots": services.pool.is_well,
        "computing": services.computing.is_well,
        "sweeps": services.sweeps.is_well,
    }
    return Ready(ok=all(parts.values()), storage=True, **parts)


@router.get("/metrics", responses=gives(str, media="text/plain"))
async def metrics(services: Within) -> Response:
    """Figures for Prometheus."""
    measure(services)
    return Response(services.hall.metrics.text(), media_type="text/plain; version=0.0.4")


def measure(services: Services) -> None:
    """Take the figures that nobody counts as they change."""
    services.hall.metrics.gauges.update(
        sockets=services.endpoint.count,
        connections=services.connections.count,
        unread=services.connections.backlog.total,
        tables=len(services.memory.live),
        thoughts=services.pool.thoughts,
        thoughts_waiting=services.pool.waiting,
        thoughts_failed=services.pool.failures,
        computed=sum(pool.done for pool in services.computing.pools),
        computing_waiting=sum(pool.waiting for pool in services.computing.pools),
        computing_failed=sum(pool.failures for pool in services.computing.pools),
        groups=services.storage.groups,
    )


def describe_rules(language: str) -> dict[str, Any]:
    """Presets and options with their sentences."""
    words = rules_catalogue(language)
    return {
        "default": DEFAULT_PRESET,
        "presets": [
            {
                "name": preset.name,
                "source": preset.source,
                "about": words["presets"][preset.name],
                "rules": {str(n): preset.rules(n).as_dict() for n in (2, 3, 4)},
            }
            for preset in PRESETS.values()
        ],
        "options": [
            {
                "name": name,
                "about": words["options"][name]["about"],
                "values": _values(name, kind, words["options"][name]),
            }
            for name, kind in OPTIONS.items()
        ],
    }


def _values(name: str, kind: type, words: dict[str, str]) -> list[dict[str, Any]]:
    values: list[Any] = []
    if kind is bool:
        values = [True, False]
    elif kind is not int:
        values = list(kind)  # type: ignore[call-overload]
    return [
        {
            "value": value if isinstance(value, bool) else str(value),
            "about": words.get(format_option(value), ""),
            "source": SOURCES[name].get(format_option(value), ""),
        }
        for value in values
    ]


def _record_schema() -> Any:
    import json  # noqa: PLC0415 - read once, on demand
    from importlib.resources import files  # noqa: PLC0415

    return json.loads(files("taupes.rules").joinpath("record.schema.json").read_text("utf-8"))
