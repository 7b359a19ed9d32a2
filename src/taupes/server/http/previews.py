"""What a link says of itself where it is sent around: a title, a sentence and a card.

It is written into the page's index. Names and titles are strangers' words: they are shown of
public tables only, and never taken for anything but text. What nobody without a seat may see is
told as what is not there.
"""

import asyncio
import re
from contextlib import suppress
from html import escape
from typing import Any, Final

import msgspec
from fastapi import Request
from msgspec import Struct

from taupes.rules import DEFAULT_BOARDS, LANGUAGES, SHIPPED
from taupes.server.hall.memory import TABLE_ID
from taupes.server.http.cards import MOST_EVENTS, PNG
from taupes.server.http.services import Services
from taupes.server.storage import StorageAway, TableRow
from taupes.words.catalogue import catalogue
from taupes.words.names import Participant, called

PATIENCE: Final = 1.0
"""Seconds after which the page comes without it: nobody should wait for a title."""

LOCALES: Final = {"en": "en_GB", "fr": "fr_FR", "de": "de_DE"}

WIDTH, HEIGHT = 1200, 630

_TITLE: Final = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION: Final = re.compile(r'\s*<meta name="description"[^>]*>')

_STAGES: Final = {"open": "invitation", "playing": "watching", "paused": "watching"}
"""What a link to a table offers; to all others, a game that is over."""


class _Seat(Struct, frozen=True):
    """A seat as lists show it; earlier versions stored less of it."""

    team: str
    kind: str
    name: str | None = None
    level: str | None = None
    deleted: bool = False


class _Summary(Struct, frozen=True):
    """What is needed of a table as lists show it."""

    seats: list[_Seat]
    title: str = ""
    spectators: bool = False


class Preview(Struct, frozen=True):
    """What is said of a link."""

    title: str
    about: str
    card: str
    """The path of its picture."""
    alt: str
    path: str | None = None
    """What the link leads to; null if that is nothing we know."""


async def preview_of(services: Services, path: str, request: Request, language: str) -> Preview:
    """What is said of a path; of those that lead nowhere, what is said of the whole site."""
    words = catalogue("table", language)["previews"]
    with suppress(StorageAway, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            # As it was asked for: what begins with two strokes was let in as a file is.
            match path.rstrip("/").split("/"):
                case ["table", table] if TABLE_ID.fullmatch(table):
                    return await _of_table(services, table, language) or _of_site(words)
                case ["replay", record] if TABLE_ID.fullmatch(record):
                    at = _moment(request.query_params.get("at", ""))
                    return await _of_game(services, record, at, language) or _of_site(words)
                case ["boards", name] if name in SHIPPED:
                    return _of_boards(name, words)
    return _of_site(words)


async def _of_table(services: Services, table: str, language: str) -> Preview | None:
    row = await services.storage.read(lambda: services.storage.table(table))
    if row is None or not _is_shown(row):
        return None
    words = catalogue("table", language)["previews"]
    what = _STAGES.get(row.stage, "over")
    alt = words["alt_boards" if row.stage == "open" else "alt_game"]
    return Preview(
        _headed(row, words[what], language),
        words[f"{what}_about"],
        f"/api/tables/{table}/card",
        alt,
        f"/table/{table}",
    )


async def _of_game(
    services: Services, record: str, at: int | None, language: str
) -> Preview | None:
    storage = services.storage
    row = await storage.read(lambda: storage.table(record))
    is_kept = await storage.read(lambda: storage.has_record(record))
    if not is_kept and (row is None or row.stage == "open" or not _is_shown(row)):
        return None
    words = catalogue("table", language)["previews"]
    what, query = ("replay", "") if at is None else ("moment", f"?at={at}")
    return Preview(
        _headed(row, words[what], language),
        words[f"{what}_about"],
        f"/api/records/{record}/card{query}",
        words["alt_game"],
        f"/replay/{record}{query}",
    )


def _of_boards(name: str, words: Any) -> Preview:
    card = f"/api/boards/{name}/card"
    about = words["boards_about"]
    return Preview(words[f"boards_{name}"], about, card, words["alt_boards"], f"/boards/{name}")


def _of_site(words: Any) -> Preview:
    card = f"/api/boards/{DEFAULT_BOARDS}/card"
    return Preview(words["site"], words["site_about"], card, words["alt_boards"])


def _is_shown(row: TableRow) -> bool:
    """Whether anybody with the link may see a table, as `may_see` says of one in memory."""
    return row.stage == "open" or _summary(row).spectators


def _summary(row: TableRow) -> _Summary:
    return msgspec.json.decode(row.summary, type=_Summary)


def _headed(row: TableRow | None, what: str, language: str) -> str:
    """What a link leads to, after what a public table is called, or else who sits at it."""
    if row is None or not row.is_public:
        return what
    summary = _summary(row)
    deleted = catalogue("table", language)["seats"]["deleted"]
    players = [
        Participant(deleted if seat.deleted else seat.name, seat.team, seat.level)
        for seat in summary.seats
        if seat.kind != "open"
    ]
    name = summary.title or ", ".join(called(players, language))
    return f"{name} · {what}" if name else what


def _moment(text: str) -> int | None:
    """How many events came before a moment, as a link says it."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST_EVENTS))
    return int(text) if is_number else None


def with_preview(index: str, preview: Preview, language: str, site: str | None) -> str:
    """The page's index, saying what its link leads to.

    Pictures want whole addresses: where ours is not known for certain, there is none.
    """
    named = {"description": preview.about, "twitter:card": "summary"}
    told = {
        "og:type": "website",
        "og:site_name": "Taupes",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:locale": LOCALES[language],
    }
    if site is not None:
        named["twitter:card"] = "summary_large_image"
        if preview.path is not None:
            told["og:url"] = site + preview.path
        told |= {
            "og:image": site + preview.card,
            "og:image:type": PNG,
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": preview.alt,
        }
    others = [("og:locale:alternate", LOCALES[each]) for each in LANGUAGES if each != language]
    tags = [
        f"<title>{escape(preview.title)}</title>",
        *(f'<meta name="{key}" content="{escape(value)}" />' for key, value in named.items()),
        *(
            f'<meta property="{key}" content="{escape(value)}" />'
            for key, value in (*told.items(), *others)
        ),
    ]
    head = "\n    ".join(tags)
    return _TITLE.sub(lambda _: head, _DESCRIPTION.sub("", index), count=1)
