"""A database that has gone silent is hung up on: whoever waits is told, and does not wait for ever.

A frozen process keeps its connections open, and the system goes on taking what is sent to it. So
neither the database's own limits nor those of the network ever end the waiting.
"""

import asyncio
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg

from taupes.server.journal import log

Connection = psycopg.Connection[Any] | psycopg.AsyncConnection[Any]

_LOOK: Final = 0.5
"""Seconds between two looks at who is waiting."""


class Patience:
    """Who waits for the database, and for how long they will."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[Connection, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def on(self, connection: Connection) -> Iterator[None]:
        """Use a connection, which fails as broken when the time is up."""
        with self._lock:
            self._until[connection] = time.monotonic() + self._seconds
        try:
            yield
        finally:
            with self._lock:
                self._until.pop(connection, None)

    async def run(self) -> None:
        """Look after those who wait, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            # Nobody can close a connection meanwhile: its number might already be another's.
            with self._lock:
                now = time.monotonic()
                late = [connection for connection, end in self._until.items() if end < now]
                for connection in late:
                    del self._until[connection]
                    _hang_up(connection)
            if late:
                log.warning("database_silent", connections=len(late), seconds=self._seconds)


def _hang_up(connection: Connection) -> None:
    """End a connection for both sides; whoever waits for it wakes up, in whichever thread."""
    # One that is broken already has woken them up by itself.
    with (
        suppress(OSError, psycopg.OperationalError),
        socket.socket(fileno=os.dup(connection.fileno())) as copy,
    ):
        copy.shutdown(socket.SHUT_RDWR)
