"""Backups: a database as one file while games go on, and such a file as a database again.

Both engines write and read the same file, so that games can move from one to the other.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final

from taupes.server.storage.archive import ArchiveReader, ArchiveWriter, BadBackup, Part
from taupes.server.storage.migrations import FACTS, MIGRATIONS, TABLES, migrate, version_of
from taupes.server.storage.rows import BadDatabase
from taupes.server.storage.transfer import Transfer, filling, reading

Progress = Callable[[int], None]
"""Told now and then how many rows there are so far."""

_OWN: Final = "name NOT IN ('version', 'checked')"
"""The facts that are not the database's own business."""

_EVERY: Final = 1_000
"""Rows between two words on progress."""


def back_up(address: str, file: BinaryIO, progress: Progress) -> int:
    """Write a database as it is at one moment; how many rows that were."""
    with reading(address) as source:
        parts = _parts_of(source)
        if not parts:
            raise BadDatabase("server.storage.never_used")
        archive = ArchiveWriter(file, version_of(source.run, source.dialect))
        for part in parts:
            archive.begin(part)
            where = _OWN if part.table == "facts" else "true"
            # Our own words, all of them.
            query = f"SELECT {', '.join(part.columns)} FROM {part.table} WHERE {where}"  # noqa: S608
            for row in source.read(query):
                archive.add(row)
                if archive.rows % _EVERY == 0:
                    progress(archive.rows)
        archive.close()
    return archive.rows


def restore(
    address: str, file: BinaryIO, name: str, progress: Progress, *, replace: bool = False
) -> int:
    """Fill a database from a backup; how many rows that were.

    The database is empty before, or is replaced; when anything is wrong it stays as it was.
    """
    archive = ArchiveReader(file, name)
    if archive.schema > len(MIGRATIONS):
        raise BadBackup(
            "server.backup.newer", file=name, version=archive.schema, known=len(MIGRATIONS)
        )
    with filling(address) as target:
        _clear(target, replace=replace)
        migrate(target.run, target.dialect, to=archive.schema)
        expected = _parts_of(target)
        for part, rows in groupby(archive.parts(), key=lambda pair: pair[0]):
            if part not in expected:
                raise BadBackup(
                    "server.backup.other_table",
                    file=name,
                    table=f"{part.table:.40}",
                    columns=f"{', '.join(part.columns):.200}",
                    version=archive.schema,
                )
            target.write(part.table, part.columns, _counted(rows, archive, progress))
        migrate(target.run, target.dialect)
    return archive.rows


def check(file: BinaryIO, name: str, progress: Progress) -> int:
    """Read a whole backup and touch no database; how many rows it has. BadBackup if it is bad."""
    archive = ArchiveReader(file, name)
    for _ in _counted(archive.parts(), archive, progress):
        pass
    return archive.rows


def _parts_of(database: Transfer) -> list[Part]:
    """The tables that are there."""
    found = [Part(table, tuple(database.columns(table))) for table in TABLES]
    return [part for part in found if part.columns]


def _clear(target: Transfer, *, replace: bool) -> None:
    """Remove what is there, if that is wanted or there is nothing."""
    tables = [part.table for part in _parts_of(target)]
    if not tables:
        return
    version_of(target.run, target.dialect)
    filled = [
        table
        for table in tables
        if table != "facts" and target.run(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608
    ]
    if filled and not replace:
        raise BadDatabase("server.storage.not_empty", tables=", ".join(filled))
    for table in tables:
        target.run(f"DROP TABLE {table}")
    target.run(FACTS)
    target.run(target.dialect.set_version.format(version=0))


def _counted(
    rows: Iterator[tuple[Part, list[Any]]], archive: ArchiveReader, progress: Progress
) -> Iterator[list[Any]]:
    for _, row in rows:
        yield row
        if archive.rows % _EVERY == 0:
            progress(archive.rows)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write that nobody else can read; it has its name when it is whole and on disk."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(_new_file(part), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if not part.exists():
                # The directory means nothing beside a whole path, but only so are links followed.
                os.link(f"/proc/self/fd/{file.fileno()}", part, src_dir_fd=file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)


def _new_file(part: Path) -> int:
    """A file without a name, where there is such a thing: if we are killed, nothing of it stays."""
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):
            return os.open(part.parent, os.O_TMPFILE | os.O_WRONLY, 0o600)
    return os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
