"""The writer: groups in order, and nothing of them is kept."""

import asyncio
import weakref
from collections.abc import Sequence

from taupes.server.storage import Append, AppendResult
from taupes.server.storage.writer import Writer


class Asker:
    """Whoever wants to know how it went."""

    def __init__(self) -> None:
        self.results: list[AppendResult] = []

    def done(self, result: AppendResult) -> None:
        self.results.append(result)


async def store(group: Sequence[Append]) -> Sequence[AppendResult]:
    return [AppendResult.STORED] * len(group)


def test_whoever_was_told_is_not_kept_until_the_next_group() -> None:
    async def run() -> None:
        writer = Writer(store)
        asker = Asker()
        told = weakref.ref(asker)
        writer.put(Append("T", 1, 5, b"{}", None, asker.done))
        while not asker.results:
            await asyncio.sleep(0)
        assert asker.results == [AppendResult.STORED]
        del asker
        assert told() is None
        await writer.stop()

    asyncio.run(run())
