"""One server process from start to end, on uvicorn."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import uvicorn

from taupes.server.app import Server
from taupes.server.headers import HEADERS
from taupes.server.http.connection import HttpConnection
from taupes.server.settings import Settings
from taupes.server.socket.websocket import WebSocket

_PATIENCE = 10
"""Seconds that a stopping server gives to requests under way."""


def page_folder() -> Path:
    """Where the built page is."""
    return Path(__file__).parent / "static"


def engine_folder() -> Path:
    """Where the built engine for devices is, if it was built."""
    return Path(__file__).parent / "engine"


def serve(settings: Settings, host: str, port: int) -> bool:
    """Serve until told to stop; whether it could start at all."""
    _open_more_files()
    server = Server(settings)
    config = uvicorn.Config(
        _app(server),
        host=host,
        port=port,
        http=http_class(server),
        ws=socket_class(server),
        headers=list(HEADERS),
        log_config=None,
        access_log=False,
        server_header=False,
        # Who is behind a proxy is found out in `proxies`, for requests and sockets alike.
        proxy_headers=False,
        lifespan="on",
        timeout_graceful_shutdown=_PATIENCE,
    )
    runner = uvicorn.Server(config)
    runner.run()
    return runner.started


def http_class(server: Server) -> type[asyncio.Protocol]:
    """What uvicorn makes for every connection."""

    class Http(HttpConnection):
        def __init__(self, **uvicorn: Any) -> None:
            super().__init__(server.connections, **uvicorn)

    return Http


def socket_class(server: Server) -> type[asyncio.Protocol]:
    """What uvicorn makes for every connection that wants to be a socket."""

    class Socket(WebSocket):
        def __init__(self, **_: object) -> None:
            # Uvicorn tells of itself here; nothing of it is needed.
            super().__init__(server.endpoint)

    return Socket


def _open_more_files() -> None:
    """Ask the system for as many connections as it gives; on many it is a thousand at first."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _app(server: Server) -> Any:
    return server
