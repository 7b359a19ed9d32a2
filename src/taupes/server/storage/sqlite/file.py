"""A database as a file: whose it is, who may read it, and whether it is damaged."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from taupes.server.storage.rows import BadDatabase
from taupes.server.storage.sqlite.lock import FileLock


def claimed(path: Path) -> FileLock:
    """Keep other servers away from a file until it is released; BadDatabase if one is there."""
    make_private(path)
    lock = FileLock(beside(path, "lock"))
    holder = lock.take()
    if holder is not None:
        raise BadDatabase("server.storage.in_use", file=path, holder=holder)
    return lock


def make_private(path: Path) -> None:
    """See to it that nobody else on this machine reads a database: the server's secret is in it.

    SQLite gives the files beside it the same rights as it creates them. A folder that is there
    already is somebody's own business. A file that is there is never opened here: closing it would
    drop the locks that this process's connections hold on it, and the next to leave would throw
    away the log that we are still writing to.
    """
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, *(beside(path, end) for end in ("wal", "shm"))):
        # Whose file it is not cannot change it: they were given it by whoever can.
        with suppress(FileNotFoundError, PermissionError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def beside(path: Path, end: str) -> Path:
    """A file that belongs to a database."""
    return path.with_name(f"{path.name}-{end}")


@contextmanager
def undamaged(path: Path) -> Iterator[None]:
    """What SQLite cannot make sense of is said as BadDatabase."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise BadDatabase("server.storage.damaged", file=path, error=error) from error


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether SQLite cannot make sense of a file: what passes is an error of a kind of its own."""
    return type(error) is sqlite3.DatabaseError
