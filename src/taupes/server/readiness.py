"""Whether the server can store what happens: asked at most once in a while, for all who ask."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from taupes.server.journal import log

FRESH: Final = 1.0
"""Seconds for which an answer holds."""

_PATIENCE: Final = 10.0
"""Seconds after which a storage that does not answer is away."""


class Readiness:
    """The last answer, and the question that is under way."""

    def __init__(self, probe: Callable[[], Awaitable[None]]) -> None:
        self._probe = probe
        self._asking: asyncio.Task[bool] | None = None
        self._since = -FRESH
        """When the last answer was given, on a clock that never goes back."""

    async def is_good(self) -> bool:
        """Whether something could be stored a moment ago."""
        is_old = self._asking is None or (
            self._asking.done() and time.monotonic() - self._since >= FRESH
        )
        if is_old:
            self._asking = asyncio.get_running_loop().create_task(self._ask())
        assert self._asking is not None  # noqa: S101 - or else it was old
        # Whoever asks may go away; the others still want to know.
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._probe()
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing can be stored
            log.warning("not_ready", error=type(error).__name__)
            return False
        else:
            return True
        finally:
            self._since = time.monotonic()
