"""Where a device keeps its games: the little that a storage has to be able to do."""

from typing import Any, Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from taupes.answers.records import RecordLine, record_line
from taupes.answers.tables import TableLine, table_line
from taupes.browser.faults import note
from taupes.table.facts import Facts, record_row
from taupes.table.table import Table

T = TypeVar("T")

PERSON: Final = "device"
"""Whoever plays here: a device has one person, however many sit around it."""


class ShelfFull(Exception):
    """The device has no room for more; nothing was stored."""


class Shelved(Struct, frozen=True):
    """A table or a record in a list."""

    id: str
    created: int
    summary: bytes
    """JSON of its line: of a table a `TableLine`, of a record a `RecordLine`."""


class Shelf(Protocol):
    """Logs of tables and records of games, kept on a device."""

    async def entries(self, table: str) -> list[bytes]:
        """All entries of a table, the first one first; none if there is no such table."""

    async def append(
        self, table: str, number: int, body: bytes, summary: bytes | None, stage: str
    ) -> bool:
        """Store an entry durably, and its table's line if that has changed; ShelfFull if it cannot.

        False, and nothing stored, if the number is taken or the entry before it is not there:
        then another tab was faster, or has deleted the table.
        """

    async def tables(self) -> list[Shelved]:
        """All tables."""

    async def delete_table(self, table: str) -> None:
        """Delete a table and its entries."""

    async def records(self) -> list[Shelved]:
        """The records that were brought here; those of games played here lie with their tables."""

    async def record(self, record: str) -> bytes | None:
        """A record that was brought here."""

    async def put_record(self, record: str, created: int, summary: bytes, body: bytes) -> None:
        """Keep a record; ShelfFull if it cannot."""

    async def delete_record(self, record: str) -> None:
        """Delete a record that was brought here."""


class ShelvedLine(TableLine, frozen=True):
    """A table in a list, and the line of its record once its game is over.

    Both are stored with the entry that ends the game: nothing can be lost in between.
    """

    record: RecordLine | None = None


def summary_of_step(after: Table, facts: Facts | None) -> bytes | None:
    """What lists are to know of a table after a step; None if that has not changed."""
    if facts is None:
        return None
    line = table_line(after.id, after.created, after.stage, facts.summary, PERSON)
    row = facts.record or (record_row(after) if after.stage == "over" else None)
    record = None if row is None else record_line(row.id, row.created, row.summary, line.you)
    fields: dict[str, Any] = msgspec.structs.asdict(line)
    return msgspec.json.encode(ShelvedLine(**fields, record=record))


def read_lines(rows: list[Shelved], kind: type[T]) -> list[T]:
    """The lines of a list; one that cannot be read keeps nobody from the others."""
    found: list[T] = []
    for row in rows:
        try:
            found.append(msgspec.json.decode(row.summary, type=kind))
        except (msgspec.MsgspecError, UnicodeError) as error:
            note(error)
    return found
