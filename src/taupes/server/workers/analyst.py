"""Whole games weighed, in a process of its own: one at a time, and not for ever."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import Any, Final

from taupes.rules import Record, dump_record, load_record

SIMULATIONS: Final = 120
"""How deeply each position is searched: a game takes some seconds."""
PATIENCE: Final = 300.0
"""Seconds for a game, and for compiling on a fresh machine."""


class Busy(Exception):
    """Another game is being weighed, or this one took too long."""


class Analyst:
    """Weighs games for whoever asks, one after the other."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def weigh(self, record: Record) -> dict[str, Any]:
        """The analysis of a game; Busy if it cannot be had now."""
        if self._lock.locked():
            raise Busy
        async with self._lock:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "taupes.server.workers.analyst", stdin=PIPE, stdout=PIPE
            )
            try:
                work = process.communicate(dump_record(record).encode())
                output, _ = await asyncio.wait_for(work, PATIENCE)
                found: dict[str, Any] = json.loads(output)
            except (TimeoutError, ValueError) as error:
                raise Busy from error
            finally:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            return found


def main() -> None:
    """Read a record, write its analysis."""
    from taupes.bots.analysis import analyse  # noqa: PLC0415 - the server itself never needs it

    found = analyse(load_record(sys.stdin.read()), SIMULATIONS)
    sys.stdout.write(json.dumps(found.as_dict()))


if __name__ == "__main__":
    main()
