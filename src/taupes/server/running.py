"""One server process from start to end, on uvicorn."""

import socket
from pathlib import Path
from typing import Any

import uvicorn

from taupes.server.app import Server
from taupes.server.settings import Settings
from taupes.server.socket.thin import ThinProtocol

_PATIENCE = 10
"""Seconds that a stopping server gives to requests under way."""


def page_folder() -> Path:
    """Where the built page is."""
    return Path(__file__).parent / "static"


class Uvicorn(uvicorn.Server):
    """Uvicorn that lets people know before it closes their connections."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then stop."""
        self._server.say_goodbye()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, *, proxy: str | None = None) -> bool:
    """Serve until told to stop; whether it could start at all.

    `proxy` names the addresses whose word on the client's own address is trusted.
    """
    server = Server(settings)
    config = uvicorn.Config(
        _app(server),
        host=host,
        port=port,
        ws=ThinProtocol,
        ws_max_size=4 * settings.limits.message_bytes,
        # Small messages, many sockets: compression costs more than it saves here.
        ws_per_message_deflate=False,
        ws_ping_interval=30,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        lifespan="on",
        timeout_graceful_shutdown=_PATIENCE,
    )
    runner = Uvicorn(config, server)
    runner.run()
    return runner.started


def _app(server: Server) -> Any:
    return server
