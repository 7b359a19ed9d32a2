"""Requests as bytes, for what no library would send."""

import re
import socket
from contextlib import suppress

from tests.server.process import PATIENCE, ServerProcess

HOST = b"Host: localhost\r\n"


def connect(server: ServerProcess) -> socket.socket:
    """A connection on which nothing was said."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def until_closed(connection: socket.socket) -> bytes:
    """Everything until the server ends the connection, in peace or not."""
    data = b""
    with suppress(ConnectionError):
        while piece := connection.recv(65_536):
            data += piece
    return data


def exchange(server: ServerProcess, request: bytes) -> bytes:
    """The whole answer to a request after which the server ends the connection."""
    with connect(server) as connection:
        with suppress(ConnectionError):
            connection.sendall(request)
        return until_closed(connection)


def status(answer: bytes) -> int:
    """The status of the first answer; 0 if there is none."""
    found = re.match(rb"HTTP/1.1 (\d+) ", answer)
    return int(found[1]) if found else 0
