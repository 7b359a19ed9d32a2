"""The door to the page: a keeper over JavaScript's shelf and minds, in a worker with Pyodide.

The only module that knows JavaScript's objects; docs/browser.md says what they can do.
"""

import os
import time
from typing import Any

import msgspec

from taupes.answers.job import Extent, JobResult, perform
from taupes.browser.keeper import Keeper
from taupes.browser.minds import reply_by, reply_to, requests_of, weights_for
from taupes.browser.routes.request import RouteAnswer
from taupes.browser.shelf import ShelfFull, Shelved

_result_of = msgspec.msgpack.Decoder(JobResult).decode


def _sent(data: Any) -> Any:
    """Bytes, or a list, as JavaScript has them."""
    from pyodide.ffi import to_js  # noqa: PLC0415 - only a page has it

    return to_js(data)


def _given(data: Any) -> bytes:
    """Bytes that JavaScript has given."""
    found: bytes = data if isinstance(data, bytes) else data.to_bytes()
    return found


class PageShelf:
    """The page's storage: what is asked of it here is promised there."""

    def __init__(self, shelf: Any) -> None:
        self._shelf = shelf

    async def entries(self, table: str) -> list[bytes]:
        """All entries of a table."""
        return [_given(body) for body in await self._shelf.entries(table)]

    async def append(
        self, table: str, number: int, body: bytes, summary: bytes | None, stage: str
    ) -> bool:
        """Store an entry; False if its number is not the next one."""
        line = None if summary is None else _sent(summary)
        said = await self._shelf.append(table, number, _sent(body), line, stage)
        return _room(said) == "kept"

    async def tables(self) -> list[Shelved]:
        """All tables."""
        return [_shelved(row) for row in await self._shelf.tables()]

    async def delete_table(self, table: str) -> None:
        """Delete a table and its entries."""
        await self._shelf.deleteTable(table)

    async def records(self) -> list[Shelved]:
        """The records that were brought here."""
        return [_shelved(row) for row in await self._shelf.records()]

    async def record(self, record: str) -> bytes | None:
        """A record that was brought here."""
        found = await self._shelf.record(record)
        return None if found is None else _given(found)

    async def put_record(self, record: str, created: int, summary: bytes, body: bytes) -> None:
        """Keep a record."""
        _room(await self._shelf.putRecord(record, created, _sent(summary), _sent(body)))

    async def delete_record(self, record: str) -> None:
        """Delete a record that was brought here."""
        await self._shelf.deleteRecord(record)


class PageMinds:
    """The page's workers, in which bots think."""

    def __init__(self, minds: Any) -> None:
        self._minds = minds

    async def think(self, question: bytes, seconds: float | None) -> bytes:
        """A bot's reply."""
        return _given(await self._minds.think(_sent(question), seconds))

    async def compute(self, job: str, data: bytes) -> JobResult:
        """What comes of a job."""
        return _result_of(_given(await self._minds.compute(job, _sent(data))))


class PageKeeper(Keeper):
    """A keeper whose requests come from JavaScript."""

    async def request(self, method: str, path: str, headers: Any, body: Any = None) -> RouteAnswer:
        """What a route answers."""
        plain = headers if isinstance(headers, dict) else headers.to_py()
        return await super().request(method, path, plain, b"" if body is None else _given(body))


async def start(shelf: Any, minds: Any, leads: Any) -> PageKeeper:
    """A keeper over the page's own shelf and minds, with the device's clock and chance."""
    return PageKeeper(PageShelf(shelf), PageMinds(minds), _now_ms, os.urandom, leads)


def weights(asked: Any) -> str | None:
    """The weights that somebody who is to judge a game should have; None if there are none."""
    return weights_for(_given(asked))


def think(question: Any, seconds: float | None = None) -> bytes:
    """A bot's reply, worked out here and now."""
    return reply_to(_given(question), Extent())


def divide(question: Any, thinkers: int) -> Any:
    """What so many thinkers are to be asked; nothing where one thinks here and now."""
    return _sent([_sent(request) for request in requests_of(_given(question), thinkers)])


def conclude(question: Any, answers: Any) -> bytes:
    """A bot's reply by what thinkers have answered."""
    return reply_by(_given(question), [_given(answer) for answer in answers])


def compute(job: str, data: Any) -> bytes:
    """What comes of a job, worked out here and now: for a worker that does only that."""
    return msgspec.msgpack.encode(perform(job, _given(data), Extent()))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _shelved(row: Any) -> Shelved:
    return Shelved(row.id, int(row.created), _given(row.summary))


def _room(said: str) -> str:
    """What a shelf has answered; ShelfFull if that is what it says."""
    if said == "full":
        raise ShelfFull
    return said
